"""Rules for the source: every module has a docstring, and no function is written twice."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cpgen

PACKAGE = Path(cpgen.__file__).parent
MODULES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def functions(text: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_modules_begin_with_a_sentence() -> None:
    firsts = {name: (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0] for name, text in MODULES.items()}
    assert {name: first for name, first in firsts.items() if not first.endswith(".")} == {}


def test_no_two_functions_have_the_same_body() -> None:
    """Compare bodies of more than five lines, without docstrings."""
    alike = defaultdict(list)
    for name, text in MODULES.items():
        for node in functions(text):
            body = node.body[ast.get_docstring(node) is not None :]
            if body and (body[-1].end_lineno or 0) - body[0].lineno + 1 > 5:
                alike["\n".join(map(ast.dump, body))].append(f"{name}: {node.name}")
    assert [names for names in alike.values() if len(names) > 1] == []
