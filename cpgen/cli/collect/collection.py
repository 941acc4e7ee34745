"""`cpgen collection`: puzzles in a store, each of them once."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.help import group
from cpgen.cli.inputs import opened
from cpgen.cli.options import CountOrAll, Given, GradingOptions, Json, OracleName
from cpgen.cli.output import STANDARD, parquet_file, print_json, show, text_file, warn
from cpgen.cli.progress import counting
from cpgen.cli.share.convert import FormatName, OutFile, note_count, note_written, target_of
from cpgen.errors import InputError, counted, one_of

app = group(
    "Keep puzzles in a store without duplicates.\n\nA puzzle turned or with other digits is the same puzzle.\n\n\b\n"
    "Example: cpgen collection import set.db puzzles.sdm",
)
LIMIT = 60.0
"""Seconds for the proof that a puzzle has one solution"""

StoreFile = Annotated[str, typer.Argument(metavar="STORE", help="The file of the collection.")]
Unchecked = Annotated[bool, typer.Option("--unchecked", help="Skip the check whether every clue is needed.")]
Words = Annotated[
    list[str], typer.Argument(metavar="PUZZLE...", help="Puzzles in any format that fits in one argument.")
]
Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Files in any format; - for standard input.")]


@dataclass(frozen=True)
class TakingOptions:
    """How puzzles are read, checked and rated on the way into a store."""

    reading: api.ReadingRequest
    grading: GradingOptions
    oracle: OracleName = "bitset"
    unchecked: Unchecked = False

    def take(self, store: str, name: str, excerpts: Iterable[api.PuzzleText]) -> api.Tally:
        """Takes the puzzles of a text; invalid ones are reported and left out."""

        def report(number: int, error: Exception) -> None:
            warn(f"{name}{f', line {number}' if number else ''}: {error}")

        solver = api.open_oracle(self.oracle, LIMIT)
        with api.Store(store) as opened:
            importer = api.Importer(opened, solver, self.grading.chosen, name, not self.unchecked, report)
            return importer.take(counting(excerpts), self.reading)


@app.command("add", rich_help_panel="Add")
@command
def add(*, store: StoreFile, puzzles: Words, taking: TakingOptions, as_json: Json = False) -> None:
    """Rate puzzles and add them, each once.

    A puzzle that is there already, also turned or with other digits, is not added again.

    \b
    Example: cpgen collection add set.db 1.....3..2.....4
    """
    excerpts = [api.PuzzleText(0, puzzle, api.reader_of(puzzle)) for puzzle in puzzles]
    _show_tally(taking.take(store, "the command line", excerpts), as_json)


@app.command("import", rich_help_panel="Add")
@command
def import_(*, store: StoreFile, files: Files, taking: TakingOptions, as_json: Json = False) -> None:
    """Import files of puzzles: rate them and add each once.

    Puzzles without a unique solution are reported and left out.

    \b
    Example: cpgen collection import set.db puzzles.sdm
    """
    whole = api.Tally()
    for file in files:
        with opened(file) as (name, stream):
            whole += taking.take(store, name, api.puzzle_texts(stream, taking.reading.layout_given))
    _show_tally(whole, as_json)


def _show_tally(tally: api.Tally, as_json: bool) -> None:
    if as_json:
        print_json(asdict(tally))
    else:
        typer.echo(f"{tally.new} new, {tally.repeats} already there, {tally.refused} refused")
    if tally.refused:
        raise typer.Exit(InputError.exit_code)


def _filter(wanted: Given[api.Filter], store: api.Store) -> api.Filter:
    """The filter, with the store's name for a grade; raises InputError for one that neither model nor store has."""
    chosen = wanted.record()
    if not chosen.grade:
        return chosen
    grades = (chosen.ladder or api.model_for(chosen.layout_for(9))).grades
    others = [str(name) for name, *_ in store.table("grade") if name]
    for grade in grades:
        if chosen.grade.strip().casefold() in grade.words:
            return wanted.record(grade=grade.name)
    if chosen.grade not in others:
        known = dict.fromkeys([*(name for grade in grades for name in (grade.name, grade.japanese)), *others])
        raise one_of(list(known), chosen.grade, "a grade of the model or of the collection")
    return chosen


@app.command("list", rich_help_panel="Look up")
@command
def list_(*, store: StoreFile, wanted: Given[api.Filter], count: CountOrAll = None, as_json: Json = False) -> None:
    """List the puzzles that match the filter.

    They are listed in the order in which they were added.

    \b
    Example: cpgen collection list set.db --grade expert --steps 30.. --needs x-wing --symmetry rot180
    """
    with api.Store(store, create=False) as opened:
        for record in opened.records(_filter(wanted, opened), -1 if count is None else count):
            _show_record(record, as_json)


@app.command("sample", rich_help_panel="Look up")
@command
def sample(*, store: StoreFile, series: api.Series, wanted: Given[api.Filter], as_json: Json = False) -> None:
    """Draw random puzzles from those that match the filter.

    \b
    Example: cpgen collection sample set.db --count 5 --grade expert --needs x-wing
    """
    with api.Store(store, create=False) as opened:
        for record in opened.sample(series.count, series.first_seed(), _filter(wanted, opened)):
            _show_record(record, as_json)


def _show_record(record: api.Record, as_json: bool) -> None:
    if as_json:
        print_json(record.as_json())
    else:
        puzzle = record.puzzle + api.layout_after(api.Layout.parse(record.layout))
        parts = (puzzle, record.level, record.steps, record.grade or "-", f"{record.appropriateness:.4g}")
        show("\t".join(map(str, parts)))


@app.command("stats", rich_help_panel="Look up")
@command
def stats(*, store: StoreFile, wanted: Given[api.Filter], as_json: Json = False) -> None:
    """Count puzzles by board, grade, symmetry, level and rule.

    \b
    Example: cpgen collection stats set.db
    """
    with api.Store(store, create=False) as opened:
        data = _counted(opened, _filter(wanted, opened))
    if as_json:
        print_json(data)
    else:
        show(_stats_text(data))


def _counted(store: api.Store, chosen: api.Filter) -> dict[str, Any]:
    by_grade = store.table("(SELECT layout FROM boards WHERE id = board), grade", chosen)
    keys = ("layout", "grade", "puzzles", "mean_steps", "least_steps", "most_steps")
    return {
        "puzzles": store.count(chosen),
        "by_grade": [dict(zip(keys, row, strict=True)) for row in by_grade],
        "by_symmetry": {row[0]: row[1] for row in store.table("symmetry", chosen)},
        "by_level_name": {row[0]: row[1] for row in store.table("level_name", chosen) if row[0]},
        "by_level": {row[0]: row[1] for row in store.table("level", chosen)},
        "by_rule": dict(store.rules(chosen)),
    }


def _stats_text(data: dict[str, Any]) -> str:
    lines = [counted(data["puzzles"], "puzzle")]
    for row in data["by_grade"]:
        span = f"{row['mean_steps']:.1f} steps ({row['least_steps']} to {row['most_steps']})"
        board = row["layout"] if len(row["layout"]) < 25 else row["layout"][:24] + "…"
        lines.append(f"{row['puzzles']:>9}  {row['grade'] or 'not solved by the ladder'} on {board}, {span}")
    for what, key in (
        ("symmetries", "by_symmetry"),
        ("level names", "by_level_name"),
        ("levels", "by_level"),
        ("rules", "by_rule"),
    ):
        lines += [what] if data[key] else []
        lines += [f"{count:>9}  {name}" for name, count in data[key].items()]
    return "\n".join(lines)


@app.command("export", rich_help_panel="Export")
@command
def export(
    *,
    store: StoreFile,
    out: OutFile = STANDARD,
    to: FormatName = "",
    wanted: Given[api.Filter],
    writing: api.WritingRequest,
) -> None:
    """Export puzzles to any format, to CSV or to Parquet.

    All puzzles that match the filter are written.

    \b
    Example: cpgen collection export set.db experts.csv --grade expert
    """
    with api.Store(store, create=False) as opened:
        chosen = _filter(wanted, opened)
        with closing(opened.records(chosen)) as records:
            taken = records if out == STANDARD else counting(records)
            if to == "parquet" or (not to and out.endswith(".parquet")):
                with parquet_file(out) as file:
                    api.write_parquet(taken, file)
                note_count(out, opened.count(chosen))
                return
            writer = api.Writer(target_of(out, to), chosen.layout_given, writing)
            with text_file(out) as target:
                for record in taken:
                    target.write(writer.add(api.entry_of(record)))
                if not writer.count:
                    opened.require_sound()
                    raise InputError("No puzzle matches the filter; nothing was written.")
                target.write(writer.end())
            note_written(out, writer)


@app.command("verify", rich_help_panel="Keep safe")
@command
def verify(*, store: StoreFile, as_json: Json = False) -> None:
    """Look at all that a collection holds, and say what is damaged.

    The file's structure is checked, and each puzzle with all that is kept of it. The exit code is 1 when anything is
    damaged.

    \b
    Example: cpgen collection verify set.db
    """
    with api.Store(store, create=False) as opened:
        sound = api.verify_store(opened)
        if as_json:
            damaged = [{"row": row, "why": why} for row, why in sorted(opened.damages.items())]
            print_json({"puzzles": sound, "damaged": damaged, "faults": opened.faults})
        else:
            lines = [f"row {row}: {why}" for row, why in sorted(opened.damages.items())]
            show("\n".join([*lines, *opened.faults, f"{counted(sound, 'sound puzzle')} in {store}"]))


@app.command("repair", rich_help_panel="Keep safe")
@command
def repair(*, store: StoreFile, as_json: Json = False) -> None:
    """Put a sound collection in the place of a damaged one.

    The damaged one is kept under another name. A puzzle of a batch is made again from its seed and index. The exit code
    is 1 when puzzles are lost.

    \b
    Example: cpgen collection repair set.db
    """
    done = api.repair_store(store)
    if as_json:
        print_json(done.as_json())
    elif done.kept:
        show(f"{counted(done.sound, 'sound puzzle')}, {len(done.again)} made again, {len(done.lost)} lost")
        show(f"The damaged collection is kept as {done.kept}.")
    else:
        show(f"Nothing is damaged in {store}.")
    if done.unfinished:
        warn(f"a batch lacks puzzles that it had; `cpgen batch -o {store} --resume` makes them again.")
    if done.lost:
        warn(f"the rows that are lost: {api.spans(done.lost)}.")
        raise typer.Exit(1)
