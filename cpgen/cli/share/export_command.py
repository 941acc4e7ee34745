"""`cpgen export`: write a web page on which to play puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import Html, Language
from cpgen.cli.output import note
from cpgen.errors import InputError
from cpgen.files import write_whole
from cpgen.messages import counted
from cpgen.messages import shown as shortened
from cpgen.translations import words_of

if TYPE_CHECKING:
    from cpgen.web.records.play_answers import ExerciseRecord, Walkthrough


@command
def export(*, inputs: PuzzleOptions, html: Html = "", lang: Language = "en") -> None:
    """Export puzzles as a web page to play them, with hints.

    The page is a single file that works offline.

    \b
    Example: cpgen export ......3231...... --html play.html
    """
    from cpgen.web.play import page_of, walkthrough_of

    words_of(lang)
    require_html(html)
    walkthroughs: list[Walkthrough | ExerciseRecord] = []
    left_out = inputs.each(lambda _, entry: walkthroughs.append(walkthrough_of(entry)))
    if walkthroughs:
        write_whole(html, page_of(walkthroughs, lang).encode())
        note(f"Wrote {html}: {counted(len(walkthroughs), 'puzzle')}.")
    if left_out:
        raise click.exceptions.Exit(left_out)


def require_html(file: str) -> None:
    """Raise InputError unless the file name ends in .html or .htm."""
    if not file.lower().endswith((".html", ".htm")):
        problem = f"{shortened(file)} is not a web page" if file else "The name of the web page is missing"
        raise InputError(f"{problem}; give one, as in --html play.html.")
