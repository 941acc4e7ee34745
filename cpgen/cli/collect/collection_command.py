"""`cpgen collection`: keep collections of puzzles without duplicates."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import click
from msgspec import structs

from cpgen.cli.board_text import layout_after_line
from cpgen.cli.command import command
from cpgen.cli.help import CommandGroup
from cpgen.cli.inputs import Faults, PuzzleError, is_puzzle, opened
from cpgen.cli.options import CountOrAll, GradingOptions, Json, OracleName, argument, file_argument, flag, option
from cpgen.cli.output import STANDARD, parquet_file, print_json, show, show_error, text_file, warn
from cpgen.cli.progress import counting
from cpgen.cli.share.book_command import Booklet, Font, one_by_one, write_book
from cpgen.cli.share.convert_command import FormatName, OutFile, note_count, note_written, target_of
from cpgen.collection.batch_requests import Filter
from cpgen.errors import CpgenError, InputError
from cpgen.formats import PuzzleText, ReadingRequest, Writer, WritingRequest, reader_of
from cpgen.layout import Layout
from cpgen.layout_kinds import kind_of_spec
from cpgen.messages import counted
from cpgen.oracles import open_oracle
from cpgen.render.render_requests import BookSettings
from cpgen.requests.series import Series
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    from cpgen.collection.import_export import Tally
    from cpgen.collection.record import StoredPuzzle
    from cpgen.collection.repair import Repaired
    from cpgen.collection.store import Store
    from cpgen.formats import PuzzleText

app = CommandGroup(
    "Keep collections of puzzles without duplicates.\n\n"
    "Puzzles that differ by a symmetry of the board or the names of the digits are duplicates.\n\n\b\n"
    "Example: cpgen collection import set.db puzzles.sdm",
)
LIMIT = 60.0
"""Time limit for the proof that a puzzle has one solution, in seconds"""

StoreFile = Annotated[str, argument("COLLECTION", "The file of the collection.")]
Unchecked = Annotated[bool, flag("Skip the check that every clue is needed.", "--unchecked")]
Puzzles = Annotated[list[str], file_argument("PUZZLE|FILE...", "Puzzles, or files of puzzles; - for standard input.")]
Mark = Annotated[str, option("NAME", "Mark the puzzles as used, so that --unused skips them.", "--mark")]
Yes = Annotated[bool, flag("Do not ask for confirmation.", "--yes")]
UnmarkFlag = Annotated[bool, flag("Remove the mark.", "--remove")]
MarkName = Annotated[str, argument("NAME", "The mark, such as the name of a book.")]
RepairFlag = Annotated[bool, flag("Repair the collection if it is damaged.", "--repair")]
AcknowledgeFlag = Annotated[bool, flag("Stop reporting the losses of earlier repairs.", "--acknowledge")]


@dataclass(frozen=True)
class TakingOptions:
    """Options for the import of puzzles: how they are read, and how they are rated."""

    reading: ReadingRequest
    grading: GradingOptions
    oracle: OracleName = "bitset"
    unchecked: Unchecked = False

    def take(self, store: str, name: str, puzzle_texts: Iterable[PuzzleText]) -> Tally:
        """Add puzzles to the collection in the file `store`; report invalid ones and leave them out.

        `name` is the file that the puzzles are from; it is stored with them, and named in errors.

        Returns:
            The numbers of new, repeated and refused puzzles.
        """
        from cpgen.collection.import_export import Importer
        from cpgen.collection.store import Store

        def report(number: int, problem: CpgenError) -> None:
            faults.add(PuzzleError(name, f"line {number}" if number else "", problem.message))

        solver = open_oracle(self.oracle, LIMIT)
        with Store(store) as opened, Faults() as faults:
            importer = Importer(opened, solver, self.grading.chosen, name, not self.unchecked, report)
            return importer.take(counting(puzzle_texts), self.reading)


@app.add("import", "Add")
@command
def import_(*, store: StoreFile, puzzles: Puzzles, taking: TakingOptions, as_json: Json = False) -> None:
    """Rate puzzles and add them, each once.

    A puzzle that the collection has already, also turned or with other digits, is not added again. Puzzles without a
    unique solution are reported and left out.

    \b
    Example: cpgen collection import set.db puzzles.sdm
    Example: cpgen collection import set.db 1.....3..2.....4
    """
    from cpgen.collection.import_export import Tally

    whole = Tally()
    for given in puzzles:
        if is_puzzle(given):
            whole += taking.take(store, "the command line", [PuzzleText(0, given, reader_of(given))])
            continue
        with opened(given) as (name, stream):
            whole += taking.take(store, name, taking.reading.texts(stream))
    _show_tally(whole, as_json)


def _show_tally(tally: Tally, as_json: bool) -> None:
    if as_json:
        print_json(asdict(tally))
    else:
        click.echo(f"{tally.new} new, {tally.repeats} already there, {tally.refused} refused")
    if tally.refused:
        raise click.exceptions.Exit(InputError.exit_code)


def _opened(store: str) -> Store:
    """Open a collection; raise InputError if there is none of this name."""
    from cpgen.collection.store import Store

    return Store(store, create=False)


def _filter(wanted: Filter, store: Store) -> Filter:
    """Return the filter with its grade under the name that puzzles of the store have, as `expert` for `超上級`.

    Raises:
        InputError: The grade is unknown.
    """
    from cpgen.difficulty import ladders_with, model_for

    if not wanted.grade:
        return wanted
    layout = wanted.layout_for(9)
    models = [wanted.ladder] if wanted.ladder else [model_for(layout), *ladders_with(wanted.grade, layout)]
    # A word may be a grade of the model and a level of several ladders; the first that has it decides, as elsewhere.
    grades = [grade for model in models for grade in model.grades]
    others = [str(name) for name, *_ in store.table("grade") if name]
    for grade in grades:
        if grade.is_called(wanted.grade):
            return structs.replace(wanted, grade=grade.name)
    if wanted.grade not in others:
        known = dict.fromkeys([*(name for grade in grades for name in (grade.name, grade.japanese)), *others])
        raise one_of(list(known), wanted.grade, "a grade of the model or of the collection")
    return wanted


@app.add("list", "Look up")
@command
def list_(*, store: StoreFile, wanted: Filter, count: CountOrAll = None, as_json: Json = False) -> None:
    """List the puzzles that match the filter.

    The order is that in which they were added. The last column is the number of the row, for --rows.

    \b
    Example: cpgen collection list set.db --grade expert --steps 30.. --needs x-wing --symmetry rot180
    """
    with _opened(store) as opened:
        for record in opened.records(_filter(wanted, opened), -1 if count is None else count):
            _show_record(opened, record, as_json)


@app.add("sample", "Look up")
@command
def sample(*, store: StoreFile, series: Series, wanted: Filter, mark: Mark = "", as_json: Json = False) -> None:
    """Draw random puzzles from those that match the filter.

    \b
    Example: cpgen collection sample set.db --count 5 --grade expert --needs x-wing
    Example: cpgen collection sample set.db --count 5 --unused
    """
    with _opened(store) as opened:
        records = opened.sample(series.count, series.first_seed(), _filter(wanted, opened))
        if mark:
            opened.mark(mark, [record.id for record in records])
        for record in records:
            _show_record(opened, record, as_json)


def _show_record(store: Store, record: StoredPuzzle, as_json: bool) -> None:
    if as_json:
        print_json(store.listed(record))
    else:
        puzzle = record.puzzle + layout_after_line(Layout.parse(record.layout))
        parts = (puzzle, record.level, record.steps, record.grade or "-", f"{record.appropriateness:.4g}", record.id)
        show("\t".join(map(str, parts)))


@app.add("stats", "Look up")
@command
def stats(*, store: StoreFile, wanted: Filter, as_json: Json = False) -> None:
    """Count puzzles by board, grade, symmetry, level and rule.

    \b
    Example: cpgen collection stats set.db
    """
    with _opened(store) as opened:
        data = _counted(opened, _filter(wanted, opened))
    if as_json:
        print_json(data)
    else:
        show(_stats_text(data))


def _counted(store: Store, chosen: Filter) -> dict[str, Any]:
    by_grade = store.table("(SELECT board_group(layout) FROM boards WHERE id = board), grade", chosen)
    keys = ("layout", "grade", "puzzles", "mean_steps", "least_steps", "most_steps")
    return {
        "puzzles": store.count(chosen),
        "by_grade": [dict(zip(keys, row, strict=True)) for row in by_grade],
        "by_symmetry": {row[0]: row[1] for row in store.table("symmetry", chosen)},
        "by_level_name": {row[0]: row[1] for row in store.table("level_name", chosen) if row[0]},
        "by_level": {row[0]: row[1] for row in store.table("level", chosen)},
        "by_rule": dict(store.rules(chosen)),
        **{f"by_{name}": dict(numbers) for name, numbers in store.uses(chosen).items()},
    }


def _stats_text(data: dict[str, Any]) -> str:
    lines = [counted(data["puzzles"], "puzzle")]
    for row in data["by_grade"]:
        span = f"{row['mean_steps']:.1f} steps ({row['least_steps']} to {row['most_steps']})"
        is_drawn = "/" in row["layout"] and kind_of_spec(row["layout"]) != row["layout"]
        board = str(Layout.parse(row["layout"]).title) if is_drawn else row["layout"]
        lines.append(f"{row['puzzles']:>9}  {row['grade'] or 'not solved by the ladder'} on {board}, {span}")
    for what, key in (
        ("symmetries", "by_symmetry"),
        ("level names", "by_level_name"),
        ("levels", "by_level"),
        ("rules", "by_rule"),
        ("dates", "by_date"),
        ("batches", "by_batch"),
        ("marks", "by_mark"),
    ):
        lines += [what] if data[key] else []
        lines += [f"{count:>9}  {name}" for name, count in data[key].items()]
    return "\n".join(lines)


@app.add("export", "Export")
@command
def export(
    *,
    store: StoreFile,
    out: OutFile = STANDARD,
    to: FormatName = "",
    wanted: Filter,
    count: CountOrAll = None,
    mark: Mark = "",
    writing: WritingRequest,
) -> None:
    """Export puzzles to any format, to CSV or to Parquet.

    All puzzles that match the filter are written, or the first --count of them.

    \b
    Example: cpgen collection export set.db experts.csv --grade expert
    Example: cpgen collection export set.db november.sdm --unused --count 2 --mark november
    """
    from cpgen.collection.import_export import entry_of, write_parquet

    with _opened(store) as opened:
        chosen = _filter(wanted, opened)
        used: list[int] = []
        with closing(opened.records(chosen, -1 if count is None else count)) as records:
            taken = _noting(records if out == STANDARD else counting(records), used)
            if to == "parquet" or (not to and out.endswith(".parquet")):
                with parquet_file(out) as file:
                    write_parquet(taken, file)
                note_count(out, len(used))
            else:
                writer = Writer(target_of(out, to), chosen.layout_given, writing)
                with text_file(out) as target:
                    for record in taken:
                        target.write(writer.add(entry_of(record)))
                    if not writer.count:
                        opened.require_sound()
                        raise InputError("No puzzle matches the filter; nothing was written.")
                    target.write(writer.end())
                note_written(out, writer)
        # Only when the file is complete, so that an export that fails uses up no puzzles.
        if mark:
            opened.mark(mark, used)


def _noting(records: Iterable[StoredPuzzle], used: list[int]) -> Iterator[StoredPuzzle]:
    """Yield the records; append the row number of each to the list `used`."""
    for record in records:
        used.append(record.id)
        yield record


@app.add("book", "Export")
@command
def book(
    *,
    store: StoreFile,
    file: Booklet,
    wanted: Filter,
    count: CountOrAll = None,
    mark: Mark = "",
    request: BookSettings,
    font: Font = "",
) -> None:
    """Print puzzles that match the filter as a booklet.

    The options are those of `cpgen book`.

    \b
    Example: cpgen collection book set.db december.pdf --unused --count 2 --mark december
    """
    from cpgen.collection.import_export import entry_of

    with _opened(store) as opened:
        chosen = _filter(wanted, opened)
        records = list(opened.records(chosen, -1 if count is None else count))
        if not records:
            opened.require_sound()
            raise InputError("No puzzle matches the filter; nothing was written.")
        write_book(file, one_by_one(map(entry_of, records)), request, font, chosen.ladder)
        if mark:
            opened.mark(mark, [record.id for record in records])


@app.add("mark", "Maintain")
@command
def mark(
    *,
    store: StoreFile,
    name: MarkName,
    wanted: Filter,
    remove: UnmarkFlag = False,
    as_json: Json = False,
) -> None:
    """Mark the puzzles that match the filter as used, or remove the mark.

    \b
    Example: cpgen collection mark set.db november --rows 1..200
    """
    with _opened(store) as opened:
        chosen = _filter(wanted, opened)
        if remove:
            number = opened.unmark(name, chosen)
        else:
            numbers = [record.id for record in opened.records(chosen)]
            number = len(numbers)
            opened.mark(name, numbers)
    if as_json:
        print_json({"puzzles": number})
    else:
        show(f"{counted(number, 'puzzle')} {'no longer ' if remove else ''}marked {name}")


@app.add("remove", "Maintain")
@command
def remove(*, store: StoreFile, wanted: Filter, yes: Yes = False, as_json: Json = False) -> None:
    """Remove the puzzles that match the filter.

    A batch that is resumed does not make them again.

    \b
    Example: cpgen collection remove set.db --batch 3 --yes
    """
    with _opened(store) as opened:
        chosen = _filter(wanted, opened)
        if not yes:
            if not sys.stdin.isatty():
                raise InputError("To remove puzzles without a terminal to confirm at, give --yes.")
            number, of = opened.count(chosen), opened.count()
            question = f"Remove {number} of {counted(of, 'puzzle')} from {store}?"
            if number and not click.confirm(question, err=True):
                show_error("nothing was removed.")
                raise click.exceptions.Exit(1)
        removed = opened.remove(chosen)
    if as_json:
        print_json({"removed": removed})
    else:
        show(f"{counted(removed, 'puzzle')} removed")


@app.add("verify", "Maintain")
@command
def verify(
    *, store: StoreFile, repair: RepairFlag = False, acknowledge: AcknowledgeFlag = False, as_json: Json = False
) -> None:
    """Check a collection for damage, and repair it.

    The structure of the file is checked, and each puzzle with all its data. With --repair, the damaged file is kept
    under another name, and puzzles of a batch are regenerated from their seed and index. The exit code is 1 if anything
    is damaged or, with --repair, if puzzles are lost. Losses are kept in the repaired collection, and reported until
    you acknowledge them.

    \b
    Example: cpgen collection verify set.db
    """
    if repair:
        _repair(store, as_json)
    if acknowledge:
        _acknowledge(store, as_json)
    if repair or acknowledge:
        return
    from cpgen.collection.repair import verify as verify_store

    with _opened(store) as opened:
        sound = verify_store(opened)
        if as_json:
            damaged = [{"row": row, "why": why} for row, why in sorted(opened.damages.items())]
            lost = [loss._asdict() for loss in opened.losses]
            print_json({"puzzles": sound, "damaged": damaged, "faults": opened.faults, "losses": lost})
        else:
            lines = [f"row {row}: {why}" for row, why in sorted(opened.damages.items())]
            show("\n".join([*lines, *opened.faults, f"{counted(sound, 'sound puzzle')} in {store}"]))
        opened.require_sound()
        _require_no_losses(opened)


def _require_no_losses(store: Store) -> None:
    """Exit with code 1, and say what was lost, if there are losses that nobody has acknowledged."""
    if losses := store.losses:
        for loss in losses:
            show_error(f"lost: {loss}.")
        warn(f"after `cpgen collection verify {store.name} --acknowledge`, these losses are not reported any more.")
        raise click.exceptions.Exit(1)


def _acknowledge(store: str, as_json: bool) -> None:
    with _opened(store) as opened:
        losses = opened.acknowledge()
    if as_json:
        print_json({"acknowledged": [loss._asdict() for loss in losses]})
    else:
        show("\n".join(f"Acknowledged: {loss}." for loss in losses) or f"{store} has no losses to acknowledge.")


def _loss(done: Repaired) -> str:
    """Return words for the number of puzzles that a repair lost, as in `at least 3 lost`."""
    if done.is_count_exact:
        return f"{done.least_lost} lost"
    return f"at least {done.least_lost} lost" if done.least_lost else "perhaps some lost"


def _repair(store: str, as_json: bool) -> None:
    from cpgen.collection.repair import repair as repair_store

    done = repair_store(store)
    if as_json:
        print_json(done.as_json())
    elif done.kept:
        show(f"{counted(done.sound, 'sound puzzle')}, {len(done.again)} regenerated, {_loss(done)}")
        show(f"The damaged collection is kept as {done.kept}.")
    else:
        show(f"Nothing is damaged in {store}.")
    if done.is_truncated:
        warn(f"the end of {store} was missing, perhaps with puzzles that nothing else names.")
    if done.unfinished:
        warn(f"a batch lacks puzzles that it had; `cpgen batch -o {store} --resume` regenerates them.")
    with _opened(store) as opened:
        _require_no_losses(opened)
    if not done.is_whole:
        raise click.exceptions.Exit(1)
