"""The shape of the package: short functions, modules that answer one question and say which, nothing said twice."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import cpgen

PACKAGE = Path(cpgen.__file__).parent
MODULES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
LONGEST_FUNCTION, LONGEST_MODULE = 40, 500


def functions(text: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, its decorators left out."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


LENGTHS = {f"{name}: {node.name}": length(node) for name, text in MODULES.items() for node in functions(text)}


def test_functions_are_short() -> None:
    lengths = list(LENGTHS.values())
    assert np.median(lengths) <= 10
    assert np.percentile(lengths, 90) <= 30


def test_no_function_is_long() -> None:
    assert [name for name, lines in LENGTHS.items() if lines > LONGEST_FUNCTION] == []


def test_no_module_is_long() -> None:
    assert [name for name, text in MODULES.items() if len(text.splitlines()) > LONGEST_MODULE] == []


@pytest.mark.parametrize("name", MODULES)
def test_a_module_says_first_what_it_is(name: str) -> None:
    told = ast.get_docstring(ast.parse(MODULES[name])) or ""
    first = told.partition("\n\n")[0]
    assert first.endswith((".", "?"))


def test_nothing_is_said_twice() -> None:
    """No two functions have the same body of more than five lines, docstrings left out."""
    alike = defaultdict(list)
    for name, text in MODULES.items():
        for node in functions(text):
            body = node.body[ast.get_docstring(node) is not None :]
            if body and (body[-1].end_lineno or 0) - body[0].lineno + 1 > 5:
                alike["\n".join(map(ast.dump, body))].append(f"{name}: {node.name}")
    assert [names for names in alike.values() if len(names) > 1] == []
