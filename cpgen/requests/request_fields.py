"""Fields that several requests have in common: their types, bounds and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cpgen.errors import InputError
from cpgen.messages import Message, shown
from cpgen.notation import whole_number
from cpgen.schema import field

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, GradeModel, Span
    from cpgen.oracles import OracleLike
else:  # help and completion only read the fields; they should not wait for the imports of these modules
    Grade = GradeModel = Span = OracleLike = Any

GENERATION_METHODS = ("sample", "zama", "zama-open", "kamio")
REPLACEMENT_METHODS = ("anneal", "zama", "zama-open", "kamio")
METHODS = {"fast": ("sample", "anneal"), "paper": ("kamio", "kamio")}
"""Names of the methods of the generation and the replacement phase that each value of `method` stands for"""
FEWEST = "fewest"
"""Word for the number of clues that asks for as few as can be found"""

MethodName = Annotated[
    str,
    field(
        "fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a "
        "check of the grade at the end.",
        "fast|paper",
        among=tuple(METHODS),
    ),
]
Generation = Annotated[
    str,
    field("How a pattern is filled: sample (the default), zama, zama-open, kamio.", "NAME", among=GENERATION_METHODS),
]
Replacement = Annotated[
    str,
    field(
        "How the filling is repaired: anneal (the default), zama, zama-open, kamio.", "NAME", among=REPLACEMENT_METHODS
    ),
]
GradeField = Annotated[
    Grade,
    field(
        "Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the "
        "layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen "
        "grades`.",
        "GRADE",
        "-g",
        read="cpgen.difficulty:grade_word",
    ),
]
ModelField = Annotated[
    GradeModel,
    field(
        "Grade model: see `cpgen grades`, or a TOML file.", "NAME", read="cpgen.difficulty:model_named", is_file=True
    ),
]
LadderField = Annotated[
    GradeModel,
    field(
        "The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file.",
        "NAME",
        read="cpgen.difficulty:ladder_named",
        is_file=True,
    ),
]
OracleField = Annotated[
    OracleLike, field("The solver to use, see `cpgen oracles`.", "NAME", read="cpgen.oracles:oracle_word")
]
Symmetry = Annotated[
    str,
    field(
        "The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full, none.",
        "NAME",
        among="cpgen.symmetry.square:SYMMETRIES",
    ),
]
SPAN = {
    "read": "cpgen.difficulty:span_of",
    "document": {
        "pattern": r"^ *([0-9]{1,9} *(\.\. *([0-9]{1,9} *)?)?|\.\. *[0-9]{1,9} *)?$",
        "minimum": 0,
        "maximum": 999_999_999,
    },
}
Level = Annotated[Span, field("Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5.", "SPAN", **SPAN)]
Steps = Annotated[Span, field("Number of rounds that solving takes, as in 30.. or 25..30.", "SPAN", **SPAN)]
Score = Annotated[
    Span, field("Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500.", "SPAN", **SPAN)
]
Needs = Annotated[
    tuple[str, ...],
    field("A technique that solving must use, as in xy-wing; repeatable.", "NAME", read=f"{__name__}:rule_names"),
]
Without = Annotated[
    tuple[str, ...], field("A technique that solving must not use; repeatable.", "NAME", read=f"{__name__}:rule_names")
]
Along = Annotated[
    tuple[str, ...],
    field(
        "A run whose digits are in order, by its name, as in 'row 5'; repeatable.",
        "RUN",
        read=f"{__name__}:rule_names",
    ),
]
RegionClues = Annotated[int, field("Minimum number of clues in every region.", "N", least=0)]


class ClueCount(int):
    """Number of clues; −1 stands for the fewest that can be found and prints as `fewest`."""

    @classmethod
    def parse(cls, value: str | int) -> ClueCount:
        """Parse a number, or the word `fewest`; raise InputError for anything else."""
        text = str(value).strip()
        if text.lower() == FEWEST:
            return cls(-1)
        if not text.isdigit():
            raise InputError(Message("no-clues", text=shown(str(value)), fewest=FEWEST))
        return cls(whole_number(text, "a number of clues"))

    @property
    def is_fewest(self) -> bool:
        """True if the fewest clues that can be found are requested."""
        return self < 0

    def __str__(self) -> str:
        return FEWEST if self.is_fewest else int.__repr__(self)


ClueField = Annotated[
    ClueCount, field("The exact number of clues, or the fewest that can be found.", "N|fewest", read=ClueCount.parse)
]


def rule_names(names: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return the names in a sequence, or in a text with commas between them, as a tuple."""
    return tuple(names) if not isinstance(names, str) else tuple(filter(None, map(str.strip, names.split(","))))
