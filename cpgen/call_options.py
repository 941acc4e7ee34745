"""The options of the calls in `cpgen.api` as types, written by `scripts/write_call_options`.

Each option is a field of the request of the call, which checks its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from cpgen.board_spec import ConstraintLines
    from cpgen.difficulty.grade import Grade, GradeModel
    from cpgen.difficulty.target import Span
    from cpgen.digging.dig_request import Dug
    from cpgen.digging.strategies import Check
    from cpgen.drawings.style import Style
    from cpgen.layout import Layout
    from cpgen.oracles import Oracle
    from cpgen.pattern import Pattern
    from cpgen.requests.drawing_text import DrawingText
    from cpgen.requests.request_fields import ClueCount
    from cpgen.requests.results import Progress


class LongCallOptions(TypedDict, total=False):
    """Options of every call that may take long."""

    seed: int | None
    """A whole number from 0; None for a random one, found on the results."""
    budget: float
    """Seconds for the whole call; 60 by default."""
    progress: Callable[[Progress], object] | None
    """A function that is called about ten times per second."""
    stop: Callable[[], bool] | None
    """A function that ends the call by returning True."""


class GenerateOptions(LongCallOptions, total=False):
    """Options that are fields of `GenerateSpec`."""

    layout: str | Layout | None
    """The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol per
    cell, or the corners of a pentomino board such as 0,1,2,12."""
    diagonals: bool
    """Both diagonals hold each digit once, too."""
    constraints: str | Sequence[str] | ConstraintLines | None
    """Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'."""
    symmetry: str | None
    """The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full, none."""
    region_clues: int
    """Minimum number of clues in every region."""
    score: str | int | tuple[int | None, int | None] | Span | None
    """Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500."""
    drawing: str | Sequence[str] | DrawingText | None
    """Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: r1c1
    r1c2'. A file may begin with a pattern of the given digits."""
    cages: str | int | tuple[int | None, int | None] | Span | None
    """Cells of each drawn cage, as in 2..5."""
    one_cell: int | None
    """Most drawn cages of a single cell."""
    length: str | int | tuple[int | None, int | None] | Span | None
    """Cells of each drawn line, as in 4..6."""
    elements: str | int | tuple[int | None, int | None] | Span | None
    """How many lines, cages or signs to draw, as in 8 or 6..8."""
    all_shown: bool
    """All dots, or all X and V, are shown: where none is drawn, none holds."""
    givens: str | int | tuple[int | None, int | None] | Span | None
    """Number of given digits besides what is drawn, as in 0..6."""
    clues: int | None
    """Number of clues of a random pattern."""
    in_order: bool
    """Digits in order (1 2 3 …, rising or falling) along a run of clues, see `cpgen patterns --runs`."""
    along: str | Sequence[str]
    """A run whose digits are in order, by its name, as in 'row 5'; repeatable."""
    level: str | int | tuple[int | None, int | None] | Span | None
    """Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5."""
    steps: str | int | tuple[int | None, int | None] | Span | None
    """Number of rounds that solving takes, as in 30.. or 25..30."""
    needs: str | Sequence[str]
    """A technique that solving must use, as in xy-wing; repeatable."""
    without: str | Sequence[str]
    """A technique that solving must not use; repeatable."""
    hardest: str
    """The hardest technique that solving uses, as in xy-chain."""
    only: str
    """The only technique besides singles that solving uses, as in swordfish."""
    typical: float | None
    """Minimum appropriateness to the grade, as in 0.9; by default 0.7."""
    method: str
    """fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a
    check of the grade at the end."""
    generation: str
    """How a pattern is filled: sample (the default), zama, zama-open, kamio."""
    replacement: str
    """How the filling is repaired: anneal (the default), zama, zama-open, kamio."""
    model: str | GradeModel | None
    """Grade model: see `cpgen grades`, or a TOML file."""
    ladder: str | GradeModel | None
    """The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file."""
    oracle: str | Oracle
    """The solver to use, see `cpgen oracles`."""
    kind: str | Style | None
    """Draw constraints of a kind at random: killer, kropki, thermo, arrow … (see `cpgen styles`), or a TOML file;
    repeatable, or killer+thermo, for several on one board."""
    exclude: Iterable[Any]
    """Puzzles in any form, or texts of puzzles; no puzzle that is equivalent to one of them is made."""


class PracticeOptions(LongCallOptions, total=False):
    """Options that are fields of `PracticeSpec`."""

    layout: str | Layout | None
    """The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol per
    cell, or the corners of a pentomino board such as 0,1,2,12."""
    diagonals: bool
    """Both diagonals hold each digit once, too."""
    constraints: str | Sequence[str] | ConstraintLines | None
    """Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'."""
    symmetry: str | None
    """The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full, none."""
    region_clues: int
    """Minimum number of clues in every region."""
    grade: str | Grade | None
    """Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
    layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
    grades`."""
    score: str | int | tuple[int | None, int | None] | Span | None
    """Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500."""
    pattern: str | Pattern | None
    """Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's digit is
    fixed)."""
    drawing: str | Sequence[str] | DrawingText | None
    """Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: r1c1
    r1c2'. A file may begin with a pattern of the given digits."""
    cages: str | int | tuple[int | None, int | None] | Span | None
    """Cells of each drawn cage, as in 2..5."""
    one_cell: int | None
    """Most drawn cages of a single cell."""
    length: str | int | tuple[int | None, int | None] | Span | None
    """Cells of each drawn line, as in 4..6."""
    elements: str | int | tuple[int | None, int | None] | Span | None
    """How many lines, cages or signs to draw, as in 8 or 6..8."""
    all_shown: bool
    """All dots, or all X and V, are shown: where none is drawn, none holds."""
    givens: str | int | tuple[int | None, int | None] | Span | None
    """Number of given digits besides what is drawn, as in 0..6."""
    clues: int | None
    """Number of clues of a random pattern."""
    in_order: bool
    """Digits in order (1 2 3 …, rising or falling) along a run of clues, see `cpgen patterns --runs`."""
    along: str | Sequence[str]
    """A run whose digits are in order, by its name, as in 'row 5'; repeatable."""
    level: str | int | tuple[int | None, int | None] | Span | None
    """Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5."""
    steps: str | int | tuple[int | None, int | None] | Span | None
    """Number of rounds that solving takes, as in 30.. or 25..30."""
    needs: str | Sequence[str]
    """A technique that solving must use, as in xy-wing; repeatable."""
    without: str | Sequence[str]
    """A technique that solving must not use; repeatable."""
    hardest: str
    """The hardest technique that solving uses, as in xy-chain."""
    only: str
    """The only technique besides singles that solving uses, as in swordfish."""
    typical: float | None
    """Minimum appropriateness to the grade, as in 0.9; by default 0.7."""
    method: str
    """fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a
    check of the grade at the end."""
    generation: str
    """How a pattern is filled: sample (the default), zama, zama-open, kamio."""
    replacement: str
    """How the filling is repaired: anneal (the default), zama, zama-open, kamio."""
    model: str | GradeModel | None
    """Grade model: see `cpgen grades`, or a TOML file."""
    ladder: str | GradeModel | None
    """The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file."""
    oracle: str | Oracle
    """The solver to use, see `cpgen oracles`."""
    kind: str | Style | None
    """Draw constraints of a kind at random: killer, kropki, thermo, arrow … (see `cpgen styles`), or a TOML file;
    repeatable, or killer+thermo, for several on one board."""


class DigOptions(LongCallOptions, total=False):
    """Options that are fields of `DigSpec`."""

    layout: str | Layout | None
    """The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol per
    cell, or the corners of a pentomino board such as 0,1,2,12."""
    diagonals: bool
    """Both diagonals hold each digit once, too."""
    constraints: str | Sequence[str] | ConstraintLines | None
    """Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'."""
    symmetry: str | None
    """The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full, none."""
    region_clues: int
    """Minimum number of clues in every region."""
    grade: str | Grade | None
    """Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
    layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
    grades`."""
    score: str | int | tuple[int | None, int | None] | Span | None
    """Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500."""
    model: str | GradeModel | None
    """Grade model: see `cpgen grades`, or a TOML file."""
    ladder: str | GradeModel | None
    """The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file."""
    check: str | Check | None
    """What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct (the
    houses of a cell leave one digit)."""
    way: str
    """single (one by one), orbits (of the symmetry), two-stage (orbits, then one by one), balanced (the fullest
    region first), centre (point-symmetric with a chosen centre, see --centre)."""
    clues: str | int | ClueCount | None
    """The exact number of clues, or the fewest that can be found."""
    centre: int | None
    """The centre's pattern, from `cpgen centres`."""
    tries: int | None
    """Tries of the way centre (299); then the search for few clues takes over."""
    source: str
    """shift (one constructed grid), shuffle (that grid shuffled) or oracle (random completions: any grid of the
    layout). 300 shuffles all belong to one class of grids, 300 completions to 300 classes; see `cpgen study
    digging`."""
    grid: str | Sequence[int] | None
    """Use this solution grid instead of generating one."""
    keep: str | Pattern | None
    """A pattern whose clues are never removed: its digits are fixed, an x keeps what the grid has."""
    oracle: str | Oracle
    """The solver to use for the checks and for the proof, see `cpgen oracles`; left out, bitset checks and cpsat
    proves."""
    better: Callable[[Dug], object] | None
    """A function that is called with each better puzzle while few clues are searched for."""


class DropOptions(LongCallOptions, total=False):
    """Options that are fields of `DropRequest`."""

    symmetry: str | None
    """The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full, none."""
    check: str | Check | None
    """What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct (the
    houses of a cell leave one digit)."""
    grade: str | Grade | None
    """Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
    layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
    grades`."""
    model: str | GradeModel | None
    """Grade model: see `cpgen grades`, or a TOML file."""
    ladder: str | GradeModel | None
    """The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file."""
    oracle: str | Oracle
    """The solver to use for the checks and for the proof, see `cpgen oracles`; left out, bitset checks and cpsat
    proves."""


class SetOptions(TypedDict, total=False):
    """Options that are fields of `SetSpec`."""

    clues: str | int | ClueCount
    """The exact number of clues, or the fewest that can be found."""
    boards: str
    """The boards: all, corners-apart, a name from `cpgen layouts list`, or drawn, one per line."""
    distinct_boards: bool
    """Use every board at most once."""
    grade: str | Grade | None
    """Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
    layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
    grades`."""
    with_stuck: bool
    """Include puzzles on which the ladder gets stuck."""
    oracle: str | Oracle
    """The solver to use, see `cpgen oracles`."""
    seed: int | None
    """A whole number from 0; None for a random one, found on the results."""


class WordingOptions(TypedDict, total=False):
    """Options that are fields of `Wording`."""

    lang: str
    """The language."""
    symbols: str
    """Symbols for the digits: single characters, or words separated by blanks."""


class PictureOptions(TypedDict, total=False):
    """Options that are fields of `PictureRequest`."""

    title: str
    """The title."""
    theme: str
    """light, dark, print (greyscale), or auto (follows the viewer's system theme)."""
    colours: bool
    """Colour the regions."""
    labels: bool
    """Number rows and columns."""
    symbols: str
    """Symbols for the digits: single characters, or words separated by blanks."""
    width: int
    """Width of the picture."""


class BookOptions(TypedDict, total=False):
    """Options that are fields of `BookRequest`."""

    title: str
    """The title."""
    subtitle: str
    """The line below the title."""
    author: str
    """The author."""
    publisher: str
    """The publisher, for the imprint."""
    isbn: str
    """The ISBN, for the imprint."""
    rights: str
    """The copyright notice, as in '© 2030 A. Name'."""
    introduction: str
    """A text printed before the rules of play."""
    per_page: int
    """The most puzzles per page; 0 for as many as stay readable."""
    large_print: bool
    """Digits of 24 points or more, one or two puzzles per page."""
    paper_size: str
    """The size of the paper: a4, a5, b5, b6, letter, 6x9in …, or WxH with a unit."""
    bleed: str
    """Bleed beyond all edges but the spine's, as in 0.125in or 3mm."""
    pdf_x: bool
    """PDF/X-1a, as many printers ask for: no colours, no links."""
    lang: str
    """The language."""
    front: bool | None
    """Title, imprint, contents, how to play and how to solve. By default, a set that fits on one page has none: it is
    one sheet, puzzles and solutions."""
    sort: bool
    """Chapters by grade, the easiest puzzles first; without it, the puzzles in their given order."""
    hints: bool
    """Print hints for the first rounds of each puzzle before the solutions."""
    solutions: str
    """Where solutions are: at the end, or overleaf, upside down."""
    certificate: bool
    """Add a last page that says what was checked."""
    time_line: bool
    """Print a line next to each puzzle to note the time."""
    qr: bool
    """Print a QR code next to each puzzle to play it online."""
    colours: bool
    """Colour the regions."""
    symbols: str
    """Symbols for the digits: single characters, or words separated by blanks."""


class ReadingOptions(TypedDict, total=False):
    """Options that are fields of `ReadingRequest`."""

    layout: str | Layout | None
    """The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol per
    cell, or the corners of a pentomino board such as 0,1,2,12."""
    diagonals: bool
    """Both diagonals hold each digit once, too."""
    constraints: str | Sequence[str] | ConstraintLines | None
    """Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'."""
    ignore_drawings: bool
    """Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number."""
    key: str
    """The key of the puzzles in JSON, or their column in CSV, if cpgen does not find them."""
    symbols: str
    """Symbols for the digits: single characters, or words separated by blanks."""


class WritingOptions(TypedDict, total=False):
    """Options that are fields of `WritingRequest`."""

    plain: bool
    """Write the clues alone, without comments, titles or marks; in .sdm as digits, 0 for a blank."""
    symbols: str
    """Symbols for the digits: single characters, or words separated by blanks."""
