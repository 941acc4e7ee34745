"""`cpgen collection`: what is in a store, listed, counted and drawn by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpgen.cli import adding, handing_out
from cpgen.cli.commands import command
from cpgen.cli.filtering import FilterOptions, StoreFile
from cpgen.cli.help import group
from cpgen.cli.options import CountOrAll, Json, SeriesOptions

if TYPE_CHECKING:
    from cpgen.collection.filters import Filter
    from cpgen.collection.record import Record
    from cpgen.collection.store import Store

app = group(
    "Keep puzzles in a store where none stands twice.\n\nA puzzle turned or renamed is the same puzzle.\n\n\b\n"
    "Example: cpgen collection import set.db puzzles.sdm",
)


@command
def list_(*, store: StoreFile, wanted: FilterOptions, count: CountOrAll = None, as_json: Json = False) -> None:
    """List the puzzles that pass the filter.

    They stand in the order in which they came.

    \b
    Example: cpgen collection list set.db --grade expert --steps 30.. --needs x-wing --symmetry rot180
    """
    from cpgen.collection.store import Store

    with Store(store, create=False) as opened:
        for record in opened.records(wanted.filter_in(opened), -1 if count is None else count):
            _tell_record(record, as_json)


@command
def sample(*, store: StoreFile, series: SeriesOptions, wanted: FilterOptions, as_json: Json = False) -> None:
    """Draw puzzles by lot from those that pass the filter.

    \b
    Example: cpgen collection sample set.db --count 5 --grade expert --needs x-wing
    """
    from cpgen.collection.store import Store

    with Store(store, create=False) as opened:
        for record in opened.sample(series.count, series.first_seed(), wanted.filter_in(opened)):
            _tell_record(record, as_json)


def _tell_record(record: Record, as_json: bool) -> None:
    from cpgen.cli import shown

    if as_json:
        from cpgen.objects import record_object

        shown.tell_json(record_object(record))
    else:
        parts = (record.puzzle, record.level, record.steps, record.grade or "-", f"{record.appropriateness:.4g}")
        shown.tell("\t".join(map(str, parts)))


@command
def stats(*, store: StoreFile, wanted: FilterOptions, as_json: Json = False) -> None:
    """Show what there is: boards, grades, symmetries and rules.

    Puzzles are counted by board and grade, by symmetry, and by the rules that they use.

    \b
    Example: cpgen collection stats set.db
    """
    from cpgen.cli import shown
    from cpgen.collection.store import Store

    with Store(store, create=False) as opened:
        data = _counted(opened, wanted.filter_in(opened))
    if as_json:
        shown.tell_json(data)
    else:
        shown.tell(_stats_text(data))


def _counted(store: Store, chosen: Filter) -> dict[str, Any]:
    by_grade = store.table("(SELECT layout FROM boards WHERE id = board), grade", chosen)
    keys = ("layout", "grade", "puzzles", "mean_steps", "least_steps", "most_steps")
    return {
        "puzzles": store.count(chosen),
        "by_grade": [dict(zip(keys, row, strict=True)) for row in by_grade],
        "by_symmetry": {row[0]: row[1] for row in store.table("symmetry", chosen)},
        "by_level": {row[0]: row[1] for row in store.table("level", chosen)},
        "by_rule": dict(store.rules(chosen)),
    }


def _stats_text(data: dict[str, Any]) -> str:
    lines = [f"{data['puzzles']} puzzles"]
    for row in data["by_grade"]:
        span = f"{row['mean_steps']:.1f} steps ({row['least_steps']} to {row['most_steps']})"
        board = row["layout"] if len(row["layout"]) < 25 else row["layout"][:24] + "…"
        lines.append(f"{row['puzzles']:>9}  {row['grade'] or 'not solved by the ladder'} on {board}, {span}")
    for what, key in (("symmetries", "by_symmetry"), ("levels", "by_level"), ("rules", "by_rule")):
        lines.append(what)
        lines += [f"{count:>9}  {name}" for name, count in data[key].items()]
    return "\n".join(lines)


app.command("add", rich_help_panel="Put in")(adding.add)
app.command("import", rich_help_panel="Put in")(adding.import_)
app.command("list", rich_help_panel="Look and choose")(list_)
app.command("sample", rich_help_panel="Look and choose")(sample)
app.command("stats", rich_help_panel="Look and choose")(stats)
app.command("export", rich_help_panel="Take out")(handing_out.export)
