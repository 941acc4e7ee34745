"""Calls that verify an answer to a puzzle: whole grids, partial grids and single steps, for scoring models.

`verify` returns a verdict; `score` and the functions below it have the shapes that evaluation harnesses and
environments for reinforcement learning expect. None of them needs a further package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isqrt
from typing import Any, Literal

from cpgen.answers.answer_base import Recorded
from cpgen.answers.dataset_answers import VerdictRecord
from cpgen.api.conversion import PuzzleLike, as_state
from cpgen.api.judging import only_solution
from cpgen.errors import InputError
from cpgen.formats.lines import layout_of
from cpgen.formats.objects import with_grid_texts
from cpgen.messages import shown
from cpgen.notation import BLANKS, SYMBOLS, cell_name, named_digit
from cpgen.puzzle import Grid, Puzzle
from cpgen.state import Marks

BEGIN, END = re.compile("<answer>", re.IGNORECASE), re.compile("</answer>", re.IGNORECASE)
"""Tags around an answer in a longer text; the last pair counts"""
STEP = re.compile(r"\br(\d{1,2})c(\d{1,2})\s*(=|<>|!=|≠)\s*([0-9A-Z]{1,2})\b", re.IGNORECASE)
"""An assignment such as `r1c2=5`, or an elimination such as `r1c2<>5`"""
BETWEEN = re.compile(r"[\s|,;+\-\[\]()]")
"""Signs between the cells of a drawn board"""

Step = tuple[int, int, bool]
"""A cell, a digit, and True for an assignment, False for an elimination"""


@dataclass(frozen=True)
class AnswerVerdict(Recorded):
    """Verdict on an answer to a puzzle.

    Attributes:
        kind: `grid` for a full board, `partial` for one with open cells, `step` for assignments and eliminations,
            `unreadable` for none of it.
        right: Number of right digits or eliminations that the position does not show already.
        wrong: Names of the cells about which the answer is wrong.
        solved: True if the answer is the whole solution.
        score: For boards, right minus wrong cells as a share of the open cells, at least 0; for steps, 1 if correct.
    """

    kind: Literal["grid", "partial", "step", "unreadable"]
    right: int = 0
    wrong: tuple[str, ...] = ()
    solved: bool = False
    score: float = 0.0

    @property
    def correct(self) -> bool:
        """True if something is right and nothing is wrong."""
        return self.right > 0 and not self.wrong

    def as_record(self) -> VerdictRecord:
        """Return the record of the verdict."""
        return VerdictRecord(
            kind=self.kind,
            right=self.right,
            wrong=self.wrong,
            correct=self.correct,
            solved=self.solved,
            score=self.score,
        )


def verify(puzzle: PuzzleLike, answer: str, solution: str | None = None, seconds: float = inf) -> AnswerVerdict:
    """Verify an answer to a puzzle or position against its only solution.

    Args:
        puzzle: A puzzle or position in any form.
        answer: A text with a board (dots for open cells), or with steps such as `r1c2=5 r3c4<>7`. If a part of it is
            between <answer> and </answer>, only the last such part counts.
        solution: The solution, if it is known; otherwise an exact solver finds it.
        seconds: Time limit for the solver.

    Raises:
        ImpossibleError: The puzzle has no solution.
        InputError: The puzzle has several solutions, or the given solution does not fit the board.
        NotFoundError: The solver does not know within the time limit.

    >>> verify("1234 3412 2143 43..", "r4c3 = 2").correct
    True
    >>> verify("1234 3412 2143 43..", "1234 3412 2143 4312").wrong
    ('r4c3', 'r4c4')
    """
    state = as_state(puzzle)
    grid = only_solution(state.puzzle, seconds) if solution is None else _cells(_text(solution, "A solution"))
    if len(grid) != state.layout.cell_count or not all(grid):
        raise InputError(f"The solution {shown(solution or '')} does not fill the {state.layout.cell_count} cells.")
    if not state.puzzle.is_solved_by(grid):
        raise InputError(f"The solution {shown(solution or '')} is none of this puzzle.")
    return _judge(state.digits, state.candidates, grid, answer)


def _judge(digits: Grid, candidates: Marks, solution: Grid, answer: str) -> AnswerVerdict:
    """Return the verdict on an answer in a position.

    Args:
        digits: n² digits of the position, 0 in open cells.
        candidates: Candidates of each cell; an elimination counts only if it removes one of them.
        solution: n² digits.
        answer: The text with a board or with steps.
    """
    n, text = isqrt(len(digits)), _last_marked(_text(answer, "An answer"))
    steps, board = _steps_in(text, n), _board_in(text, len(digits))
    kind: Literal["grid", "partial", "step"] = "step"
    if board and (all(board) or not steps):  # a text that ends with a full board may mention steps before
        kind = "grid" if all(board) else "partial"
        steps = [(cell, digit, True) for cell, digit in enumerate(board) if digit]
    if not steps:
        return AnswerVerdict("unreadable")
    wrong = {cell for cell, digit, is_placed in steps if (solution[cell] == digit) != is_placed}
    # What the position shows already is not an achievement.
    new = {
        step
        for step in steps
        if step[0] not in wrong and not digits[step[0]] and (step[2] or step[1] in candidates[step[0]])
    }
    opened = digits.count(0)
    if kind == "step":
        score = float(bool(new) and not wrong)
    else:
        score = max(0.0, (len(new) - len(wrong)) / opened) if opened else float(not wrong)
    names = tuple(cell_name(cell, n) for cell in sorted(wrong))
    return AnswerVerdict(kind, len(new), names, kind == "grid" and not wrong, score)


def _text(value: Any, name: str) -> str:
    """Return `value` if it is a text; raise InputError, which calls it `name`, if it is something else."""
    if not isinstance(value, str):
        raise InputError(f"{name} should be a text, not {type(value).__name__}.")
    return value


def _last_marked(answer: str) -> str:
    """Return the last part of a text between <answer> and </answer>, or the whole text if there is none."""
    ends = [found.start() for found in END.finditer(answer)]
    begins = [found.end() for found in BEGIN.finditer(answer, 0, ends[-1])] if ends else []
    return answer[begins[-1] : ends[-1]] if begins else answer


def _steps_in(text: str, n: int) -> list[Step]:
    """Return the steps in a text on a board of side n; [] if one is about a cell or digit that the board lacks."""
    steps: list[Step] = []
    for row, column, sign, word in STEP.findall(text):
        digit = named_digit(word)
        if not (1 <= int(row) <= n and 1 <= int(column) <= n and 1 <= digit <= n):
            return []
        steps.append(((int(row) - 1) * n + int(column) - 1, digit, sign == "="))
    return steps


def _board_in(text: str, cells: int) -> Grid:
    """Return the last board of this number of cells in a text, from the lines with nothing but cells; () if none."""
    bare = (BETWEEN.sub("", line) for line in text.splitlines())
    signs = "".join(line for line in bare if all(sign in SYMBOLS or sign in BLANKS for sign in line))
    return _cells(signs[-cells:]) if len(signs) >= cells else ()


def _cells(text: str) -> Grid:
    """Return the digits of the symbols in a drawn board, 0 for open cells; signs between cells are skipped."""
    return tuple(SYMBOLS.find(sign) + 1 for sign in BETWEEN.sub("", text))


def score(record: Mapping[str, Any], completion: str) -> float:
    """Return the score, 0 to 1, of a completion for a record of `cpgen dataset`, reasoning-gym or Sudoku-Bench.

    Raises:
        InputError: The record has no puzzle or no solution.

    >>> score({"puzzle": "123434122143432.", "solution": "1234341221434321"}, "It is <answer>r4c4=1</answer>.")
    1.0
    """
    return _verdict(record, completion).score


def _verdict(record: Mapping[str, Any], completion: str) -> AnswerVerdict:
    if not isinstance(record, Mapping):
        raise InputError(f"A record should have fields by name; this is {type(record).__name__}.")
    grids = with_grid_texts(dict(record))
    puzzle, solution = (_cells(str(grids.get(key) or "")) for key in ("puzzle", "solution"))
    if not puzzle or len(puzzle) != len(solution) or isqrt(len(puzzle)) ** 2 != len(puzzle) or not all(solution):
        raise InputError("The record needs a puzzle and its solution, both with n² cells.")
    if "layout" in record:
        state = as_state(Puzzle(layout_of(_text(record["layout"], "A layout")), puzzle))
        return _judge(state.digits, state.candidates, solution, completion)
    # The rules of other records are not known, so that every digit counts as a candidate.
    every = tuple(range(1, isqrt(len(puzzle)) + 1))
    return _judge(puzzle, (every,) * len(puzzle), solution, completion)


def score_answer(answer: str | None, entry: Mapping[str, Any]) -> float:
    """Score an answer (None counts as empty) to an entry of a data set, with the signature of reasoning-gym."""
    return score(entry, answer or "")


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Return the metrics `solved` and `score` of the results for a record, of which the last counts.

    The signature is that of tasks of lm-evaluation-harness, whose name for a record is document.
    """
    verdict = _verdict(doc, _content(results))
    return {"solved": float(verdict.solved), "score": verdict.score}


def reward(completions: Iterable[Any], **columns: Sequence[Any]) -> list[float]:
    """Return the score of each completion, with the signature of TRL's reward functions.

    A completion is a text, or a list of messages whose last one has the text as `content`. Each column is a field of
    the records (`puzzle`, `solution`, `layout`), with a value for each completion.
    """
    texts = [completion if isinstance(completion, str) else _content(completion) for completion in completions]
    known = {name: columns[name] for name in ("puzzle", "solution", "layout") if name in columns}
    if any(len(column) != len(texts) for column in known.values()):
        raise InputError(f"Each column of records should have {len(texts)} values, one per completion.")
    records = [dict(zip(known, values, strict=True)) for values in zip(*known.values(), strict=True)]
    return [score(record, text) for record, text in zip(records, texts, strict=True)]


def _content(messages: Sequence[Any]) -> str:
    """Return the text of the last of some messages or texts; what is empty or missing is an empty answer."""
    last = messages[-1] if messages else ""
    return (last.get("content") if isinstance(last, Mapping) else last) or ""


def compute_score(
    data_source: str, solution_str: str, ground_truth: Any, extra_info: Mapping[str, Any] | None = None
) -> float:
    """Score the completion `solution_str`, with the signature of verl's reward functions.

    `ground_truth` is the solution, and `extra_info` the other fields of the record.
    """
    return score({"solution": ground_truth, **(extra_info or {})}, solution_str)
