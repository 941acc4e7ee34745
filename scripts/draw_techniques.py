"""Draws an example of each technique to docs/techniques/, and writes docs/techniques.md, which shows them.

The examples come from random minimal puzzles and the hardest ones known, solved with HoDoKu's ladder. Of the boards on
which a technique finds something, the easiest to see is shown. Techniques that are rarely the next step are searched
for separately on these boards, then on boards of more random and of sparse puzzles, preferably where no single is left.
Techniques of constraints are shown on boards that have some, solved with the ladder for these. The page names the
techniques without an example. The defaults reproduce the page and take some minutes.
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
from cpgen.layout import Layout
from cpgen.notation import without_comments
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, Round, explain_puzzle, find_in, open_candidates, states_before
from cpgen.rater.impossible_rules import OF_CONSTRAINTS
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
BOARDS = Path(__file__).with_name("boards_with_constraints.txt")
NINE = Layout.boxes(3, 3)
WIDTH = 420
AGAIN = 6
"""Additional links that a chain counts for when it returns to a candidate, because it is harder to see"""
HARD = 1000
"""Complexity in HoDoKu's ladder above which the board before a step is searched for all techniques"""
EASY = 5
"""Complexity in the ladder for constraints up to which a board is not searched for harder techniques"""
ENOUGH = 20
"""Number of boards without singles; techniques found on fewer are searched for separately"""

HEAD = """# Techniques

The techniques that cpgen knows, family by family, each with an example that it found and drew itself: the name in
ladders and commands, HoDoKu's number, and what cpgen says about the board.

In the pictures, green candidates are those that a technique rests on, and red ones are eliminated. Of a fish, the
base houses are blue and the cover houses orange; fins, and the pincers of a wing, are squares. The candidates of a
chain are alternately orange and blue: if the first orange one were false, the next blue one would be true, and so on.
A solid arrow is a strong link (if not this, then that), a dashed arrow a weak link (if this, then not that). Each set
has its own colour; candidates shared by sets or pincers have a violet ring. For techniques about one digit, only that
digit is shown. Where a technique is rarely the next step, its board may have simpler ones, too.

This page is written by `scripts/draw_techniques.py`.
"""


@dataclass(frozen=True)
class Example:
    """A finding on a board."""

    state: State
    finding: Finding
    next_to_single: bool
    """True if the next step on the board is a single rather than the finding"""

    @property
    def effort(self) -> tuple[bool, bool, int, int, int]:
        """Key by which examples are compared: singles, constraints, parts, cells, and all candidates.

        Returning parts count more; a finding that names no constraint comes after those that do.
        """
        finding, seen = self.finding, set[Effect]()
        again = 0
        for part in finding.parts:
            effects = {(cell, digit) for cell in part.cells for digit in part.digits}
            again += part.role in ("strong", "weak") and bool(effects & seen)
            seen |= effects
        left = sum(map(len, self.state.candidates))
        cells = len(finding.cells) + len(finding.removed)
        is_plain = not finding.with_role("clue")
        return self.next_to_single, is_plain, len(finding.parts) + AGAIN * again, cells, left


def minimal_puzzles(count: int, seed: int) -> Iterator[Puzzle]:
    """Yield random minimal puzzles on 9×9."""
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
    """The best example of each technique so far, and the number of boards without singles on which it was found."""

    best: dict[str, Example] = field(default_factory=dict)
    boards: Counter[str] = field(default_factory=Counter)

    def offer(self, one: Round, state: State, findings: Iterable[Finding]) -> None:
        """Keep findings on a board that are easier to see than those so far; `one` is the ladder's round there."""
        for finding in findings:
            example = Example(state, finding, one.rule in SINGLES and finding.rule != one.rule)
            if finding.rule not in self.best or example.effort < self.best[finding.rule].effort:
                self.best[finding.rule] = example
        self.boards.update(
            {finding.rule for finding in findings if finding.rule == one.rule or one.rule not in SINGLES}
        )

    def look(self, boards: Iterable[tuple[Round, State]], techniques: list[str], enough: int) -> None:
        """Search boards for each technique until it was found often enough, next to singles only if nowhere else."""
        for one, state in boards:
            left = [name for name in techniques if self.boards[name] < enough]
            if not left:
                return
            for name in left:
                if one.rule not in SINGLES or name not in self.best:
                    self.offer(one, state, find_in(state, Ladder.alone(name)))


def examples(count: int, boards: int, further: int, seed: int, hardest: int = 80) -> dict[str, Example]:
    """Return the best example of each technique that has one."""
    gallery, searched = Gallery(), list[tuple[Round, State]]()
    for one, state in solved(chain(minimal_puzzles(count, seed), islice(shipped_puzzles("hardest"), hardest))):
        gallery.offer(one, state, one.findings[:1])
        if one.complexity > HARD or one.number % 10 == 1:
            searched.append((one, state))
    rare = [technique.name for technique in EVERY if gallery.boards[technique.name] < ENOUGH]
    gallery.look(searched[:boards], rare, boards)
    pairs = zip(minimal_puzzles(further, seed + 1), shipped_puzzles("sparse"), strict=False)
    gallery.look(solved(chain.from_iterable(pairs)), rare, ENOUGH)
    boards_of = list(solved(islice(boards_with_constraints(), further), "variants"))
    for one, state in boards_of:
        gallery.offer(one, state, [found for found in one.findings if found.technique.family in OF_CONSTRAINTS])
    needing = [technique.name for technique in EVERY if technique.family in OF_CONSTRAINTS]
    hard = [(one, state) for one, state in boards_of if one.complexity > EASY]
    gallery.look(hard, [name for name in needing if name not in gallery.best], ENOUGH)
    return gallery.best


def boards_with_constraints() -> Iterator[Puzzle]:
    """Yield puzzles without clues on boards whose constraints leave one solution."""
    for spec in without_comments(BOARDS.read_text(encoding="utf-8")):
        if spec.strip():
            layout = Layout.parse(spec)
            yield Puzzle(layout, (0,) * layout.cell_count)


def shipped_puzzles(name: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a shipped file."""
    return map(Puzzle.parse, without_comments(resources.text("puzzles", name)))


def solved(puzzles: Iterable[Puzzle], name: str = "hodoku") -> Iterator[tuple[Round, State]]:
    """Yield each round in which a shipped ladder solves the puzzles, with the state before it."""
    ladder = shipped_ladder(name).ladder
    for puzzle in puzzles:
        yield from states_before(State(puzzle), explain_puzzle(puzzle, ladder))


def scene_of(example: Example) -> Scene:
    """Return the board of an example; for a technique about one digit, with that digit's candidates only."""
    state, finding = example.state, example.finding
    one = Round(1, finding.rule, 1, (finding,))
    scene = scene_before(state.puzzle, state.digits, open_candidates(state), one)
    digits = {digit for _, digit in (*scene.figure.kinds, *scene.keys, *finding.removed)}
    if len(digits) > 1 or finding.placed:
        return scene
    return replace(scene, candidates={cell: digits & set(left) for cell, left in scene.candidates.items()})


def page_of(best: dict[str, Example]) -> str:
    """Return the text of the page."""
    narrator, parts = Narrator(words_of("en")), [HEAD]
    if missing := [f"`{technique.name}`" for technique in EVERY if technique.name not in best]:
        parts.append(f"No example was found on thousands of boards: {', '.join(missing)}.\n")
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
    """Draw and write everything, and report the techniques without an example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=400, help="puzzles to solve (400)")
    parser.add_argument("--boards", type=int, default=400, help="boards to search for rare techniques (400)")
    parser.add_argument(
        "--further", type=int, default=1000, help="puzzles for techniques that are rare on those boards (1000)"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked, begun = parser.parse_args(), time.monotonic()
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
