"""Tables: objects for programs, tabs on a pipe, and columns that fit the terminal for people.

A column is never narrower than its longest word, so that names stay whole. A table that is too wide is shown in parts,
or each row as a paragraph with a line for each column.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from cpgen.cli.board_text import width_of
from cpgen.cli.output import for_people, print_json, show

GAP = "  "
NUMBER = re.compile(r"[-+\d.,%± s–]*")
"""A cell with a number, a percentage, a time, a range, or nothing"""
PIECE = re.compile(r"\s*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]+)")
"""A word, or a Japanese character, after which a line may be broken"""


def print_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], as_json: bool) -> None:
    """Print rows as JSON objects, as a table of these columns for people, or separated by tabs on a pipe."""
    if as_json:
        for row in rows:
            print_json(row)
        return
    cells = [[str(row[column]) for column in columns] for row in rows]
    if for_people():
        show("\n".join(table_lines(columns, cells)))
    else:
        show("\n".join(map("\t".join, cells)))


def show_markdown(text: str) -> None:
    """Print a text for people, with its Markdown tables fitted to the terminal; on a pipe, print it as it is."""
    if not for_people():
        show(text)
        return
    for is_table, lines in groupby(text.splitlines(), lambda line: line.startswith("|")):
        if is_table:
            columns, _, *rows = ([cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines)
            show("\n".join(table_lines(columns, rows)))
        else:
            show("\n".join(lines))


def table_lines(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table that fits the width of the terminal.

    A wide table is shown in several parts or, if even these are too wide, each row as a paragraph.
    """
    by_column = [[name, *cells] for name, cells in zip(columns, zip(*rows, strict=True), strict=True)]
    least = [max(width_of(piece) for cell in column for piece in _pieces(cell)) for column in by_column]
    terminal = shutil.get_terminal_size().columns
    # Parts repeat the leading columns of words, which say what the numbers of a row are about.
    keys = next((k for k, column in enumerate(by_column) if all(map(NUMBER.fullmatch, column[1:]))), len(columns))
    parts, part = [], list(range(keys))
    for at in range(keys, len(columns)):
        if _total(least[k] for k in (*part, at)) > terminal:
            parts.append(part)
            part = list(range(keys))
        part.append(at)
    parts.append(part)
    if any(_total(least[k] for k in part) > terminal for part in parts):
        paragraphs = [[f"{name}: {cell}" for name, cell in zip(columns, row, strict=True) if cell] for row in rows]
        return [line for lines in paragraphs for line in (*lines, "")][:-1]
    fitted = (_fitted([by_column[k] for k in part], [least[k] for k in part], terminal) for part in parts)
    return [line for lines in fitted for line in (*lines, "")][:-1]


def _total(widths: Iterable[int]) -> int:
    """Return the width of a table with columns of these widths."""
    return sum(width + len(GAP) for width in widths) - len(GAP)


def _fitted(by_column: Sequence[Sequence[str]], least: Sequence[int], most: int) -> list[str]:
    """Return the lines of a table whose cells are wrapped so that it is at most `most` columns wide.

    Args:
        by_column: The texts of each column, its title first.
        least: The least width of each column.
        most: The greatest width of the table.
    """
    widths = [max(map(width_of, column)) for column in by_column]
    # Narrow the widest column that can be narrowed, one place at a time.
    while _total(widths) > most:
        at = max(range(len(widths)), key=lambda k: (widths[k] > least[k], widths[k]))
        widths[at] -= 1
    header, *rows = zip(*by_column, strict=True)
    return [line for row in (header, ["─" * width for width in widths], *rows) for line in _row_lines(row, widths)]


def _row_lines(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for parts in zip_longest(*wrapped, fillvalue=""):
        padded = (part + " " * (width - width_of(part)) for part, width in zip(parts, widths, strict=True))
        yield GAP.join(padded).rstrip()


def _pieces(text: str) -> list[str]:
    return [piece.strip() for piece in PIECE.findall(text)] or [""]


def _wrapped(text: str, width: int) -> list[str]:
    """Return the text in lines of at most this width."""
    lines = [""]
    for piece in PIECE.findall(text):
        if width_of(lines[-1] + piece) <= width:
            lines[-1] += piece
        else:
            lines.append(piece.strip())
    return lines if lines[0] or len(lines) == 1 else lines[1:]
