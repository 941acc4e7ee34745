"""`cpgen study methods`: generation methods compared, in a folder from which a study goes on after any stop."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, LayoutOptions, Model
from cpgen.cli.study_folder import JOURNAL, Out, carried_out, show, tabled_pattern, write_results

if TYPE_CHECKING:
    from cpgen.generation.request import Method
    from cpgen.study.methods.cells import Study

Names = list[str] | None


@command
def methods(
    *,
    pattern: Annotated[
        Names, typer.Option("--pattern", "-p", metavar="NAME|TEXT|FILE", help="A pattern; repeatable. Else kamio-a.")
    ] = None,
    grade: Annotated[
        Names, typer.Option("--grade", "-g", metavar="GRADE", help="A grade; repeatable. Else all of the model's.")
    ] = None,
    generation: Annotated[
        Names, typer.Option(metavar="NAME", help="A way to fill: sample, zama, zama-open, kamio; repeatable.")
    ] = None,
    replacement: Annotated[
        Names,
        typer.Option(
            metavar="NAME", help="A way to repair: anneal, zama, zama-open, kamio; each with each way to fill."
        ),
    ] = None,
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Take the first puzzle with one solution, whatever its grade.")
    ] = False,
    paper: Annotated[
        bool, typer.Option("--paper", help="Kamio (2022) as it behaves, too: kamio × kamio, unchecked.")
    ] = False,
    oracle: Annotated[Names, typer.Option(metavar="NAME", help="See `cpgen oracles`; repeatable. Else cpsat.")] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="Puzzles of each cell.")] = 25,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed gives the same puzzles.")] = 1,
    limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time for one puzzle; above it, it is no match.")
    ] = 60,
    out: Out = "",
    board: LayoutOptions,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Compare methods: match rate, time, attempts, level, steps.

    Ratings and oracle calls are counted, too, a cell each.

    A cell is a pattern, a grade, a method (generation × replacement) and an oracle. Without --generation,
    --replacement and --paper the usual method stands beside the paper's.

    \b
    Example: cpgen study methods --grade expert --oracle bitset --count 5
    """
    from cpgen import api
    from cpgen.study.journal import Journal
    from cpgen.study.machine import machine
    from cpgen.study.methods.cells import KEY, Plan, carry_out, study_so_far
    from cpgen.study.methods.figures import cell_rows
    from cpgen.study.methods.report import summary

    api.require_time(limit)
    plan = Plan(
        patterns=dict(map(tabled_pattern, pattern or ["kamio-a"])),
        methods=_methods(generation, replacement, unchecked, paper, oracle or ["cpsat"]),
        grades=tuple(grade or ()),
        layout=board.layout,
        model=api.named_model(model) if model else None,
        count=count,
        seed=seed,
        limit=limit,
    )
    journal_file = str(Path(out, JOURNAL)) if out else ""
    with Journal(journal_file, {**plan.heading, "processor": machine()["processor"]}, KEY) as journal:
        ended = carried_out(
            plan.total,
            lambda tell: carry_out(plan, journal, tell),
            lambda: f"with {len(study_so_far(plan, journal).rows)} of {plan.total} puzzles made",
            bool(out),
        )
    done = study_so_far(plan, journal)
    if out and ended:
        _write(done, Path(out))
    show(cell_rows(done), as_json, out, ended, summary(done))


def _methods(
    generation: Names, replacement: Names, unchecked: bool, paper: bool, oracles: list[str]
) -> tuple[Method, ...]:
    """Every way to fill with every way to repair and every oracle, and the paper's own method if it is asked for."""
    from cpgen.generation.request import FAST, PAPER, Method

    asked = generation or replacement or unchecked
    pairs = product(generation or [FAST.generation], replacement or [FAST.replacement])
    made = [Method(one, other, until_match=not unchecked) for one, other in pairs] if asked or not paper else []
    if paper or not asked:
        made.append(PAPER)
    return tuple(dict.fromkeys(replace(method, oracle=oracle) for method in made for oracle in oracles))


def _write(done: Study, folder: Path) -> None:
    """Writes rows, figures, plots and the report."""
    from cpgen.study.machine import machine
    from cpgen.study.methods.figures import cell_rows, spread_rows
    from cpgen.study.methods.plots import plots
    from cpgen.study.methods.report import report

    tables = {"figures": cell_rows(done), "rows": done.rows, "spread": list(spread_rows(done))}
    write_results(folder, tables, lambda: plots(done, "svg"), lambda drawn: report(done, machine(), drawn))
