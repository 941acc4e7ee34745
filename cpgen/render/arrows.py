"""The way of an arrow over a board: a curve from one place to another that keeps clear of what is drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cpgen.render.shapes import Point, Polyline

BENDS = tuple(sign * k * 0.11 for k in range(9) for sign in ((1,) if k == 0 else (1, -1)))
"""How far a curve's middle may be from the straight line, in cells"""
PIECES = 14
"""A curve is drawn as so many straight pieces"""
STRAIGHT = 0.35
"""What a bend of a cell costs, as a part of running over something"""


@dataclass(frozen=True)
class Obstacle:
    """Something drawn that arrows go around: its middle and how far it reaches."""

    x: float
    y: float
    reach: float


def curve(source: Point, target: Point, gap: float, obstacles: Sequence[Obstacle], side: float) -> Polyline:
    """A curve between two places, `gap` away from both, that runs over as little as can be and stays on the board."""
    start, end = np.array(source), np.array(target)
    across = np.array([start[1] - end[1], end[0] - start[0]]) / max(float(np.hypot(*(end - start))), 1e-9)

    def points(bend: float, t: np.ndarray) -> np.ndarray:
        return np.asarray(start + np.outer(t, end - start) + np.outer(4 * bend * t * (1 - t), across))

    whole = np.linspace(0, 1, 8 * PIECES + 1)
    curves = np.array([points(bend, whole[::4]) for bend in BENDS])
    best = BENDS[int(np.argmin(_costs(curves, (source, target), gap, obstacles, side)))]
    fine = points(best, whole)
    far = whole[(np.hypot(*(fine - start).T) >= gap) & (np.hypot(*(fine - end).T) >= gap)]
    first, last = (far[0], far[-1]) if len(far) > 1 else (0.3, 0.7)
    return tuple((float(x), float(y)) for x, y in points(best, np.linspace(first, last, PIECES + 1)))


def _costs(
    curves: np.ndarray, ends: tuple[Point, Point], gap: float, obstacles: Sequence[Obstacle], side: float
) -> np.ndarray:
    """[B] what each curve of [B, P, 2] runs over, a little for its bend, much for leaving the board."""
    outside = ((curves < 0.04) | (curves > side - 0.04)).any(axis=(1, 2))
    costs = STRAIGHT * np.abs(BENDS) + 100.0 * outside
    others = [one for one in obstacles if all(abs(one.x - x) + abs(one.y - y) > gap for x, y in ends)]
    if others:
        places = np.array([(one.x, one.y, one.reach) for one in others])
        apart = np.hypot(curves[:, :, None, 0] - places[:, 0], curves[:, :, None, 1] - places[:, 1])
        costs = costs + np.clip(1 - apart.min(axis=1) / places[:, 2], 0, None).sum(axis=1)
    return costs


def head(path: Polyline, length: float) -> Polyline:
    """The triangle at the end of a curve; its point is where the curve ends."""
    (px, py), (x, y) = path[-2], path[-1]
    along = np.array([x - px, y - py]) / max(float(np.hypot(x - px, y - py)), 1e-9)
    back, aside = np.array([x, y]) - length * along, 0.42 * length * np.array([-along[1], along[0]])
    corners = [(x, y), tuple((back + aside).tolist()), tuple((back - aside).tolist())]
    return (*corners, corners[0])
