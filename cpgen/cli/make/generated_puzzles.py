"""Show what `cpgen generate` makes: one puzzle, or the hardest puzzles of a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpgen.cli.board_text import rating_sentence
from cpgen.cli.make.puzzle_file import show_made
from cpgen.cli.make.search_clock import searching
from cpgen.cli.options import ShowOptions
from cpgen.cli.output import for_people, show
from cpgen.cli.progress import ProgressLine, report_interrupt
from cpgen.messages import counted
from cpgen.requests.generation_request import Request
from cpgen.requests.results import Generated

if TYPE_CHECKING:
    from cpgen.cli.make.puzzle_file import Show
    from cpgen.generation.difficulty_search import Ranking
    from cpgen.symmetry.canonical import Forms


def _made_for(made: Generated) -> str:
    """Return the requested grade, as in ` · made for expert`; "" if it is `any` or the grade nearest to the rating."""
    same = made.grade in (made.request.model.any_grade, made.graded.model.nearest(made.rating))
    return "" if same else f" · made for {made.grade}"


def _remarks(made: Generated) -> Iterator[str]:
    """Yield lines about a puzzle: its rating and, if requested, its runs of clues with digits in order."""
    yield rating_sentence(made.graded) + _made_for(made)
    if made.request.in_order:
        yield f"in order: {', '.join(run.name for run in made.runs)}"


def show_generated(made: Generated, showing: ShowOptions) -> None:
    """Show a generated puzzle as a JSON object, a drawing for people, or a line for a pipe."""
    show_made(made, showing, lambda: _remarks(made))
    if for_people() and not showing.as_json:
        show("")


def show_hardest(request: Request, count: int, seed: int, budget: float, take: Show, excluded: Forms | None) -> None:
    """Search until the budget (in seconds) ends or Ctrl-C, and show the `count` hardest puzzles, hardest first.

    `take` is called with each, to show it or to collect it for a file; `excluded` puzzles are not made.
    """
    from cpgen.generation.difficulty_search import Ranking

    ranking = Ranking(count)
    with report_interrupt(lambda: f"; these are the hardest so far (seed {seed})"):
        try:
            _search_hardest(request, ranking, seed, budget, excluded)
        finally:
            for made in ranking.puzzles:
                take(made)


def _search_hardest(request: Request, ranking: Ranking, seed: int, budget: float, excluded: Forms | None) -> None:
    from cpgen.generation.difficulty_search import hardness, search_hardest

    places = ranking.places
    with ProgressLine(places) as progress, searching(request, places, budget, progress) as clock:
        for made in search_hardest(request, places, seed, clock, excluded):
            ranking.add(made)
            level, steps = hardness(ranking.puzzles[0])
            progress.best = f"best so far: level {level}, {counted(steps, 'step')}"
