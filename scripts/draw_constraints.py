"""Draws an example of each kind of constraint to docs/constraints/, and writes docs/constraints.md, which shows them.

An example is a small board with digits that satisfy its constraints, in the cells that these are about. The defaults
reproduce the page in seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cpgen.drawings.examples import WHOLE_BOARD, about, digits_shown, kind_of_example, sections, solved
from cpgen.render.picture import Scene, picture_of
from cpgen.render.svg import svg_of
from cpgen.translations import words_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "constraints.md", DOCS / "constraints"
WIDTH = 260
MOST = 3
"""Lines of an example that the page lists"""
NOT_SHOWN = ("Left open", "Houses")
"""Sections without pictures: the text of the page describes them"""

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


OWN = """[Your own rule](own_rules.md) shows what rules can say.
"""


def scene_of(line: str) -> Scene:
    """Return the board with the digits of the cells that the constraints are about, or all digits."""
    puzzle = solved(line)
    digits = digits_shown(puzzle, all_cells=kind_of_example(line) in WHOLE_BOARD)
    return Scene(puzzle.layout, (0,) * len(digits), digits)


def section_of(line: str) -> str:
    """Return what the page says about the kind that a line shows."""
    words, kind = words_of("en"), kind_of_example(line)
    title = words(f"constraints.{kind}.title")
    spelled = " · ".join(f"`{part.strip()}`" for part in line.split(";")[:MOST])
    return "\n\n".join(
        [
            f"### {title}",
            spelled,
            about(line, words),
            f"![{title}](constraints/{kind}.svg)\n",
        ]
    )


def lines_shown() -> list[str]:
    """Return the examples that have pictures."""
    return [line for section in sections() if section.title not in NOT_SHOWN for line in section.lines]


def page() -> str:
    """Return the text of the page."""
    parts = [HEAD]
    for section in sections():
        if section.title not in NOT_SHOWN:
            parts += [f"## {section.title}\n", *map(section_of, section.lines)]
    return "\n".join([*parts, OWN])


def main() -> int:
    """Draw and write everything."""
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    lines = lines_shown()
    for line in lines:
        picture = picture_of(scene_of(line))
        (PICTURES / f"{kind_of_example(line)}.svg").write_text(svg_of(picture, width=WIDTH), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{len(lines)} kinds drawn")
    return 0


if __name__ == "__main__":
    sys.exit(main())
