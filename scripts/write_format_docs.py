"""Writes docs/formats.md from the table of formats."""

from pathlib import Path

from cpgen import formats
from cpgen.constraints import parse_constraint
from cpgen.constraints.kind_table import HOUSE_KINDS
from cpgen.drawings.examples import examples
from cpgen.formats.table import EVERY, OTHER_ENDINGS, format_rows
from cpgen.layout import Layout

PAGE = Path(__file__).parent.parent / "docs" / "formats.md"

HEAD = """# Formats

`cpgen convert IN OUT` reads puzzles in any of these formats and writes another one: `--to NAME`, or the file
extension of OUT, decides. All commands read the same files. The format is recognised from the text, so one file or
stream may mix formats that have one puzzle per line. This page is written by `scripts/write_format_docs`.

<!-- example: first `cpgen generate -n 3 --seed 1 | cpgen convert - puzzles.sdm` -->
```sh
cpgen convert puzzles.sdm puzzles.json            # the extension decides the format
cpgen convert puzzles.json - --to fpuzzles        # links, one per line
cpgen generate -n 5 --json | cpgen convert - - --to tatham
cpgen formats                                     # this table
```

IN may also be a puzzle itself. `cpgen generate` and `cpgen dig` write the same formats, with `--to NAME` or `-o FILE`.

Puzzles need not be tidy:

- A number, rating or comment around a puzzle on its line becomes its comment, and so does a `#` before it. A second
  grid on the line is the solution, or the same puzzle with placed digits.
- Grids may follow each other with or without headings, empty lines or lines such as `=====` and `***`.
- Tables of cells from spreadsheets, CSV and Markdown, and frames, may have blank cells.
- Rows of numbers above 9 have blanks between them; arrays are read as Python and numpy print them.
- With -1 for open cells, digits begin with 0, as in the Latin squares of QWH generators (`order 5`).
- JSON may hold objects, texts, lists of cells, lists of cages (`[sum, cells]`, or objects with such keys), and objects
  of these at any depth. Puzzles are found under the usual names; `--key NAME` says another one, also of a CSV column.
- A killer may be a grid of letters with the sums below it: `a=7 b=10`, or only the numbers in reading order.
- Arabic, Persian, Hindi and full-width digits are digits.

A puzzle that is wrong, or that the format cannot hold, is left out; the others are written, and the exit code is 2.
Standard error has one sentence for each kind of fault in a file: the first, and how many others there are. A file
appears whole or not at all.

What is lost in the conversion (placed digits, noted candidates, titles and other texts, the layout) is reported once
at the end, with numbers. Solutions, grades and levels are not counted, because cpgen can compute them again.

- `--plain` writes the clues only, in `.sdm` as digits with 0 for an empty cell, for programs that read nothing else.
- In CSV, text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@` or a tab) gets an
  apostrophe in front, which is removed when cpgen reads the table.

"""
NOTES = """
- **Layout.** *In the file*: the text contains the layout. *Must be given*: a reader assumes the default boxes of the
  size (2×3 for 6) unless `--layout` or `--diagonals` gives another layout, and `convert` writes other layouts only
  with these options.
- **Constraints** such as cages and thermometers stand below a grid, one per line; see below. A format that cannot hold
  one of them refuses the puzzle, and names the kinds, their numbers and the formats that can.
- **Keeps** lists what is preserved besides the clues: `placed` are digits that were entered, `marks` noted
  candidates, `instructions` the rules for the solver, and `more` everything else that cpgen knows (level, steps,
  method).
- Pencil marks and lists of candidates are the puzzle (Sukaku): a single candidate is a clue, and candidates that
  exclude more than the clues do become constraints of the kind `allowed`. So do the candidates that a line of HoDoKu
  deletes, unless it has placed digits or a technique, and candidates given in f-puzzles. A cell needs a candidate.
- If the line of clues comes first, that is the puzzle, and the candidates are notes: other single ones are placed
  digits. Frames are optional: one row of the board per line, with blanks between the cells. Text next to the grid, as
  in a forum, is ignored.
- `hint`, `rate`, `explain` and `draw` continue from placed digits and noted candidates; a cell without
  marks has all candidates that the clues and digits it sees leave. Below a line of clues, an empty cell among cells
  with candidates has no candidates, like a cell with `0` in JSON and CSV: `check` and `hint` report it.
- Corner marks (SudokuPad, f-puzzles) are candidates only if every open cell has marks; otherwise they are notes and
  are ignored. Centre marks are always candidates.
- Where open cells have another sign than 0 and the highest digit does not occur, 0 stands for the highest digit, as in
  16×16 boards of 0 to F; it is written as G there.
- A solution is checked when it is read: it must be a valid grid with the clues, and satisfy the constraints.
- Constraints that cpgen does not have (doublers, disguised digits …) are refused by name.
- Drawings in links of f-puzzles, SudokuPad, SudokuMaker and Penpa+ (lines, arrows, circles, rectangles, texts, cages,
  coloured cells) are kept without a meaning: they are in every picture and in the links, files and pages that cpgen
  writes. The reader is told how many there were, since they might be constraints. `--ignore-drawings`
  (`ignore_drawings` in Python and on the server) leaves them out. In JSON they are the text `cosmetics`, one line per
  drawing. Drawings that cannot be read, such as the stars of Penpa+, are refused unless they are ignored.
- A Penpa+ address shows all constraints that can be drawn, and cosmetics, at the nearest points and in the nearest
  sizes and widths that Penpa+ has; colours are kept, except those of texts.
- Fog and the message for the solved puzzle travel with links and play in the player; in JSON they are `fog` (the cells
  with a lamp, as in `r1c1 r5c5`) and `message`. A lamp, or a right digit, lights the cells around it, or those that
  follow its cell (`r5c5>r8c8,r9c9`), which f-puzzles cannot hold. Printed pictures have no fog.
- Short links, which only their site can resolve, are refused.
- `sudokuwiki` and `sudokumaker` are written with placed digits and marks, `sudokucoach` and `sudokuexchange` with the
  clues, as these sites expect. SudokuPad's `scf…` links, addresses with 81 digits and `.hsol` files of HoDoKu 2.2 can
  be read as well.
- A format with one puzzle per file takes one puzzle; use `.sdm`, lines, JSON or CSV for several.

"""


def page() -> str:
    """Return the text of the page."""
    rows = ["| name | format | ending | sizes | layouts | layout | puzzles per file | keeps |", "|" + "---|" * 8]
    for one in format_rows():
        cells = (
            f"`{one['name']}`",
            one["title"],
            f"`{one['ending']}`" if one["ending"] else "",
            one["sides"],
            ", ".join(one["shapes"]),
            "must be given" if one["needs_layout"] else "in the file",
            "many" if one["many"] else "one",
            ", ".join(one["keeps"]) or "clues only",
        )
        rows.append(f"| {' | '.join(cells)} |")
    others = ", ".join(f"`{ending}` ({name})" for ending, name in OTHER_ENDINGS.items())
    examples = [f"    {one.example}" for one in formats.FORMATS if one.example]
    sources = [f"- `{one.name}`: {one.source}" for one in formats.FORMATS if one.source]
    parts = [
        HEAD + "\n".join(rows),
        "",
        f"Other endings: {others}.",
        NOTES + CONSTRAINTS + held_kinds() + "## Examples",
        "",
        *examples,
    ]
    parts += [SCHEMA]
    parts += [SOURCES, *sources, ""]
    return "\n".join(parts)


CONSTRAINTS = """## Constraints

A text file has the constraints of a puzzle below its grid, one per line or after semicolons; empty lines and comments
may stand between. A text of constraints alone is a puzzle without clues, of side 9 unless a layout is given; so are
constraints on the command line: `cpgen solve --size 4 --constraints "cage 3: r1c1 r1c2"`. A constraint that is there
twice counts once, with a warning.
`convert`, `check`, `solve` and all other commands read such files. The next grid begins the next puzzle.

```text
.........
…
.........
cage 15: r1c1 r1c2 r2c1
cage: r3c3-r3c5
thermo: r9c4 r8c3 r7c2
diagonals
```

A cell is named by its row and column (`r2c5`), or by the letter of its row and the number of its column (`B5`), as in
solvers and newspapers; spreadsheets have it the other way round. Rows are A, B, C and so on; on a 9×9 board the last
row is I, J or K, since some leave out letters. A line may come to a cell again, and a line that ends in its first cell
is a loop; not so thermometers, arrows, and lines with two ends, such as `between`.

A puzzle on one line (`line`, CSV) has them at the end of its layout: `3x3+cage 15: r1c1 r1c2+thermo: r9c4 r8c4`. In
JSON they are objects, or the same lines of text, under `constraints`:

```json
{"puzzle": "…", "layout": "3x3", "constraints": [{"kind": "cage", "total": 15, "cells": ["r1c1", "r1c2"]}]}
```

The kinds are on the page about [constraints](constraints.md). Other programs have them in their own ways, and do not
always mean the same:

- In f-puzzles a circle of several cells is a number, read row by row. A cage without a value only asks for different
  digits; one that lists a cell twice is a `sum`. `minimum` cells are not compared with each other. `nonconsecutive`
  and `negative` exempt neighbours with any dot; `nonconsecutive` is read as `all white shown` if there are white dots.
  Whispers without a value differ by half the number of digits. Candidates that are given in a cell are `allowed`.
  Drawings that belong to a constraint of its extensions are no further rules. A link that cpgen writes draws the kinds
  that f-puzzles and SudokuPad do not show by themselves.
- `scl` draws everything, with cages as SudokuPad's own, and has the lines of text in its metadata, so that cpgen can
  read it back. Of other `scl` puzzles, cages and the rules in `global` are read; other drawings are kept.
- SudokuMaker's clues on edges, on corners and outside the board have numbers that are not documented, and are refused.
- Penpa+ draws constraints; they cannot be read back.
- In strings of the Interactive Sudoku Solver, `LOOP` after the cells makes a line end in its first cell. `Pair`,
  `NFA`, `Regex`, `ContainExact` and the like are read as a `rule`, `Or` as `any-of`; a rule is written as the tables,
  automata and sums that it compiles to. Digits from 0, as in `Shape~9x9~0-8`, are read as digits from 1, sums included.
- LaTeX shows classic boards by the package `sudoku`, all others by TikZ; a comment holds the puzzle for other readers.
- Links for solvers (f-puzzles, SudokuPad, SudokuMaker, Penpa+) get the rules in words if the puzzle has none.
- SumoCue's killer strings have no given digits. A game ID of Solo has cages that cover the board.

"""


def held_kinds() -> str:
    """Return a list of the formats that hold some kinds of constraints, with the kinds."""
    board = Layout.boxes(2, 3)
    lines = [line for lines in examples().values() for line in lines.split("; ")]
    lines = [line for line in lines if line.split()[0] not in HOUSE_KINDS]
    shown = [one for line in lines for one in parse_constraint(line, 6, board.regions)]
    rows = []
    for one in formats.FORMATS:
        if one.constraints not in ("", EVERY, "sumocue:unheld", "tatham:unheld"):
            kinds = sorted({c.kind for c in shown if not one.unheld(board.with_constraints(c))})
            rows.append(f"- `{one.name}`: {', '.join(f'`{kind}`' for kind in kinds)}")
    return "These formats hold some kinds, not with every value:\n\n" + "\n".join(rows) + "\n\n"


SOURCES = """## Definitions

The formats follow these descriptions and examples.
"""
SCHEMA = """
## JSON and CSV

`json` is one list of objects, `jsonl` one object per line, for large sets; both read either, and objects over several
lines. `cpgen/formats/schema.json` is the schema; only `puzzle`
is required, and other keys are kept. CSV has the same keys as columns, with `level` and `steps` as separate columns,
the constraints as a part of `layout`, and the rest in `more`. Tables of other programs need a column `puzzle` (or
`quizzes`), separated by comma, semicolon or tab.
"""

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
