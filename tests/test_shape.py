"""The shape of the package: every module begins with a statement of what it holds, and nothing is written twice."""

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


def test_every_module_begins_with_a_statement() -> None:
    firsts = {name: (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0] for name, text in MODULES.items()}
    assert {name: first for name, first in firsts.items() if not first.endswith(".") or "?" in first} == {}


def test_nothing_is_written_twice() -> None:
    """No two functions have the same body of more than five lines, docstrings left out."""
    alike = defaultdict(list)
    for name, text in MODULES.items():
        for node in functions(text):
            body = node.body[ast.get_docstring(node) is not None :]
            if body and (body[-1].end_lineno or 0) - body[0].lineno + 1 > 5:
                alike["\n".join(map(ast.dump, body))].append(f"{name}: {node.name}")
    assert [names for names in alike.values() if len(names) > 1] == []
