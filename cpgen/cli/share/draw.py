"""`cpgen draw`: a picture of a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import GradingOptions, Solution, option
from cpgen.cli.output import STANDARD, show
from cpgen.cli.progress import note
from cpgen.errors import InputError, counted

Candidates = Annotated[bool, typer.Option("--candidates", help="Show the candidates of the open cells.")]
Step = Annotated[int, typer.Option(min=0, metavar="N", help="Show round N of `cpgen explain`.", show_default=False)]
Out = Annotated[str, option("FILE", "The picture, .svg or .png; - for SVG on a pipe.", "--out", "-o")]
PictureOut = Annotated[str, option("FILE", "Write a picture, .svg or .png; - for SVG on a pipe.", "--out", "-o")]


def kind_of(out: str) -> str:
    """`svg` or `png`, by the file extension; raises InputError for another extension."""
    kind = "svg" if out == STANDARD else Path(out).suffix.lower().removeprefix(".")
    if kind not in ("svg", "png"):
        raise InputError(f"Unknown file extension in {out!r}; a picture is .svg or .png.")
    return kind


@dataclass(frozen=True)
class SceneOptions:
    """What the board shows besides its clues."""

    candidates: Candidates = False
    solution: Solution = False
    step: Step = 0

    def on(self, state: api.State, grades: api.GradeModel) -> api.Scene:
        """The puzzle with it; raises InputError when the options exclude each other."""
        if sum((self.candidates, self.solution, self.step > 0)) > 1:
            raise InputError("Give only one of --candidates, --solution and --step.")
        if self.step:
            return _step_scene(state, self.step, grades)
        if self.solution:
            return api.Scene(state.layout, state.puzzle.clues, api.only_solution(state.puzzle))
        scene = api.Scene.of(state)
        return replace(scene, candidates=api.open_candidates(state)) if self.candidates else scene


def _step_scene(state: api.State, step: int, grades: api.GradeModel) -> api.Scene:

    explanation = api.explain(state, grades)
    for one, scene in api.scenes_of(state, explanation):
        if one.number == step:
            return scene
    raise InputError(f"There is no round {step}; this puzzle takes {counted(len(explanation), 'round')}.")


@command
def draw(
    *,
    given: PuzzleOptions,
    out: Out = STANDARD,
    request: api.PictureRequest,
    scene: SceneOptions,
    grading: GradingOptions,
) -> None:
    """Draw a board as SVG or PNG.

    Digits placed and candidates noted are drawn, too, if there are any.

    \b
    Example: cpgen draw ......3231...... -o board.svg
    """
    kind_of(out)
    state = given.only
    picture = api.picture_of(scene.on(state, grading.on(state.layout)), request.look(state.layout.size))
    write_picture(picture, out, request.theme, request.width)


def write_picture(picture: api.Picture, out: str, theme: str = "auto", width: int = 0) -> None:
    """Writes a picture to a file, or as SVG to standard output (-)."""
    drawn = (api.svg_of if kind_of(out) == "svg" else api.png_of)(picture, theme, width)
    if out == STANDARD:
        show(str(drawn).rstrip())
    else:
        api.write_whole(out, drawn.encode() if isinstance(drawn, str) else drawn)
        note(f"Wrote {out}.")
