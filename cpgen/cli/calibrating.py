"""`cpgen calibrate`: a grade model from graded puzzles, or from a sample."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, LayoutOptions, Model, not_empty
from cpgen.errors import InputError, counted

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.layout import Layout
    from cpgen.study.calibration import SampleRequest


MORE_CLUES = 1.2
"""How many more clues the puzzles of a sample may have than `cpgen generate` gives"""


@dataclass(frozen=True)
class SampleOptions:
    """The options that tell a sample."""

    kind: Annotated[
        str,
        typer.Option(
            callback=not_empty,
            metavar="KIND",
            help="Sample random boards of this kind, as 'jigsaw 9' or 'pentomino 5', in place of one layout.",
        ),
    ] = ""
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="How many puzzles.")] = 1000
    seed: Annotated[int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same sample.")] = None
    clues: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="The most clues of its puzzles; usually a fifth more than `cpgen generate` gives."
        ),
    ] = None
    symmetry: Annotated[
        str,
        typer.Option(callback=not_empty, metavar="NAME", help="Their symmetry; usually that of `cpgen generate`."),
    ] = ""


@command
def calibrate(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STORE|FILE]...", help="Graded puzzles: collections, or files that tell a `grade`."),
    ] = None,
    grade: Annotated[
        list[str] | None,
        typer.Option("--grade", "-g", metavar="GRADE=FILE", help="A file of puzzles of one grade; repeatable."),
    ] = None,
    out: Annotated[
        str,
        typer.Option("--out", "-o", callback=not_empty, metavar="FILE", help="Where the model goes, as TOML."),
    ] = "",
    asked: SampleOptions,
    board: LayoutOptions,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Fit a grade model to graded puzzles or, where there are none, to a sample that is split by level and steps.

    \b
    Example: cpgen generate -p kamio-a -g expert -n 20 --seed 1 --json | cpgen calibrate - --out mine.toml
    Example: cpgen calibrate --kind "jigsaw 7" --count 200 --seed 1 --out jigsaw-7.toml
    """
    from cpgen import api

    base = api.named_model(model) if model else None
    told = {**asdict(board), "model": model}
    if not files and not grade:
        _from_sample(asked, board.layout, base, told, out, as_json)
        return
    if asked != SampleOptions():
        raise InputError("Graded puzzles need no sample: leave out --kind, --count, --seed, --clues and --symmetry.")
    _tell(_from_graded(files or [], grade or [], board.layout, base, told), out, as_json)


def _from_graded(
    files: list[str], grades: list[str], layout: Layout | None, base: GradeModel | None, told: Mapping[str, Any]
) -> GradeModel:
    """The model of graded puzzles, after what was left out of them is told."""
    from cpgen.cli.graded import graded_in
    from cpgen.difficulty import model_for
    from cpgen.study.calibration import model_of_graded, solved

    puzzles = graded_in(files, grades, layout)
    base = base or model_for(puzzles[0][1].layout)
    kept = solved(puzzles, base.ladder)
    if left := len(puzzles) - len(kept):
        typer.echo(f"cpgen: {counted(left, 'puzzle')} that the ladder does not solve left out.", err=True)
    command = _command_line({**told, "grade": grades}, files)
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
    from cpgen.cli.study_folder import carried_out
    from cpgen.difficulty import model_for
    from cpgen.study.calibration import model_of_sample, sample

    request, first = _request(asked, layout)
    base, pairs = base or model_for(first), []

    def draw(tell: Callable[[str], object]) -> None:
        for pair in sample(request, base.ladder):
            pairs.append(pair)
            tell(f"{len(pairs)} of {request.count} puzzles")

    ended = carried_out(request.count, draw, lambda: f"with {len(pairs)} of {request.count} puzzles", False)
    if pairs:
        drawn = replace(request, count=len(pairs))
        options = {**told, **asdict(asked), "count": drawn.count, "seed": drawn.seed}
        _tell(model_of_sample(base, drawn, pairs, _command_line(options)), out, as_json)
    if not ended:
        raise typer.Exit(130)


def _request(asked: SampleOptions, layout: Layout | None) -> tuple[SampleRequest, Layout]:
    """The sample that the options tell, and its first board."""
    from cpgen import api
    from cpgen.layout import read_kind
    from cpgen.study.calibration import SampleRequest

    if asked.kind and layout:
        raise InputError("Give a kind or a layout, not both.")
    kind = read_kind(asked.kind) if asked.kind else (layout or api.named_layout("3x3")).spec
    seed = api.fresh_seed() if asked.seed is None else asked.seed
    request = SampleRequest(kind, asked.count, seed, asked.clues or 0, asked.symmetry)
    first = next(request.boards())
    symmetry = asked.symmetry or api.usual_symmetry(first)
    clues = asked.clues or ceil(MORE_CLUES * api.usual_clues(first, symmetry))
    return replace(request, clues=clues, symmetry=symmetry), first


def _command_line(options: Mapping[str, Any], files: Sequence[str] = ()) -> str:
    """The command that makes the model again, but for where it goes."""
    words = ["cpgen", "calibrate", *files]
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one not in (None, "", False):
                words += [f"--{name}"] if one is True else [f"--{name}", str(one)]
    return shlex.join(words)


def _tell(model: GradeModel, out: str, as_json: bool) -> None:
    """Writes the model into the file and shows its grades, or writes it to standard output."""
    from cpgen.cli import shown
    from cpgen.cli.listings import grade_rows, show_grades
    from cpgen.difficulty import read_model
    from cpgen.difficulty.writing import written_model
    from cpgen.render.files import write_whole

    text = written_model(model)
    read = read_model(Path(out).stem or model.name, text)
    if out:
        write_whole(out, text.encode())
    if out or as_json:
        show_grades(grade_rows(read), as_json)
    else:
        shown.tell(text.rstrip())
