"""Draws an example of each kind of constraint to docs/constraints/, and writes docs/constraints.md, which shows them.

An example is a small board with digits that satisfy its constraints, in the cells that these are about. The defaults
reproduce the page in seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from cpgen.constraints import KINDS
from cpgen.constraints.base import Constraint
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.render.picture import Scene, picture_of
from cpgen.render.svg import svg_of
from cpgen.rules_text import rule_of
from cpgen.translations import words_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "constraints.md", DOCS / "constraints"
BOARD = Layout.boxes(2, 3)
WIDTH = 260
SEED = 4
MOST = 3
"""Lines of an example that the page lists"""
WHOLE_BOARD = ("minimum", "maximum", "indexing", "all", "leaps", "non-consecutive", "global-entropy")
"""Kinds that are about cells which they do not list"""
NOT_SHOWN = {
    "dot?": "a dot that a drawing leaves open",
    "less?": "a sign whose direction a drawing leaves open",
    "parity?": "a mark for odd or even that a drawing leaves open",
}
"""Kinds without an example"""

EXAMPLES = {
    "Sums": [
        "cage 10: r1c1 r1c2 r2c1; cage: r5c5 r5c6 r6c5",
        "sum 9: r2c2 r2c3 r3c2",
        "arrow r2c2 > r2c3 r3c4 r4c4; arrow r5c1 r5c2 > r6c1 r6c2 r6c3 r6c4 r6c5",
        "little 12 from r1c3 se",
        "region-sum: r1c2 r2c2 r3c2 r4c2",
        "zipper: r2c1 r2c2 r3c3 r4c4 r5c4",
        "double-arrow: r1c1 r2c2 r3c3 r4c4 r5c5",
        "sum-line 10: r5c1 r4c2 r4c3 r3c3 r3c4 r2c5",
        "equal-sums: r1c1 r1c2 = r5c5 = r3c3 r4c2",
    ],
    "Lines": [
        "thermo: r5c1 r4c1 r3c1 r2c2",
        "slow-thermo: r6c1 r5c2 r4c3 r3c4 r2c4",
        "whisper 3: r2c1 r2c2 r3c3 r4c3 r4c4",
        "renban: r2c2 r2c3 r3c4 r4c4",
        "palindrome: r2c2 r3c3 r4c4 r4c5 r3c6",
        "between: r2c1 r2c2 r3c3 r4c4 r5c4",
        "lockout 3: r2c2 r3c3 r4c4 r5c5",
        "nabner: r2c2 r2c3 r3c3",
        "entropic: r2c1 r2c2 r3c3 r4c4 r4c5",
        "modular 3: r2c1 r2c2 r3c3 r4c4 r4c5",
        "parity-line: r2c1 r2c2 r3c3 r4c4 r4c5",
    ],
    "Neighbours": [
        "white 1: r1c1 r1c2; white 2: r4c4 r5c4",
        "black 2: r1c1 r1c2; black 3: r4c4 r5c4",
        "xv 5: r1c1 r1c2; xv 10: r3c4 r4c4",
        "less: r2c2 r2c3; less: r4c4 r3c4",
    ],
    "Cells": [
        "odd: r1c1 r2c4",
        "even: r1c1 r2c4",
        "allowed 1 2 3: r2c2; allowed 4 6: r5c5",
        "minimum: r2c2 r5c4",
        "maximum: r2c2 r5c4",
        "quad 1 2 at r2c3; quad 4 5 6 at r4c2",
        "clone: r1c1 r1c2 r2c2 = r4c4 r4c5 r5c5",
        "same-values: r1c1 r1c2 r2c1 = r4c4 r5c4 r6c4",
        "counting-circles: r1c1 r1c4 r2c3 r3c6 r4c2 r5c5",
        "look-and-say 24: r2c2 r2c3 r3c3 r3c4",
        "lunchbox 5: r2c2 r2c3 r3c3 r3c4",
        "indexing column: r1c1 r2c1 r3c1 r4c1 r5c1 r6c1",
    ],
    "Outside the grid": [
        "sandwich 5 row 2; sandwich 0 column 4",
        "x-sum 12 row 2; x-sum 10 column 4",
        "skyscraper 2 row 2; skyscraper 4 column 4",
        "numbered-room 3 row 2; numbered-room 6 column 4",
    ],
    "The whole board": [
        "all white shown; white r1c4 r1c5; white r1c5 r2c5; white r1c6 r2c6; white r3c2 r4c2; white r3c5 r4c5; "
        "white r5c5 r6c5; white r6c2 r6c3",
        "leaps king",
        "non-consecutive 1",
        "global-entropy",
    ],
}
"""Examples by section: lines of constraints, the first of the kind that they show"""

HEAD = """# Constraints

Besides its houses a board may have constraints: cages, lines, dots and more. cpgen reads and writes them, solves and
checks puzzles with them, makes puzzles on boards that have them, and draws them. Rows, columns and regions are
constraints, too; so are the further houses `diagonals` (or `diagonals up`, `diagonals down`), `windoku`, `disjoint` and
`extra: r1c1 r2c2 …`.

## Writing constraints

A constraint is a line of text: its kind, its values, and its cells. Cells are named by row and column; `r1c1-r1c4` is a
straight line of cells, `row 3` and `column 2 reversed` are whole lines. Lines follow the grid of a puzzle, or stand
alone if there are no clues; `--constraints` adds them to the board of any command. This is `killer.txt`:

<!-- example: file `killer.txt` -->
```text
....
....
...3
....
cage 7: r2c1 r3c1
thermo r4c4 r3c4 r2c4
white r1c3 r1c4
```

```console
$ cpgen solve killer.txt
┏━━━━━━━┳━━━━━━━┓
┃ 1   4 ┃ 3 ○ 2 ┃
┃7╌╌┐   ┃       ┃
┃ 3 ╎ 2 ┃ 1  a4 ┃
┣━━━━━━━╋━━━━━━━┫
┃ 4 ╎ 1 ┃ 2  a3 ┃
┃╌╌╌┘   ┃       ┃
┃ 2   3 ┃ 4  a1 ┃
┗━━━━━━━┻━━━━━━━┛
a thermo: r4c4 r3c4 r2c4
$ cpgen candidates --constraints "thermo r1c1-r1c4" ................
┏━━━━━━━━━━━┳━━━━━━━━━━━┓
┃a  1  a  2 ┃a  3  a  4 ┃
┃           ┃           ┃
┃  34    34 ┃  12    12 ┃
┣━━━━━━━━━━━╋━━━━━━━━━━━┫
┃ 234   134 ┃ 124   123 ┃
┃           ┃           ┃
┃ 234   134 ┃ 124   123 ┃
┗━━━━━━━━━━━┻━━━━━━━━━━━┛
a thermo: r1c1 r1c2 r1c3 r1c4
12 solutions
```

In JSON a constraint is an object, `{"kind": "cage", "total": 7, "cells": ["r2c1", "r3c1"]}`, or its line of text. In
Python, `Layout.boxes(3, 3).with_constraints("cage 15: r1c1 r1c2")` takes lines and objects.

A value that is written `?` is left open: the line is part of a *drawing*, whose values are still to be chosen.
`dot? r1c1 r1c2` is a dot that may turn out white, black or missing, `less? r1c1 r1c2` a sign of either direction, and
`parity? r1c1` a cell that may turn out odd or even.

## Pictures and rules

`cpgen draw`, books and exported pages draw all constraints; lines differ in width and form as well as in colour, so
that they can be told apart in black and white. `cpgen book --colours` prints them in colour. A book explains its kinds
on the page "How to play" and names them with each puzzle; a single sheet has the rules at its foot. The player shows
the rules next to the board, cells see each other through cages and chess moves, *Show which constraints are broken*
lists and marks them, and hints follow the ladder `variants`, without a network, too. In a terminal, dashed lines are
borders of cages; a constraint that characters cannot show has a letter in its cells and a line below the board.

## Superfluous clues

`cpgen dig --list-superfluous` lists the given digits and constraints that a puzzle can do without, each on its own.
`--drop` removes them until none is superfluous. Its words are `givens`, kinds of constraints such as `cages`, and
`dots`, `signs`, `constraints` or `all`; clues of the first word are removed first, those of one word in random order.

```console
$ cpgen dig --list-superfluous killer.txt --constraints "cage 5: r1c1 r1c2; less r3c2 r3c3"
white 1: r1c3 r1c4
cage 5: r1c1 r1c2
less: r3c2 r3c3
…: 3 of 6 clues are superfluous, each on its own, but not all can be removed together.
$ cpgen dig --drop signs,cages killer.txt --constraints "cage 5: r1c1 r1c2; less r3c2 r3c3"
┏━━━━━━━┳━━━━━━━┓
…
… · minimal in signs,cages · one solution, proven by cpsat
removed 1 cage and 1 inequality sign: less: r3c2 r3c3; cage 5: r1c1 r1c2
…
```

A clue is superfluous if the puzzle without it, read by the rules, has the same single solution. So a dot is needed
where `all dots shown` would deny a missing one. With `--check ladder:K`, `--grade` or `--ladder`, the rules have to
solve the puzzle, too; with `--symmetry rot180`, clues whose places are images of each other are removed together.
Houses stay. Marks in single cells and signs are removed one by one, although a line of text may list several. A clue
that the solver does not decide in time stays and is named.

## What changes with constraints

- Two puzzles count as the same if one is a rotation or reflection of the other. Rows and columns are not permuted, and
  digits are renamed only if no constraint depends on their values, as in cages without a sum.
- Proofs that a pattern has no puzzle use only what the constraints leave valid; the known minimum numbers of clues are
  those of boards without constraints.
- The [ladder](ladders.md) `variants` rates and explains puzzles by default, with techniques for links, sums and cages.
- Other techniques work through sight: cells of a cage, or a knight's move apart, see each other. Techniques that assume
  one solution find nothing, because a constraint may tell apart the two solutions that they avoid.
- Random grids come from the oracle.

## Kinds

The pictures show boards of 6×6 with digits that satisfy the constraint. Where the largest digit appears in a rule it is
6.

This page is written by `scripts/draw_constraints.py`.
"""


def kind_of(line: str) -> str:
    """Return the kind of a line of text."""
    return line.partition(" ")[0].rstrip(":;")


def solved(line: str) -> Puzzle:
    """Return a filled board that satisfies the lines."""
    layout = BOARD.with_constraints(*line.split(";"))
    empty = Puzzle(layout, (0,) * layout.cell_count)
    grid = open_oracle("bitset").complete(empty, np.random.default_rng(SEED))
    assert grid is not None, line
    return Puzzle(layout, grid)


def scene_of(line: str) -> Scene:
    """Return the board with the digits of the cells that the constraints are about, or all digits."""
    puzzle = solved(line)
    cells = {cell for constraint in puzzle.layout.further for cell in _cells(constraint)}
    if kind_of(line) in WHOLE_BOARD:
        cells = set(range(puzzle.layout.cell_count))
    digits = tuple(digit if cell in cells else 0 for cell, digit in enumerate(puzzle.clues))
    return Scene(puzzle.layout, (0,) * len(digits), digits)


def _cells(constraint: Constraint) -> Iterator[int]:
    """Yield the cells in all fields of a constraint."""
    for name in constraint.cell_fields:
        for part in getattr(constraint, name):
            yield from part if isinstance(part, tuple) else (part,)


def section_of(line: str) -> str:
    """Return what the page says about the kind that a line shows."""
    words, kind = words_of("en"), kind_of(line)
    title, (constraint, *_) = words(f"constraints.{kind}.title"), BOARD.with_constraints(*line.split(";")).further
    spelled = " · ".join(f"`{part.strip()}`" for part in line.split(";")[:MOST])
    return "\n\n".join(
        [
            f"### {title}",
            spelled,
            " ".join(rule_of(constraint, BOARD.size, words)),
            f"![{title}](constraints/{kind}.svg)\n",
        ]
    )


def page() -> str:
    """Return the text of the page."""
    parts = [HEAD]
    for title, lines in EXAMPLES.items():
        parts += [f"## {title}\n", *map(section_of, lines)]
    return "\n".join(parts)


def main() -> int:
    """Draw and write everything."""
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    lines = [line for lines in EXAMPLES.values() for line in lines]
    assert {kind_of(line) for line in lines} | set(NOT_SHOWN) == set(KINDS)
    for line in lines:
        picture = picture_of(scene_of(line))
        (PICTURES / f"{kind_of(line)}.svg").write_text(svg_of(picture, width=WIDTH), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{len(lines)} kinds drawn")
    return 0


if __name__ == "__main__":
    sys.exit(main())
