"""Draws an example of each technique to docs/techniques/, and writes docs/techniques.md, which shows them.

The examples come from random minimal puzzles and the hardest ones known, as HoDoKu's ladder solves them: of the boards
on which a technique finds something, the one where it takes least to see. What is seldom a step is looked for alone on
boards of that way, then on those of more random and of sparse puzzles, best where no single is left. The page names
what has no example even so. The defaults write the page as it is; that takes some minutes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

import numpy as np

from cpgen import resources
from cpgen.difficulty import shipped_ladder
from cpgen.kernel import expect_much
from cpgen.layout import Layout
from cpgen.notation import without_comments
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, Round, explain_puzzle, find_in, open_candidates, states_before
from cpgen.rater.ladder import SINGLES, Ladder
from cpgen.rater.techniques import EVERY, FAMILIES
from cpgen.render.explanation import scene_before
from cpgen.render.figure import Effect
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.sentences import Narrator
from cpgen.render.svg import svg_of
from cpgen.state import State
from cpgen.translations import words_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "techniques.md", DOCS / "techniques"
NINE = Layout.boxes(3, 3)
WIDTH = 420
AGAIN = 6
"""A chain that comes back to a candidate is as hard to see as one that is so much longer"""
HARD = 1000
"""Boards before a step above this complexity of HoDoKu's ladder are looked at for all techniques, and some others"""
ENOUGH = 20
"""Techniques that were found on fewer boards than this without singles are looked for alone"""

HEAD = """# Techniques

What cpgen looks for on a board, family by family, each technique with an example that it found and drew itself: its
name in ladders and commands, HoDoKu's number for it, and what cpgen says of the board.

In the pictures, green candidates are those that a technique rests on, and red ones go. Of a fish, the houses that
it rests on are blue and those that it clears orange; fins, and the pincers of a wing, are squares. The candidates
of a chain are orange and blue in turn: were the first orange one wrong, the next blue one would be right, and so
on. A solid arrow is a strong link (if not this, then that), a dashed one a weak link (if this, then not that). Each
set has a colour of its own; candidates that sets or pincers share have a violet ring. Techniques that are about one
digit show that digit alone. Where a technique is seldom the next step, its board may have simpler ones, too.

This page is written by `scripts/draw_techniques.py`.
"""


@dataclass(frozen=True)
class Example:
    """A finding on a board."""

    state: State
    finding: Finding
    beside_single: bool
    """Whether the next step on the board is a single, and not the finding"""

    @property
    def effort(self) -> tuple[bool, int, int, int]:
        """How much there is to see: singles; parts, and those with candidates of others; cells; candidates in all."""
        finding, seen = self.finding, set[Effect]()
        again = 0
        for part in finding.parts:
            effects = {(cell, digit) for cell in part.cells for digit in part.digits}
            again += part.role in ("strong", "weak") and bool(effects & seen)
            seen |= effects
        left = sum(map(len, self.state.candidates))
        cells = len(finding.cells) + len(finding.removed)
        return self.beside_single, len(finding.parts) + AGAIN * again, cells, left


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


@dataclass(frozen=True)
class Gallery:
    """The best example of each technique so far, and on how many boards without singles it was found."""

    best: dict[str, Example] = field(default_factory=dict)
    boards: Counter[str] = field(default_factory=Counter)

    def offer(self, one: Round, state: State, findings: Iterable[Finding]) -> None:
        """Takes findings on a board, with the ladder's round there, in place of those that are harder to see."""
        for finding in findings:
            example = Example(state, finding, one.rule in SINGLES and finding.rule != one.rule)
            if finding.rule not in self.best or example.effort < self.best[finding.rule].effort:
                self.best[finding.rule] = example
        self.boards.update(
            {finding.rule for finding in findings if finding.rule == one.rule or one.rule not in SINGLES}
        )

    def look(self, boards: Iterable[tuple[Round, State]], techniques: list[str], enough: int) -> None:
        """Looks for techniques alone, each until it was found on enough boards; beside singles if nowhere yet."""
        for one, state in boards:
            left = [name for name in techniques if self.boards[name] < enough]
            if not left:
                return
            for name in left:
                if one.rule not in SINGLES or name not in self.best:
                    self.offer(one, state, find_in(state, Ladder.alone(name)))


def examples(count: int, boards: int, further: int, seed: int, hardest: int = 80) -> dict[str, Example]:
    """The example of each technique that has one."""
    gallery, looked_at = Gallery(), list[tuple[Round, State]]()
    for one, state in solved(chain(minimal_puzzles(count, seed), islice(shipped_puzzles("hardest"), hardest))):
        gallery.offer(one, state, one.findings[:1])
        if one.complexity > HARD or one.number % 10 == 1:
            looked_at.append((one, state))
    seldom = [technique.name for technique in EVERY if gallery.boards[technique.name] < ENOUGH]
    gallery.look(looked_at[:boards], seldom, boards)
    pairs = zip(minimal_puzzles(further, seed + 1), shipped_puzzles("sparse"), strict=False)
    gallery.look(solved(chain.from_iterable(pairs)), seldom, ENOUGH)
    return gallery.best


def shipped_puzzles(name: str) -> Iterator[Puzzle]:
    """The puzzles of a shipped file."""
    return map(Puzzle.parse, without_comments(resources.text("puzzles", name)))


def solved(puzzles: Iterable[Puzzle]) -> Iterator[tuple[Round, State]]:
    """Each round in which HoDoKu's ladder solves some puzzles, and the state before it."""
    ladder = shipped_ladder("hodoku").ladder
    for puzzle in puzzles:
        yield from states_before(State(puzzle), explain_puzzle(puzzle, ladder))


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
    if missing := [f"`{technique.name}`" for technique in EVERY if technique.name not in best]:
        parts.append(f"No example was found on thousands of boards of 9×9: {', '.join(missing)}.\n")
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
    """Draws and writes everything, and says what has no example and how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=400, help="puzzles to be solved (400)")
    parser.add_argument("--boards", type=int, default=400, help="boards to look at for what is seldom a step (400)")
    parser.add_argument("--further", type=int, default=1000, help="puzzles for what is seldom on those boards (1000)")
    parser.add_argument("--seed", type=int, default=1)
    asked, begun = parser.parse_args(), time.monotonic()
    expect_much()
    best = examples(asked.puzzles, asked.boards, asked.further, asked.seed)
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, example in best.items():
        picture = picture_of(scene_of(example), Look(labels=True))
        (PICTURES / f"{name}.svg").write_text(svg_of(picture, width=WIDTH), encoding="utf-8")
    PAGE.write_text(page_of(best), encoding="utf-8")
    missing = [technique.name for technique in EVERY if technique.name not in best]
    print(f"{len(best)} examples in {time.monotonic() - begun:.0f} s; without one: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
