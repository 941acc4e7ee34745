"""`cpgen study patterns`: which patterns suit which grade, in a folder from which a study goes on after any stop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, LayoutOptions, Model, not_empty
from cpgen.cli.study_folder import JOURNAL, Out, carried_out, show, tabled_pattern, write_results
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.layout import Layout
    from cpgen.pattern import Pattern
    from cpgen.study.patterns.cells import Plan, Study
    from cpgen.study.patterns.drawn import Kind

Names = list[str] | None
RANDOM, FRESH = 72, 24


@command
def patterns(
    *,
    pattern: Annotated[
        Names,
        typer.Option(
            "--pattern", "-p", metavar="NAME|TEXT|FILE", help="A pattern; repeatable. Else shipped and random."
        ),
    ] = None,
    random: Annotated[
        int | None, typer.Option("--random", min=0, metavar="N", help=f"Random patterns; {RANDOM} without --pattern.")
    ] = None,
    fresh: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="N", help=f"More of them, only to check what was fitted; {FRESH} without --pattern."
        ),
    ] = None,
    clues: Annotated[
        str, typer.Option(callback=not_empty, metavar="SPAN", help="Clues of random patterns; 20..36 on 9×9.")
    ] = "",
    symmetry: Annotated[
        Names, typer.Option(metavar="NAME", help="A symmetry of random patterns; repeatable. Else seven, in turn.")
    ] = None,
    grade: Annotated[
        Names, typer.Option("--grade", "-g", metavar="GRADE", help="A grade; repeatable. Else all of the model's.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="Puzzles of each cell.")] = 8,
    ratings: Annotated[
        int, typer.Option(min=1, metavar="N", help="Ratings that a cell may take; without a puzzle it is not met.")
    ] = 200_000,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed gives the same study.")] = 1,
    out: Out = "",
    write_fit: Annotated[
        str,
        typer.Option(callback=not_empty, metavar="FILE", help="Write what was fitted, which foretells how hard it is."),
    ] = "",
    board: LayoutOptions,
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Which patterns suit which grade?

    Ratings a puzzle for every pattern and grade, and what explains them.

    \b
    Example: cpgen study patterns --pattern heart --pattern cross --count 3
    """
    from cpgen import api
    from cpgen.difficulty import model_for
    from cpgen.study.journal import Journal
    from cpgen.study.patterns.cells import KEY, Plan, carry_out, study_so_far
    from cpgen.study.patterns.figures import cell_rows
    from cpgen.study.patterns.report import summary

    asked = dict(map(tabled_pattern, pattern or []))
    layout = board.layout or _layout_for(asked)
    kind = _kind(layout, clues, symmetry)
    plan = Plan(
        layout=layout,
        model=api.named_model(model) if model else model_for(layout),
        patterns=_patterns(layout, asked, (0 if asked else RANDOM) if random is None else random, kind, seed),
        fresh=_random(layout, (0 if asked else FRESH) if fresh is None else fresh, kind, [seed, 1], "fresh"),
        grades=tuple(grade or ()),
        count=count,
        limit=ratings,
        seed=seed,
    )
    _require_some(plan, bool(write_fit))
    with Journal(str(Path(out, JOURNAL)) if out else "", plan.heading, KEY) as journal:
        ended = carried_out(
            plan.count * len(plan.cells),
            lambda tell: carry_out(plan, journal, tell),
            lambda: f"after {len(study_so_far(plan, journal).rows)} starts",
            bool(out),
        )
    done = study_so_far(plan, journal)
    if write_fit and ended:
        _write_fit(done, write_fit)
    if out and ended:
        _write(done, Path(out))
    show(cell_rows(done, {}), as_json, out, ended, summary(done))


def _layout_for(asked: dict[str, Pattern]) -> Layout:
    """The usual layout of the patterns asked for, which are of one size, or 9×9."""
    from cpgen.puzzle import usual_layout

    sizes = {pattern.size for pattern in asked.values()} or {9}
    if len(sizes) > 1:
        raise InputError(f"The patterns have sides {' and '.join(map(str, sorted(sizes)))}; give those of one side.")
    return usual_layout(sizes.pop())


def _kind(layout: Layout, clues: str, symmetries: Names) -> Kind:
    """What random patterns are like; without a word about clues about a third more or a quarter fewer than usual."""
    from cpgen.api import usual_clues
    from cpgen.difficulty.span import span
    from cpgen.study.patterns.drawn import SYMMETRIES, Kind

    usual = usual_clues(layout, "none")
    least, most = span(clues, "clues") if clues else (None, None)
    return Kind(
        round(usual * 3 / 4) if least is None else int(least),
        round(usual * 4 / 3) if most is None else int(most),
        tuple(symmetries or SYMMETRIES),
    )


def _patterns(layout: Layout, asked: dict[str, Pattern], number: int, kind: Kind, seed: int) -> dict[str, Pattern]:
    """The patterns asked for, else the shipped ones, and random ones."""
    from cpgen.study.patterns.drawn import shipped_patterns

    return {**(asked or shipped_patterns(layout)), **_random(layout, number, kind, [seed, 0], "random")}


def _random(layout: Layout, number: int, kind: Kind, seed: list[int], name: str) -> dict[str, Pattern]:
    from cpgen.study.patterns.drawn import random_patterns

    return random_patterns(layout, number, kind, seed, name)


def _require_some(plan: Plan, to_fit: bool) -> None:
    """Raises InputError when there is nothing to measure, or too little to fit to."""
    from cpgen.study.patterns.fitting import LEAST_PATTERNS, can_be_fitted

    if not any(cell.request for cell in plan.cells):
        why = next((cell.why for cell in plan.cells), "There is no pattern; give --pattern or --random.")
        raise InputError(f"There is nothing to study. {why}")
    if to_fit and not can_be_fitted(plan):
        raise InputError(f"A fit needs {LEAST_PATTERNS} patterns or more, fresh ones apart; give --random.")


def _write_fit(done: Study, file: str) -> None:
    from cpgen.render.files import write_whole
    from cpgen.study.patterns.figures import works
    from cpgen.study.patterns.fitting import fit_text, fitted, known_works

    write_whole(file, fit_text(fitted(done, known_works(done, works(done)))).encode())


def _write(done: Study, folder: Path) -> None:
    """Writes rows, figures, plots and the report."""
    from cpgen.study.machine import machine
    from cpgen.study.patterns.figures import cell_rows
    from cpgen.study.patterns.fitting import predictions
    from cpgen.study.patterns.plots import plots
    from cpgen.study.patterns.report import report

    told = predictions(done)
    tables = {"figures": list(cell_rows(done, told)), "rows": done.rows}
    write_results(folder, tables, lambda: plots(done, told, "svg"), lambda drawn: report(done, machine(), drawn))
