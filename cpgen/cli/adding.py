"""`cpgen collection add` and `import`: puzzles of others taken into a store, each once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.filtering import StoreFile
from cpgen.cli.naming import model_told
from cpgen.cli.options import Json, LayoutOptions, Model, OracleName
from cpgen.cli.watch import counted
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.collection.importing import Tally
    from cpgen.formats import Piece

LIMIT = 60.0
"""Seconds for the proof that a puzzle has one solution"""
Unchecked = Annotated[bool, typer.Option("--unchecked", help="Do not find out whether every clue is needed.")]
Words = Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="Puzzles of any format that fits a word.")]
Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Files of any format; - for standard input.")]


@dataclass(frozen=True)
class TakingOptions:
    """How puzzles are read, proven and rated on the way into a store."""

    board: LayoutOptions
    model: Model = None
    oracle: OracleName = "bitset"
    unchecked: Unchecked = False

    def take(self, store: str, name: str, pieces: Iterable[Piece]) -> Tally:
        """Takes what the pieces of a text spell; what is wrong is named and left out."""
        from cpgen.collection.importing import Importer
        from cpgen.collection.store import Store
        from cpgen.oracles import open_oracle

        def tell(number: int, error: Exception) -> None:
            typer.echo(f"cpgen: {name}{f', line {number}' if number else ''}: {error}", err=True)

        layout, solver = self.board.layout, open_oracle(self.oracle, LIMIT)
        with Store(store) as opened:
            importer = Importer(opened, solver, model_told(self.model), name, not self.unchecked, tell)
            return importer.take(counted(pieces, "puzzles"), layout)


@command
def add(*, store: StoreFile, puzzles: Words, taking: TakingOptions, as_json: Json = False) -> None:
    """Add puzzles, rated on the way, each once.

    One that is there already, turned or renamed, is not added again.

    \b
    Example: cpgen collection add set.db 1.....3..2.....4
    """
    from cpgen.formats.reading import Piece, reader_of

    pieces = [Piece(0, puzzle, reader_of(puzzle)) for puzzle in puzzles]
    _tell_tally(taking.take(store, "the command line", pieces), as_json)


@command
def import_(*, store: StoreFile, files: Files, taking: TakingOptions, as_json: Json = False) -> None:
    """Take in files of others, each puzzle once, rated on the way.

    Puzzles have one solution; what is wrong is named and left out.

    \b
    Example: cpgen collection import set.db puzzles.sdm
    """
    from cpgen.cli.inputs import opened
    from cpgen.collection.importing import Tally
    from cpgen.formats import pieces

    layout, whole = taking.board.layout, Tally()
    for file in files:
        with opened(file) as (name, stream):
            whole += taking.take(store, name, pieces(stream, layout))
    _tell_tally(whole, as_json)


def _tell_tally(tally: Tally, as_json: bool) -> None:
    from cpgen.cli import shown

    if as_json:
        shown.tell_json(asdict(tally))
    else:
        typer.echo(f"{tally.new} new, {tally.repeats} there already, {tally.refused} refused")
    if tally.refused:
        raise typer.Exit(InputError.exit_code)
