"""Functions of the rater take few parameters: what belongs together is a record of the scratch structure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from cpgen import rater

MOST = 7


def functions() -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the parameters of each function."""
    for path in Path(rater.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.stem}.{node.name}", [one.arg for one in node.args.args]


def test_no_function_takes_more_than_seven_parameters() -> None:
    assert [name for name, parameters in functions() if len(parameters) > MOST] == []


def test_no_function_takes_both_a_board_and_its_tables() -> None:
    assert [name for name, parameters in functions() if {"board", "tables"} <= set(parameters)] == []
