"""Puzzles as a LaTeX document: classic boards by the package `sudoku`, all others as TikZ pictures.

Coordinates are in cells with y downwards, as in all pictures: TikZ multiplies them by the side of a cell. A comment
before each board holds the puzzle as JSON, from which cpgen reads it back (see `cpgen/formats/latex.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cpgen.formats.entry import Entry
from cpgen.formats.latex import NOTE
from cpgen.layout import Layout
from cpgen.render.picture import Scene, picture_of
from cpgen.render.picture_shapes import Area, Circle, Line, Polyline, Shape, Text
from cpgen.render.svg import DASH_GAP, PRINT, STRONG_ROLES

CELL, WIDEST = 9.0, 150.0
"""Side of a cell, and largest width of a picture, in millimetres"""
POINTS = 72.27 / 25.4
"""TeX points per millimetre"""
SIGNS = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$",
    "×": r"$\times$", "÷": r"$\div$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "–": "--", "—": "---", "−": "$-$",
    "…": r"\dots{}", "“": "``", "”": "''", "‘": "`", "’": "'", "·": r"$\cdot$", "→": r"$\to$", "°": r"$^\circ$",
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
}  # fmt: skip
"""Characters that LaTeX needs as commands, with the commands"""
HEAD = r"""\documentclass[a4paper]{{article}}
{packages}
\pagestyle{{empty}}
\setlength{{\parindent}}{{0pt}}
{colours}\begin{{document}}
"""
LAST_LATIN = "\xff"
"""Last character that every LaTeX installation can show without further fonts"""


class LatexWriter:
    """Writer of puzzles as one LaTeX document; its preamble depends on all puzzles, so `end` returns everything."""

    def __init__(self) -> None:
        self._boards: list[str] = []
        self._packages: dict[str, None] = {}
        self._roles: dict[str, None] = {}

    def __call__(self, entry: Entry) -> str:
        """Add an entry to the document; return "", because nothing can be written before the end."""
        if _is_classic(entry):
            self._packages["sudoku"] = None
            board = _grid(entry)
        else:
            self._packages |= dict.fromkeys(["fix-cm", "tikz"])
            picture = picture_of(replace(Scene.of(entry.state), cosmetics=entry.cosmetics))
            self._roles |= dict.fromkeys(shape.role for shape in picture.shapes)
            board = _tikz(picture.shapes, min(CELL, WIDEST / picture.width))
        texts = [NOTE + json.dumps(entry.as_json()), *_title(entry), board, *_rules(entry)]
        self._boards.append("\n".join(texts))
        return ""

    def end(self) -> str:
        """Return the whole LaTeX document."""
        packages = "\n".join(rf"\usepackage{{{name}}}" for name in sorted(self._packages))
        colours = "".join(rf"\definecolor{{{role}}}{{HTML}}{{{_hex(PRINT[role])}}}" + "\n" for role in self._roles)
        body = "\n\\bigskip\n\n".join(self._boards)
        return HEAD.format(packages=packages, colours=colours) + body + "\n\\end{document}\n"


def _is_classic(entry: Entry) -> bool:
    """Return True if the LaTeX package `sudoku` can show the board."""
    layout = entry.puzzle.layout
    return layout.size == 9 and layout == Layout.default(9) and not (entry.placed or entry.marks)


def _grid(entry: Entry) -> str:
    rows = ("|" + "|".join(row.replace(".", " ")) + "|." for row in entry.puzzle.rows)
    return "\n".join([r"\begin{sudoku}", *rows, r"\end{sudoku}"])


def _title(entry: Entry) -> Iterator[str]:
    text = ", ".join(filter(None, (entry.title, entry.author)))
    if text and is_plain(text):
        yield rf"\begin{{center}}\textbf{{{escaped(text)}}}\end{{center}}"


def _rules(entry: Entry) -> Iterator[str]:
    if entry.instructions and is_plain(entry.instructions):
        lines = "\n\n".join(map(escaped, entry.instructions.splitlines()))
        yield f"\\begin{{quote}}\n{lines}\n\\end{{quote}}"


def is_plain(text: str) -> bool:
    """Return True if LaTeX can print a text with its default fonts."""
    return all(character <= LAST_LATIN or character in SIGNS for character in text)


def escaped(text: str) -> str:
    r"""Return a text with LaTeX's special characters replaced by commands.

    >>> escaped("50 % of #1")
    '50 \\% of \\#1'
    """
    return "".join(SIGNS.get(character, character) for character in text)


def _tikz(shapes: Iterable[Shape], cell: float) -> str:
    """Return picture elements as a TikZ picture; `cell` is the side of a cell in millimetres."""
    body = "\n".join(line for shape in shapes for line in _drawn(shape, cell))
    scale = f"x={cell:.3f}mm,y=-{cell:.3f}mm"
    return f"\\begin{{center}}\n\\begin{{tikzpicture}}[{scale}]\n{body}\n\\end{{tikzpicture}}\n\\end{{center}}"


def _drawn(shape: Shape, cell: float) -> Iterator[str]:
    if isinstance(shape, Text):
        if is_plain(shape.text):
            yield _text(shape, cell)
    elif isinstance(shape, Area):
        yield rf"\fill[{shape.role},even odd rule] {_paths(shape.paths)};"
    elif isinstance(shape, Circle):
        pen = f"line width={shape.width * cell:.3f}mm"
        command = rf"\draw[{shape.role},{pen}]" if shape.width else rf"\fill[{shape.role}]"
        yield f"{command} ({shape.x:.4g},{shape.y:.4g}) circle [radius={shape.radius * cell:.3f}mm];"
    elif isinstance(shape, Line) and shape.paths:
        dash, gap = shape.dash * cell, shape.dash * DASH_GAP * cell
        dashes = f",dash pattern=on {dash:.3f}mm off {gap:.3f}mm" if shape.dash else ""
        ends = "round" if shape.round else "butt" if shape.dash else "rect"
        join = ",line join=round" if shape.round else ""
        pen = f"line width={shape.width * cell:.3f}mm,line cap={ends}{join}{dashes}"
        yield rf"\draw[{shape.role},{pen}] {_paths(shape.paths)};"


def _text(shape: Text, cell: float) -> str:
    size = shape.size * cell * POINTS
    font = rf"\fontsize{{{size:.2f}}}{{{size:.2f}}}\selectfont\sffamily"
    strong = r"\bfseries" if shape.role in STRONG_ROLES else ""
    anchor = "west" if shape.left else "center"
    place = f"({shape.x:.4g},{shape.y:.4g})"
    return (
        rf"\node[{shape.role},anchor={anchor},inner sep=0pt,font={font}{strong}] at {place} {{{escaped(shape.text)}}};"
    )


def _paths(paths: Iterable[Polyline]) -> str:
    """Return paths in TikZ's syntax; a path that ends where it begins is closed."""
    drawn = []
    for path in paths:
        is_closed = len(path) > 2 and path[0] == path[-1]
        points = path[:-1] if is_closed else path
        drawn.append(" -- ".join(f"({x:.4g},{y:.4g})" for x, y in points) + " -- cycle" * is_closed)
    return " ".join(drawn)


def _hex(colour: str) -> str:
    """Return a colour such as `#abc` or `#aabbcc` as six upper-case hexadecimal digits.

    >>> _hex("#1ac"), _hex("#123456")
    ('11AACC', '123456')
    """
    digits = colour.removeprefix("#").upper()
    return "".join(one * 2 for one in digits) if len(digits) == 3 else digits
