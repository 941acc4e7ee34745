"""Records of data sets, and the verdict on an answer to a puzzle."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from cpgen.answers.answer_base import Answer, Cells
from cpgen.answers.puzzle_answers import PlainRound


class DatasetRecord(Answer, frozen=True, kw_only=True):
    """One puzzle of a data set, with everything that a model may be asked or taught about it."""

    id: Annotated[int, Meta(description="The number of the puzzle in the collection of the data set.")]
    cell: Annotated[int, Meta(description="The number of the spec's cell that made it, from 1.")]
    prompt: Annotated[str, Meta(description="The task in English: rules, board, and the form of the answer.")]
    puzzle: Annotated[str, Meta(description="The given digits: n² symbols, dots elsewhere.")]
    solution: Annotated[str, Meta(description="The only solution: n² symbols.")]
    layout: Annotated[str, Meta(description="The board with its constraints, as `--layout` takes it.")]
    clues: Annotated[int, Meta(description="The number of given digits.")]
    grade: Annotated[str, Meta(description="The grade that was asked for.")]
    appropriateness: Annotated[float, Meta(description="How typical the puzzle is of the grade, 0 to 1.")]
    ladder: Annotated[str, Meta(description="The ladder of techniques of the rating and the explanation.")]
    level: Annotated[int, Meta(description="The highest complexity of a technique used.")]
    steps: Annotated[int, Meta(description="The number of rounds.")]
    score: Annotated[int, Meta(description="The sum of the scores of all rounds, on a ladder that has scores.")]
    solved: Annotated[bool, Meta(description="True if the rounds reach the solution.")]
    rules_en: Annotated[str, Meta(description="The rules in English.")]
    rules_ja: Annotated[str, Meta(description="The rules in Japanese.")]
    explanation_en: Annotated[str, Meta(description="All rounds in English, one per line.")]
    explanation_ja: Annotated[str, Meta(description="All rounds in Japanese, one per line.")]
    rounds: Annotated[
        tuple[PlainRound, ...],
        Meta(description="All rounds as data: rule, houses, cells, digits, assignments, eliminations, constraints."),
    ]
    seed: Annotated[int, Meta(description="The seed of the cell.")]
    index: Annotated[int | None, Meta(description="The start of the cell that made the puzzle.")]
    version: Annotated[str, Meta(description="The version of cpgen that made the puzzle.")]


class VerdictRecord(Answer, frozen=True, kw_only=True):
    """Verdict on an answer that a model or a person gave to a puzzle."""

    kind: Annotated[
        Literal["grid", "partial", "step", "unreadable"],
        Meta(description="A full board, a board with open cells, single assignments and eliminations, or none of it."),
    ]
    right: Annotated[int, Meta(description="The number of right new digits or eliminations.")]
    wrong: Annotated[Cells, Meta(description="The cells about which the answer is wrong.")]
    correct: Annotated[bool, Meta(description="True if something is right and nothing is wrong.")]
    solved: Annotated[bool, Meta(description="True if the answer is the whole solution.")]
    score: Annotated[float, Meta(description="0 to 1, see `docs/datasets.md`.")]
