"""`cpgen calibrate`: a grade model from graded puzzles, or from a sample."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path
from typing import Annotated, Any

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import sources
from cpgen.cli.look_up.grades import show_grades
from cpgen.cli.options import Count, Json, Model, Seed, Symmetry, argument, option
from cpgen.cli.output import show, warn
from cpgen.cli.progress import counting, report_interrupt
from cpgen.errors import InputError, counted
from cpgen.library import layout_named
from cpgen.schema import plain

Kind = Annotated[
    str,
    option("KIND", "Sample random boards of this kind, as in 'jigsaw 9' or 'pentomino 5', instead of one layout."),
]
MostClues = Annotated[
    int, option("N", "The most clues of a puzzle; by default a fifth more than `generate` gives.", "--clues", least=0)
]
Graded = Annotated[list[str] | None, option("GRADE=FILE", "A file of puzzles of one grade; repeatable.", "--graded")]
GradedFiles = Annotated[
    list[str] | None,
    argument("[STORE|FILE]...", "Graded puzzles: collections, or files with a `grade`."),
]
Out = Annotated[str, option("FILE", "The file for the model, as TOML.", "--out", "-o")]
MORE_CLUES = 1.2
"""How many more clues the puzzles of a sample may have than `cpgen generate` gives"""


@dataclass(frozen=True)
class SampleOptions:
    """A sample of puzzles to draw."""

    kind: Kind = ""
    count: Count = 1000
    seed: Seed = None
    clues: MostClues = 0
    symmetry: Symmetry = ""

    def request(self, layout: api.Layout | None) -> tuple[api.SampleRequest, api.Layout]:
        """The request for the sample, and its first board; raises InputError for both a kind and a layout."""
        if self.kind and layout:
            raise InputError("Give --kind or a layout, not both.")
        kind = api.read_kind(self.kind) if self.kind else (layout or layout_named("3x3")).spec
        request = api.SampleRequest(
            kind, self.count, api.Series(seed=self.seed).first_seed(), self.clues, self.symmetry
        )
        first = next(request.boards())
        symmetry = self.symmetry or api.default_symmetry(first)
        clues = self.clues or ceil(MORE_CLUES * api.default_clues(first, symmetry))
        return replace(request, clues=clues, symmetry=symmetry), first


@command
def calibrate(
    *,
    files: GradedFiles = None,
    graded: Graded = None,
    out: Out = "",
    sample: SampleOptions,
    reading: api.ReadingRequest,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Fit a grade model to graded puzzles, or to a sample.

    Graded puzzles come from collections, from JSON or CSV, or from one file a grade, as in --graded beginner=easy.txt.
    Without them, a sample is drawn and split by level and steps into the four grades.

    \b
    Example: cpgen calibrate --kind "jigsaw 7" --count 100 --seed 1 --out jigsaw-7.toml
    """
    base = api.model_named(model) if model else None
    options = {**plain(reading), "model": model}
    if not files and not graded:
        for fitted in _from_sample(sample, reading.layout_given, base, options):
            _show_model(fitted, out, as_json)
    elif sample == SampleOptions():
        _show_model(_from_graded(files or [], graded or [], reading, base, options), out, as_json)
    else:
        raise InputError("--kind, --count, --seed, --clues and --symmetry are for a sample; leave them out.")


def _from_graded(
    files: list[str],
    grades: list[str],
    reading: api.ReadingRequest,
    base: api.GradeModel | None,
    options: Mapping[str, Any],
) -> api.GradeModel:
    """The model of graded puzzles; those that the ladder does not solve are left out with a warning."""
    puzzles = graded_in(files, grades, reading)
    base = base or api.model_for(puzzles[0][1].layout)
    kept = api.solved(puzzles, base.ladder)
    if left := len(puzzles) - len(kept):
        warn(f"left out {counted(left, 'puzzle')} that the ladder does not solve.")
    return api.model_of_graded(base, kept, _command_line({**options, "graded": grades}, files))


def _from_sample(
    options: SampleOptions, layout: api.Layout | None, base: api.GradeModel | None, others: Mapping[str, Any]
) -> Iterator[api.GradeModel]:
    """The model of a sample, or, on Ctrl-C, of the part drawn so far, unless that is too small."""
    request, first = options.request(layout)
    base = base or api.model_for(first)
    pairs: list[api.Pair] = []

    def model() -> api.GradeModel:
        drawn = replace(request, count=len(pairs))
        line = _command_line({**others, **asdict(options), "count": drawn.count, "seed": drawn.seed})
        return api.model_of_sample(base, drawn, pairs, line)

    with report_interrupt(lambda: f" with {len(pairs)} of {request.count} puzzles"):
        try:
            pairs.extend(counting(api.draw_sample(request, base.ladder)))
        except KeyboardInterrupt:
            with suppress(InputError):  # too few
                yield model()
            raise
        yield model()


def _command_line(options: Mapping[str, Any], files: Sequence[str] = ()) -> str:
    """The command that fits the same model, without --out."""
    words = ["cpgen", "calibrate", *files]
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one not in (None, "", False, 0):
                words += [f"--{name}"] if one is True else [f"--{name}", str(one)]
    return shlex.join(words)


def _show_model(model: api.GradeModel, out: str, as_json: bool) -> None:
    """Writes the model to the file and shows its grades, or writes it to standard output."""
    text = api.written_model(model)
    read = api.read_model(Path(out).stem or model.name, text)
    if out:
        api.write_whole(out, text.encode())
    if out or as_json:
        show_grades([read], as_json)
    else:
        show(text.rstrip())


SQLITE = b"SQLite format 3\0"


GradedPuzzle = tuple[str, api.Puzzle]
"""The name of the grade, empty where none is given, and the puzzle"""


def graded_in(files: list[str], one_grade: list[str], reading: api.ReadingRequest) -> list[GradedPuzzle]:
    """The graded puzzles of collections and files, and those of files given as GRADE=FILE.

    Invalid puzzles are reported on standard error, and how many have no grade. Raises InputError when none is left.
    """
    found = [one for file in files for one in (_in_store if _is_store(file) else _in_text)(file, reading)]
    for word in one_grade:
        name, equals, file = word.partition("=")
        if not (name.strip() and equals and file):
            raise InputError(f"{word!r} is not GRADE=FILE, as in beginner=easy.txt.")
        found += [(name, puzzle) for _, puzzle in _in_text(file, reading)]
    graded = [one for one in found if one[0]]
    if not graded:
        raise InputError(
            "No puzzle has a grade. JSON and CSV have it in `grade`; give a file of one grade as in --graded "
            "beginner=easy.txt."
        )
    if left := len(found) - len(graded):
        warn(f"left out {counted(left, 'puzzle')} without a grade.")
    return graded


def _is_store(file: str) -> bool:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(len(SQLITE)) == SQLITE
    except (OSError, ValueError):  # reading it as text reports what is wrong
        return False


def _in_store(file: str, reading: api.ReadingRequest) -> Iterator[GradedPuzzle]:
    layout = reading.layout_given
    boards: dict[str, api.Layout] = {}
    with api.Store(file, create=False) as store:
        for record in store.records(api.Filter(layout=layout) if layout else api.Filter()):
            board = boards.setdefault(record.layout, layout or api.Layout.parse(record.layout))
            yield record.grade, api.Puzzle.parse(record.puzzle, board)


def _in_text(file: str, reading: api.ReadingRequest) -> Iterator[GradedPuzzle]:
    for source in sources([file], reading.layout_given):
        try:
            entry = source.entry(reading)
            yield entry.grade, entry.puzzle
        except InputError as error:
            warn(error)
