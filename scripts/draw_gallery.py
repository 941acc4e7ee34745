"""Make a puzzle of each kind, draw them to docs/gallery/, and write docs/gallery.md, which shows them.

Each puzzle is made by the command that the page prints next to it; running this script again gives the same page.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from cpgen.drawings.style import style_named
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.render.picture import Scene, picture_of
from cpgen.render.svg import svg_of
from cpgen.rules_text import rules_of
from cpgen.translations import words_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "gallery.md", DOCS / "gallery"
WIDTH = 380
WIDEST = 120
"""Longest line of the page"""

COMMANDS = (
    "--kind killer --symmetry rot180 --one-cell 0 --seed 4",
    "--kind killer --layout pentomino-1 --seed 2",
    "--kind kropki --seed 3",
    "--kind kropki-some --symmetry rot180 --seed 1",
    "--kind xv --seed 1",
    "--kind thermo --symmetry rot180 --seed 5",
    "--kind arrow --symmetry rot180 --seed 1",
    "--kind whisper --symmetry left-right --seed 2",
    "--kind renban --symmetry rot180 --seed 4",
    "--kind palindrome --symmetry rot180 --seed 1",
    "--kind between --symmetry rot180 --seed 1",
    "--kind region-sum --symmetry rot180 --seed 1",
    "--kind little-killer --seed 1",
    "--kind sandwich --seed 1",
    "--kind x-sum --seed 1",
    "--kind skyscraper --size 6 --seed 2",
    "--kind futoshiki --layout latin-6 --seed 1",
    "--kind quad --symmetry rot180 --seed 1",
    "--kind anti-knight --seed 1",
    "--kind anti-king --seed 1",
    "--kind non-consecutive --seed 1",
    "--kind mixed --symmetry rot180 --seed 1",
)
"""Options of `cpgen generate` for each puzzle"""

HEAD = """# Gallery

One puzzle of each kind that cpgen draws and fills by itself, with the command that makes it. `cpgen styles` lists the
kinds, and a file can describe others: see [styles](styles.md). What the constraints mean is on the page about
[constraints](constraints.md).
"""


class Shown(NamedTuple):
    """A puzzle of the gallery."""

    options: str
    title: str
    name: str
    """Name of the picture"""
    puzzle: Puzzle
    caption: str


def made(options: str) -> Shown:
    """Return the puzzle that a command makes."""
    words = shlex.split(options)
    command = [sys.executable, "-m", "cpgen", "generate", *words, "--time-limit", "300", "--json"]
    data = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    puzzle = Puzzle.parse(data["puzzle"], Layout.parse(data["layout"]))
    kind = words[words.index("--kind") + 1]
    board = [words[words.index(option) + 1] for option in ("--layout", "--size") if option in words]
    title = style_named(kind).title + (f", {board[0]}" if board else "")
    grade = "" if data["grade"] == "any" else f"{data['grade']}, "
    caption = f"{grade}level {data['level']}, {data['steps']} steps, hardest technique `{data['hardest']}`"
    return Shown(options, title, "-".join([kind, *board]), puzzle, caption)


def section(shown: Shown) -> str:
    """Return the part of the page about a puzzle."""
    rules = " ".join(rules_of([shown.puzzle.layout], words_of("en"), "digit", titled=True)[1:])
    return "\n".join(
        [
            f"## {shown.title}",
            "",
            f"![{shown.title}](gallery/{shown.name}.svg)",
            "",
            fill(rules, WIDEST, break_long_words=False, break_on_hyphens=False),
            "",
            f"Made by `cpgen generate {shown.options}`:",
            f"{shown.caption}.",
            "",
        ]
    )


def main() -> None:
    """Make all puzzles, draw them and write the page."""
    PICTURES.mkdir(exist_ok=True)
    sections = []
    for number, options in enumerate(COMMANDS, 1):
        print(f"{number} of {len(COMMANDS)}: {options}", file=sys.stderr)
        shown = made(options)
        scene = Scene(shown.puzzle.layout, shown.puzzle.clues)
        (PICTURES / f"{shown.name}.svg").write_text(svg_of(picture_of(scene), width=WIDTH), encoding="utf-8")
        sections.append(section(shown))
    PAGE.write_text("\n".join([HEAD, *sections]), encoding="utf-8")


if __name__ == "__main__":
    main()
