"""Docstrings begin with a verb or a noun: a clause such as "what is …" names nothing that a reader could look up."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import cpgen

CLAUSE = re.compile(r"(What|How|Whether|Where|Why|Who|Which|When|That|Those|The same|So many|One that)\b")


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of the docstrings of a module, its classes, functions and names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else ():
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                yield part.lineno, part.value.value


def test_no_docstring_begins_with_a_clause() -> None:
    package = Path(cpgen.__file__).parent
    assert [
        f"{path.relative_to(package)}:{line}: {text.splitlines()[0]}"
        for path in sorted(package.rglob("*.py"))
        for line, text in docstrings(path)
        if CLAUSE.match(text)
    ] == []
