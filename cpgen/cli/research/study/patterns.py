"""`cpgen study patterns`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Count, Model, SeedOrDefault, option
from cpgen.cli.research.study.running import Grades, KeepOptions, Names, Patterns, run, tabled_patterns
from cpgen.errors import InputError

RANDOM, FRESH = 72, 24


@dataclass(frozen=True)
class PatternChoice:
    """The patterns to study: some by name, or the shipped ones, and random ones."""

    pattern: Patterns = None
    random: Annotated[
        int | None,
        option("N", f"How many random patterns; {RANDOM} without --pattern.", "--random", least=0),
    ] = None
    fresh: Annotated[
        int | None,
        option("N", f"How many more, only to check the fit; {FRESH} without --pattern.", least=0),
    ] = None
    clues: Annotated[str, option("SPAN", "The number of clues of random patterns; 20..36 on 9×9.")] = ""
    symmetry: Annotated[
        Names, option("NAME", "A symmetry of random patterns; repeatable. By default seven, in turn.")
    ] = None

    def drawn(self, layout: api.Layout, named: dict[str, api.Pattern], seed: int) -> tuple[dict[str, api.Pattern], ...]:
        """The patterns, and the fresh ones; raises InputError when there are not enough of them."""
        numbers = [
            (0 if named else default) if n is None else n for n, default in ((self.random, RANDOM), (self.fresh, FRESH))
        ]
        kind = self._kind(layout)
        random, fresh = (
            api.random_patterns(layout, number, kind, [seed, place], name)
            for place, (number, name) in enumerate(zip(numbers, ("random", "fresh"), strict=True))
        )
        return {**(named or api.shipped_patterns(layout)), **random}, fresh

    def _kind(self, layout: api.Layout) -> api.Kind:
        """The kind of the random patterns; by default a quarter fewer to a third more clues than `generate` uses."""
        default = api.default_clues(layout, "none")
        least, most = api.span_of(self.clues) if self.clues else (None, None)
        return api.Kind(
            round(default * 3 / 4) if least is None else int(least),
            round(default * 4 / 3) if most is None else int(most),
            tuple(self.symmetry or api.STUDIED_SYMMETRIES),
        )


@command
def patterns(
    *,
    chosen: PatternChoice,
    grade: Grades = None,
    count: Count = 8,
    ratings: Annotated[
        int, option("N", "Ratings for a cell; if none gives a puzzle, the grade is not met.", least=1)
    ] = 200_000,
    seed: SeedOrDefault = 1,
    board: api.BoardRequest,
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Measure which patterns suit which grade.

    For every pattern and grade, the ratings needed for a puzzle, and what explains them.

    Each cell, a pattern and a grade, gets --count puzzles. With enough patterns, the folder also gets fit.toml, from
    which `generate` says what would be easier when it warns of a request that takes long.

    \b
    Example: cpgen study patterns --pattern heart --pattern cross --count 3
    """
    named = tabled_patterns(chosen.pattern or ())
    layout = board.layout_given or _layout_for(named)
    drawn, fresh = chosen.drawn(layout, named, seed)
    study = api.PatternStudy(
        layout, api.as_model(model, layout), drawn, fresh, tuple(grade or ()), count, ratings, seed
    )
    _require_some(study)
    run(study, keeping)


def _layout_for(named: dict[str, api.Pattern]) -> api.Layout:
    """The default layout for the patterns, which must be of one size; 9×9 without any."""
    sizes = {pattern.size for pattern in named.values()} or {9}
    if len(sizes) > 1:
        raise InputError(f"The patterns have sizes {' and '.join(map(str, sorted(sizes)))}; give patterns of one size.")
    return api.Layout.default(sizes.pop())


def _require_some(study: api.PatternStudy) -> None:
    """Raises InputError when there is nothing to measure."""
    if not any(cell.request for cell in study.cells):
        why = next((cell.why for cell in study.cells), "There is no pattern; give --pattern or --random.")
        raise InputError(f"There is nothing to study. {why}")
