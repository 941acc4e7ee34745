"""The phases of the papers, and `sample`: how a pattern is filled, and how a filling is repaired clue by clue.

`sample` reads the digits off a random grid. `zama` (Zama and Shinoura 2017) chooses digits so that the board is solved
as far as possible; `kamio` (Kamio 2022, section 4.2) so that level and steps so far are typical of the grade. The
cells of a pattern are filled in a random order: in a fixed one, all fillings by `zama` are alike but for the names of
the digits, so that another attempt brings nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cpgen.generation.session import Run
from cpgen.rater.rating import Rating

Clues = list[int]
Score = Callable[[Rating], int]


def fill_sample(run: Run) -> Clues | None:
    """Clues for the whole pattern from a grid that the oracle completes; None when there is none."""
    grid = run.random_completion(run.pattern.fixed_clues())
    if grid is None:
        return None
    clues = [0] * len(grid)
    for cell in run.pattern.cells:
        clues[cell] = grid[cell]
    return clues


def open_cells(rating: Rating) -> int:
    """How many cells are open: the first score of zama, less is better."""
    return rating.open_cells


def squared_candidates(rating: Rating) -> int:
    """The sum over the open cells of their squared numbers of candidates: the second score of zama, less is better."""
    pairs = zip(rating.digits, rating.candidates, strict=True)
    return sum(mask.bit_count() ** 2 for digit, mask in pairs if not digit)


def fill_zama(run: Run, score: Score) -> Clues | None:
    """Fills the pattern's cells, each with the candidate of best score, ties at random; None when a cell has none."""
    clues = list(run.pattern.fixed_clues())
    for cell in run.shuffled_cells():
        trials = consistent_trials(run, clues, cell, run.rate(clues).candidates_of(cell))
        if not trials:
            return None
        best = min(score(rating) for _, rating in trials)
        ties = [trial for trial, rating in trials if score(rating) == best]
        clues = ties[int(run.rng.integers(len(ties)))]
    return clues


def repair_zama(run: Run, clues: Clues, score: Score) -> Clues | None:
    """Exchanges one clue at a time while the score gets better; None when no exchange helps and it is not done."""
    rating = run.rate(clues)
    improved = True
    while improved:
        improved = False
        for cell in run.free_cells:
            for trial, trial_rating in exchanges(run, clues, cell):
                if score(trial_rating) < score(rating):
                    clues, rating, improved = trial, trial_rating, True
                    if run.has_one_solution(clues, rating):
                        return clues
    return None


def fill_kamio(run: Run) -> Clues | None:
    """Fills the pattern's cells, best appropriateness first, back to the cell before when a cell has none left."""
    return _fill_from(run, list(run.pattern.fixed_clues()), run.shuffled_cells())


def _fill_from(run: Run, clues: Clues, cells: list[int]) -> Clues | None:
    if not cells:
        return clues
    trials = consistent_trials(run, clues, cells[0], run.rate(clues).candidates_of(cells[0]))
    ties = run.rng.permutation(len(trials))
    order = sorted(range(len(trials)), key=lambda k: (-run.appropriateness(trials[k][1]), ties[k]))
    for k in order:
        full = _fill_from(run, trials[k][0], cells[1:])
        if full is not None:
            return full
        run.back_up()
    return None


def repair_kamio(run: Run, clues: Clues) -> Clues | None:
    """Exchanges clues one at a time, fewer cells open each time, and backs up when nothing is acceptable."""
    return _repair_from(run, clues, run.rate(clues), set())


def _repair_from(run: Run, clues: Clues, rating: Rating, seen: set[tuple[int, ...]]) -> Clues | None:
    for cell in run.free_cells:
        for trial, trial_rating in exchanges(run, clues, cell):
            if tuple(trial) in seen or not is_acceptable(run, rating, trial_rating):
                continue
            seen.add(tuple(trial))
            if run.has_one_solution(trial, trial_rating):
                return trial
            done = _repair_from(run, trial, trial_rating, seen)
            if done is not None:
                return done
            run.back_up()
    return None


def is_acceptable(run: Run, before: Rating, after: Rating) -> bool:
    """Fewer open cells, and an appropriateness that rises, or was above the threshold and stays above it."""
    was, now = run.appropriateness(before), run.appropriateness(after)
    stays = min(was, now) > run.target.threshold
    return after.open_cells < before.open_cells and (now > was or stays)


def exchanges(run: Run, clues: Clues, cell: int) -> list[tuple[Clues, Rating]]:
    """The boards with another clue in a cell: a candidate that is left when it and all it led to are cleared."""
    cleared = _with_clue(clues, cell, 0)
    others = [digit for digit in run.rate(cleared).candidates_of(cell) if digit != clues[cell]]
    return consistent_trials(run, cleared, cell, others)


def consistent_trials(run: Run, clues: Clues, cell: int, digits: Sequence[int]) -> list[tuple[Clues, Rating]]:
    """The boards with one of the digits in the cell that have a completion, each with its rating."""
    trials = [_with_clue(clues, cell, digit) for digit in digits]
    rated = [(trial, run.rate(trial)) for trial in trials]
    return [(trial, rating) for trial, rating in rated if not run.contradicts(trial, rating)]


def _with_clue(clues: Clues, cell: int, digit: int) -> Clues:
    return [*clues[:cell], digit, *clues[cell + 1 :]]
