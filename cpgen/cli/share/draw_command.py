"""`cpgen draw`: draw a board as SVG or PNG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import GradingOptions, Solution, file_option, flag, option
from cpgen.cli.output import STANDARD, note, show
from cpgen.errors import InputError
from cpgen.files import write_whole
from cpgen.render.render_requests import PictureRequest
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.formats import Entry
    from cpgen.render.picture import Scene
    from cpgen.render.picture_shapes import Picture

Candidates = Annotated[bool, flag("Show the candidates of the open cells.", "--candidates")]
Step = Annotated[int, option("N", "Show round N of `cpgen explain`.", least=0, show_default=False)]
Out = Annotated[str, file_option("FILE", "The picture, .svg or .png; - for SVG on a pipe.", "--out", "-o")]
PictureOut = Annotated[str, file_option("FILE", "Write a picture, .svg or .png; - for SVG on a pipe.", "--out", "-o")]


def picture_type(out: str) -> str:
    """Return `svg` or `png`, by the file extension; raise InputError for another extension."""
    kind = "svg" if out == STANDARD else Path(out).suffix.lower().removeprefix(".")
    if kind not in ("svg", "png"):
        raise InputError(f"Unknown file extension in {out!r}; a picture is .svg or .png.")
    return kind


@dataclass(frozen=True)
class SceneOptions:
    """Options for what a picture shows besides the clues: candidates, the solution, or a round."""

    candidates: Candidates = False
    solution: Solution = False
    step: Step = 0

    def on(self, state: State, grades: GradeModel) -> Scene:
        """Return the scene to draw of a state; raise InputError if the options exclude each other.

        `grades` has the ladder whose round is drawn.
        """
        return api.scene_of(state, grades, self.candidates, self.solution, self.step)


@command
def draw(
    *,
    inputs: PuzzleOptions,
    out: Out = STANDARD,
    request: PictureRequest,
    scene: SceneOptions,
    grading: GradingOptions,
) -> None:
    """Draw a board as SVG or PNG.

    Placed digits and noted candidates are drawn, too, if there are any. Several puzzles are drawn into numbered files,
    as in board-1.svg.

    \b
    Example: cpgen draw ......3231...... -o board.svg
    """
    from cpgen.render.picture import picture_of

    picture_type(out)
    entries: list[Entry] = []
    left_out = inputs.each(lambda _, entry: entries.append(entry))
    for name, entry in zip(numbered(out, len(entries)), entries, strict=True):
        shown = replace(scene.on(entry.state, grading.on(entry.state.layout)), cosmetics=entry.cosmetics)
        picture = picture_of(shown, request.look(entry.state.layout.size, entry.symbols))
        write_picture(picture, name, request.theme, request.width)
    if left_out:
        raise click.exceptions.Exit(left_out)


def numbered(out: str, count: int) -> list[str]:
    """Return the name of a file for each of `count` pictures; raise InputError if several would go to one stream.

    >>> numbered("board.svg", 2)
    ['board-1.svg', 'board-2.svg']
    """
    if count <= 1:
        return [out] * count
    if out == STANDARD:
        raise InputError("There are several puzzles, and standard output takes one picture; give --out FILE.")
    path, width = Path(out), len(str(count))
    return [str(path.with_name(f"{path.stem}-{number:0{width}}{path.suffix}")) for number in range(1, count + 1)]


def write_picture(picture: Picture, out: str, theme: str = "auto", width: int = 0) -> None:
    """Write a picture to a file, or as SVG to standard output (-); theme and width are those of `PictureRequest`."""
    from cpgen.render.svg import png_of, svg_of

    content = (svg_of if picture_type(out) == "svg" else png_of)(picture, theme, width)
    if out == STANDARD:
        show(str(content).rstrip())
    else:
        write_whole(out, content.encode() if isinstance(content, str) else content)
        note(f"Wrote {out}.")
