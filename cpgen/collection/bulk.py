"""Rate a stream of millions of puzzles, one per line, in constant memory and in order.

Lines are processed in chunks by threads. A chunk whose lines all have n² known symbols is translated to digits with one
byte table; other lines are read one by one by `cpgen.formats`, including placed digits and candidates. Many puzzles
have the same rating, so the columns of a rating are formatted once for each distinct rating of a chunk, not for each
puzzle.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from cpgen.difficulty import GradeModel
from cpgen.errors import InputError
from cpgen.formats import Entry, PuzzleText, reader_of
from cpgen.formats.lines import layout_after
from cpgen.kernel import compiled_when_hot
from cpgen.layout import Layout
from cpgen.notation import BLANKS, SYMBOLS, line
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.board import RaterBoard, empty_board
from cpgen.rater.rating import CONTRADICTION, SOLVED, STUCK, Rating, rate_clues, rate_on, rate_puzzle
from cpgen.rater.techniques import NAMED, Scratches
from cpgen.state import State

AT_ONCE = 8192
"""Lines per chunk: large enough that numpy calls and thread switches do not matter"""
KEPT = 65536
"""Cached sets of rules, and cached grades of level and steps"""
OUTCOMES = (SOLVED, STUCK, CONTRADICTION)
FOUND = CLUES, LEVELS, ROUNDS, OUTCOME, SCORE, LEVEL_PLACE, USED, MORE_USED = tuple(range(8))
BITS = 63
"""Number of rules in a column of bits"""
ASSUMING = {name for name, technique in NAMED.items() if technique.assumes_one_solution}
WRONG = 255
"""Code of an unknown symbol"""


class Measures(NamedTuple):
    """Row of the columns FOUND."""

    clues: int
    level: int
    steps: int
    outcome: int
    score: int
    level_place: int
    used: int
    more_used: int


class RatingRow(NamedTuple):
    """Columns of a rating in the output table."""

    clues: int
    level: int
    steps: int
    outcome: str
    grade: str
    appropriateness: float
    rules: str
    score: int
    level_name: str


COLUMNS = ("puzzle", *RatingRow._fields)


@dataclass(frozen=True)
class RatedChunk:
    """Ratings of a chunk: the puzzles' lines, the distinct ratings, and the place of each puzzle's rating in them.

    `problems` are the errors of other lines by number; `drawings` are the numbers of ignored drawings by kind.
    `several` are the lines of puzzles with several solutions whose rating used techniques that assume one.
    """

    puzzles: list[str]
    ratings: list[RatingRow]
    places: list[int]
    problems: list[tuple[int, InputError]]
    drawings: Counter[str]
    several: list[str] = field(default_factory=list)


@compiled_when_hot
def rate_rows(board: RaterBoard, codes: np.ndarray, clues: np.ndarray, found: np.ndarray) -> None:
    """Rate each row of clues on a ladder of the paper's rules, and fill its row of `found`."""
    for k in range(len(clues)):
        rate_clues(board, codes, clues[k])
        read_rating(board, codes, clues[k], found[k])


@compiled_when_hot
def read_rating(board: RaterBoard, codes: np.ndarray, clues: np.ndarray, found: np.ndarray) -> None:
    """Fill a row with the columns FOUND of a rated board; the rules used are bits."""
    given, used, more_used = 0, 0, 0
    for cell in range(len(clues)):
        given += clues[cell] != 0
    for rule in range(len(codes)):
        if board.uses[rule] and rule < BITS:
            used |= 1 << rule
        elif board.uses[rule]:
            more_used |= 1 << (rule - BITS)
    found[CLUES] = given
    found[LEVELS] = board.progress[0].level
    found[ROUNDS] = board.progress[0].steps
    found[OUTCOME] = 2 if board.state[0].broken else 1 if board.state[0].open_cells else 0
    found[USED] = used
    found[MORE_USED] = more_used
    found[SCORE] = board.progress[0].score
    found[LEVEL_PLACE] = board.progress[0].level_place


class BulkRater:
    """Rates lines on one layout with one grade model, on `jobs` threads; lines with another layout more slowly."""

    def __init__(
        self,
        layout: Layout,
        model: GradeModel,
        jobs: int = 1,
        ignore_drawings: bool = False,
        model_of: Callable[[Layout], GradeModel] | None = None,
    ) -> None:
        self.layout = layout
        self.model = model
        self.jobs = jobs
        self.ignore_drawings = ignore_drawings
        self.model_of = model_of
        """Returns the model of the layout of a line; None to read all lines on the rater's layout"""
        self._is_usual = model_of is None or layout == default_or_none(layout.size)
        """True if a line of symbols alone is a puzzle on the rater's layout"""
        self._digits = _digits_by_byte(layout.size)
        self._own = threading.local()
        self._rules = lru_cache(KEPT)(self._rules_used)
        self._grade = lru_cache(KEPT)(self._nearest_grade)

    def rate(self, lines: Iterable[bytes], first: int = 1) -> Iterator[RatedChunk]:
        """Yield the ratings of lines chunk by chunk, in order; `first` is the number of the first line."""
        rest = iter(lines)
        waiting: deque[Future[RatedChunk]] = deque()
        with ThreadPoolExecutor(self.jobs) as threads:
            while some := list(islice(rest, AT_ONCE)):
                waiting.append(threads.submit(self.rate_some, some, first))
                first += len(some)
                if len(waiting) > self.jobs + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def rate_some(self, lines: list[bytes], first: int) -> RatedChunk:
        """The ratings of some lines."""
        problems: list[tuple[int, InputError]] = []
        drawings: Counter[str] = Counter()
        texts, clues, states = self._read(lines, first, problems, drawings)
        found = np.zeros((len(clues), len(FOUND)), np.int64)
        self._rate(clues, found)
        firsts, places = np.unique(_packed(found), return_index=True, return_inverse=True)[1:]
        ratings = [self._row(Measures(*found[first].tolist())) for first in firsts]
        rated = RatedChunk(texts, ratings, places.tolist(), problems, drawings)
        for line_place, state in states:
            rated.places[line_place] = len(ratings)
            ratings.append(self._row_of_state(state))
        assuming = {place for place, rating in enumerate(ratings) if ASSUMING.intersection(rating.rules.split())}
        if assuming:
            own = {line_place: state.puzzle for line_place, state in states}
            for line_place, place in enumerate(rated.places):
                puzzle = own.get(line_place) or Puzzle(self.layout, tuple(clues[line_place].tolist()))
                if place in assuming and _has_several_solutions(puzzle):
                    rated.several.append(texts[line_place])
        return rated

    def _read(
        self, lines: list[bytes], first: int, problems: list[tuple[int, InputError]], drawings: Counter[str]
    ) -> tuple[list[str], np.ndarray, list[tuple[int, State]]]:
        """Return the puzzles' lines and clues, and the states of those that are rated one by one, by index.

        These have more than clues, or another layout. Layouts that are not the default ones end the line. Empty lines
        and comments are skipped; errors and ignored drawings are added to `problems` and `drawings`.
        """
        if usual := self._read_at_once(lines):
            return *usual, []
        bare = [text.strip() for text in lines]
        states: dict[int, State] = {}
        for k in self._unusual(bare):
            state = self._read_slowly(bare[k], first + k, problems, drawings)
            bare[k] = line(state.puzzle.clues).encode() if state else b""
            if state and (state.begun or state.layout != self.layout):
                states[k] = state
        places = [k for k, text in enumerate(bare) if text]
        kept = [bare[k] for k in places]
        slow = [(place, states[k]) for place, k in enumerate(places) if k in states]
        own = "" if self._is_usual else layout_after(self.layout)
        texts = [text.decode("ascii") + own for text in kept]
        for place, state in slow:
            if state.layout != self.layout:
                kept[place] = b"." * self.layout.cell_count
                texts[place] = line(state.puzzle.clues) + layout_after(state.layout)
        return texts, self._clues(kept), slow

    def _read_at_once(self, lines: list[bytes]) -> tuple[list[str], np.ndarray] | None:
        """Return lines and clues if every line is n² known symbols and a line feed, otherwise None."""
        text, cells, width = b"".join(lines), self.layout.cell_count, self.layout.cell_count + 1
        starts = range(0, len(text), width)
        if not self._is_usual or len(text) != width * len(lines):
            return None
        if b"0" in text and any(self._may_be_a_digit(text.count(b"0", k, k + cells)) for k in starts):
            return None
        digits = np.frombuffer(text.translate(self._digits), np.uint8).reshape(len(lines), width)
        clues = digits[:, :cells].copy()
        if text[cells::width] != b"\n" * len(lines) or (clues == WRONG).any():
            return None
        spelled = text.decode("ascii")
        return [spelled[start : start + cells] for start in starts], clues

    def _unusual(self, bare: list[bytes]) -> list[int]:
        """Return the indices of the lines that are not n² known symbols for the rater's layout."""
        if not self._is_usual:
            return [*range(len(bare))]
        cells = self.layout.cell_count
        odd = [k for k, text in enumerate(bare) if len(text) != cells or self._may_be_a_digit(text.count(b"0"))]
        usual = sorted({*range(len(bare))} - {*odd})
        clues = self._clues([bare[k] for k in usual])
        return sorted(odd + [usual[k] for k in np.flatnonzero((clues == WRONG).any(axis=1)).tolist()])

    def _may_be_a_digit(self, zeros: int) -> bool:
        """Return True if 0 may be a digit in a line with this number of them (see `with_digits_from_1`)."""
        return 0 < zeros <= self.layout.size

    def _clues(self, texts: list[bytes]) -> np.ndarray:
        """Return the clues of texts of n² symbols, WRONG for an unknown symbol."""
        digits = bytearray().join(texts).translate(self._digits)
        return np.frombuffer(digits, np.uint8).reshape(len(texts), self.layout.cell_count)

    def _read_slowly(
        self, text: bytes, number: int, problems: list[tuple[int, InputError]], drawings: Counter[str]
    ) -> State | None:
        """Read a line in another format; return None for a comment, and for an error, which is recorded."""
        spelled = text.decode("utf-8", "surrogateescape").lstrip("\ufeff")
        if not spelled or spelled.startswith("#"):
            return None
        try:
            entry = self._entry(PuzzleText(number, spelled, reader_of(spelled)))
            state = entry.state
            if state.layout != self.layout and not self.model_of:
                raise InputError(
                    f"The puzzle's layout is {state.layout.title}; this run rates only {self.layout.title}."
                )
            drawings.update(entry.drawings)
            return state
        except InputError as error:
            problems.append((number, error))
            return None

    def _entry(self, text: PuzzleText) -> Entry:
        """Read a line on its own layout if lines may have any, else on the rater's layout."""
        return text.read(None if self.model_of else self.layout, self.ignore_drawings)

    def _rate(self, clues: np.ndarray, found: np.ndarray) -> None:
        """Rate rows of clues with the memory of this thread."""
        ladder = self.model.ladder
        if not hasattr(self._own, "board"):
            self._own.board, self._own.scratches = empty_board(self.layout), Scratches(self.layout)
        if ladder.is_wide:
            for row in range(len(clues)):
                rate_on(self._own.board, self._own.scratches, ladder, clues[row])
                read_rating(self._own.board, ladder.codes, clues[row], found[row])
            return
        done = 0
        while done < len(clues):
            # While rows are interpreted, rate a few at a time, so that compiling begins in time.
            end = done + 8 if rate_rows.is_interpreted else len(clues)
            rate_rows(self._own.board, ladder.codes, clues[done:end], found[done:end])
            done = end

    def _row(self, found: Measures) -> RatingRow:
        outcome, rules = OUTCOMES[found.outcome], self._rules(found.used | found.more_used << BITS)
        level_name = self.model.ladder.level_name(found.level_place, found.score) if outcome == SOLVED else ""
        grade, fit = self._grade(outcome, found.level, found.steps, level_name)
        return RatingRow(found.clues, found.level, found.steps, outcome, grade, fit, rules, found.score, level_name)

    def _row_of_state(self, state: State) -> RatingRow:
        """Return the row of a state, rated on the model of its layout."""
        model = self.model if state.layout == self.layout or not self.model_of else self.model_of(state.layout)
        rating = rate_puzzle(state, model.ladder)
        grade, fit = nearest_grade(model, rating)
        return RatingRow(
            state.puzzle.clue_count,
            rating.level,
            rating.steps,
            rating.outcome,
            grade,
            fit,
            " ".join(rating.rules),
            rating.score,
            rating.level_name,
        )

    def _rules_used(self, used: int) -> str:
        """Return the names of the rules used, which are given as bits."""
        return " ".join(rule for k, rule in enumerate(self.model.ladder.rules) if used >> k & 1)

    def _nearest_grade(self, outcome: str, level: int, steps: int, level_name: str) -> tuple[str, float]:
        return nearest_grade(self.model, Rating(outcome, level, steps, {}, (), (), level_name=level_name))


def default_or_none(side: int) -> Layout | None:
    """Return the default layout of this side, or None if there is none."""
    try:
        return Layout.default(side)
    except InputError:
        return None


def _has_several_solutions(puzzle: Puzzle) -> bool:
    """Return True if a puzzle certainly has several solutions."""
    oracle = open_oracle("bitset")
    with suppress(UndecidedError):
        return (oracle.with_effort_limit() or oracle).count(puzzle, 2) > 1
    return False


def nearest_grade(model: GradeModel, rating: Rating) -> tuple[str, float]:
    """Return the grade that a rating is most typical of, and its appropriateness; none unless it is solved."""
    if not rating.solved:
        return "", 0.0
    grade = model.nearest(rating)
    return grade.name, round(grade.fit(rating), 4)


def _packed(found: np.ndarray) -> np.ndarray:
    """[k] Encode each row of numbers as one integer, equal for equal rows.

    Columns are appended bit by bit; when 63 bits are not enough, the codes so far are replaced by their ranks.
    """
    packed, width = np.zeros(len(found), np.int64), 0
    for column in found.T:
        numbers, bits = column, int(column.max(initial=0)).bit_length()
        if width + bits > 63:
            packed, numbers = (np.unique(one, return_inverse=True)[1] for one in (packed, column))
            width = bits = len(found).bit_length()
        packed = packed << bits | numbers
        width += bits
    return packed


def _digits_by_byte(size: int) -> bytes:
    """Return the digit of each byte, 0 for a blank, WRONG for anything else."""
    digits = bytearray([WRONG] * 256)
    for blank in BLANKS:
        digits[ord(blank)] = 0
    for digit in range(1, size + 1):
        digits[ord(SYMBOLS[digit - 1])] = digits[ord(SYMBOLS[digit - 1].lower())] = digit
    return bytes(digits)


def csv_rows(rated: RatedChunk) -> str:
    """Return the rows of a CSV table under COLUMNS."""
    ends = [",".join(["", *map(str, rating)]) + "\n" for rating in rated.ratings]
    return "".join([text + ends[place] for text, place in zip(rated.puzzles, rated.places, strict=True)])


def arrow_table(rated: RatedChunk, pyarrow: Any) -> Any:
    """Return the rows as a table of pyarrow."""
    columns = list(zip(*(rated.ratings[place] for place in rated.places), strict=True)) or [()] * (len(COLUMNS) - 1)
    types = ("string", "uint16", "uint32", "uint32", "string", "string", "float32", "string", "uint32", "string")
    fields = [(name, getattr(pyarrow, kind)()) for name, kind in zip(COLUMNS, types, strict=True)]
    values = dict(zip(COLUMNS, [rated.puzzles, *map(list, columns)], strict=True))
    return pyarrow.table(values, schema=pyarrow.schema(fields))
