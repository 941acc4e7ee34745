"""Records of a data set: a stored puzzle with its prompt, its rules and its explanation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from cpgen.answers.dataset_answers import DatasetRecord
from cpgen.answers.puzzle_answers import PlainRound
from cpgen.collection.import_export import entry_of
from cpgen.collection.record import StoredPuzzle
from cpgen.dataset.dataset_spec import DatasetSpec
from cpgen.formats.digit_symbols import read_symbols
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, explain_puzzle
from cpgen.rater.ladder import Ladder
from cpgen.render.sentences import Narrator
from cpgen.rules_text import rules_of
from cpgen.translations import words_of

KEY_BITS = 62
"""Number of bits of a sample key, a hash of a puzzle's canonical form"""
ANSWER_FORM = (
    "Answer with all {cells} symbols of the solved board, row by row, between <answer> and </answer>. "
    "The digits are {digits}."
)


def split_of(stored: StoredPuzzle, spec: DatasetSpec) -> str:
    """Return the name of the split that a puzzle belongs to, determined by its canonical form and the shares."""
    return spec.split_at(stored.sample_key / 2**KEY_BITS)


class RecordTask(NamedTuple):
    """A stored puzzle whose record is wanted.

    `cell` is the number of its batch cell in the plan, `ladder` explains it, and with `clue_sets` each finding names a
    minimal set of clues.
    """

    stored: StoredPuzzle
    cell: int
    ladder: Ladder
    clue_sets: bool = False


def dataset_records(tasks: Sequence[RecordTask]) -> list[DatasetRecord]:
    """Return the records of some tasks."""
    return list(map(dataset_record, tasks))


def dataset_record(task: RecordTask) -> DatasetRecord:
    """Return the record of a task."""
    stored = task.stored
    puzzle = entry_of(stored).puzzle
    explanation = explain_puzzle(puzzle, task.ladder)
    return DatasetRecord(
        id=stored.id,
        cell=task.cell,
        prompt=prompt_of(puzzle),
        puzzle=stored.puzzle,
        solution=stored.solution,
        layout=stored.layout,
        clues=stored.clues,
        grade=stored.grade,
        appropriateness=round(stored.appropriateness, 4),
        ladder=stored.ladder,
        level=stored.level,
        steps=stored.steps,
        score=stored.score,
        solved=stored.solved,
        rules_en=_rules(puzzle.layout, "en"),
        rules_ja=_rules(puzzle.layout, "ja"),
        explanation_en=_told(explanation, puzzle.layout.size, "en"),
        explanation_ja=_told(explanation, puzzle.layout.size, "ja"),
        rounds=_rounds(puzzle, explanation, task.clue_sets),
        seed=stored.seed or 0,
        index=stored.number,
        version=stored.provenance.version,
    )


def _rounds(puzzle: Puzzle, explanation: Explanation, clue_sets: bool) -> tuple[PlainRound, ...]:
    rounds = tuple(one.as_record() for one in explanation)
    if not clue_sets:
        return rounds
    from cpgen.dataset.clue_sets import clue_sets_of  # needs the extra `research`

    sets = clue_sets_of(puzzle, explanation)
    return tuple(
        replace(one, findings=tuple(replace(finding, clues=next(sets)) for finding in one.findings)) for one in rounds
    )


def prompt_of(puzzle: Puzzle) -> str:
    """Return the task in English: the rules, the board with its constraints, and the form of the answer."""
    n, line = puzzle.layout.size, puzzle.line
    board = "\n".join(line[start : start + n] for start in range(0, n * n, n))
    answer = ANSWER_FORM.format(cells=n * n, digits=" ".join(read_symbols("", n)[:n]))
    constraints = [constraint.text(n) for constraint in puzzle.layout.further]
    houses = puzzle.layout.spec.removesuffix("".join(f"+{constraint}" for constraint in constraints))
    listed = "".join(f"- {constraint}\n" for constraint in constraints)
    about = f"Constraints (rRcC is the cell in row R and column C):\n{listed}" if listed else ""
    return f"{_rules(puzzle.layout, 'en')}\n\nRegions: {houses}\n{about}\nBoard:\n{board}\n\n{answer}"


def _rules(layout: Layout, language: str) -> str:
    words = words_of(language)
    return "\n".join(rules_of([layout], words, words("how.digit")))


def _told(explanation: Explanation, size: int, language: str) -> str:
    """Return all rounds of an explanation in words, one per line, with number and name of the rule."""
    narrator = Narrator(words_of(language), read_symbols("", size))
    return "\n".join(
        f"{round_.number}. {narrator.title(round_)}: {narrator.paragraph(round_)}" for round_ in explanation
    )
