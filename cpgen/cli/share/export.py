"""`cpgen export`: puzzles as a page to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import Html, Language
from cpgen.cli.progress import note
from cpgen.errors import InputError, counted
from cpgen.errors import shown as shortened

if TYPE_CHECKING:
    from cpgen.web.play import Walkthrough


@command
def export(*, given: PuzzleOptions, html: Html = "", lang: Language = "en") -> None:
    """Export puzzles as a web page to play them, with hints.

    The page works offline, from a file.

    \b
    Example: cpgen export ......3231...... --html play.html
    """
    from cpgen.web.play import page_of, walkthrough_of

    api.words_of(lang)
    require_html(html)
    walkthroughs: list[Walkthrough] = []
    left_out = given.each(lambda state: walkthroughs.append(walkthrough_of(state.puzzle)))
    if walkthroughs:
        api.write_whole(html, page_of(walkthroughs, lang).encode())
        note(f"Wrote {html}: {counted(len(walkthroughs), 'puzzle')}.")
    if left_out:
        raise typer.Exit(left_out)


def require_html(file: str) -> None:
    """Raises InputError for a file that is no web page."""
    if not file.lower().endswith((".html", ".htm")):
        problem = f"{shortened(file)} is not a web page" if file else "The name of the web page is missing"
        raise InputError(f"{problem}; give one, as in --html play.html.")
