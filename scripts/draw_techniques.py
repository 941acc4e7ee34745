"""Draws an example of each technique to docs/techniques/, and writes docs/techniques.md, which shows them.

The examples come from random minimal puzzles and the hardest ones known, as HoDoKu's ladder solves them: of all the
boards on which a technique finds something, the one where it takes least to see. A technique without one is left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from cpgen import shipped
from cpgen.difficulty import shipped_ladder
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, Round, explain_puzzle, find_in, open_candidates, states_before
from cpgen.rater.ladder import Ladder
from cpgen.rater.techniques import EVERY, FAMILIES
from cpgen.render.explanation import scene_before
from cpgen.render.figure import Effect
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.sentences import Narrator
from cpgen.render.svg import svg_of
from cpgen.state import State
from cpgen.words import words_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "techniques.md", DOCS / "techniques"
NINE = Layout.boxes(3, 3)
WIDTH = 420
AGAIN = 6
"""A chain that comes back to a candidate is as hard to see as one that is so much longer"""
HARD = 1000
"""Boards before a step above this complexity of HoDoKu's ladder are looked at for all techniques, and some others"""

HEAD = """# Techniques

What cpgen looks for on a board, family by family, each technique with an example that it found and drew itself: its
name in ladders and commands, HoDoKu's number for it, and what cpgen says of the board.

In the pictures, green candidates are those that a technique rests on, and red ones go. Of a fish, the houses that
it rests on are blue and those that it clears orange; fins, and the pincers of a wing, are squares. The candidates
of a chain are orange and blue in turn: were the first orange one wrong, the next blue one would be right, and so
on. A solid arrow is a strong link (if not this, then that), a dashed one a weak link (if this, then not that). Each
set has a colour of its own; candidates that sets or pincers share have a violet ring. Techniques that are about one
digit show that digit alone.

This page is written by `scripts/draw_techniques.py`.
"""


@dataclass(frozen=True)
class Example:
    """A finding on a board."""

    state: State
    finding: Finding

    @property
    def effort(self) -> tuple[int, int, int]:
        """How much there is to see: parts, and those with candidates of others; cells; candidates on the board."""
        finding, seen = self.finding, set[Effect]()
        again = 0
        for part in finding.parts:
            effects = {(cell, digit) for cell in part.cells for digit in part.digits}
            again += part.role in ("strong", "weak") and bool(effects & seen)
            seen |= effects
        left = sum(map(len, self.state.candidates))
        return len(finding.parts) + AGAIN * again, len(finding.cells) + len(finding.removed), left


def minimal_puzzles(count: int, seed: int) -> Iterator[Puzzle]:
    """Random puzzles of 9×9 from which no clue can go."""
    oracle = open_oracle("bitset")
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        grid = oracle.complete(Puzzle(NINE, (0,) * NINE.cell_count), rng)
        assert grid is not None
        clues = list(grid)
        for cell in rng.permutation(NINE.cell_count).tolist():
            kept, clues[cell] = clues[cell], 0
            if not oracle.uniqueness(Puzzle(NINE, tuple(clues))).unique:
                clues[cell] = kept
        yield Puzzle(NINE, tuple(clues))


def examples(count: int, seed: int, boards: int, hardest: int = 80) -> dict[str, Example]:
    """The example of each technique that has one."""
    best: dict[str, Example] = {}

    def offer(state: State, finding: Finding) -> None:
        example = Example(state, finding)
        if finding.rule not in best or example.effort < best[finding.rule].effort:
            best[finding.rule] = example

    ladder = shipped_ladder("hodoku").ladder
    known = (line for line in shipped.text("puzzles", "hardest").splitlines() if line[:1] != "#")
    looked_at: list[State] = []
    for puzzle in (*minimal_puzzles(count, seed), *map(Puzzle.parse, islice(known, hardest))):
        for one, state in states_before(State(puzzle), explain_puzzle(puzzle, ladder)):
            offer(state, one.findings[0])
            if one.complexity > HARD or one.number % 10 == 1:
                looked_at.append(state)
    for technique in EVERY:
        if technique.name not in ladder.rules:
            alone = Ladder.alone(technique.name)
            for state in looked_at[:boards]:
                for finding in find_in(state, alone):
                    offer(state, finding)
    return best


def scene_of(example: Example) -> Scene:
    """The board of an example; of a technique that is about one digit, that digit's candidates alone."""
    state, finding = example.state, example.finding
    one = Round(1, finding.rule, 1, (finding,))
    scene = scene_before(state.puzzle, state.digits, open_candidates(state), one)
    digits = {digit for _, digit in (*scene.figure.kinds, *scene.keys, *finding.removed)}
    if len(digits) > 1 or finding.placed:
        return scene
    return replace(scene, candidates={cell: digits & set(left) for cell, left in scene.candidates.items()})


def page_of(best: dict[str, Example]) -> str:
    """The text of the page."""
    narrator, parts = Narrator(words_of("en")), [HEAD]
    for family, members in FAMILIES.items():
        shown = [technique for technique in members if technique.name in best]
        if shown:
            parts.append(f"## {words_of('en')(f'families.{family}')}\n")
        for technique in shown:
            finding = best[technique.name].finding
            title = narrator.title(Round(1, technique.name, 1, (finding,)))
            notes = [f"`{technique.name}`", *([technique.code] if technique.code else [])]
            notes += ["assumes one solution"] if technique.assumes_one_solution else []
            parts.append(f"### {title}\n\n({', '.join(notes)}) {narrator.sentence(finding)}\n")
            parts.append(f"![{title}](techniques/{technique.name}.svg)\n")
    return "\n".join(parts)


def main() -> int:
    """Draws and writes everything, and says what has no example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=400, help="puzzles to be solved")
    parser.add_argument("--boards", type=int, default=400, help="boards to look at for techniques that no step used")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    best = examples(asked.puzzles, asked.seed, asked.boards)
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, example in best.items():
        picture = picture_of(scene_of(example), Look(labels=True))
        (PICTURES / f"{name}.svg").write_text(svg_of(picture, width=WIDTH), encoding="utf-8")
    PAGE.write_text(page_of(best), encoding="utf-8")
    missing = [technique.name for technique in EVERY if technique.name not in best]
    print("Without an example:", ", ".join(missing) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
