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
    """Options of every call that may take long.

    seed: A whole number from 0; None for a random one, found on the results.
    budget: Seconds for the whole call; 60 by default.
    progress: A function that is called about ten times per second.
    stop: A function that ends the call by returning True.
    """

    seed: int | None
    budget: float
    progress: Callable[[Progress], object] | None
    stop: Callable[[], bool] | None


class BoardOptions(TypedDict, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `BoardSpec`.

    layout: The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol per
        cell, or the corners of a pentomino board such as 0,1,2,12.
    diagonals: Both diagonals hold each digit once, too.
    constraints: Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'.
    """

    layout: str | Layout | None
    diagonals: bool
    constraints: str | Sequence[str] | ConstraintLines | None


class NewPuzzleOptions(BoardOptions, LongCallOptions, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `PuzzleSpec`.

    symmetry: The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full,
        none.
    region_clues: Minimum number of clues in every region.
    score: Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500.
    """

    symmetry: str | None
    region_clues: int
    score: str | int | tuple[int | None, int | None] | Span | None


class SearchOptions(NewPuzzleOptions, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `GenerateSpec`.

    drawing: Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: r1c1
        r1c2'. A file may begin with a pattern of the given digits.
    cages: Cells of each drawn cage, as in 2..5.
    one_cell: Most drawn cages of a single cell.
    length: Cells of each drawn line, as in 4..6.
    elements: How many lines, cages or signs to draw, as in 8 or 6..8.
    all_shown: All dots, or all X and V, are shown: where none is drawn, none holds.
    givens: Number of given digits besides what is drawn, as in 0..6.
    clues: Number of clues of a random pattern.
    in_order: Digits in order (1 2 3 …, rising or falling) along a run of clues, see `cpgen patterns --runs`.
    along: A run whose digits are in order, by its name, as in 'row 5'; repeatable.
    level: Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5.
    steps: Number of rounds that solving takes, as in 30.. or 25..30.
    needs: A technique that solving must use, as in xy-wing; repeatable.
    without: A technique that solving must not use; repeatable.
    hardest: The hardest technique that solving uses, as in xy-chain.
    only: The only technique besides singles that solving uses, as in swordfish.
    typical: Minimum appropriateness to the grade, as in 0.9; by default 0.7.
    method: fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a
        check of the grade at the end.
    generation: How a pattern is filled: sample (the default), zama, zama-open, kamio.
    replacement: How the filling is repaired: anneal (the default), zama, zama-open, kamio.
    model: Grade model: see `cpgen grades`, or a TOML file.
    ladder: The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file.
    oracle: The solver to use, see `cpgen oracles`.
    kind: Draw constraints of a kind at random: killer, kropki, thermo, arrow … (see `cpgen styles`), or a TOML file;
        repeatable, or killer+thermo, for several on one board.
    """

    drawing: str | Sequence[str] | DrawingText | None
    cages: str | int | tuple[int | None, int | None] | Span | None
    one_cell: int | None
    length: str | int | tuple[int | None, int | None] | Span | None
    elements: str | int | tuple[int | None, int | None] | Span | None
    all_shown: bool
    givens: str | int | tuple[int | None, int | None] | Span | None
    clues: int | None
    in_order: bool
    along: str | Sequence[str]
    level: str | int | tuple[int | None, int | None] | Span | None
    steps: str | int | tuple[int | None, int | None] | Span | None
    needs: str | Sequence[str]
    without: str | Sequence[str]
    hardest: str
    only: str
    typical: float | None
    method: str
    generation: str
    replacement: str
    model: str | GradeModel | None
    ladder: str | GradeModel | None
    oracle: str | Oracle
    kind: str | Style | None


class GenerateOptions(SearchOptions, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `GenerateSpec`.

    exclude: Puzzles in any form, or texts of puzzles; no puzzle that is equivalent to one of them is made.
    """

    exclude: Iterable[Any]


class PracticeOptions(SearchOptions, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `PracticeSpec`.

    grade: Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
        layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
        grades`.
    pattern: Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's digit is
        fixed).
    """

    grade: str | Grade | None
    pattern: str | Pattern | None


class DigOptions(NewPuzzleOptions, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `DigSpec`.

    grade: Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
        layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
        grades`.
    model: Grade model: see `cpgen grades`, or a TOML file.
    ladder: The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file.
    check: What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct (the
        houses of a cell leave one digit).
    way: single (one by one), orbits (of the symmetry), two-stage (orbits, then one by one), balanced (the fullest
        region first), centre (point-symmetric with a chosen centre, see --centre).
    clues: The exact number of clues, or the fewest that can be found.
    centre: The centre's pattern, from `cpgen centres`.
    tries: Tries of the way centre (299); then the search for few clues takes over.
    source: shift (one constructed grid), shuffle (that grid shuffled) or oracle (random completions: any grid of the
        layout). 300 shuffles all belong to one class of grids, 300 completions to 300 classes; see `cpgen study
        digging`.
    grid: Use this solution grid instead of generating one.
    keep: A pattern whose clues are never removed: its digits are fixed, an x keeps what the grid has.
    oracle: The solver to use for the checks and for the proof, see `cpgen oracles`; left out, bitset checks and cpsat
        proves.
    better: A function that is called with each better puzzle while few clues are searched for.
    """

    grade: str | Grade | None
    model: str | GradeModel | None
    ladder: str | GradeModel | None
    check: str | Check | None
    way: str
    clues: str | int | ClueCount | None
    centre: int | None
    tries: int | None
    source: str
    grid: str | Sequence[int] | None
    keep: str | Pattern | None
    oracle: str | Oracle
    better: Callable[[Dug], object] | None


class DropOptions(LongCallOptions, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `DropRequest`.

    symmetry: The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full,
        none.
    check: What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct (the
        houses of a cell leave one digit).
    grade: Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
        layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
        grades`.
    model: Grade model: see `cpgen grades`, or a TOML file.
    ladder: The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file.
    oracle: The solver to use for the checks and for the proof, see `cpgen oracles`; left out, bitset checks and cpsat
        proves.
    """

    symmetry: str | None
    check: str | Check | None
    grade: str | Grade | None
    model: str | GradeModel | None
    ladder: str | GradeModel | None
    oracle: str | Oracle


class SetOptions(TypedDict, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `SetSpec`.

    clues: The exact number of clues, or the fewest that can be found.
    boards: The boards: all, corners-apart, a name from `cpgen layouts list`, or drawn, one per line.
    distinct_boards: Use every board at most once.
    grade: Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
        layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
        grades`.
    with_stuck: Include puzzles on which the ladder gets stuck.
    oracle: The solver to use, see `cpgen oracles`.
    seed: A whole number from 0; None for a random one, found on the results.
    """

    clues: str | int | ClueCount
    boards: str
    distinct_boards: bool
    grade: str | Grade | None
    with_stuck: bool
    oracle: str | Oracle
    seed: int | None


class WordingOptions(TypedDict, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `Wording`.

    lang: The language.
    symbols: Symbols for the digits: single characters, or words separated by blanks.
    """

    lang: str
    symbols: str


class PictureOptions(TypedDict, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `PictureRequest`.

    title: The title.
    theme: light, dark, print (greyscale), or auto (follows the viewer's system theme).
    colours: Colour the regions.
    labels: Number rows and columns.
    symbols: Symbols for the digits: single characters, or words separated by blanks.
    width: Width of the picture.
    """

    title: str
    theme: str
    colours: bool
    labels: bool
    symbols: str
    width: int


class BookOptions(TypedDict, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `BookSettings`.

    title: The title.
    subtitle: The line below the title.
    author: The author.
    publisher: The publisher, for the imprint.
    isbn: The ISBN, for the imprint.
    rights: The copyright notice, as in '© 2030 A. Name'.
    introduction: A text printed before the rules of play.
    per_page: The most puzzles per page; 0 for as many as stay readable.
    large_print: Digits of 24 points or more, one or two puzzles per page.
    paper_size: The size of the paper: a4, a5, b5, b6, letter, 6x9in …, or WxH with a unit.
    bleed: Bleed beyond all edges but the spine's, as in 0.125in or 3mm.
    pdf_x: PDF/X-1a, as many printers ask for: no colours, no links.
    lang: The language.
    front: Title, imprint, contents, how to play and how to solve. By default, a set that fits on one page has none: it
        is one sheet, puzzles and solutions.
    sort: Chapters by grade, the easiest puzzles first; without it, the puzzles in their given order.
    hints: Print hints for the first rounds of each puzzle before the solutions.
    solutions: Where solutions are: at the end, or overleaf, upside down.
    certificate: Add a last page that says what was checked.
    time_line: Print a line next to each puzzle to note the time.
    qr: Print a QR code next to each puzzle to play it online.
    colours: Colour the regions.
    symbols: Symbols for the digits: single characters, or words separated by blanks.
    """

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
    front: bool | None
    sort: bool
    hints: bool
    solutions: str
    certificate: bool
    time_line: bool
    qr: bool
    colours: bool
    symbols: str


class ReadingOptions(BoardOptions, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `ReadingRequest`.

    ignore_drawings: Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number.
    key: The key of the puzzles in JSON, or their column in CSV, if cpgen does not find them.
    symbols: Symbols for the digits: single characters, or words separated by blanks.
    """

    ignore_drawings: bool
    key: str
    symbols: str


class WritingOptions(TypedDict, total=False):
    """Keyword arguments of calls of `cpgen.api` that are fields of `WritingRequest`.

    plain: Write the clues alone, without comments, titles or marks; in .sdm as digits, 0 for a blank.
    symbols: Symbols for the digits: single characters, or words separated by blanks.
    """

    plain: bool
    symbols: str
