"""The calls of cpgen: what programs use, and the only door of the command line and the server.

The options of a call are the fields of its request (`cpgen.requests.puzzle_request`). Unknown options and values of
the wrong type are refused in a sentence. Modules that are slow to import are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from inspect import cleandoc
from math import inf
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from cpgen.errors import ImpossibleError, InputError, Message, shown
from cpgen.layout import Layout
from cpgen.oracles import DEFAULT, Uniqueness, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.puzzle_request import (
    DEFAULT_BUDGET,
    Generated,
    Progress,
    PuzzleRequest,
    Request,
    Series,
    TimedSeries,
)
from cpgen.schema import Field, build, fields
from cpgen.schema import Record as CheckedRecord
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen._version import __version__
    from cpgen.board_request import UNSET, BoardRequest
    from cpgen.boards import LEAST_SIDE as LEAST_JIGSAW
    from cpgen.boards import MOST_SIDE as MOST_JIGSAW
    from cpgen.boards.all_boards import boards as boards_of_side
    from cpgen.boards.jigsaw import random_boards, require_grid
    from cpgen.boards.pentomino_catalogue import figures_of as board_figures
    from cpgen.boards.pentomino_catalogue import layouts
    from cpgen.boards.pentomino_pieces import CORNERS as BOARD_CORNERS
    from cpgen.boards.pentomino_pieces import SIDE as PENTOMINO_SIDE
    from cpgen.boards.pentomino_pieces import Placement, corner_board, placements, placements_named
    from cpgen.boards.pentomino_sets import SetPuzzle, puzzle_set
    from cpgen.boards.set_request import SetRequest
    from cpgen.collection.batch_requests import BatchCell, BatchPlan, Filter, cells_of
    from cpgen.collection.batch_runner import Batch, Ledger, Limits
    from cpgen.collection.batch_workers import Cluster, Processes, ThisProcess, Workers
    from cpgen.collection.bulk import COLUMNS, BulkRater, Rated, arrow_table, csv_rows
    from cpgen.collection.import_export import Importer, Tally, entry_of, write_parquet
    from cpgen.collection.record import Record
    from cpgen.collection.repair import Repaired
    from cpgen.collection.repair import repair as repair_store
    from cpgen.collection.repair import verify as verify_store
    from cpgen.collection.store import Store, spans
    from cpgen.difficulty import (
        Grade,
        GradedPuzzle,
        GradeModel,
        Normal,
        Span,
        ladder_named,
        model_for,
        model_named,
        read_model,
        shipped_ladder,
        shipped_model,
    )
    from cpgen.difficulty.fit import Pair
    from cpgen.difficulty.model_files import written_model
    from cpgen.difficulty.target import ANY, span_of
    from cpgen.digging.dig_request import DigRequest, Dug
    from cpgen.digging.strategies import CentrePattern, Check, centre_count, centre_pattern
    from cpgen.feasibility.clue_analysis import Choice, ClueAnalysis
    from cpgen.feasibility.effort import Effort
    from cpgen.feasibility.infeasible import require_possible
    from cpgen.files import decoded, is_text, not_written, replacing, write_whole
    from cpgen.formats import (
        Entry,
        Format,
        PuzzleText,
        ReadingRequest,
        Writer,
        WritingRequest,
        digits_of,
        puzzle_texts,
        reader_of,
    )
    from cpgen.formats import Problem as FormatProblem
    from cpgen.formats import read as read_entries
    from cpgen.formats.lines import layout_after
    from cpgen.formats.lines import read as read_line
    from cpgen.formats.objects import from_object, marks_of, object_schema
    from cpgen.formats.table import FORMATS, format_by_extension, format_named, format_rows
    from cpgen.generation.hardest import Ranking, climb, hardness
    from cpgen.generation.practice import Exercise, PracticeRequest, TechniqueField, exercises
    from cpgen.generation.probe import how_hard
    from cpgen.generation.run_chances import run_rows
    from cpgen.generation.two_phase import generate_many as generate_requested
    from cpgen.generation.two_phase import make_again as generate_again
    from cpgen.kernel import INTERPRETED, compiling_seconds, report_compiling
    from cpgen.layout import read_kind
    from cpgen.notation import BLANKS, FRAME, MAX_DIGIT, REGION_LETTERS, SYMBOLS, line, to_halfwidth, whole_number
    from cpgen.oracles import DEFAULT as DEFAULT_ORACLE
    from cpgen.oracles import ORACLES, Oracle, UndecidedError
    from cpgen.rater.explain import (
        Explanation,
        Finding,
        Part,
        Round,
        RoundRow,
        open_candidates,
        round_rows,
        title_of,
    )
    from cpgen.rater.ladder import TECHNIQUES
    from cpgen.rater.rating import Rating
    from cpgen.rater.techniques import FAMILIES
    from cpgen.render.explanation import html_of, practice_html, scenes_of
    from cpgen.render.explanation_pages import explanation_pdf, practice_pdf
    from cpgen.render.item import Item
    from cpgen.render.paper import require_reportlab
    from cpgen.render.picture import Look, Scene, picture_of, read_symbols, sheet_of
    from cpgen.render.render_requests import BookRequest, PageRequest, PictureRequest, Wording
    from cpgen.render.sentences import Hint, Narrator, looked_at
    from cpgen.render.shapes import Picture
    from cpgen.render.svg import png_of, svg_of
    from cpgen.render.terminal import draw_board
    from cpgen.render.trim import SIZES as PAPER_SIZES
    from cpgen.render.zip_parts import parts_of, slug, zipped
    from cpgen.requests.clock import Clock
    from cpgen.requests.grid_sources import OPERATIONS, GridSource, Shuffled
    from cpgen.requests.puzzle_request import (
        GENERATION_METHODS,
        REPLACEMENT_METHODS,
        WIDE_LADDER,
        default_clues,
        default_symmetry,
        rule_names,
    )
    from cpgen.resources import description as shipped_description
    from cpgen.resources import names as shipped_names
    from cpgen.resources import text as shipped_text
    from cpgen.state import BoardState, Judgement
    from cpgen.study.calibration import SampleRequest, model_of_graded, model_of_sample, solved
    from cpgen.study.calibration import sample as draw_sample
    from cpgen.study.cpsat_study import cpsat_study
    from cpgen.study.difficulty_study import DifficultyStudy
    from cpgen.study.digging_study import DiggingStudy
    from cpgen.study.diversity_study import DiversityStudy
    from cpgen.study.factorial import FAST, PAPER, Method
    from cpgen.study.method_study import MethodStudy
    from cpgen.study.oracle_contest import METHODS as WORKLOAD_METHODS
    from cpgen.study.oracle_contest import START as WORKLOAD_START
    from cpgen.study.oracle_contest import Terms, usable_oracles
    from cpgen.study.oracle_study import oracle_study
    from cpgen.study.oracle_workloads import Workload, uniqueness_of, workload
    from cpgen.study.oracle_workloads import names as workload_names
    from cpgen.study.pattern_study import PatternStudy
    from cpgen.study.pentomino_study import PentominoStudy
    from cpgen.study.random_patterns import SYMMETRIES as STUDIED_SYMMETRIES
    from cpgen.study.random_patterns import Kind, random_patterns, shipped_patterns
    from cpgen.study.rule_study import RuleStudy
    from cpgen.study.runner import Study, missing_packages, run_study
    from cpgen.symmetry.layout_images import UP_TO, require_symmetry, symmetries_of
    from cpgen.symmetry.square import SYMMETRIES, random_pattern, symmetry_of
    from cpgen.tabular import Row, arrow
    from cpgen.translations import LANGUAGES, words_of

R = TypeVar("R", bound=PuzzleRequest)
S = TypeVar("S", bound=CheckedRecord)


class LongCall(TypedDict, total=False):
    """The options of every call that may take long."""

    seed: int | None
    """A whole number from 0; None for a fresh one, found on the results"""
    budget: float
    """Seconds for the whole call"""
    progress: Callable[[Progress], object]
    """Called about ten times a second"""
    stop: Callable[[], bool]
    """A function that ends the call when it returns True"""


class PuzzleOptions(LongCall, total=False):
    """The fields of `PuzzleRequest`, and those of `LongCall`."""

    layout: Layout | str | None
    diagonals: bool
    symmetry: str | None
    region_clues: int
    model: GradeModel | str | None
    ladder: GradeModel | str | None
    score: Span | str | int | tuple[int | None, int | None] | None
    oracle: str


class Options(PuzzleOptions, total=False):
    """The fields of `Request` but for pattern and grade, which come first, and those of `LongCall`."""

    clues: int | None
    in_order: bool
    along: str | Sequence[str]
    level: Span | str | int | tuple[int | None, int | None] | None
    steps: Span | str | int | tuple[int | None, int | None] | None
    needs: str | Sequence[str]
    without: str | Sequence[str]
    hardest: str
    only: str
    typical: float | None
    method: str
    generation: str
    replacement: str


class DigOptions(PuzzleOptions, total=False):
    """The fields of `DigRequest`, those of `LongCall`, and who hears of each better puzzle."""

    grade: Grade | str | None
    check: Check | str | None
    way: str
    clues: int | str | None
    centre: int | None
    tries: int | None
    source: str
    grid: Grid | str | None
    keep: Pattern | str | None
    better: Callable[[Dug], object] | None


class SetOptions(TypedDict, total=False):
    """The fields of `SetRequest`, and the seed."""

    clues: int | str
    boards: str
    distinct_boards: bool
    grade: Grade | str | None
    with_stuck: bool
    oracle: str
    seed: int | None


class BookOptions(TypedDict, total=False):
    """The fields of `BookRequest`."""

    title: str
    subtitle: str
    author: str
    publisher: str
    isbn: str
    rights: str
    introduction: str
    per_page: int
    large_print: bool
    paper_size: str
    bleed: str
    pdf_x: bool
    lang: str
    front: bool
    sort: bool
    hints: bool
    solutions: str
    certificate: bool
    time_line: bool
    qr: bool
    colours: bool
    symbols: str


_REQUEST, _DIG = "cpgen.requests.puzzle_request:Request", "cpgen.digging.dig_request:DigRequest"
_SERIES = "cpgen.requests.puzzle_request:TimedSeries"
_OPTIONS = {
    "generate": (_REQUEST, _SERIES),
    "generate_many": (_REQUEST, _SERIES),
    "hardest": (_REQUEST, _SERIES),
    "dig": (_DIG, _SERIES),
    "dig_many": (_DIG, _SERIES),
}
"""The records whose fields the calls take as options"""


def describe_options(call: Callable[..., Any]) -> None:
    """Adds what each option of a call means to its docstring, for `help(cpgen.generate)`."""
    if call.__name__ not in _OPTIONS or "Options:" in (call.__doc__ or ""):
        return
    rooms = [record.partition(":") for record in _OPTIONS[call.__name__]]
    options = [field for room, _, name in rooms for field in fields(getattr(import_module(room), name))]
    lines = [f"    {field.name}: {_about(field)}" for field in options if field.name != "count"]
    call.__doc__ = "\n".join([cleandoc(call.__doc__ or ""), "", "Options:", *lines])


def _about(field: Field) -> str:
    among = f" One of {', '.join(map(str, field.among))}." if field.among and field.among[0] not in field.help else ""
    default = "" if field.default in (None, "", (), False) else f" Default: {field.default}."
    return field.help + among + default


def generate(
    pattern: Pattern | str | None = None, grade: Grade | str | None = None, **options: Unpack[Options]
) -> Generated:
    """One puzzle; the arguments, and what is raised, are those of `generate_many`."""
    return next(_generated("generate", 1, pattern, grade, options))


def generate_many(
    count: int, pattern: Pattern | str | None = None, grade: Grade | str | None = None, **options: Unpack[Options]
) -> Iterator[Generated]:
    """So many different puzzles, one by one as they are found.

    `pattern` is a Pattern, a shipped name, a drawn text, or None for fresh random ones; `grade` a name in English or
    Japanese (None: the default of the grade model); the options are the fields of `Request`, `seed`, `budget` in
    seconds for all puzzles, `progress` and `stop`. Raises InputError for a request that is wrong, NotFoundError when
    the budget is spent or `stop` returned True, ImpossibleError when there is no such puzzle.
    """
    return _generated("generate_many", count, pattern, grade, options)


def _generated(call: str, count: int, pattern: Any, grade: Any, options: Any) -> Iterator[Generated]:
    from cpgen.generation.two_phase import generate_many as generate_requested

    given = {"pattern": pattern, "grade": grade, **options}
    return generate_requested(*_requested(call, Request, count, given))


def hardest(pattern: Pattern | str | None = None, count: int = 1, **options: Unpack[Options]) -> Iterator[Generated]:
    """Ever harder puzzles, each among the `count` hardest so far: the highest level, then the most steps.

    Ends with the budget, or when `stop` returns True. The arguments, and what is raised, are those of
    `generate_many`; of the method only the oracle may be another.
    """
    from cpgen.generation.hardest import climb

    return climb(*_requested("hardest", Request, count, {"pattern": pattern, "grade": "any", **options}))


def _requested(
    call: str, kind: type[R], count: Any, given: dict[str, Any], request: R | None = None
) -> tuple[R, int, int, Clock]:
    """The request of that kind, count, seed and clock of a call; raises InputError for wrong options."""
    calls = {name: given.pop(name, None) for name in ("progress", "stop")}
    _require_functions(**calls)
    series = build(
        TimedSeries, {"count": count} | {name: given.pop(name) for name in ("seed", "budget") if name in given}
    )
    made = _one_request(call, kind, given, request, tuple(LongCall.__annotations__))
    return made, series.count, series.first_seed(), clock_for(series.budget, **calls)


def _one_request(call: str, kind: type[S], given: dict[str, Any], request: S | None, also: Sequence[str]) -> S:
    """The request given, or the one that its fields make; raises InputError for both."""
    if request is not None and given:
        raise InputError(f"Give {call} a request or its fields, not both.")
    return build(kind, given if request is None else request, call, also)


def _require_functions(**functions: Any) -> None:
    """Raises InputError for what is neither a function nor None."""
    for name, function in functions.items():
        if function is not None and not callable(function):
            raise InputError(f"{name} is {shown(repr(function))}; it should be a function.")


def dig(request: DigRequest | None = None, **options: Unpack[DigOptions]) -> Dug:
    """One dug puzzle; the arguments, and what is raised, are those of `dig_many`."""
    return next(_dug("dig", 1, request, options))


def dig_many(count: int, request: DigRequest | None = None, **options: Unpack[DigOptions]) -> Iterator[Dug]:
    """So many different puzzles, made by removing clues from full grids.

    The options are the fields of `DigRequest`, unless a request is given, `seed`, `budget`, `progress` and `stop` as
    in `generate_many`, and `better`, which is called with each puzzle on the way to one with few clues. Raises what
    `generate_many` does.
    """
    return _dug("dig_many", count, request, options)


def _dug(call: str, count: int, request: DigRequest | None, options: Any) -> Iterator[Dug]:
    from cpgen.digging.dig_request import DigRequest
    from cpgen.digging.digger import dig_many as dig_requested

    better = options.pop("better", None)
    _require_functions(better=better)
    return dig_requested(*_requested(call, DigRequest, count, options, request), better)


def pentomino_set(
    count: int = 1, request: SetRequest | None = None, **options: Unpack[SetOptions]
) -> Iterator[SetPuzzle]:
    """So many puzzles on 5×5 boards, no two the same, one by one as they are made.

    The options are the fields of `SetRequest`, unless a request is given, and `seed`. Raises InputError for a request
    that is wrong, ImpossibleError when there are fewer such puzzles, NotFoundError when no more were found.
    """
    from cpgen.boards.pentomino_sets import puzzle_set
    from cpgen.boards.set_request import SetRequest

    given: dict[str, Any] = {**options}
    series = build(Series, {"count": count, "seed": given.pop("seed", None)})
    made = _one_request("pentomino_set", SetRequest, given, request, ("seed",))
    return puzzle_set(made, series.count, series.first_seed())


def effort(
    pattern: Pattern | str, layout: Layout | str | None = None, model: GradeModel | str | None = None
) -> Effort | None:
    """The predicted effort of each grade of the model on the pattern, known at once; None where no fit applies.

    The arguments, and what is raised, are those of `generate_many`.
    """
    from cpgen.feasibility.effort import effort_on

    request = build(Request, {"pattern": pattern, "layout": layout, "model": model}, "effort")
    if request.pattern is None:
        raise InputError("The effort is predicted for a pattern; give one.")
    return effort_on(request.pattern, request.layout, request.model.name)


def rate(
    puzzle: Puzzle | State | str, model: GradeModel | str | None = None, ladder: GradeModel | str | None = None
) -> Rating:
    """How a person fares from here, on a ladder or that of a model (None: of the layout's own)."""
    from cpgen.rater.rating import rate_puzzle

    state = as_state(puzzle)
    return rate_puzzle(state, as_model(model, state.layout, ladder).ladder)


def explain(
    puzzle: Puzzle | State | str, model: GradeModel | str | None = None, ladder: GradeModel | str | None = None
) -> Explanation:
    """The rounds by which a ladder, or that of a model (None: of the layout's own), goes on from here."""
    from cpgen.rater.explain import explain_puzzle

    state = as_state(puzzle)
    return explain_puzzle(state, as_model(model, state.layout, ladder).ladder)


def find(
    puzzle: Puzzle | State | str,
    ladder: GradeModel | str | None = None,
    technique: str = "",
    judgement: Judgement | None = None,
) -> tuple[Finding, ...]:
    """All that can be found on the board as it is: by the techniques of a ladder (None: hodoku), or by one technique.

    Brute force is left out unless it is the technique; where the judgement of the board says that there are several
    solutions, what assumes that there is one is left out, and everything where it says that there is none. Raises
    InputError for an unknown technique.
    """
    from cpgen.rater.explain import find_in
    from cpgen.rater.ladder import Ladder
    from cpgen.requests.puzzle_request import WIDE_LADDER
    from cpgen.state import BoardState

    state = as_state(puzzle)
    board = judgement.board if judgement else BoardState.OPEN
    if technique:
        searched = Ladder.alone(technique)
    else:
        searched = as_model(None, state.layout, ladder or WIDE_LADDER).ladder.without("brute-force")
    if board in (BoardState.NONE, BoardState.SOLVED):
        return ()
    several = board == BoardState.MANY
    return tuple(one for one in find_in(state, searched) if not (several and one.technique.assumes_one_solution))


def solve(puzzle: Puzzle | State | str, oracle: str = DEFAULT) -> Grid | None:
    """A solution of the clues, or None when there is none."""
    grids = check(puzzle, oracle).grids
    return grids[0] if grids else None


def check(puzzle: Puzzle | State | str, oracle: str = DEFAULT, seconds: float = inf) -> Uniqueness:
    """Whether the clues have one solution, with the grids that show it: none, the only one, or two that differ.

    Raises NotFoundError when the oracle does not know within so many seconds.
    """
    return open_oracle(oracle, seconds).uniqueness(as_state(puzzle).puzzle)


def judge(puzzle: Puzzle | State | str, rating: Rating | None = None, seconds: float = inf) -> Judgement:
    """Whether the board is open with one solution, full, or has no solution or several, and the mistakes on it.

    A rating that is known spares the oracle some questions. Raises NotFoundError when the oracle does not know within
    so many seconds.
    """
    from cpgen.state import BoardState, Judgement

    state = as_state(puzzle)
    if not state.begun and rating and rating.outcome != "stuck":
        return Judgement(_board_state(state, 1 if rating.solved else 0))
    witness = check(state, "bitset", seconds)
    if mistakes := witness.mistakes(state):
        return Judgement(BoardState.NONE, mistakes)
    solutions = len(witness.grids)
    if solutions > 1 and state.placed and not check(Puzzle(state.layout, state.digits), "bitset", seconds).grids:
        solutions = 0
    if state.is_dead:
        solutions = 0
    return Judgement(_board_state(state, solutions))


def _board_state(state: State, solutions: int) -> BoardState:
    from cpgen.state import BoardState

    if solutions and state.open_cells:
        return BoardState.OPEN if solutions == 1 else BoardState.MANY
    return BoardState.SOLVED if solutions else BoardState.NONE


def outlook(
    puzzle: Puzzle | str,
    cell: int | None = None,
    model: GradeModel | str | None = None,
    oracle: str = "bitset",
    seconds: float = inf,
) -> ClueAnalysis:
    """What the clues so far lead to, for who makes a puzzle by hand, and what a cell (numbered from 0) may hold.

    The oracle has so many seconds for each of its questions; what it does not know by then is unknown. Raises
    InputError where the board has no such cell.
    """
    from cpgen.feasibility.clue_analysis import analyse_clues

    begun = as_puzzle(puzzle)
    return analyse_clues(begun, as_model(model, begun.layout).ladder, open_oracle(oracle, seconds), cell)


def only_solution(puzzle: Puzzle, seconds: float = inf) -> Grid:
    """The only solution; raises ImpossibleError when there is none, InputError when there are more."""
    witness = check(puzzle, "bitset", seconds)
    if not witness.grids:
        raise ImpossibleError(Message("no-solution", puzzle=shown(puzzle.line, 81)))
    if not witness.unique:
        raise InputError(Message("many-solutions", puzzle=shown(puzzle.line, 81)))
    return witness.grids[0]


def book(
    puzzles: Iterable[Puzzle | Entry | str],
    request: BookRequest | None = None,
    *,
    model: GradeModel | str | None = None,
    font: str = "",
    seconds: float = inf,
    kind: str = "pdf",
    **options: Unpack[BookOptions],
) -> bytes:
    """A booklet of puzzles: a PDF to print, an EPUB for e-readers, or a zip file of its parts for layout programs.

    The options are the fields of `BookRequest`, unless a request is given; `model` grades the puzzles, `font` is a
    font file, and `seconds` the time for the solution of a puzzle. Raises InputError for what is wrong, and the
    errors of `check` unless every puzzle has one solution.
    """
    from cpgen.render.render_requests import BookRequest

    writer = book_writer(kind)
    made = _one_request("book", BookRequest, {**options}, request, ("model", "font", "seconds", "kind"))
    return writer(_book_items(puzzles, made, model, seconds), made, font)


def book_pages(
    puzzles: Iterable[Puzzle | Entry | str],
    request: BookRequest,
    first: int,
    count: int,
    *,
    model: GradeModel | str | None = None,
    seconds: float = inf,
) -> tuple[list[bytes], int]:
    """So many pages of a booklet from the first, numbered from 1, as PNG files, and how many pages it has.

    The other arguments, and what is raised, are those of `book`.
    """
    from cpgen.render import booklet as books
    from cpgen.render.paper import require_reportlab

    require_reportlab()
    return books.book_pages(_book_items(puzzles, request, model, seconds), request, first, count)


def book_writer(kind: str) -> Callable[..., bytes]:
    """What writes a booklet of a kind: pdf, epub or zip; raises InputError for another, or what it needs."""
    from cpgen.errors import one_of
    from cpgen.render.booklet import book_pdf
    from cpgen.render.epub import book_epub
    from cpgen.render.paper import require_reportlab
    from cpgen.render.zip_parts import parts_zip

    writers = {"pdf": book_pdf, "epub": book_epub, "zip": parts_zip}
    if kind not in writers:
        raise one_of(list(writers), kind, "a kind of booklet")
    require_reportlab()
    return writers[kind]


def _book_items(
    puzzles: Iterable[Puzzle | Entry | str], request: BookRequest, model: GradeModel | str | None, seconds: float
) -> list[Item]:
    items = [book_item(as_entry(one), request, model, seconds) for one in puzzles]
    if not items:
        raise InputError("There is no puzzle for the booklet; give one or more.")
    return items


def book_item(entry: Entry, request: BookRequest, model: GradeModel | str | None = None, seconds: float = inf) -> Item:
    """The puzzle with all that a book prints of it, `seconds` for its solution; raises an error unless it has one."""
    from cpgen.render.item import item_of

    puzzle = entry.puzzle
    grades = as_model(model, puzzle.layout)
    explanation = explain(puzzle, grades)
    solution = explanation.rating.digits if explanation.rating.solved else only_solution(puzzle, seconds)
    found, needed = len(request.signs), puzzle.layout.size
    if found < needed:
        raise InputError(f"There are {found} symbols for the digits; {shown(puzzle.line)} needs {needed}.")
    return item_of(entry, solution, grades, explanation, request)


def as_entry(puzzle: Puzzle | Entry | str, ignore_drawings: bool = False) -> Entry:
    """The puzzle with what a format holds of it besides: nothing, or what the text spells; raises InputError.

    Drawings, which may be rules, are refused, or ignored with a warning that says how many there are.
    """
    from cpgen import formats

    if isinstance(puzzle, formats.Entry):
        return puzzle
    if isinstance(puzzle, Puzzle):
        return formats.Entry(puzzle)
    if not isinstance(puzzle, str):
        raise InputError(f"The puzzle is {shown(repr(puzzle))}; it should be a Puzzle, a State or a text.")
    spelled = list(formats.puzzle_texts(puzzle))
    if len(spelled) != 1:
        return formats.Entry(Puzzle.parse(puzzle))
    return formats.ReadingRequest(ignore_drawings=ignore_drawings).read(spelled[0])


def as_puzzle(puzzle: Puzzle | str, ignore_drawings: bool = False) -> Puzzle:
    """The puzzle itself, or the one that the text spells in any format; raises InputError when it is not one."""
    return puzzle if isinstance(puzzle, Puzzle) else as_state(puzzle, ignore_drawings).puzzle


def as_state(puzzle: Puzzle | State | str, ignore_drawings: bool = False) -> State:
    """The state itself, that of a puzzle, or what the text spells in any format; raises InputError for all else.

    Drawings, which may be rules, are refused, or ignored with a warning that says how many there are.
    """
    return State.of(puzzle) if isinstance(puzzle, Puzzle | State) else as_entry(puzzle, ignore_drawings).state


def as_model(model: GradeModel | str | None, layout: Layout, ladder: GradeModel | str | None = None) -> GradeModel:
    """The grade model, or the ladder with its level names as grades, that is given; or the layout's own."""
    from cpgen.difficulty import model_for

    return chosen_model(model, ladder) or model_for(layout)


def chosen_model(model: GradeModel | str | None = None, ladder: GradeModel | str | None = None) -> GradeModel | None:
    """The model itself, or the one of that name or in that file; the same for a ladder; None when neither is given.

    Raises InputError for both, and for what is no model.
    """
    from cpgen.difficulty import GradeModel, ladder_named, model_named

    if model and ladder:
        raise InputError(f"Give a model or a ladder, not both: {model} and {ladder}.")
    for what, given, named in (("model", model, model_named), ("ladder", ladder, ladder_named)):
        if given is not None and not isinstance(given, GradeModel | str):
            raise InputError(f"The {what} is {shown(repr(given))}; it should be a GradeModel, a name or a file.")
        if given:
            return given if isinstance(given, GradeModel) else named(given)
    return None


def clock_for(
    budget: float = DEFAULT_BUDGET,
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Clock:
    """The clock of a long call that begins now; raises InputError unless the budget in seconds leaves some time."""
    from cpgen.requests.clock import Clock

    require_time(budget)
    return Clock(budget, progress, stop)


def require_time(seconds: float, what: str = "budget") -> None:
    """Raises InputError unless a budget, or what is said, leaves some time."""
    if not seconds > 0:
        raise InputError(f"A {what} of {seconds:g} s leaves no time; give a number of seconds above 0.")


def usable_seed(seed: int | None) -> int:
    """The seed, a fresh one for None; raises InputError unless it is whole and not below 0."""
    return Series(seed=seed).first_seed()


_ROOMS: dict[str, tuple[str, ...]] = {
    "cpgen._version": ("__version__",),
    "cpgen.boards.all_boards": ("boards as boards_of_side",),
    "cpgen.boards": ("LEAST_SIDE as LEAST_JIGSAW", "MOST_SIDE as MOST_JIGSAW"),
    "cpgen.boards.jigsaw": ("random_boards", "require_grid"),
    "cpgen.boards.pentomino_catalogue": ("figures_of as board_figures", "layouts"),
    "cpgen.boards.pentomino_pieces": (
        "CORNERS as BOARD_CORNERS",
        "SIDE as PENTOMINO_SIDE",
        "Placement",
        "corner_board",
        "placements",
        "placements_named",
    ),
    "cpgen.boards.set_request": ("SetRequest",),
    "cpgen.boards.pentomino_sets": ("SetPuzzle", "puzzle_set"),
    "cpgen.collection.batch_runner": ("Batch", "Ledger", "Limits"),
    "cpgen.collection.bulk": ("COLUMNS", "BulkRater", "Rated", "arrow_table", "csv_rows"),
    "cpgen.collection.import_export": ("Importer", "Tally", "entry_of", "write_parquet"),
    "cpgen.collection.record": ("Record",),
    "cpgen.collection.repair": ("Repaired", "repair as repair_store", "verify as verify_store"),
    "cpgen.collection.batch_requests": ("BatchCell", "BatchPlan", "Filter", "cells_of"),
    "cpgen.collection.store": ("Store", "spans"),
    "cpgen.collection.batch_workers": ("Cluster", "Processes", "ThisProcess", "Workers"),
    "cpgen.difficulty": (
        "Grade",
        "GradeModel",
        "GradedPuzzle",
        "Normal",
        "Span",
        "ladder_named",
        "model_for",
        "model_named",
        "read_model",
        "shipped_ladder",
        "shipped_model",
    ),
    "cpgen.difficulty.model_files": ("written_model",),
    "cpgen.difficulty.fit": ("Pair",),
    "cpgen.difficulty.target": ("ANY", "span_of"),
    "cpgen.files": ("decoded", "is_text", "not_written", "replacing", "write_whole"),
    "cpgen.formats": (
        "Entry",
        "PuzzleText",
        "Format",
        "Problem as FormatProblem",
        "ReadingRequest",
        "Writer",
        "WritingRequest",
        "digits_of",
        "puzzle_texts",
        "format_named",
        "read as read_entries",
        "reader_of",
    ),
    "cpgen.formats.lines": ("layout_after", "read as read_line"),
    "cpgen.formats.objects": ("from_object", "marks_of", "object_schema"),
    "cpgen.formats.table": ("FORMATS", "format_by_extension", "format_rows"),
    "cpgen.tabular": ("Row", "arrow"),
    "cpgen.requests.clock": ("Clock",),
    "cpgen.digging.dig_request": ("DigRequest", "Dug"),
    "cpgen.digging.strategies": ("CentrePattern", "Check", "centre_count", "centre_pattern"),
    "cpgen.feasibility.effort": ("Effort",),
    "cpgen.requests.grid_sources": ("OPERATIONS", "GridSource", "Shuffled"),
    "cpgen.generation.hardest": ("Ranking", "climb", "hardness"),
    "cpgen.feasibility.infeasible": ("require_possible",),
    "cpgen.feasibility.clue_analysis": ("Choice", "ClueAnalysis"),
    "cpgen.board_request": ("UNSET", "BoardRequest"),
    "cpgen.requests.puzzle_request": (
        "GENERATION_METHODS",
        "REPLACEMENT_METHODS",
        "WIDE_LADDER",
        "default_clues",
        "default_symmetry",
        "rule_names",
    ),
    "cpgen.generation.run_chances": ("run_rows",),
    "cpgen.generation.practice": ("Exercise", "PracticeRequest", "TechniqueField", "exercises"),
    "cpgen.generation.probe": ("how_hard",),
    "cpgen.generation.two_phase": ("generate_many as generate_requested", "make_again as generate_again"),
    "cpgen.kernel": ("INTERPRETED", "compiling_seconds", "report_compiling"),
    "cpgen.layout": ("read_kind",),
    "cpgen.notation": (
        "BLANKS",
        "FRAME",
        "MAX_DIGIT",
        "REGION_LETTERS",
        "SYMBOLS",
        "line",
        "to_halfwidth",
        "whole_number",
    ),
    "cpgen.oracles": ("DEFAULT as DEFAULT_ORACLE", "ORACLES", "Oracle", "UndecidedError"),
    "cpgen.rater.explain": (
        "Explanation",
        "Finding",
        "Part",
        "Round",
        "RoundRow",
        "open_candidates",
        "round_rows",
        "title_of",
    ),
    "cpgen.rater.ladder": ("TECHNIQUES",),
    "cpgen.rater.rating": ("Rating",),
    "cpgen.rater.techniques": ("FAMILIES",),
    "cpgen.render.zip_parts": ("parts_of", "slug", "zipped"),
    "cpgen.render.item": ("Item",),
    "cpgen.render.render_requests": ("BookRequest", "PageRequest", "PictureRequest", "Wording"),
    "cpgen.render.explanation": ("html_of", "practice_html", "scenes_of"),
    "cpgen.render.explanation_pages": ("explanation_pdf", "practice_pdf"),
    "cpgen.render.paper": ("require_reportlab",),
    "cpgen.render.picture": ("Look", "Scene", "picture_of", "read_symbols", "sheet_of"),
    "cpgen.render.sentences": ("Hint", "Narrator", "looked_at"),
    "cpgen.render.shapes": ("Picture",),
    "cpgen.render.svg": ("png_of", "svg_of"),
    "cpgen.render.trim": ("SIZES as PAPER_SIZES",),
    "cpgen.render.terminal": ("draw_board",),
    "cpgen.resources": ("description as shipped_description", "names as shipped_names", "text as shipped_text"),
    "cpgen.state": ("BoardState", "Judgement"),
    "cpgen.study.calibration": (
        "SampleRequest",
        "model_of_graded",
        "model_of_sample",
        "sample as draw_sample",
        "solved",
    ),
    "cpgen.study.factorial": ("FAST", "PAPER", "Method"),
    "cpgen.study.difficulty_study": ("DifficultyStudy",),
    "cpgen.study.digging_study": ("DiggingStudy",),
    "cpgen.study.diversity_study": ("DiversityStudy",),
    "cpgen.study.runner": ("Study", "missing_packages", "run_study"),
    "cpgen.study.method_study": ("MethodStudy",),
    "cpgen.study.cpsat_study": ("cpsat_study",),
    "cpgen.study.oracle_study": ("oracle_study",),
    "cpgen.study.oracle_contest": (
        "METHODS as WORKLOAD_METHODS",
        "START as WORKLOAD_START",
        "Terms",
        "usable_oracles",
    ),
    "cpgen.study.oracle_workloads": ("Workload", "names as workload_names", "uniqueness_of", "workload"),
    "cpgen.study.pattern_study": ("PatternStudy",),
    "cpgen.study.pentomino_study": ("PentominoStudy",),
    "cpgen.study.random_patterns": ("SYMMETRIES as STUDIED_SYMMETRIES", "Kind", "random_patterns", "shipped_patterns"),
    "cpgen.study.rule_study": ("RuleStudy",),
    "cpgen.symmetry.layout_images": ("UP_TO", "require_symmetry", "symmetries_of"),
    "cpgen.symmetry.square": ("SYMMETRIES", "random_pattern", "symmetry_of"),
    "cpgen.translations": ("LANGUAGES", "words_of"),
}
"""What is offered of other rooms, by module; `a as b` offers a under the name b"""
_OFFERED = {name.rpartition(" as ")[2]: (room, name.partition(" as ")[0]) for room in _ROOMS for name in _ROOMS[room]}


def __getattr__(name: str) -> Any:
    """A public name of another room, imported on first use."""
    if name not in _OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room, original = _OFFERED[name]
    value = globals()[name] = getattr(import_module(room), original)
    return value
