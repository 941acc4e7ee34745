"""Which straight line goes through points of which some are only known to lie higher? Ridge regression, censored."""

from __future__ import annotations

from math import erfc, exp, pi, sqrt

import numpy as np

RIDGE = 1.0
"""The price of a squared weight, in squared residuals"""
ROUNDS = 200
SETTLED = 1e-6
"""A change of the weights that is none"""
LEAST_SD = 1e-3


def line_through(columns: np.ndarray, heights: np.ndarray, censored: np.ndarray) -> np.ndarray:
    """[1 + k] The intercept and the weights of k columns for n heights, those that are censored being lower bounds.

    Errors are taken as normal, and what is censored as its expectation given that it lies higher, in turn with the
    weights, until they settle (Tobin 1958, by expectation and maximization; ridge on all but the intercept).
    """
    whole = np.column_stack([np.ones(len(heights)), columns])
    price = np.diag([0.0] + [RIDGE] * (whole.shape[1] - 1))
    solve = np.linalg.solve(whole.T @ whole + price, whole.T)
    weights: np.ndarray = solve @ heights
    told, rest, sd = heights.copy(), np.zeros(len(heights)), 1.0
    for _ in range(ROUNDS):
        before, mean = weights, (whole @ weights)[censored]
        above = (heights[censored] - mean) / sd
        hazard = np.array([_hazard(value) for value in above])
        told[censored] = mean + sd * hazard
        rest[censored] = sd**2 * (1 + hazard * (above - hazard))
        weights = solve @ told
        sd = max(sqrt(np.mean((told - whole @ weights) ** 2 + rest)), LEAST_SD)
        if np.abs(weights - before).max() < SETTLED:
            break
    return weights


def _hazard(value: float) -> float:
    """The density of the normal distribution at a value over its share above it."""
    if value > 8:  # where the share is lost in rounding
        return value + 1 / value
    return exp(-value * value / 2) / sqrt(2 * pi) / (erfc(value / sqrt(2)) / 2)
