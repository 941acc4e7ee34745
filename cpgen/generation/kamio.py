"""The phases of Kamio (2022), section 4.2: digits chosen so that level and steps so far are typical of the grade."""

from __future__ import annotations

from cpgen.generation.run import Run
from cpgen.generation.zama import consistent_trials, exchanges, has_one_solution
from cpgen.rater.rating import Rating

Clues = list[int]


def fill(run: Run) -> Clues | None:
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
    return None


def repair(run: Run, clues: Clues) -> Clues | None:
    """Exchanges clues one at a time, fewer cells open each time, and backs up when nothing is acceptable."""
    return _repair_from(run, clues, run.rate(clues), set())


def _repair_from(run: Run, clues: Clues, rating: Rating, seen: set[tuple[int, ...]]) -> Clues | None:
    for cell in run.free_cells:
        for trial, trial_rating in exchanges(run, clues, cell):
            if tuple(trial) in seen or not _acceptable(run, rating, trial_rating):
                continue
            seen.add(tuple(trial))
            if has_one_solution(run, trial, trial_rating):
                return trial
            done = _repair_from(run, trial, trial_rating, seen)
            if done is not None:
                return done
    return None


def _acceptable(run: Run, before: Rating, after: Rating) -> bool:
    """Fewer open cells, and an appropriateness that rises, or was above the threshold and stays above it."""
    was, now = run.appropriateness(before), run.appropriateness(after)
    stays = min(was, now) > run.target.threshold
    return after.open_cells < before.open_cells and (now > was or stays)
