"""Records of all requests, which check them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any

import msgspec

from cpgen import resources
from cpgen.boards import LEAST_SIDE, MOST_SIDE
from cpgen.constraints.laws import FORMS
from cpgen.cosmetics import LONGEST
from cpgen.formats import ReadingRequest
from cpgen.formats.table import FORMATS
from cpgen.generation.practice import resolve_practice
from cpgen.limits import LARGEST_KIND, MOST_CONSTRAINTS, MOST_KINDS
from cpgen.notation import MAX_DIGIT
from cpgen.oracles import DEFAULT
from cpgen.render import render_requests
from cpgen.requests.generate_spec import SharedSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.schema import Record, field, fields
from cpgen.translations import LANGUAGES

BODY = 8 << 20
"""Size limit of a request in bytes"""
LONGEST_RULES = 20_000
"""Size limit of a rules text in characters"""
LONGEST_EXPRESSION = 2000
"""Size limit of the expression of a rule in characters"""
MOST_PUZZLES, MOST_PAGES = 10_000, 8
LONGEST_BUDGET = 600.0
EXACT = 2**53 - 1
"""Largest integer that JavaScript represents exactly"""
EXAMPLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
FORMAT_NAMES = tuple(one.name for one in FORMATS)
MODELS, LADDERS = map(resources.names, ("difficulty", "ladders"))
TECHNIQUES = "cpgen.rater.ladder:TECHNIQUES"
"""Placeholder for the technique names, imported on the first request, so that the server starts quickly"""
BOOK_KINDS = ("pdf", "epub", "zip")
PICTURES = ("svg", "png", "pdf", "html")
"""File types that cpgen can write but not read"""
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
Cosmetics = Annotated[str, field("Drawings without a meaning, one per line.", longest=LONGEST)]
CONSTRAINT_ITEMS = {"items": {"type": ["string", "object"]}}


class EmptyRequest(Record, frozen=True):
    """A request without any fields."""


class KindFile(Record, frozen=True):
    """A file with a kind of constraint of the user's own."""

    name: Annotated[str, field("The word of the kind: the name of the file without `.toml`.", longest=100)]
    text: Annotated[str, field("The text of the file.", longest=LARGEST_KIND)]


Kinds = Annotated[
    tuple[KindFile, ...], field("Your own kinds of constraints, for this request alone.", longest=MOST_KINDS)
]


class KindsRequest(Record, frozen=True):
    """Files with the user's own kinds of constraints, of which a page wants drawing tools."""

    files: Annotated[tuple[KindFile, ...], field("The files.", longest=MOST_KINDS)]


class WithKinds(Record, frozen=True, kw_only=True):
    """A request that may bring along the user's own kinds of constraints, for use in it alone."""

    kinds: Kinds = ()


class PuzzleRequest(WithKinds, frozen=True):
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
    instructions: Annotated[str, field("The author's rules text.", longest=LONGEST_RULES)] = ""
    cosmetics: Cosmetics = ""
    fog: Annotated[
        str, field("Lamps, and cells that light others, on a board under fog: r1c1 r5c5>r8c8.", longest=20_000)
    ] = ""
    message: Annotated[str, field("The author's message for the solved puzzle.", longest=LONGEST_RULES)] = ""
    symbols: Annotated[str, field("The author's symbols for the digits, with blanks between.", longest=400)] = ""


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


class RefutationRequest(ExplanationRequest, frozen=True):
    """A puzzle or state, and a digit in a cell that is to be refuted."""

    cell: Annotated[str, field("The cell, as in r3c5.", longest=20)] = ""
    digit: Annotated[str, field("The digit to refute, as one symbol.", longest=1)] = ""


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


class OutlookRequest(WithKinds, frozen=True):
    """Clues entered so far in a puzzle being made by hand; there may be none, and they may contradict each other."""

    clues: Clues
    layout: Board = "3x3"
    cell: Annotated[int, field("The cell whose digits are in question, numbered from 0.", least=0)] | None = None
    candidates: Annotated[bool, field("Also say what follows in each cell, not only how many solutions there are.")] = (
        True
    )
    model: ModelName = ""
    ladder: LadderName = ""
    oracle: Oracle = "bitset"
    limit: Limit = 0.2


class DiagnosisRequest(WithKinds, frozen=True):
    """A puzzle being made, for the reasons why it does not have exactly one solution."""

    clues: Clues
    layout: Board = "3x3"
    oracle: Oracle = "bitset"
    limit: Limit = 2.0


class FillRequest(DiagnosisRequest, frozen=True, kw_only=True):
    """Constraints whose open values are to be filled in from a random grid."""

    constraints: Annotated[tuple[str, ...], field("Constraints, as lines of text.", longest=MOST_CONSTRAINTS)]
    again: Annotated[bool, field("Fill in other values as well, where a value may be open.")] = False
    seed: Seed = None


class DrawingRequest(WithKinds, frozen=True):
    """Constraints that are drawn on a board; values may be open."""

    layout: Board = "3x3"
    constraints: Annotated[
        tuple[Any, ...],
        field("Constraints, as lines of text or objects.", longest=MOST_CONSTRAINTS, document=CONSTRAINT_ITEMS),
    ] = ()
    cosmetics: Cosmetics = ""


class RuleRequest(Record, frozen=True):
    """A rule that the user is writing, to see which digits it allows."""

    expression: Annotated[str, field("The expression.", longest=LONGEST_EXPRESSION)]
    form: Annotated[str, field("What its names stand for; empty for the usual form.", among=("", *FORMS))] = ""
    size: Annotated[int, field("The number of digits.", least=2, most=MAX_DIGIT)] = 9
    count: Annotated[int, field("The number of cells whose fillings are counted.", least=1, most=MAX_DIGIT)] = 3


class ReadRequest(WithKinds, frozen=True):
    """A text with puzzles."""

    text: Annotated[str, field("Puzzles, in any format.", longest=BODY)]
    layout: Board = ""
    ignore_drawings: IgnoreDrawings = False


class ConvertRequest(ReadRequest, frozen=True, kw_only=True):
    """A text with puzzles and the format to convert them to."""

    to: Annotated[str, field("The format to write.", among=FORMAT_NAMES)]


class ExportRequest(WithKinds, frozen=True):
    """Puzzles to write to a file."""

    puzzles: Puzzles
    to: Annotated[str, field("The kind of file.", among=(*FORMAT_NAMES, *PICTURES))]
    lang: Language = "en"
    title: Title = ""


class BookRequest(render_requests.BookSettings, frozen=True, kw_only=True):
    """Puzzles to print in a booklet."""

    puzzles: Puzzles
    kind: Annotated[str, field("A PDF, an EPUB, or a zip file of vector files.", among=BOOK_KINDS)] = "pdf"
    kinds: Kinds = ()


class BookPagesRequest(BookRequest, frozen=True, kw_only=True):
    """A booklet and the pages of it to show."""

    first: Annotated[int, field("The number of the first page, from 1.", least=1)] = 1
    most: Annotated[int, field("How many pages, at most.", least=1, most=MOST_PAGES)] = 4


class LayoutRequest(Record, frozen=True):
    """A request for a layout, by its name or its drawing."""

    spec: Board


class RandomLayoutRequest(Record, frozen=True):
    """A request for a random board with irregular regions; pentomino boards have side 5."""

    kind: Annotated[str, field("The kind of regions.", among=("jigsaw", "pentomino"))] = "jigsaw"
    size: Annotated[int, field("The side of a jigsaw.", least=LEAST_SIDE, most=MOST_SIDE)] = 9
    symmetry: Symmetry = "none"
    seed: Seed = None


class RandomPatternRequest(Record, frozen=True):
    """A request for a random pattern."""

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


class JobRequest(SharedSpec, frozen=True, kw_only=True):
    """A job that makes puzzles: what to make, and the number; names refer to resources shipped with cpgen only."""

    oracle: Oracle = DEFAULT
    hardest: Annotated[str, field("The hardest technique that solving uses.", among=TECHNIQUES)] = ""
    only: Annotated[str, field("The one technique that solving uses besides singles.", among=TECHNIQUES)] = ""
    model: Annotated[
        Any, field("Grade model: see `cpgen grades`.", among=MODELS, read="cpgen.difficulty:shipped_model")
    ] = None
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
            "Draw constraints of a kind at random, by the name of its style; names joined by a plus are drawn on one "
            "board, as in killer+thermo.",
            joined="+",
            read="cpgen.drawings.style:shipped_styles",
        ),
    ] = None
    count: Annotated[int, field("The number of different puzzles.", least=1, most=MOST_PUZZLES)] = 1
    seed: Seed = None
    after: Annotated[
        int, field("The number of first puzzles of the seed to leave out, made before.", least=0, most=MOST_PUZZLES)
    ] = 0
    budget: Annotated[float, field("Time limit in seconds.", least=0.1, most=LONGEST_BUDGET)] = 60.0
    kinds: Kinds = ()

    @cached_property
    def request(self) -> Request:
        """The resolved request of the job; raises InputError or ImpossibleError if the fields make none."""
        return self.resolved()

    def resolved(self) -> Request:
        """Resolve the fields to the request that runs; other kinds of jobs override this."""
        return resolve(self)


class PracticeRequest(JobRequest, frozen=True, kw_only=True):
    """A job that makes exercises: boards on which a technique is the next step; the default ladder is `hodoku`."""

    technique: Technique

    def resolved(self) -> Request:
        """Resolve the fields to the request for puzzles that need the technique."""
        return resolve_practice(self, self.technique)


class JobId(Record, frozen=True):
    """The id of a job that was started before."""

    id: Annotated[str, field("The job's id.")]


def from_query(record_class: type[Record], query: Mapping[str, str]) -> dict[str, Any]:
    """Return the data of a request from the parameters of a query string; values that are not texts are JSON."""
    texts = {one.name for one in fields(record_class) if one.kind is str}
    return {name: text if name in texts else _value(text) for name, text in query.items()}


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
