"""`cpgen calibrate`: a grade model from graded puzzles, or from a sample."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.command import command
from cpgen.cli.inputs import sources
from cpgen.cli.naming import model_told
from cpgen.cli.options import Count, Json, LayoutOptions, Model, Seed, Symmetry, option
from cpgen.cli.output import show, warn
from cpgen.cli.progress import counting, report_interrupt
from cpgen.errors import InputError, counted
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.difficulty.fit import Pair
    from cpgen.layout import Layout
    from cpgen.study.calibration import SampleRequest

Kind = Annotated[
    str,
    option("KIND", "Sample random boards of this kind, as 'jigsaw 9' or 'pentomino 5', in place of one layout."),
]


MostClues = Annotated[
    int, option("N", "The most clues of a puzzle; usually a fifth more than `generate` gives.", "--clues", min=0)
]


Graded = Annotated[list[str] | None, option("GRADE=FILE", "A file of puzzles of one grade; repeatable.", "--graded")]


GradedFiles = Annotated[
    list[str] | None,
    typer.Argument(metavar="[STORE|FILE]...", help="Graded puzzles: collections, or files that tell a `grade`."),
]


Out = Annotated[str, option("FILE", "Where the model goes, as TOML.", "--out", "-o")]


MORE_CLUES = 1.2
"""How many more clues the puzzles of a sample may have than `cpgen generate` gives"""


@dataclass(frozen=True)
class SampleOptions:
    """The options that tell a sample."""

    kind: Kind = ""
    count: Count = 1000
    seed: Seed = None
    clues: MostClues = 0
    symmetry: Symmetry = ""


@command
def calibrate(
    *,
    files: GradedFiles = None,
    graded: Graded = None,
    out: Out = "",
    asked: SampleOptions,
    board: LayoutOptions,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Fit a grade model to graded puzzles, or to a sample.

    Graded are the puzzles of a collection, of JSON or CSV, or of one file a grade, as in --graded beginner=easy.txt. A
    sample, drawn where none are given, is split by level and steps into the four grades.

    \b
    Example: cpgen calibrate --kind "jigsaw 7" --count 100 --seed 1 --out jigsaw-7.toml
    """
    base = model_told(model)
    told = {**asdict(board), "model": model}
    if not files and not graded:
        _from_sample(asked, board.layout, base, told, out, as_json)
        return
    if asked != SampleOptions():
        raise InputError("Graded puzzles need no sample: leave out --kind, --count, --seed, --clues and --symmetry.")
    _tell(_from_graded(files or [], graded or [], board.layout, base, told), out, as_json)


def _from_graded(
    files: list[str], grades: list[str], layout: Layout | None, base: GradeModel | None, told: Mapping[str, Any]
) -> GradeModel:
    """The model of graded puzzles, after what was left out of them is told."""
    from cpgen.difficulty import model_for
    from cpgen.study.calibration import model_of_graded, solved

    puzzles = graded_in(files, grades, layout)
    base = base or model_for(puzzles[0][1].layout)
    kept = solved(puzzles, base.ladder)
    if left := len(puzzles) - len(kept):
        warn(f"{counted(left, 'puzzle')} that the ladder does not solve left out.")
    command = _command_line({**told, "graded": grades}, files)
    return model_of_graded(base, kept, command)


def _from_sample(
    asked: SampleOptions,
    layout: Layout | None,
    base: GradeModel | None,
    told: Mapping[str, Any],
    out: str,
    as_json: bool,
) -> None:
    """Tells the model of a sample, or of as much of it as was drawn when Ctrl-C came."""
    from cpgen.difficulty import model_for
    from cpgen.study.calibration import model_of_sample, sample

    request, first = _request(asked, layout)
    base = base or model_for(first)
    pairs: list[Pair] = []

    def tell() -> None:
        drawn = replace(request, count=len(pairs))
        options = {**told, **asdict(asked), "count": drawn.count, "seed": drawn.seed}
        _tell(model_of_sample(base, drawn, pairs, _command_line(options)), out, as_json)

    with report_interrupt(lambda: f" with {len(pairs)} of {request.count} puzzles"):
        try:
            pairs.extend(counting(sample(request, base.ladder), "puzzles"))
        except KeyboardInterrupt:
            with suppress(InputError):  # too few
                tell()
            raise
        tell()


def _request(asked: SampleOptions, layout: Layout | None) -> tuple[SampleRequest, Layout]:
    """The sample that the options tell, and its first board."""
    from cpgen import api
    from cpgen.layout import Layout, read_kind
    from cpgen.study.calibration import SampleRequest

    if asked.kind and layout:
        raise InputError("Give a kind or a layout, not both.")
    kind = read_kind(asked.kind) if asked.kind else (layout or Layout.named("3x3")).spec
    seed = api.usable_seed(asked.seed)
    request = SampleRequest(kind, asked.count, seed, asked.clues, asked.symmetry)
    first = next(request.boards())
    symmetry = asked.symmetry or api.usual_symmetry(first)
    clues = asked.clues or ceil(MORE_CLUES * api.usual_clues(first, symmetry))
    return replace(request, clues=clues, symmetry=symmetry), first


def _command_line(options: Mapping[str, Any], files: Sequence[str] = ()) -> str:
    """The command that makes the model again, but for where it goes."""
    words = ["cpgen", "calibrate", *files]
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one not in (None, "", False, 0):
                words += [f"--{name}"] if one is True else [f"--{name}", str(one)]
    return shlex.join(words)


def _tell(model: GradeModel, out: str, as_json: bool) -> None:
    """Writes the model into the file and shows its grades, or writes it to standard output."""
    from cpgen.cli.look_up.grades import show_grades
    from cpgen.difficulty import read_model
    from cpgen.difficulty.file import written_model
    from cpgen.render.files import write_whole

    text = written_model(model)
    read = read_model(Path(out).stem or model.name, text)
    if out:
        write_whole(out, text.encode())
    if out or as_json:
        show_grades([read], as_json)
    else:
        show(text.rstrip())


SQLITE = b"SQLite format 3\0"


Named = tuple[str, Puzzle]
"""What the grade is called, empty where nobody says, and the puzzle"""


def graded_in(files: list[str], one_grade: list[str], layout: Layout | None) -> list[Named]:
    """The graded puzzles of collections and files, and those of files given as GRADE=FILE.

    What is no puzzle is named on standard error, and how many have no grade. Raises InputError when none is left.
    """
    found = [one for file in files for one in _in_file(file, layout)]
    for word in one_grade:
        name, equals, file = word.partition("=")
        if not (name.strip() and equals and file):
            raise InputError(f"{word!r} is no grade with its file; write it as in beginner=easy.txt.")
        found += [(name, puzzle) for _, puzzle in _in_text(file, layout)]
    graded = [one for one in found if one[0]]
    if not graded:
        raise InputError(
            "No puzzle has a grade: JSON and CSV tell it as `grade`; a file of one grade is given as "
            "--graded beginner=easy.txt."
        )
    if left := len(found) - len(graded):
        warn(f"{counted(left, 'puzzle')} without a grade left out.")
    return graded


def _in_file(file: str, layout: Layout | None) -> Iterator[Named]:
    return _in_store(file, layout) if _is_store(file) else _in_text(file, layout)


def _is_store(file: str) -> bool:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(len(SQLITE)) == SQLITE
    except (OSError, ValueError):  # reading it as a text says what is wrong
        return False


def _in_store(file: str, layout: Layout | None) -> Iterator[Named]:
    from cpgen.collection.filters import Filter
    from cpgen.collection.store import Store

    boards: dict[str, Layout] = {}
    with Store(file, create=False) as store:
        for record in store.records(Filter(layout=layout)):
            board = boards.setdefault(record.layout, layout or Layout.parse(record.layout))
            yield record.grade, Puzzle.parse(record.puzzle, board)


def _in_text(file: str, layout: Layout | None) -> Iterator[Named]:
    for source in sources([file], layout):
        try:
            entry = source.entry(layout)
            yield entry.grade, entry.puzzle
        except InputError as error:
            warn(error)
