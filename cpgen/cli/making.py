"""`cpgen generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.filtering import Level, Needs, Steps, Without
from cpgen.cli.options import Json, LayoutOptions, Model, OracleName, Typical, not_empty, spelled
from cpgen.cli.warning import note_if_unfitted, warn_if_hard
from cpgen.cli.watch import Watch
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.generation.request import Generated, Method, RandomPattern, Request
    from cpgen.pattern import Pattern


@command
def generate(
    *,
    pattern: Annotated[
        str,
        typer.Option(
            "--pattern",
            "-p",
            callback=not_empty,
            metavar="NAME|TEXT|FILE",
            help="Which cells hold clues: a name from `cpgen patterns`, rows of x and dots (a digit: that cell's digit "
            "is fixed), or a file of them. Without it every puzzle gets a random pattern.",
        ),
    ] = "",
    grade: Annotated[
        str,
        typer.Option(
            "--grade",
            "-g",
            callback=not_empty,
            metavar="GRADE",
            help="How hard, in English or Japanese (see `cpgen grades`), or `hardest`: the highest level and then the "
            "most steps found in the budget. Without it: intermediate on 9×9, else any.",
        ),
    ] = "",
    level: Level = "",
    steps: Steps = "",
    needs: Needs = None,
    without: Without = None,
    typical: Typical = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="How many different puzzles.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same puzzles.")] = None,
    index: Annotated[
        int | None, typer.Option(min=0, metavar="I", help="Only the puzzle of the seed that --json gave this index.")
    ] = None,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time for all puzzles together.")] = 60.0,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution, too.")] = False,
    clues: Annotated[int, typer.Option(min=0, callback=not_empty, metavar="N", help="Clues of a random pattern.")] = 0,
    symmetry: Annotated[
        str,
        typer.Option(
            callback=not_empty,
            metavar="NAME",
            help="Symmetry of a random pattern: rot180, rot90, left-right, full, none, …",
        ),
    ] = "",
    board: LayoutOptions,
    generation: Annotated[
        str,
        typer.Option(
            callback=not_empty,
            metavar="NAME",
            help="How a pattern is filled: sample (the usual way), zama, zama-open, kamio.",
        ),
    ] = "",
    replacement: Annotated[
        str,
        typer.Option(
            callback=not_empty,
            metavar="NAME",
            help="How it is repaired: anneal (the usual way), zama, zama-open, kamio.",
        ),
    ] = "",
    paper: Annotated[
        bool,
        typer.Option("--paper", help="As Kamio (2022) behaves: both phases kamio, the match not checked at the end."),
    ] = False,
    oracle: OracleName = "cpsat",
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Make puzzles with exactly this pattern, exactly one solution, and this grade.

    Level, steps and rules can be asked for in place of a grade, or beside it.

    \b
    Example: cpgen generate --pattern kamio-a --grade expert --count 3
    Example: cpgen generate --pattern kamio-a --steps 28..34 --needs x-wing
    Example: cpgen generate --pattern kamio-a --grade hardest --budget 3
    """
    from cpgen import api
    from cpgen.cli import climbing

    hardest = climbing.is_hardest(grade)
    if index is not None and (seed is None or count > 1 or hardest):
        raise InputError("--index brings back one puzzle of a --seed: give both, without --count and --grade hardest.")
    request = api.request_for(
        wanted_pattern(pattern, clues, symmetry),
        "any" if hardest else grade,
        board.layout,
        wanted_method(paper, generation, replacement, oracle),
        api.named_model(model) if model else None,
        level=level,
        steps=steps,
        needs=needs or (),
        without=without or (),
        typical=typical,
    )
    warn_if_hard(request, count)
    if grade and not model and request.grade.name != "any":
        note_if_unfitted(request.layout)
    if seed is not None and index is not None:
        show_again(request, seed, index, budget, solution, as_json)
        return
    seed = api.fresh_seed() if seed is None else seed
    carry_out = climbing.show_hardest if hardest else show_as_found
    carry_out(request, count, seed, budget, solution, as_json)


def show_as_found(request: Request, count: int, seed: int, budget: float, solution: bool, as_json: bool) -> None:
    """Shows the puzzles of a request one by one."""
    from cpgen import api
    from cpgen.cli import shown

    found = 0
    try:
        with Watch(count) as watch:
            for made in api.generate_from(request, count, seed=seed, budget=budget, progress=watch):
                found += 1
                with watch.hidden():
                    show(made, solution, as_json)
    except KeyboardInterrupt:
        typer.echo(f"cpgen: interrupted with {found} of {count} found (seed {seed}).", err=True)
        raise typer.Exit(130) from None
    if shown.for_people() and not as_json:
        shown.tell(f"seed {seed}")


def show_again(request: Request, seed: int, index: int, budget: float, solution: bool, as_json: bool) -> None:
    """Shows the puzzle of a seed that has this index."""
    from cpgen import api

    with Watch(1) as watch:
        made = api.again_from(request, seed, index, budget=budget, progress=watch)
    show(made, solution, as_json)


def wanted_pattern(pattern: str, clues: int, symmetry: str) -> Pattern | RandomPattern | None:
    """The pattern that the options tell; None when they leave it to the layout."""
    from cpgen.api import named_pattern
    from cpgen.generation.request import RandomPattern

    if pattern and (clues or symmetry):
        raise InputError("--clues and --symmetry make a random pattern; leave out --pattern, or leave them out.")
    if not pattern:
        return RandomPattern(clues, symmetry) if clues or symmetry else None
    return named_pattern(spelled("patterns", pattern))


def wanted_method(paper: bool, generation: str, replacement: str, oracle: str) -> Method:
    """The method that the options tell."""
    from cpgen.generation.request import FAST, PAPER, Method

    if paper and (generation or replacement):
        raise InputError("--paper says both phases; leave out --generation and --replacement, or leave it out.")
    usual = PAPER if paper else FAST
    return Method(
        generation or usual.generation, replacement or usual.replacement, oracle or usual.oracle, usual.until_match
    )


def show(made: Generated, solution: bool, as_json: bool) -> None:
    """Shows a puzzle: an object, a drawn board for people, or a line for a pipe."""
    from cpgen.cli import shown
    from cpgen.objects import generated_object
    from cpgen.puzzle import line

    if as_json:
        shown.tell_json(generated_object(made))
    elif shown.for_people():
        shown.tell(shown.board(made.puzzle))
        shown.tell(shown.rating_sentence(generated_object(made)))
        shown.tell(made.puzzle.line)
        shown.tell(shown.board(made.puzzle, made.solution) + "\n" if solution else "")
    else:
        shown.tell(f"{made.puzzle.line} {line(made.solution)}" if solution else made.puzzle.line)
