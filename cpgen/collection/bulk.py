"""Rate a stream of millions of puzzles, one per line, in constant memory and in order.

Lines are processed in chunks by threads. A chunk whose lines all have n² known symbols is translated to digits with one
byte table; other lines are read one by one by `cpgen.formats`, including placed digits and candidates. Many puzzles
have the same rating, so the output columns of a rating are formatted once for each distinct rating of a chunk.
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
from cpgen.formats import PuzzleText, reader_of
from cpgen.formats.lines import layout_after
from cpgen.kernel import compiled_when_hot
from cpgen.layout import Layout
from cpgen.notation import BLANKS, SYMBOLS, line
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.board import RaterBoard, empty_board
from cpgen.rater.rating import CONTRADICTION, SOLVED, STUCK, Rating, rate_on, rate_puzzle
from cpgen.rater.rounds import rate_clues
from cpgen.rater.techniques import NAMED, Scratches
from cpgen.state import State

AT_ONCE = 8192
"""Lines per chunk: large enough that numpy calls and thread switches do not matter"""
KEPT = 65536
"""Size of the caches: of sets of rules as text, and of the grades for level and steps"""
OUTCOMES = (SOLVED, STUCK, CONTRADICTION)
MEASURED = CLUES, LEVELS, ROUNDS, OUTCOME, SCORE, LEVEL_PLACE, USED, MORE_USED = tuple(range(8))
"""Columns of the array that the compiled loop fills, a row per puzzle; `Measures` names the values"""
BITS = 63
"""Number of rules whose use the column USED holds, a bit each; MORE_USED holds the others"""
ASSUMING = {name for name, technique in NAMED.items() if technique.assumes_one_solution}
"""Techniques that are sound only for puzzles with one solution"""
WRONG = 255
"""Digit that stands for an unknown symbol"""


class Measures(NamedTuple):
    """Numbers about the rating of one puzzle, in the order of the columns MEASURED."""

    clues: int
    level: int
    steps: int
    outcome: int
    score: int
    level_place: int
    used: int
    more_used: int


class RatingRow(NamedTuple):
    """Columns of the output table that depend on the rating alone, not on the puzzle."""

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
    """Ratings of a chunk of lines.

    Attributes:
        puzzles: Lines of the puzzles.
        ratings: Distinct ratings.
        places: Index of each puzzle's rating in `ratings`.
        problems: Numbers of the lines that are no puzzles, with their errors.
        drawings: Numbers of ignored drawings by kind.
        several: Lines of puzzles with several solutions whose rating used techniques that assume one.
    """

    puzzles: list[str]
    ratings: list[RatingRow]
    places: list[int]
    problems: list[tuple[int, InputError]]
    drawings: Counter[str]
    several: list[str] = field(default_factory=list)


@compiled_when_hot
def rate_rows(board: RaterBoard, codes: np.ndarray, clues: np.ndarray, measured: np.ndarray) -> None:
    """Rate each row of `clues` [k, n²] on a ladder of the paper's rules, and fill the same row of `measured` [k, 8].

    `codes` are those of the ladder's rules, and `board` is scratch memory.
    """
    for k in range(len(clues)):
        rate_clues(board, codes, clues[k])
        read_rating(board, codes, clues[k], measured[k])


@compiled_when_hot
def read_rating(board: RaterBoard, codes: np.ndarray, clues: np.ndarray, measured: np.ndarray) -> None:
    """Fill `measured` with the columns MEASURED of a board that has just been rated.

    `codes` are those of the ladder's rules, and `clues` are the n² clues of the board.
    """
    given, used, more_used = 0, 0, 0
    for cell in range(len(clues)):
        given += clues[cell] != 0
    for rule in range(len(codes)):
        if board.uses[rule] and rule < BITS:
            used |= 1 << rule
        elif board.uses[rule]:
            more_used |= 1 << (rule - BITS)
    measured[CLUES] = given
    measured[LEVELS] = board.progress[0].level
    measured[ROUNDS] = board.progress[0].steps
    measured[OUTCOME] = 2 if board.state[0].broken else 1 if board.state[0].open_cells else 0
    measured[USED] = used
    measured[MORE_USED] = more_used
    measured[SCORE] = board.progress[0].score
    measured[LEVEL_PLACE] = board.progress[0].level_place


class BulkRater:
    """Rater of puzzles in lines of text, on one layout with one grade model, on `jobs` threads.

    With `model_of`, lines may name other layouts; these puzzles are rated one by one and more slowly.
    """

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
        """Function from the layout of a line to its grade model; None to read all lines on the rater's layout"""
        self._is_usual = model_of is None or layout == default_or_none(layout.size)
        """True if a line of symbols alone is a puzzle on the rater's layout"""
        self._digits = _digits_by_byte(layout.size)
        self._own = threading.local()
        self._rules = lru_cache(KEPT)(self._rules_used)
        self._grade = lru_cache(KEPT)(self._nearest_grade)

    def rate(self, lines: Iterable[bytes], first: int = 1) -> Iterator[RatedChunk]:
        """Yield the ratings of the lines chunk by chunk, in order; the lines are numbered from `first`."""
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
        """Return the ratings of one chunk of lines, the first of which has the number `first`."""
        problems: list[tuple[int, InputError]] = []
        drawings: Counter[str] = Counter()
        texts, clues, states = self._read(lines, first, problems, drawings)
        measured = np.zeros((len(clues), len(MEASURED)), np.int64)
        self._rate(clues, measured)
        # Each distinct row is formatted once, and puzzles refer to it by its index.
        firsts, places = np.unique(_packed(measured), return_index=True, return_inverse=True)[1:]
        ratings = [self._row(Measures(*measured[first].tolist())) for first in firsts]
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
        """Read a chunk of lines, the first of which has the number `first`.

        Empty lines and comments are skipped. Errors are added to `problems` with their line number, ignored drawings to
        `drawings`.

        Returns:
            The text of each of the k puzzles, which ends with its layout unless readers expect that one anyway; the
            clues [k, n²]; and (index among the k, state) of each puzzle that must be rated singly, because it has
            placed digits or candidates besides clues, or another layout than the rater's.
        """
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

    def _unusual(self, bare: list[bytes]) -> list[int]:
        """Return the indices of the lines that must be read one by one.

        They are not n² known symbols, or are not on the rater's layout.
        """
        if not self._is_usual:
            return [*range(len(bare))]
        cells = self.layout.cell_count
        odd = [k for k, text in enumerate(bare) if len(text) != cells or self._may_be_a_digit(text.count(b"0"))]
        usual = sorted({*range(len(bare))} - {*odd})
        clues = self._clues([bare[k] for k in usual])
        return sorted(odd + [usual[k] for k in np.flatnonzero((clues == WRONG).any(axis=1)).tolist()])

    def _may_be_a_digit(self, zeros: int) -> bool:
        """Return True if the symbol 0 may be a digit in a line that has it `zeros` times, and not an open cell.

        See `with_digits_from_1`.
        """
        return 0 < zeros <= self.layout.size

    def _clues(self, texts: list[bytes]) -> np.ndarray:
        """Return the clues [k, n²] of texts of n² symbols, WRONG for an unknown symbol."""
        digits = bytearray().join(texts).translate(self._digits)
        return np.frombuffer(digits, np.uint8).reshape(len(texts), self.layout.cell_count)

    def _read_slowly(
        self, text: bytes, number: int, problems: list[tuple[int, InputError]], drawings: Counter[str]
    ) -> State | None:
        """Read the line with this number in any format; return None for comments, and for errors.

        An error is added to `problems` with the number, and ignored drawings to `drawings`.
        """
        spelled = text.decode("utf-8", "surrogateescape").lstrip("\ufeff")
        if not spelled or spelled.startswith("#"):
            return None
        try:
            # A line has its own layout if lines may have any, else the rater's.
            layout = None if self.model_of else self.layout
            entry = PuzzleText(number, spelled, reader_of(spelled)).read(layout, self.ignore_drawings)
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

    def _rate(self, clues: np.ndarray, measured: np.ndarray) -> None:
        """Rate rows of clues [k, n²] in the scratch memory of this thread, and fill the rows of `measured` [k, 8]."""
        ladder = self.model.ladder
        if not hasattr(self._own, "board"):
            self._own.board, self._own.scratches = empty_board(self.layout), Scratches(self.layout)
        if ladder.is_wide:
            for row in range(len(clues)):
                rate_on(self._own.board, self._own.scratches, ladder, clues[row])
                read_rating(self._own.board, ladder.codes, clues[row], measured[row])
            return
        done = 0
        while done < len(clues):
            # While rows are interpreted, rate a few at a time, so that compiling begins in time.
            end = done + 8 if rate_rows.is_interpreted else len(clues)
            rate_rows(self._own.board, ladder.codes, clues[done:end], measured[done:end])
            done = end

    def _row(self, own: Measures) -> RatingRow:
        outcome, rules = OUTCOMES[own.outcome], self._rules(own.used | own.more_used << BITS)
        level_name = self.model.ladder.level_name(own.level_place, own.score) if outcome == SOLVED else ""
        grade, fit = self._grade(outcome, own.level, own.steps, level_name)
        return RatingRow(own.clues, own.level, own.steps, outcome, grade, fit, rules, own.score, level_name)

    def _row_of_state(self, state: State) -> RatingRow:
        """Return the output columns of a state, rated by the model of its layout."""
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
        """Return the names of the rules that a puzzle used, separated by spaces.

        Bit k of `used` stands for rule k of the ladder.
        """
        return " ".join(rule for k, rule in enumerate(self.model.ladder.rules) if used >> k & 1)

    def _nearest_grade(self, outcome: str, level: int, steps: int, level_name: str) -> tuple[str, float]:
        return nearest_grade(self.model, Rating(outcome, level, steps, {}, (), (), level_name=level_name))


def default_or_none(side: int) -> Layout | None:
    """Return the layout with the default boxes of a side, or None for a prime side, which has no boxes."""
    try:
        return Layout.default(side)
    except InputError:
        return None


def _has_several_solutions(puzzle: Puzzle) -> bool:
    """Return True if a puzzle is shown to have several solutions with limited effort; False may mean that it has."""
    oracle = open_oracle("bitset")
    with suppress(UndecidedError):
        return (oracle.with_effort_limit() or oracle).count(puzzle, 2) > 1
    return False


def nearest_grade(model: GradeModel, rating: Rating) -> tuple[str, float]:
    """Return the name of the grade that a rating is most typical of, and how typical it is.

    That is the grade's appropriateness (Kamio 2022, from 0 to 1). Returns ("", 0) unless the puzzle is solved.
    """
    if not rating.solved:
        return "", 0.0
    grade = model.nearest(rating)
    return grade.name, round(grade.fit(rating), 4)


def _packed(rows: np.ndarray) -> np.ndarray:
    """Encode each row of a non-negative array [k, c] as one integer, equal for equal rows; return them as an array [k].

    Columns are appended bit by bit; when 63 bits are not enough, the codes so far are replaced by their ranks.
    """
    packed, width = np.zeros(len(rows), np.int64), 0
    for column in rows.T:
        numbers, bits = column, int(column.max(initial=0)).bit_length()
        if width + bits > 63:
            packed, numbers = (np.unique(codes, return_inverse=True)[1] for codes in (packed, column))
            width = bits = len(rows).bit_length()
        packed = packed << bits | numbers
        width += bits
    return packed


def _digits_by_byte(size: int) -> bytes:
    """Return a table of 256 bytes that maps a symbol to its digit, a blank to 0, and anything else to WRONG."""
    digits = bytearray([WRONG] * 256)
    for blank in BLANKS:
        digits[ord(blank)] = 0
    for digit in range(1, size + 1):
        digits[ord(SYMBOLS[digit - 1])] = digits[ord(SYMBOLS[digit - 1].lower())] = digit
    return bytes(digits)


def csv_rows(rated: RatedChunk) -> str:
    """Return the puzzles of a chunk as rows of a CSV table with the columns COLUMNS."""
    ends = [",".join(["", *map(str, rating)]) + "\n" for rating in rated.ratings]
    return "".join([text + ends[place] for text, place in zip(rated.puzzles, rated.places, strict=True)])


def arrow_table(rated: RatedChunk, pyarrow: Any) -> Any:
    """Return the puzzles of a chunk as a pyarrow table with the columns COLUMNS."""
    columns = list(zip(*(rated.ratings[place] for place in rated.places), strict=True)) or [()] * (len(COLUMNS) - 1)
    types = ("string", "uint16", "uint32", "uint32", "string", "string", "float32", "string", "uint32", "string")
    fields = [(name, getattr(pyarrow, kind)()) for name, kind in zip(COLUMNS, types, strict=True)]
    values = dict(zip(COLUMNS, [rated.puzzles, *map(list, columns)], strict=True))
    return pyarrow.table(values, schema=pyarrow.schema(fields))
