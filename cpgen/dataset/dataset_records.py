"""Records of a data set: a stored puzzle with its prompt, its rules and its explanation."""

from __future__ import annotations

from collections.abc import Sequence

from cpgen.answers.dataset_answers import DatasetRecord
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


def dataset_records(wanted: Sequence[tuple[StoredPuzzle, int, Ladder]]) -> list[DatasetRecord]:
    """Return the records of stored puzzles; each element of `wanted` has the arguments of `dataset_record`."""
    return [dataset_record(*one) for one in wanted]


def dataset_record(stored: StoredPuzzle, cell: int, ladder: Ladder) -> DatasetRecord:
    """Return the record of a stored puzzle, explained with a ladder; `cell` is the number of its batch cell, from 1."""
    puzzle = entry_of(stored).puzzle
    explanation = explain_puzzle(puzzle, ladder)
    return DatasetRecord(
        id=stored.id,
        cell=cell,
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
        rounds=tuple(one.as_record() for one in explanation),
        seed=stored.seed or 0,
        index=stored.number,
        version=stored.provenance.version,
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
