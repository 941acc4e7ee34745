"""`cpgen draw`: a picture of a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import Coloured, Model, Solution, Symbols, Title, option
from cpgen.cli.output import STANDARD, show
from cpgen.cli.progress import note
from cpgen.errors import InputError, counted

Theme = Annotated[str, option("NAME", "light, dark, print (black and grey), or auto: as the viewer's screen.")]


Labels = Annotated[bool, typer.Option("--labels", help="Number rows and columns.")]


Width = Annotated[
    int, typer.Option(min=0, max=12000, metavar="PIXELS", help="Width of the picture.", show_default=False)
]


Candidates = Annotated[bool, typer.Option("--candidates", help="Show the candidates of the open cells.")]


Step = Annotated[int, typer.Option(min=0, metavar="N", help="Show round N of `cpgen explain`.", show_default=False)]


@dataclass(frozen=True)
class PictureOptions:
    """The look of a picture."""

    title: Title = ""
    theme: Theme = "auto"
    coloured: Coloured = False
    labels: Labels = False
    symbols: Symbols = ""
    width: Width = 0

    def require_kind(self, out: str) -> None:
        """Raises InputError for a file that is no picture, or an unknown theme."""
        kind_of(out)
        api.require_theme(self.theme)

    def look(self, size: int) -> api.Look:
        """The look of a board of that size; raises InputError when there are too few symbols."""
        return api.Look(api.read_symbols(self.symbols, size), self.coloured, self.labels, self.title)

    def write(self, picture: api.Picture, out: str) -> None:
        """Writes the picture to the file, or its SVG to standard output."""
        if out == STANDARD:
            show(api.svg_of(picture, self.theme, self.width).rstrip())
        elif kind_of(out) == "svg":
            api.write_whole(out, api.svg_of(picture, self.theme, self.width).encode())
        else:
            api.write_whole(out, api.png_of(picture, self.theme, self.width))
        if out != STANDARD:
            note(f"Wrote {out}.")


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


Out = Annotated[str, option("FILE", "The picture, .svg or .png; - for SVG on a pipe.", "--out", "-o")]


@command
def draw(
    *,
    given: PuzzleOptions,
    out: Out = STANDARD,
    picture: PictureOptions,
    scene: SceneOptions,
    model: Model = None,
) -> None:
    """Draw a board as SVG or PNG.

    Digits placed and candidates noted are drawn, too, if there are any.

    \b
    Example: cpgen draw ......3231...... -o board.svg
    """
    picture.require_kind(out)
    state = given.only
    drawn = api.picture_of(scene.on(state, api.as_model(model, state.layout)), picture.look(state.layout.size))
    picture.write(drawn, out)
