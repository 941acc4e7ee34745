"""Records of requests and answers, used to check requests and to generate the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from cpgen import resources
from cpgen.board_request import UNSET as UNRESOLVED
from cpgen.boards import LEAST_SIDE, MOST_SIDE
from cpgen.constraints import MOST as MOST_CONSTRAINTS
from cpgen.constraints.base import Gesture
from cpgen.errors import Message
from cpgen.formats import ReadingRequest
from cpgen.formats.table import FORMATS
from cpgen.notation import MAX_DIGIT
from cpgen.oracles import DEFAULT
from cpgen.render import render_requests
from cpgen.requests.generation_request import Request
from cpgen.schema import Record, field, fields
from cpgen.translations import LANGUAGES

BODY = 8 << 20
"""Size limit of a request in bytes"""
MOST_PUZZLES, MOST_PAGES = 10_000, 8
LONGEST_BUDGET = 600.0
EXACT = 2**53 - 1
"""Largest integer that JavaScript represents exactly"""
EXAMPLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
FORMAT_NAMES = tuple(one.name for one in FORMATS)
MODELS, LADDERS, STYLES = map(resources.names, ("difficulty", "ladders", "styles"))
TECHNIQUES = "cpgen.rater.ladder:TECHNIQUES"
"""Placeholder for the technique names, imported on the first request, so that the server starts quickly"""
BOOK_KINDS = ("pdf", "epub", "zip")
PICTURES = ("svg", "png", "pdf", "html")
"""File types that cpgen can write but not read"""


# Requests

Board = Annotated[str, field("The layout: a name, 3x3, latin-5 or drawn regions.", longest=20_000)]
NOT_EMPTY = {"minLength": 1}
SOME_PUZZLES = {
    "minItems": 1,
    "items": {"type": "object", "required": ["puzzle"], "properties": {"puzzle": {"type": "string", **NOT_EMPTY}}},
}
Puzzles = Annotated[
    tuple[dict[str, Any], ...], field("Puzzles as objects.", longest=MOST_PUZZLES, document=SOME_PUZZLES)
]
IgnoreDrawings = Annotated[
    bool, field(next(one.help for one in fields(ReadingRequest) if one.name == "ignore_drawings"))
]
Language = Annotated[str, field("The language of sentences.", among=LANGUAGES)]
LadderName = Annotated[
    str, field("A ladder whose level names are the grades, instead of a model; or empty.", among=LADDERS)
]
ModelName = Annotated[str, field("The grade model; empty for the layout's own.", among=MODELS)]
Oracle = Annotated[str, field("The oracle that proves solutions.", among="cpgen.oracles:ORACLES")]
Seed = Annotated[int, field("The same seed gives the same result; null for a fresh one.", least=0, most=EXACT)] | None
Symmetry = Annotated[str, field("The symmetry of a random pattern or board.", among="cpgen.symmetry.square:SYMMETRIES")]
Technique = Annotated[str, field("A technique, as in swordfish.", among=TECHNIQUES)]
Title = Annotated[str, field("A short text.", longest=200)]


CONSTRAINT_ITEMS = {"items": {"type": ["string", "object"]}}


class EmptyRequest(Record, frozen=True):
    """A request without any fields."""


class PuzzleRequest(Record, frozen=True):
    """A puzzle, with its layout if the puzzle's text does not contain it."""

    puzzle: Annotated[str, field("The puzzle, in any format.", longest=20_000, document=NOT_EMPTY)]
    layout: Board = ""
    ignore_drawings: IgnoreDrawings = False


class WalkthroughRequest(PuzzleRequest, frozen=True):
    """A puzzle to play."""

    grade: Annotated[
        str, field("The grade for which the puzzle was made, if its text does not contain it.", longest=200)
    ] = ""
    ladder: Annotated[
        str, field("The ladder on which it was rated then; empty for the layout's own.", among=LADDERS)
    ] = ""
    title: Title = ""
    author: Annotated[str, field("The author's name.", longest=200)] = ""


class StateRequest(PuzzleRequest, frozen=True):
    """A puzzle and the digits and marks entered so far."""

    digits: Annotated[str, field("What the player entered: n² symbols, dots elsewhere; or empty.", longest=20_000)] = ""
    marks: Annotated[tuple[str, ...], field("The candidates noted in each cell.", longest=MAX_DIGIT**2)] = ()


class RatingRequest(StateRequest, frozen=True):
    """A puzzle or state to rate."""

    model: ModelName = ""
    ladder: LadderName = ""


class ExplanationRequest(RatingRequest, frozen=True):
    """A puzzle or state to explain."""

    lang: Language = "en"
    symbols: Annotated[str, field("The digits' symbols in sentences, with blanks between.", longest=400)] = ""


class FindRequest(StateRequest, frozen=True):
    """A puzzle or state in which to find every deduction."""

    ladder: Annotated[str, field("The ladder whose techniques look for it; empty for hodoku.", among=LADDERS)] = ""
    technique: Annotated[str, field("Only this technique, on a ladder or not.", among=TECHNIQUES)] = ""
    lang: Language = "en"


class SolutionRequest(StateRequest, frozen=True):
    """A puzzle to solve or check."""

    oracle: Oracle = DEFAULT
    limit: Annotated[float, field("Time limit in seconds.", least=0.1, most=30.0)] = 10.0


Clues = Annotated[str, field("n² symbols, dots for cells without a clue.", longest=20_000, document=NOT_EMPTY)]
Limit = Annotated[float, field("Time limit in seconds for each question to the oracle.", least=0.01, most=5.0)]


class OutlookRequest(Record, frozen=True):
    """Clues entered so far in a puzzle being made by hand; there may be none, and they may contradict each other."""

    clues: Clues
    layout: Board = "3x3"
    cell: Annotated[int, field("The cell whose digits are in question, numbered from 0.", least=0)] | None = None
    model: ModelName = ""
    ladder: LadderName = ""
    oracle: Oracle = "bitset"
    limit: Limit = 0.2


class DiagnosisRequest(Record, frozen=True):
    """A puzzle being made, of which it is asked why it does not have exactly one solution."""

    clues: Clues
    layout: Board = "3x3"
    oracle: Oracle = "bitset"
    limit: Limit = 2.0


class FillRequest(DiagnosisRequest, frozen=True, kw_only=True):
    """Constraints whose open values are to be filled in from a random grid."""

    constraints: Annotated[tuple[str, ...], field("Constraints, as lines of text.", longest=MOST_CONSTRAINTS)]
    again: Annotated[bool, field("Fill in other values as well, where a value may be open.")] = False
    seed: Seed = None


class DrawingRequest(Record, frozen=True):
    """Constraints that are drawn on a board; values may be open."""

    layout: Board = "3x3"
    constraints: Annotated[
        tuple[Any, ...],
        field("Constraints, as lines of text or objects.", longest=MOST_CONSTRAINTS, document=CONSTRAINT_ITEMS),
    ] = ()


class ReadRequest(Record, frozen=True):
    """A text with puzzles."""

    text: Annotated[str, field("Puzzles, in any format.", longest=BODY)]
    layout: Board = ""
    ignore_drawings: IgnoreDrawings = False


class ConvertRequest(ReadRequest, frozen=True, kw_only=True):
    """A text with puzzles and the format to convert them to."""

    to: Annotated[str, field("The format to write.", among=FORMAT_NAMES)]


class ExportRequest(Record, frozen=True):
    """Puzzles to write to a file."""

    puzzles: Puzzles
    to: Annotated[str, field("The kind of file.", among=(*FORMAT_NAMES, *PICTURES))]
    lang: Language = "en"
    title: Title = ""


class BookRequest(render_requests.BookRequest, frozen=True, kw_only=True):
    """Puzzles to print in a booklet."""

    puzzles: Puzzles
    kind: Annotated[str, field("A PDF, an EPUB, or a zip file of vector files.", among=BOOK_KINDS)] = "pdf"


class BookPagesRequest(BookRequest, frozen=True, kw_only=True):
    """A booklet and the pages of it to show."""

    first: Annotated[int, field("The number of the first page, from 1.", least=1)] = 1
    most: Annotated[int, field("How many pages, at most.", least=1, most=MOST_PAGES)] = 4


class LayoutRequest(Record, frozen=True):
    """A layout to draw."""

    spec: Board


class RandomLayoutRequest(Record, frozen=True):
    """A random board; pentomino boards have side 5."""

    kind: Annotated[str, field("The kind of regions.", among=("jigsaw", "pentomino"))] = "jigsaw"
    size: Annotated[int, field("The side of a jigsaw.", least=LEAST_SIDE, most=MOST_SIDE)] = 9
    symmetry: Symmetry = "none"
    seed: Seed = None


class RandomPatternRequest(Record, frozen=True):
    """A random pattern."""

    clues: Annotated[int, field("The number of clues.", least=0, most=MAX_DIGIT**2)]
    size: Annotated[int, field("The side of the board.", least=2, most=MAX_DIGIT)] = 9
    symmetry: Symmetry = "rot180"
    seed: Seed = None


class RunsRequest(Record, frozen=True):
    """A pattern on a board, in which to find runs of clues."""

    pattern: Annotated[
        str, field("A shipped pattern's name, or rows of x and dots.", longest=20_000, document=NOT_EMPTY)
    ]
    layout: Board = ""


class JobRequest(Request, frozen=True, kw_only=True):
    """A job that makes puzzles: request and number; names refer to resources shipped with cpgen only."""

    oracle: Oracle = DEFAULT
    hardest: Annotated[str, field("The hardest technique that solving uses.", among=TECHNIQUES)] = ""
    only: Annotated[str, field("The one technique that solving uses besides singles.", among=TECHNIQUES)] = ""
    model: Annotated[
        Any, field("Grade model: see `cpgen grades`.", among=MODELS, read="cpgen.difficulty:shipped_model")
    ] = UNRESOLVED
    ladder: Annotated[
        Any,
        field(
            "A ladder whose level names are the grades, instead of a model.",
            among=LADDERS,
            read="cpgen.difficulty:shipped_ladder",
        ),
    ] = None
    kind: Annotated[
        Any,
        field(
            "Draw constraints of a kind at random, by the name of its style.",
            among=STYLES,
            read="cpgen.drawings.style:shipped_style",
        ),
    ] = UNRESOLVED
    climb: Annotated[
        bool, field("Ever harder puzzles, each among the count hardest so far, until the time limit ends it.")
    ] = False
    count: Annotated[int, field("The number of different puzzles.", least=1, most=MOST_PUZZLES)] = 1
    seed: Seed = None
    budget: Annotated[float, field("Time limit in seconds.", least=0.1, most=LONGEST_BUDGET)] = 60.0


class PracticeRequest(JobRequest, frozen=True, kw_only=True):
    """A job that makes exercises: the selection and the number; the default ladder is `hodoku`."""

    technique: Technique

    def _resolve_ladder(self) -> None:
        self._require_technique(self.technique)
        super()._resolve_ladder()


class JobId(Record, frozen=True):
    """A job that was started before."""

    id: Annotated[str, field("The job's id.")]


def from_query(kind: type[Record], query: Mapping[str, str]) -> dict[str, Any]:
    """Return the request's data from the parameters of a query string."""
    texts = {one.name for one in fields(kind) if one.kind is str}
    return {name: text if name in texts else _value(text) for name, text in query.items()}


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


# Answers


Report = Callable[[float], object]
"""Callback that receives the completed share of the work on a file"""


@dataclass(frozen=True)
class Download:
    """A file for the browser to download."""

    content: bytes
    media: str
    name: str


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all answers."""


class Reading(Answer, frozen=True, kw_only=True):
    """Base of answers about puzzles that were read; `ignored` is given if drawings were ignored."""

    ignored: Annotated[Mapping[str, int], Meta(description="How many drawings of each kind.")] | UnsetType = UNSET


class OnPuzzle(Reading, frozen=True, kw_only=True):
    """Base of answers about one puzzle."""

    puzzle: str
    layout: str


class OtherScale(Answer, frozen=True):
    """Rating of a puzzle on the other scale: HoDoKu's next to the paper's, or the other way round."""

    model: Annotated[str, Meta(description="The grade model or ladder.")]
    grade: str | None
    level: int
    steps: int
    score: int
    outcome: Literal["solved", "stuck", "contradiction"]


Also = Annotated[OtherScale | UnsetType, Meta(description="The rating on the other scale; absent for large boards.")]


class OnState(OnPuzzle, frozen=True, kw_only=True):
    """Base of answers about a puzzle in play; `placed` and `marks` are given if something was entered."""

    placed: Annotated[str, Meta(description="The digits placed: n² symbols, dots elsewhere.")] | UnsetType = UNSET
    marks: Annotated[tuple[str, ...], Meta(description="The candidates noted in each cell.")] | UnsetType = UNSET


Puzzle = Annotated[Mapping[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Puzzle"})]
Made = Annotated[
    Mapping[str, Any],
    Meta(extra_json_schema={"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("Puzzle", "Exercise")]}),
]
InWords = Annotated[Mapping[str, str], Meta(description="A text in each language, by its code.")]
Pairs = Annotated[tuple[tuple[str, str], ...], Meta(description="Pairs of cell and digit, as in r5c2 and 7.")]
Cells = Annotated[tuple[str, ...], Meta(description="Cells, as in r5c2.")]


FailureKind = Literal[
    "input", "impossible", "not-found", "busy", "too-large", "too-slow", "method", "forbidden", "error"
]
BoardState = Literal["open", "already-solved", "no-solution", "many-solutions"]
Ending = Literal["done", "stopped", "not-found", "impossible", "error"]


class Stated(Answer, frozen=True, kw_only=True):
    """Base of answers with an English sentence; pages translate it with `key` and `values`."""

    sentence: Annotated[str, Meta(description="What is wrong, and what would be right.")]
    key: Annotated[str, Meta(description="The key of the sentence's text.")] | UnsetType = UNSET
    values: Annotated[Mapping[str, Any], Meta(description="The values of the text's placeholders.")] | UnsetType = UNSET


def stated(message: Message | str) -> dict[str, Any]:
    """Return the fields of a `Stated` record for a message or an untranslated sentence."""
    return {"sentence": str(message), **(message.as_json() if isinstance(message, Message) else {})}


class Failure(Answer, frozen=True):
    """Answer to a request that failed."""

    error: FailureDetails


class FailureDetails(Stated, frozen=True, kw_only=True):
    """Reason for the failure of a request."""

    kind: FailureKind
    where: Annotated[str, Meta(description="The part of the request that is wrong.")] | UnsetType = UNSET


class Mistake(Answer, frozen=True):
    """A cell whose digit does not match the solution, or whose noted candidates exclude the solution's digit."""

    cell: str
    placed: Annotated[str | None, Meta(description="The digit placed; null where a candidate is missing.")]
    right: Annotated[str, Meta(description="The digit of the solution.")]
    sentence: str


class Rated(OnState, frozen=True):
    """A puzzle with its rating; `state` and `mistakes` are given if digits or candidates were entered."""

    solution: Annotated[str | None, Meta(description="The solution, null unless the rules find it.")]
    clues: int
    level: int
    steps: int
    solved: bool
    outcome: Literal["solved", "stuck", "contradiction"]
    ladder: str
    score: Annotated[int, Meta(description="The sum of the scores of all rounds, on a ladder that has scores.")]
    level_name: Annotated[str | None, Meta(description="The ladder's name for the level, null where it has none.")]
    hardest: Annotated[str | None, Meta(description="The hardest rule that was used.")]
    rules: Annotated[Mapping[str, int], Meta(description="The number of rounds by rule.")]
    grade: str | None
    appropriateness: float | None
    matches: bool
    model: str
    also: Also = UNSET
    state: BoardState | UnsetType = UNSET
    mistakes: tuple[Mistake, ...] | UnsetType = UNSET


class FindingPart(Answer, frozen=True):
    """Part of a finding, by role: houses that contain or lose its digits, cells, fins, links of a chain."""

    role: Annotated[str, Meta(description="As in `start`, `strong`, `weak`: a chain's first candidates and its links.")]
    house: str | None
    cells: Cells
    digits: tuple[str, ...]
    source: Annotated[int | None, Meta(description="The part that a link comes from, numbered from 0.")]
    constraint: Annotated[dict[str, Any], Meta(description="The constraint that it is about.")] | UnsetType = UNSET
    total: Annotated[int, Meta(description="The total of a sum that follows from others.")] | UnsetType = UNSET


class Finding(Answer, frozen=True):
    """One use of a rule; `cells` are the cells to highlight."""

    houses: tuple[str, ...]
    cells: Cells
    digits: tuple[str, ...]
    placed: Pairs
    removed: Pairs
    sentence: str
    look: Annotated[str, Meta(description="Where to look, in a hint.")] | UnsetType = UNSET
    parts: tuple[FindingPart, ...] | UnsetType = UNSET


class Round(Answer, frozen=True):
    """A round of the rater, as data and as sentences."""

    round: Annotated[int, Meta(ge=1)]
    rule: str
    complexity: int
    title: Annotated[str, Meta(description="The rule's name in the language of the request.")]
    look: Annotated[str, Meta(description="Where to look, without saying what is there.")]
    sentence: str
    findings: tuple[Finding, ...]


class Explained(Rated, frozen=True, kw_only=True):
    """A rated puzzle with the rounds that solve it."""

    rounds: tuple[Round, ...]


class Hint(OnState, frozen=True):
    """Help with a puzzle: its mistakes or the next round."""

    state: BoardState
    mistakes: tuple[Mistake, ...]
    sentence: Annotated[str, Meta(description="What the round does, or the state of the board if there is none.")]
    round: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    complexity: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    look: Annotated[str, Meta(description="Where to look.")] | UnsetType = UNSET
    findings: tuple[Finding, ...] | UnsetType = UNSET


class HouseCells(Answer, frozen=True):
    """A house and its cells."""

    cells: tuple[int, ...]


class WalkthroughPart(Answer, frozen=True):
    """Part of a finding, by role; a link of a chain names the part it starts from."""

    role: str
    house: HouseCells | None
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    source: int | None


class FoundFinding(Answer, frozen=True):
    """A deduction possible on the current board; `cells` are the cells to highlight."""

    technique: str
    code: Annotated[str, Meta(description="HoDoKu's number for the technique, empty where it has none.")]
    placed: Pairs
    removed: Pairs
    cells: Cells
    sentence: str
    assumes_one_solution: bool
    parts: tuple[FindingPart, ...] | UnsetType = UNSET


class Found(OnState, frozen=True):
    """All deductions possible on the current board, and its mistakes."""

    state: BoardState
    mistakes: tuple[Mistake, ...]
    findings: tuple[FoundFinding, ...]


class WalkthroughFinding(Answer, frozen=True):
    """One use of a rule; cells are numbered from 0, `placed` and `removed` are pairs of cell and digit."""

    cells: tuple[int, ...]
    houses: tuple[tuple[int, ...], ...]
    placed: tuple[tuple[int, int], ...]
    removed: tuple[tuple[int, int], ...]
    look: InWords
    sentence: InWords
    parts: tuple[WalkthroughPart, ...]


class WalkthroughRound(Answer, frozen=True):
    """A round of the rater, for the page that plays a puzzle."""

    rule: str
    complexity: int
    title: InWords
    findings: tuple[WalkthroughFinding, ...]


SvgElement = tuple[str, dict[str, str], str, list[Any]]


class Conditions(Answer, frozen=True):
    """A constraint as conditions that are broken by digits, by itself or with open cells."""

    name: InWords
    primitives: Annotated[
        tuple[list[Any], ...],
        Meta(
            description="Each is a form, its cells and its values: `different`; `domain` with a mask of digits; `pair`"
            " with a mask for each digit of the first cell; `linear` with coefficients, relation and total; `automaton`"
            " with transitions by state and digit, and accepting states."
        ),
    ]


class Picture(Answer, frozen=True):
    """Drawing of constraints besides houses as SVG elements: name, attributes, text, and the elements inside."""

    under: Annotated[tuple[SvgElement, ...], Meta(description="Elements below the lines of the board.")]
    over: Annotated[tuple[SvgElement, ...], Meta(description="Elements above the lines of the board.")]
    unit: Annotated[int, Meta(description="Side of a cell in the drawing.")]
    reach: Annotated[
        tuple[float, float, float, float],
        Meta(description="How far the drawing reaches beyond the board to the left, above, right and below, in cells."),
    ]
    cornered: Annotated[bool, Meta(description="Whether there are texts in corners of cells, as in cages.")]


class BoardConstraints(Picture, frozen=True, kw_only=True):
    """Constraints besides houses: drawing, rules and conditions."""

    sight: Annotated[
        tuple[tuple[int, int], ...], Meta(description="Pairs of cells in no common house that must differ.")
    ]
    rules: Annotated[dict[str, tuple[str, ...]], Meta(description="The rules of the puzzle, by language.")]
    conditions: tuple[Conditions, ...]


class ConstraintValue(Answer, frozen=True):
    """A value of a kind of constraint."""

    name: str
    type: Literal["number", "digits", "word", "words", "text"]
    choices: Annotated[tuple[str, ...], Meta(description="The words to choose from.")] = ()
    open: Annotated[bool, Meta(description="Whether it may be left open, as ?.")] = False
    optional: Annotated[bool, Meta(description="Whether it may be absent.")] = False
    default: int | str | UnsetType | None = UNSET


class ConstraintKind(Answer, frozen=True):
    """A kind of constraint and how a person draws it."""

    kind: str
    title: InWords
    drawn: Annotated[Gesture, Meta(description="What a person draws: cells in any order, a path …")]
    cells: Annotated[tuple[str, ...], Meta(description="Its fields for cells; `groups` holds groups of cells.")]
    least: Annotated[int, Meta(description="The smallest number of cells, or of groups.")]
    values: tuple[ConstraintValue, ...]


class DrawnProblem(Stated, frozen=True, kw_only=True):
    """A fault of a constraint."""


class DrawnConstraint(Answer, frozen=True):
    """A constraint on a board."""

    line: Annotated[str, Meta(description="The constraint as a line of text.")]
    given: Annotated[dict[str, Any], Meta(description="The constraint as an object; empty if it cannot be read.")]
    cells: Annotated[tuple[int, ...], Meta(description="Its cells, numbered from 0.")]
    name: InWords
    problem: DrawnProblem | None


class NamedConstraint(Answer, frozen=True):
    """A constraint as text, by name, and with its cells."""

    line: str
    name: InWords
    cells: tuple[int, ...]
    instead: Annotated[str, Meta(description="The line that it would replace; or empty.")] = ""


class DecidingDigit(Answer, frozen=True):
    """A digit with which a puzzle would have one solution."""

    cell: int
    digit: str


class Reasons(Answer, frozen=True):
    """Why a puzzle does not have exactly one solution, and what would give it one."""

    solutions: Annotated[int | None, Meta(description="None, one or several (2); null where the time was not enough.")]
    complete: Annotated[bool, Meta(description="Whether all digits and values are listed.")]
    clues: Annotated[tuple[int, ...], Meta(description="Cells of clues that contradict each other.")] = ()
    constraints: Annotated[tuple[NamedConstraint, ...], Meta(description="Constraints that take part in that.")] = ()
    deciding: tuple[DecidingDigit, ...] = ()
    values: Annotated[tuple[NamedConstraint, ...], Meta(description="Open constraints with a value filled in.")] = ()


class Superfluous(Answer, frozen=True):
    """Given digits and constraints that a puzzle can do without, each on its own."""

    clues: Annotated[tuple[int, ...], Meta(description="Cells of given digits.")]
    constraints: tuple[NamedConstraint, ...]
    complete: Annotated[bool, Meta(description="Whether all were tried in time.")]
    together: Annotated[bool | None, Meta(description="Whether all can be left out together; null if unknown.")]


class Filled(Answer, frozen=True):
    """Constraints without open values."""

    constraints: Annotated[tuple[str, ...], Meta(description="Lines of text.")]
    left_out: Annotated[int, Meta(description="Number of constraints of which the grid shows nothing.")]


class Drawing(Picture, frozen=True, kw_only=True):
    """Constraints on a board, their picture, and the layout with those that fit."""

    spec: str
    is_open: Annotated[bool, Meta(description="Whether a value is left open.")]
    constraints: tuple[DrawnConstraint, ...]
    rules: Annotated[dict[str, tuple[str, ...]], Meta(description="The rules of the puzzle, by language.")]


class Walkthrough(OnPuzzle, frozen=True):
    """Data of a playable puzzle; sentences are given in every language, with each digit in braces, as in `{4}`."""

    solution: str
    title: str
    author: str
    level: int
    steps: int
    outcome: Literal["solved", "stuck"]
    grade: Annotated[str | None, Meta(description="The grade for which it was made, else the nearest; or null.")]
    ladder: Annotated[tuple[tuple[str, int], ...], Meta(description="Rules and complexities, in order.")]
    rounds: tuple[WalkthroughRound, ...]
    elsewhere: Annotated[tuple[tuple[str, str], ...], Meta(description="Sites that play it, each with the address.")]
    also: Also = UNSET
    constraints: BoardConstraints | UnsetType = UNSET


class Start(Answer, frozen=True):
    """Board at the start of an exercise."""

    digits: Annotated[str, Meta(description="Clues and digits placed: n² symbols, dots elsewhere.")]
    marks: Annotated[tuple[str, ...], Meta(description="The candidates of each cell.")]


class Exercise(Answer, frozen=True):
    """A board on which a technique is the next useful step, with all its uses on that board."""

    puzzle: str
    layout: str
    solution: str
    start: Start
    sought: WalkthroughRound
    constraints: BoardConstraints | UnsetType = UNSET


class DigitChoice(Answer, frozen=True):
    """A digit that a cell may hold as a clue."""

    digit: str
    solutions: Annotated[int | None, Meta(description="0, 1, 2 for several; null where the time was not enough.")]


class Outlook(Answer, frozen=True):
    """Analysis of the clues so far: solutions, consequences, clues in conflict, possible digits of a cell."""

    puzzle: str
    layout: str
    clues: int
    solutions: Annotated[int | None, Meta(description="Counted up to 100; null where the time was not enough.")]
    conflict: Annotated[tuple[int, ...], Meta(description="Cells of clues that contradict each other, all needed.")]
    blamed: Annotated[tuple[int, ...], Meta(description="Cells of clues without which, one alone, it has a solution.")]
    outcome: Literal["solved", "stuck", "contradiction"]
    placed: Annotated[str, Meta(description="The digits that follow by logic: n² symbols, dots elsewhere.")]
    marks: Annotated[tuple[str, ...], Meta(description="The candidates that logic leaves in each open cell.")]
    level: int
    steps: int
    hardest: str | None
    grade: Annotated[str | None, Meta(description="The grade, null unless logic solves it.")]
    appropriateness: float | None
    choices: tuple[DigitChoice, ...]
    also: Also = UNSET


class Solved(OnPuzzle, frozen=True):
    """A solution of a puzzle."""

    solution: str
    unique: Annotated[bool, Meta(description="Whether it is the only one.")]


class Checked(OnPuzzle, frozen=True):
    """Result of a uniqueness check, with the solutions that prove it."""

    clues: int
    unique: bool
    solution: str | None
    solutions: Annotated[tuple[str, ...], Meta(max_length=2)]
    differing: Annotated[tuple[str, ...], Meta(description="The cells in which two solutions differ.")]
    mistakes: tuple[Mistake, ...] | UnsetType = UNSET


class Problem(Stated, frozen=True, kw_only=True):
    """Part of a text that is not a puzzle, or a puzzle that a format cannot hold."""

    line: Annotated[int, Meta(description="The line in which it begins, from 1; 0 when that is unknown.")]


class Entries(Reading, frozen=True):
    """The puzzles of a text."""

    puzzles: tuple[Puzzle, ...]
    problems: tuple[Problem, ...]


class Text(Reading, frozen=True):
    """Puzzles in a format."""

    text: str
    count: Annotated[int, Meta(description="The number of puzzles in the text.")]
    problems: tuple[Problem, ...]
    lost: Annotated[Mapping[str, int], Meta(description="What the format does not hold of them.")] | UnsetType = UNSET


class BookPages(Answer, frozen=True):
    """Pages of a booklet."""

    pages: Annotated[tuple[str, ...], Meta(description="PNG files in base64.")]
    of: Annotated[int, Meta(description="How many pages the booklet has.")]


class Share(Answer, frozen=True):
    """Completed share of the work on a file."""

    share: Annotated[float, Meta(ge=0, le=1)]


class FinishedFile(Answer, frozen=True):
    """The finished file, as the last event of its progress stream."""

    name: str
    media: str
    content: Annotated[str, Meta(description="The file in base64.")]


class Verdict(Stated, frozen=True, kw_only=True):
    """Result of a feasibility check of a request."""

    ok: bool
    kind: Literal["hard", "impossible", "input"] | None
    marked: Annotated[tuple[int, ...], Meta(description="Cells that the sentence speaks of.")] | UnsetType = UNSET
    efforts: (
        Annotated[
            tuple[GradeEffort, ...], Meta(description="Predicted for the pattern; absent where nothing is known.")
        ]
        | UnsetType
    ) = UNSET


class GradeEffort(Answer, frozen=True):
    """Predicted effort of a grade on a pattern."""

    grade: str
    times: Annotated[float, Meta(description="How many times the typical work.")]
    hard: bool
    beyond: Annotated[bool, Meta(description="Whether there may be no such puzzle at all.")]


class Grade(Answer, frozen=True):
    """A grade available for a layout."""

    name: str
    japanese: str
    default: bool


class Layout(Answer, frozen=True):
    """A layout."""

    spec: Annotated[str, Meta(description="The layout as requests take it, without constraints besides houses.")]
    size: int
    regions: Annotated[tuple[int, ...], Meta(description="The region of each cell, from 0; empty for a Latin square.")]
    extras: Annotated[
        tuple[tuple[int, ...], ...], Meta(description="The cells of each extra house, diagonals included.")
    ]
    diagonals: Annotated[bool, Meta(description="Whether both diagonals are among the extra houses.")]
    constraints: Annotated[tuple[str, ...], Meta(description="Its constraints besides houses, as lines of text.")]
    model: str
    grades: tuple[Grade, ...]
    name: str | UnsetType = UNSET
    title: InWords | UnsetType = UNSET
    seed: Annotated[int, Meta(description="The seed that brings a random board back.")] | UnsetType = UNSET


class ClueRun(Answer, frozen=True):
    """Clues in a line that a person reads one after another."""

    run: Annotated[str, Meta(description="Its name, as a request takes it in `along`.")]
    cells: tuple[int, ...]
    against: Annotated[str | None, Meta(description="Why it cannot hold digits in order.")]
    chance: Annotated[float | None, Meta(description="The chance that a random grid holds digits in order along it.")]


class Runs(Answer, frozen=True):
    """Runs of a pattern's clues that may hold digits in order."""

    runs: tuple[ClueRun, ...]


class Pattern(Answer, frozen=True):
    """A pattern."""

    line: Annotated[str, Meta(description="n² characters: x for a clue, a dot for none, a digit that is fixed.")]
    size: int
    clues: int
    symmetry: str
    name: str | UnsetType = UNSET
    title: InWords | UnsetType = UNSET
    seed: int | UnsetType = UNSET


class Methods(Answer, frozen=True):
    """Methods of the two phases."""

    generation: tuple[str, ...]
    replacement: tuple[str, ...]


class OracleChoice(Answer, frozen=True):
    """An oracle."""

    name: str
    about: str
    title: InWords
    available: Annotated[bool, Meta(description="Whether what it needs is installed.")]


class FormatChoice(Answer, frozen=True):
    """A format or a kind of file."""

    name: str
    title: InWords
    ending: str
    reads: Annotated[bool, Meta(description="Whether it can be read as well; all can be written.")]
    many: Annotated[bool, Meta(description="Whether it holds several puzzles.")]


class TechniqueChoice(Answer, frozen=True):
    """A technique."""

    name: str
    title: InWords


class Family(Answer, frozen=True):
    """A family of similar techniques."""

    title: InWords
    techniques: tuple[TechniqueChoice, ...]


class LadderChoice(Answer, frozen=True):
    """A ladder, its techniques, and the grades that the names of its levels refer to."""

    name: str
    title: str
    techniques: tuple[str, ...]
    scores: Annotated[bool, Meta(description="Whether its techniques have scores.")]
    grades: tuple[Grade, ...]


class Defaults(Answer, frozen=True):
    """Default values of a request."""

    oracle: str
    generation: str
    replacement: str
    layout: str


class StyleChoice(Answer, frozen=True):
    """A kind of puzzle whose constraints are drawn at random."""

    name: str
    title: Mapping[str, str]
    sizes: Annotated[str, Meta(description="The field of a request for the cells of each: `cages`, `length` or none.")]
    counted: Annotated[bool, Meta(description="Whether the number of elements can be chosen.")]


class Choices(Answer, frozen=True):
    """Everything that can be chosen in a request."""

    layouts: tuple[Layout, ...]
    patterns: tuple[Pattern, ...]
    methods: Methods
    oracles: tuple[OracleChoice, ...]
    formats: tuple[FormatChoice, ...]
    symmetries: tuple[str, ...]
    families: tuple[Family, ...]
    models: tuple[str, ...]
    ladders: tuple[LadderChoice, ...]
    constraints: tuple[ConstraintKind, ...]
    styles: tuple[StyleChoice, ...]
    defaults: Defaults


class Words(Answer, frozen=True):
    """Texts of the pages, by language and key."""

    play: Mapping[str, Mapping[str, str]]
    studio: Mapping[str, Mapping[str, str]]
    errors: Annotated[
        Mapping[str, Mapping[str, str]], Meta(description="Sentences of the server, by the keys in its answers.")
    ]


class Progress(Answer, frozen=True):
    """Progress of a job; during compilation, the number of the current function and the total."""

    found: int = 0
    attempts: int = 0
    ratings: int = 0
    seconds: float = 0.0
    compiling: int = 0
    to_compile: int = 0


class Outcome(Stated, frozen=True, kw_only=True):
    """Outcome of a job."""

    outcome: Ending


class JobStatus(Answer, frozen=True):
    """Status of a job."""

    id: str
    events: Annotated[str, Meta(description="The address of its events.")]
    state: Literal["waiting", "running", "ended"]
    found: int
    count: int
    seed: int
    progress: Progress
    end: Outcome | None
    puzzles: Annotated[tuple[Made, ...], Meta(description="What was made so far.")] | UnsetType = UNSET
