"""`cpgen study oracles`: the oracles side by side."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, not_empty
from cpgen.errors import counted, one_of

if TYPE_CHECKING:
    from cpgen.study.oracles.contest import Terms
    from cpgen.study.oracles.findings import Findings
    from cpgen.study.oracles.folder import Telling
    from cpgen.study.oracles.session import Plan
    from cpgen.study.oracles.workloads import Workload

Limit = Annotated[float, typer.Option(metavar="SECONDS", help="Time for one query.")]
Share = Annotated[float, typer.Option(metavar="SECONDS", help="Time of an oracle for one workload.")]
Repeat = Annotated[int, typer.Option(min=1, metavar="N", help="How often each query is asked.")]
Queries = Annotated[int, typer.Option(min=1, metavar="N", help="Queries of a workload.")]
Seed = Annotated[int, typer.Option(min=0, metavar="S", help="The same seed asks the same.")]
Out = Annotated[
    str,
    typer.Option(
        callback=not_empty, metavar="FOLDER", help="For rows, figures, report and plots; goes on where it stopped."
    ),
]


@command
def oracles(
    *,
    oracle: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An oracle; repeatable. Without it, all that are usable.")
    ] = None,
    workload: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="What is asked, as hardest; repeatable. Without it, everything."),
    ] = None,
    puzzles: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="Puzzles of your own, in any format; repeatable.")
    ] = None,
    repeat: Repeat = 3,
    limit: Limit = 2.0,
    queries: Queries = 200,
    seed: Seed = 1,
    share: Share = 10.0,
    out: Out = "",
    as_json: Json = False,
) -> None:
    """The oracles side by side: who answers what, how fast.

    It tells whether all agree, too.

    Workloads are puzzles of many kinds, questions recorded from generations, and whole generations (generate-...).
    Each oracle takes turns with the others on one core. The exit code is 1 when any two answers disagree.

    \b
    Example: cpgen study oracles --oracle bitset --oracle cpsat --workload easy --queries 20 --share 1
    """
    from cpgen.study.oracles.contest import START
    from cpgen.study.oracles.folder import Telling
    from cpgen.study.oracles.plots import plots
    from cpgen.study.oracles.report import report
    from cpgen.study.oracles.runs import METHODS
    from cpgen.study.oracles.session import Plan, usable

    terms = _terms(limit, share, repeat, seed)
    wanted, own = _wanted(workload or [], puzzles or []), _of_files(puzzles or [])
    opening, absent = usable(oracle or [])
    for sentence in absent:
        typer.echo(f"cpgen: {sentence}", err=True)
    plan = Plan(
        opening,
        (*own, *_drawn(wanted, seed, queries)),
        terms,
        methods=tuple(name for name in METHODS if name in wanted),
        puzzles=max(1, queries // 20),
        started=tuple(opening) if START in wanted else (),
        absent=absent,
    )
    _hold(plan, Telling("oracles", report, plots), out, as_json)


@command
def cpsat(
    *,
    way: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A way of asking CP-SAT; repeatable. Without it, all.")
    ] = None,
    repeat: Repeat = 3,
    limit: Limit = 2.0,
    queries: Queries = 100,
    seed: Seed = 1,
    share: Share = 5.0,
    out: Out = "",
    as_json: Json = False,
) -> None:
    """CP-SAT with one thing changed at a time.

    Presolve, probing, encodings, how clues and second grids come.

    A wrong answer is counted as a finding: CP-SAT 9.15 gives some when presolve is on but has no iteration.

    \b
    Example: cpgen study cpsat --way rebuilt --queries 10 --share 0.5
    """
    from cpgen.study.oracles.ablation import BASE, JUDGES, WAYS, openers, workloads
    from cpgen.study.oracles.ablation_report import plots, report
    from cpgen.study.oracles.folder import Telling
    from cpgen.study.oracles.session import Plan

    opening, terms = openers(way or list(WAYS)), _terms(limit, share, repeat, seed)
    plan = Plan(opening, tuple(workloads(seed, queries)), terms, reference=BASE, judges=JUDGES)
    _hold(plan, Telling("cpsat", report, plots), out, as_json)


def _terms(limit: float, share: float, repeat: int, seed: int) -> Terms:
    from cpgen.api import require_time
    from cpgen.study.oracles.contest import Terms

    require_time(limit)
    require_time(share)
    return Terms(limit, share, repeat, seed)


def _wanted(workloads: list[str], files: list[str]) -> list[str]:
    """The workloads asked for; all when nothing is said, none but the files when there are files."""
    from cpgen.study.oracles.contest import START
    from cpgen.study.oracles.runs import METHODS
    from cpgen.study.oracles.workloads import names

    known = [*names(), *METHODS, START]
    for name in workloads:
        if name not in known:
            raise one_of(known, name, "a workload")
    return workloads or ([] if files else known)


def _drawn(wanted: list[str], seed: int, most: int) -> list[Workload]:
    from cpgen.study.oracles.workloads import names, workload

    chosen = []
    for name in names():
        if name in wanted:
            _progress(f"drawing {name}")
            chosen.append(workload(name, seed, most))
    _progress("")
    return chosen


def _of_files(files: list[str]) -> list[Workload]:
    """A workload for each file; raises InputError when a file cannot be read, or a puzzle in it."""
    from cpgen.cli.inputs import sources
    from cpgen.study.oracles.workloads import uniqueness_of

    return [
        uniqueness_of([source.puzzle(None) for source in sources([name])], name, "uniqueness of your puzzles")
        for name in dict.fromkeys(files)
    ]


def _hold(plan: Plan, telling: Telling, out: str, as_json: bool) -> None:
    """Carries the plan out, shows what came of it, and ends with the exit code that tells how it ended."""
    from cpgen.study.journal import Journal
    from cpgen.study.machine import machine
    from cpgen.study.oracles.contest import KEY
    from cpgen.study.oracles.findings import Findings
    from cpgen.study.oracles.folder import Folder
    from cpgen.study.oracles.session import carry_out

    folder = Folder(out) if out else None
    for sentence in folder.lacks if folder else ():
        typer.echo(f"cpgen: {sentence}", err=True)
    interrupted = False
    request = {**plan.request, "processor": machine()["processor"]}
    with Journal(folder.journal if folder else "", request, KEY) as journal:
        try:
            carry_out(plan, journal, _progress)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            _progress("")
    found = Findings(plan, journal.rows)
    if folder and not interrupted:
        folder.write(found, telling)
    _show(found, telling.report(found, ()) if interrupted or not folder else str(folder.report), as_json)
    if interrupted:
        on = "the same command goes on" if folder else "with --out FOLDER the same command would go on"
        typer.echo(f"cpgen: interrupted after {counted(len(found.rows), 'answer')}; {on}.", err=True)
        raise typer.Exit(130)
    if found.disagreements:
        typer.echo(f"cpgen: {counted(len(found.disagreements), 'disagreement')}; the report lists them.", err=True)
        raise typer.Exit(1)


def _show(found: Findings, told: str, as_json: bool) -> None:
    """Tells people one thing, and machines all tables."""
    from cpgen.cli import shown

    if not as_json:
        shown.tell(told.rstrip())
        return
    for table, rows in found.tables.items():
        for row in rows:
            shown.tell_json({"table": table, **row})


def _progress(text: str) -> None:
    """A line on standard error that is written over, when somebody watches."""
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[K{text}\r", err=True, nl=False)
