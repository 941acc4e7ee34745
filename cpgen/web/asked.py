"""What can be asked? Every request as a dataclass; the checks and the OpenAPI document both come from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from cpgen.boards.jigsaw import LEAST, MOST
from cpgen.formats import FORMATS
from cpgen.generation.request import GENERATION, REPLACEMENT
from cpgen.notation import MAX_DIGIT
from cpgen.oracles import DEFAULT, ORACLES
from cpgen.render.book import PER_PAGE
from cpgen.render.paper import SIZES
from cpgen.symmetry.square import SYMMETRIES
from cpgen.web.schemas import About
from cpgen.words import LANGUAGES

BODY = 1 << 20
"""Bytes of the largest request"""
MOST_PUZZLES, MOST_PRINTED = 1000, 200
LONGEST_BUDGET = 600.0
EXACT = 2**53 - 1
"""The greatest whole number that JavaScript keeps exactly"""
EXAMPLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."

PRINTED = {
    "svg": {"en": "A picture (SVG)", "ja": "画像（SVG）"},
    "png": {"en": "A picture (PNG)", "ja": "画像（PNG）"},
    "pdf": {"en": "A booklet (PDF)", "ja": "冊子（PDF）"},
    "html": {"en": "A page to play", "ja": "遊べるページ"},
}
"""What puzzles can become besides the formats that are read again"""

Board = Annotated[str, About("The layout: a name, 3x3, latin-5, drawn regions; empty: the usual one.", most=20_000)]
OnePuzzle = Annotated[str, About("The puzzle, in any format.", least=1, most=20_000, example=EXAMPLE)]
ManyPuzzles = Annotated[str, About("Puzzles, in any format.", most=BODY, example=EXAMPLE)]
Objects = Annotated[tuple[Mapping[str, Any], ...], About("Puzzles as objects.", least=1, most=MOST_PUZZLES)]
Language = Annotated[str, About("The language of sentences.", among=LANGUAGES)]
Oracle = Annotated[str, About("Who proves solutions.", among=tuple(ORACLES))]
Model = Annotated[str, About("The grade model; empty: the layout's own.", most=40)]
Seconds = Annotated[float, About("Time in seconds.", least=0.1, most=LONGEST_BUDGET)]
Seed = Annotated[int | None, About("The same seed gives the same; none: a fresh one.", least=0, most=EXACT)]
Symmetry = Annotated[str, About("The symmetry of a random pattern or board.", among=tuple(SYMMETRIES))]
Drawn = Annotated[str, About("The pattern: a name, or x and dots (a digit is fixed); empty: random.", most=20_000)]
GradeName = Annotated[str, About("The grade, in English or Japanese; empty: the usual one.", most=40)]
Digits = Annotated[str, About("What the player entered: n² symbols, dots elsewhere; empty: nothing.", most=20_000)]
Marks = Annotated[tuple[str, ...], About("For each cell, the candidates noted; empty: none.", most=MAX_DIGIT**2)]
FormatName = Annotated[str, About("The format to write.", among=tuple(one.name for one in FORMATS))]
FileKind = Annotated[str, About("What to make.", among=(*(one.name for one in FORMATS), *PRINTED))]
Title = Annotated[str, About("A short text.", most=200)]


@dataclass(frozen=True)
class Nothing:
    """A request that says nothing but its address."""


@dataclass(frozen=True)
class ToRate:
    """A puzzle to be rated."""

    puzzle: OnePuzzle
    layout: Board = ""
    model: Model = ""


@dataclass(frozen=True)
class ToPlay:
    """A puzzle to be played."""

    puzzle: OnePuzzle
    layout: Board = ""


@dataclass(frozen=True)
class ToExplain:
    """A puzzle to be explained."""

    puzzle: OnePuzzle
    layout: Board = ""
    model: Model = ""
    lang: Language = "en"


@dataclass(frozen=True)
class ToHint:
    """A puzzle that somebody is solving, with what is on the board so far."""

    puzzle: OnePuzzle
    layout: Board = ""
    model: Model = ""
    lang: Language = "en"
    digits: Digits = ""
    marks: Marks = ()


@dataclass(frozen=True)
class ToSolve:
    """A puzzle to be solved or checked."""

    puzzle: OnePuzzle
    layout: Board = ""
    oracle: Oracle = DEFAULT
    limit: Annotated[float, About("Seconds for one question.", least=0.1, most=30.0)] = 10.0


@dataclass(frozen=True)
class ToRead:
    """A text with puzzles."""

    text: ManyPuzzles
    layout: Board = ""


@dataclass(frozen=True)
class ToConvert:
    """A text with puzzles, and the format that it is to have."""

    text: ManyPuzzles
    to: FormatName
    layout: Board = ""


@dataclass(frozen=True)
class ToExport:
    """Puzzles that are to become a file."""

    puzzles: Objects
    to: FileKind
    lang: Language = "en"
    title: Title = ""


@dataclass(frozen=True)
class ToPrint:
    """Puzzles that are to become a booklet."""

    puzzles: Annotated[tuple[Mapping[str, Any], ...], About("Puzzles as objects.", least=1, most=MOST_PRINTED)]
    title: Title = ""
    subtitle: Title = ""
    author: Title = ""
    lang: Language = "en"
    per_page: Annotated[int, About(f"Puzzles a page: {', '.join(map(str, PER_PAGE))}.", least=1, most=9)] = 4
    paper_size: Annotated[str, About("The size of the paper.", among=tuple(SIZES))] = "a4"
    hints: Annotated[bool, About("Whether the first rounds are told.")] = False
    qr: Annotated[bool, About("Whether QR codes lead to where the puzzle can be played.")] = True
    colours: Annotated[bool, About("Whether regions have soft colours.")] = False


@dataclass(frozen=True)
class LayoutAsked:
    """A layout to be drawn."""

    spec: Annotated[str, About("The layout: a name, 3x3, latin-5, drawn regions.", least=1, most=20_000, example="3x3")]


@dataclass(frozen=True)
class RandomBoardAsked:
    """A wish for a random board; pentomino boards have side 5."""

    kind: Annotated[str, About("What its regions are.", among=("jigsaw", "pentomino"))] = "jigsaw"
    size: Annotated[int, About("The side of a jigsaw.", least=LEAST, most=MOST)] = 9
    symmetry: Symmetry = "none"
    seed: Seed = None


@dataclass(frozen=True)
class RandomPatternAsked:
    """A wish for a random pattern."""

    clues: Annotated[int, About("How many cells.", least=0, most=MAX_DIGIT**2)]
    size: Annotated[int, About("The side of the board.", least=2, most=MAX_DIGIT)] = 9
    symmetry: Symmetry = "rot180"
    seed: Seed = None


@dataclass(frozen=True)
class Wishes:
    """What the puzzles are to need besides the grade; spans as in 3, 3..5 or 30.., rules apart by commas."""

    level: Annotated[str, About("Levels.", most=40)] = ""
    steps: Annotated[str, About("Steps.", most=40)] = ""
    needs: Annotated[str, About("Rules that solving must need.", most=400)] = ""
    without: Annotated[str, About("Rules that must not be needed.", most=400)] = ""
    typical: Annotated[str, About("Appropriateness above another than the usual 0.7, as in 0.9.", most=40)] = ""


@dataclass(frozen=True)
class Combination(Wishes):
    """A layout, a pattern and a grade, and what is needed besides, that may go together."""

    layout: Board = ""
    pattern: Drawn = ""
    grade: GradeName = ""


@dataclass(frozen=True)
class Way:
    """How puzzles are made; `paper` as Kamio (2022) does, whatever the phases say."""

    generation: Annotated[str, About("How a pattern is filled.", among=GENERATION)] = GENERATION[0]
    replacement: Annotated[str, About("How it is repaired.", among=REPLACEMENT)] = REPLACEMENT[0]
    oracle: Oracle = DEFAULT
    paper: Annotated[bool, About("Whether to make them as the paper does.")] = False


@dataclass(frozen=True)
class ToMake:
    """A job: puzzles to be made. Without a pattern each gets a random one, of `clues` cells (0: the usual number)."""

    layout: Board = ""
    pattern: Drawn = ""
    grade: GradeName = ""
    target: Wishes = Wishes()
    method: Way = Way()
    clues: Annotated[int, About("Clues of a random pattern.", least=0, most=MAX_DIGIT**2)] = 0
    symmetry: Symmetry = "rot180"
    count: Annotated[int, About("How many different puzzles.", least=1, most=MOST_PUZZLES)] = 1
    seed: Seed = None
    budget: Seconds = 60.0
