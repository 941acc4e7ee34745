"""`cpgen calibrate`: fit a grade model to graded puzzles, or to a sample."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cpgen.cli.command import command
from cpgen.cli.inputs import Faults, sources
from cpgen.cli.look_up.grades_command import show_grades
from cpgen.cli.naming import as_text
from cpgen.cli.options import Count, Json, Model, Seed, Symmetry, file_argument, file_option, option
from cpgen.cli.output import show, warn
from cpgen.cli.progress import counting, report_interrupt
from cpgen.errors import CpgenError, InputError
from cpgen.files import write_whole
from cpgen.formats import ReadingRequest
from cpgen.layout import Layout
from cpgen.layout_kinds import read_kind
from cpgen.messages import counted
from cpgen.puzzle import Puzzle
from cpgen.requests.pattern_defaults import default_clues, default_symmetry
from cpgen.requests.series import Series
from cpgen.schema import plain

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.difficulty.fit import Pair
    from cpgen.study.calibration import SampleRequest

Kind = Annotated[
    str,
    option("KIND", "Sample random boards of this kind, as in 'jigsaw 9' or 'pentomino 5', instead of one layout."),
]
StyleName = Annotated[
    str,
    file_option("NAME|FILE", "Sample puzzles with constraints drawn in this style, see `cpgen styles`.", "--style"),
]
MostClues = Annotated[
    int, option("N", "The most clues of a puzzle; by default a fifth more than `generate` gives.", "--clues", least=0)
]
Graded = Annotated[
    list[str] | None, file_option("GRADE=FILE", "A file of puzzles of one grade; repeatable.", "--graded")
]
GradedFiles = Annotated[
    list[str] | None,
    file_argument("[COLLECTION|FILE]...", "Graded puzzles: collections, or files with a `grade`."),
]
Out = Annotated[str, file_option("FILE", "The file for the model, as TOML.", "--out", "-o")]
MORE_CLUES = 1.2
"""Largest number of clues in a sample, as a multiple of what `cpgen generate` gives"""

GradedPuzzle = tuple[str, Puzzle]
"""The name of the grade, empty if none is given, and the puzzle"""


@dataclass(frozen=True)
class SampleOptions:
    """Options for the sample of puzzles that a grade model is fitted to."""

    kind: Kind = ""
    style: StyleName = ""
    count: Count = 1000
    seed: Seed = None
    clues: MostClues = 0
    symmetry: Symmetry = ""

    def request(self, layout: Layout | None) -> tuple[SampleRequest, Layout]:
        """Return the request for the sample, and its first board; raise InputError if the options exclude each other.

        `layout` is the requested board, or None. Without it and without --kind, the sample is on 9×9.
        """
        from cpgen.drawings.style import style_named
        from cpgen.study.calibration import SampleRequest

        if self.kind and layout:
            raise InputError("Give --kind or a layout, not both.")
        kind = read_kind(self.kind) if self.kind else (layout or Layout.boxes(3, 3)).spec
        seed = Series(seed=self.seed).first_seed()
        if self.style:
            if self.clues or self.symmetry:
                raise InputError("--clues and --symmetry are for puzzles that are dug; a style has its own.")
            style_named(self.style)
            request = SampleRequest(kind, self.count, seed, style=self.style)
            return request, next(request.boards())
        request = SampleRequest(kind, self.count, seed, self.clues, self.symmetry)
        # The defaults depend on the side of the board, which all boards of a kind share.
        first = next(request.boards())
        symmetry = self.symmetry or default_symmetry(first)
        clues = self.clues or ceil(MORE_CLUES * default_clues(first, symmetry))
        return replace(request, clues=clues, symmetry=symmetry), first


@command
def calibrate(
    *,
    files: GradedFiles = None,
    graded: Graded = None,
    out: Out = "",
    sample: SampleOptions,
    reading: ReadingRequest,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Fit a grade model to graded puzzles, or to a sample.

    Graded puzzles come from collections, JSON or CSV, or from one file per grade, as in --graded beginner=easy.txt.
    Without them, a sample is made and split by level and steps into the four grades: puzzles that are dug, or puzzles
    with constraints in a style.

    \b
    Example: cpgen calibrate --kind "jigsaw 7" --count 100 --seed 1 --out jigsaw-7.toml
    Example: cpgen calibrate --layout 2x3 --style killer --count 100 --seed 1 --out small-killer.toml
    """
    from cpgen.difficulty import model_named

    base = model_named(model) if model else None
    options = {**plain(reading), "model": model}
    if not files and not graded:
        for fitted in _from_sample(sample, reading.layout_given, base, options):
            _show_model(fitted, out, as_json)
    elif sample == SampleOptions():
        _show_model(_from_graded(files or [], graded or [], reading, base, options), out, as_json)
    else:
        raise InputError("--kind, --style, --count, --seed, --clues and --symmetry are for a sample; leave them out.")


def _from_graded(
    files: list[str],
    grades: list[str],
    reading: ReadingRequest,
    base: GradeModel | None,
    options: Mapping[str, Any],
) -> GradeModel:
    """Fit a grade model to graded puzzles; leave out those that the ladder does not solve, with a warning.

    Args:
        files: Collections and files whose puzzles have a grade.
        grades: Files of one grade each, as GRADE=FILE.
        reading: Options for reading them.
        base: Model whose ladder, threshold and names of grades are used; None for the default of the board.
        options: Values of the command's options, which are stored in the model.
    """
    from cpgen.study.calibration import base_for, model_of_graded, solved

    puzzles = graded_in(files, grades, reading)
    base = base or base_for(puzzles[0][1].layout, "")
    kept = solved(puzzles, base.ladder)
    if left := len(puzzles) - len(kept):
        warn(f"left out {counted(left, 'puzzle')} that the ladder does not solve.")
    return model_of_graded(base, kept, _command_line({**options, "graded": grades}, files))


def _from_sample(
    options: SampleOptions, layout: Layout | None, base: GradeModel | None, others: Mapping[str, Any]
) -> Iterator[GradeModel]:
    """Yield the grade model fitted to a sample or, after Ctrl-C, to the part made so far, unless that is too small.

    Args:
        options: Options of the sample.
        layout: Requested layout, or None.
        base: Model whose ladder, threshold and names of grades are used; None for the default of the board.
        others: Values of the command's other options, which are stored in the model.
    """
    from cpgen.study.calibration import base_for, model_of_sample
    from cpgen.study.calibration import sample as draw_sample

    request, first = options.request(layout)
    base = base or base_for(first, options.style)
    pairs: list[Pair] = []

    def model() -> GradeModel:
        # The stored command makes just this part of the sample again: the same seed, and the number of puzzles so far.
        sample = replace(request, count=len(pairs))
        line = _command_line({**others, **asdict(options), "count": sample.count, "seed": sample.seed})
        return model_of_sample(base, sample, pairs, line)

    with report_interrupt(lambda: f" with {len(pairs)} of {request.count} puzzles"):
        try:
            pairs.extend(counting(draw_sample(request, base.ladder)))
        except KeyboardInterrupt:
            with suppress(InputError):  # too few
                yield model()
            raise
        yield model()


def _command_line(options: Mapping[str, Any], files: Sequence[str] = ()) -> str:
    """Return the command, without --out, with which a model can be fitted again; it is stored in the model."""
    words = ["cpgen", "calibrate", *files]
    for name, value in options.items():
        for item in value if isinstance(value, list) else [value]:
            if item not in (None, "", False, 0):
                words += [f"--{name}"] if item is True else [f"--{name}", str(item)]
    return shlex.join(words)


def _show_model(model: GradeModel, out: str, as_json: bool) -> None:
    """Write the model to the file and show its grades, or print the model."""
    from cpgen.difficulty.model_files import read_model, written_model

    text = written_model(model)
    # Read back, so that the grades that are shown are those that the file gives.
    read = read_model(Path(out).stem or model.name, text)
    if out:
        write_whole(out, text.encode())
    if out or as_json:
        show_grades([read], as_json)
    else:
        show(text.rstrip())


def graded_in(files: list[str], one_grade: list[str], reading: ReadingRequest) -> list[GradedPuzzle]:
    """Return the graded puzzles of collections and files, and those of files given as GRADE=FILE.

    Invalid puzzles, and the number of puzzles without a grade, are reported on standard error.

    Raises:
        InputError: No graded puzzle is left.
    """
    puzzles = [one for file in files for one in _graded(file, reading)]
    for word in one_grade:
        name, equals, file = word.partition("=")
        if not (name.strip() and equals and file):
            raise InputError(f"{word!r} is not GRADE=FILE, as in beginner=easy.txt.")
        puzzles += [(as_text(name), puzzle) for _, puzzle in _graded(file, reading)]
    graded = [one for one in puzzles if one[0]]
    if not graded:
        raise InputError(
            "No puzzle has a grade. JSON and CSV have it in `grade`; give a file of one grade as in --graded "
            "beginner=easy.txt."
        )
    if left := len(puzzles) - len(graded):
        warn(f"left out {counted(left, 'puzzle')} without a grade.")
    return graded


def _graded(file: str, reading: ReadingRequest) -> Iterator[GradedPuzzle]:
    """Yield the puzzles of a file or collection with their grades; report those that cannot be read.

    If `reading` names a layout, puzzles on other layouts are skipped: a collection may have several.
    """
    layout = reading.layout_given
    with Faults() as faults:
        for source in sources([file], reading):
            try:
                entry = source.entry(reading)
            except CpgenError as error:
                faults.add(error)
            else:
                if layout in (None, entry.puzzle.layout):
                    yield entry.grade, entry.puzzle
