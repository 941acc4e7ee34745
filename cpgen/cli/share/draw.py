"""`cpgen draw`: a picture of a board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.command import command
from cpgen.cli.drawing import Symbols
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.naming import grades_of
from cpgen.cli.options import Coloured, Model, Solution, Title, option
from cpgen.cli.output import STANDARD, show
from cpgen.errors import InputError
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.puzzle import Puzzle
    from cpgen.render.picture import Look, Scene
    from cpgen.render.shapes import Picture

Theme = Annotated[str, option("NAME", "light, dark, print (black and grey), or auto: as the viewer's screen.")]


Labels = Annotated[bool, typer.Option("--labels", help="Number rows and columns.")]


Width = Annotated[int, typer.Option(min=0, max=12000, metavar="PIXELS", help="Width of the picture.")]


Candidates = Annotated[bool, typer.Option("--candidates", help="Show the candidates of the open cells.")]


Step = Annotated[int, typer.Option(min=0, metavar="N", help="Show round N of `cpgen explain`.")]


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
        from cpgen.render.svg import require_theme

        kind_of(out)
        require_theme(self.theme)

    def look(self, size: int) -> Look:
        """The look of a board of that size; raises InputError when there are too few symbols."""
        from cpgen.render.picture import Look, read_symbols

        return Look(read_symbols(self.symbols, size), self.coloured, self.labels, self.title)

    def write(self, picture: Picture, out: str) -> None:
        """Writes the picture to the file, or its SVG to standard output."""
        from cpgen.files import write_whole
        from cpgen.render.svg import png_of, svg_of

        if out == STANDARD:
            show(svg_of(picture, self.theme, self.width).rstrip())
        elif kind_of(out) == "svg":
            write_whole(out, svg_of(picture, self.theme, self.width).encode())
        else:
            write_whole(out, png_of(picture, self.theme, self.width))


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

    def on(self, puzzle: Puzzle, grades: GradeModel) -> Scene:
        """The puzzle with it; raises InputError when the options exclude each other."""
        from cpgen import api
        from cpgen.render.explanation import open_candidates
        from cpgen.render.picture import Scene

        if sum((self.candidates, self.solution, self.step > 0)) > 1:
            raise InputError("Give only one of --candidates, --solution and --step.")
        if self.step:
            return _step_scene(puzzle, self.step, grades)
        if self.solution:
            return Scene(puzzle.layout, puzzle.clues, api.only_solution(puzzle))
        return Scene(puzzle.layout, puzzle.clues, candidates=open_candidates(puzzle) if self.candidates else {})


def _step_scene(puzzle: Puzzle, step: int, grades: GradeModel) -> Scene:
    from cpgen import api
    from cpgen.render.explanation import scenes_of

    explanation = api.explain(puzzle, grades)
    for one, scene in scenes_of(puzzle, explanation):
        if one.number == step:
            return scene
    raise InputError(f"There is no round {step}; this puzzle takes {len(explanation)} rounds.")


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

    \b
    Example: cpgen draw ......3231...... -o board.svg
    """
    from cpgen.render.picture import picture_of

    picture.require_kind(out)
    puzzle = given.only
    drawn = picture_of(scene.on(puzzle, grades_of(model, puzzle.layout)), picture.look(puzzle.layout.size))
    picture.write(drawn, out)
