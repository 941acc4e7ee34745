"""Curved arrows between two points of a board that avoid what is drawn there.

A link of a chain is drawn as an arc from one candidate to another. Of a few arcs with different bends, the one with the
lowest cost is drawn. The cost counts the obstacles that the arc crosses, plus a little for the bend and much for
leaving the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cpgen.render.picture_shapes import Point, Polyline

BENDS = tuple(sign * k * 0.11 for k in range(9) for sign in ((1,) if k == 0 else (1, -1)))
"""Bends tried, small ones first: distances of the middle of the arc from the straight line, in cells"""
PIECES = 14
"""Number of straight pieces that a curve is drawn with"""
STRAIGHT = 0.35
"""Cost of a bend of one cell; crossing the middle of an obstacle costs 1"""


@dataclass(frozen=True)
class Obstacle:
    """Disc that arrows avoid, around a digit for example: its centre and radius, in cells."""

    x: float
    y: float
    reach: float


def curve(source: Point, target: Point, gap: float, obstacles: Sequence[Obstacle], side: float) -> Polyline:
    """Return the cheapest curve that avoids the obstacles, a polyline that ends `gap` cells before source and target.

    `side` is the side of the board in cells, which the curve should not leave.
    """
    start, end = np.array(source), np.array(target)
    across = np.array([start[1] - end[1], end[0] - start[0]]) / max(float(np.hypot(*(end - start))), 1e-9)

    def points(bend: float, t: np.ndarray) -> np.ndarray:
        return np.asarray(start + np.outer(t, end - start) + np.outer(4 * bend * t * (1 - t), across))

    whole = np.linspace(0, 1, 8 * PIECES + 1)
    curves = np.array([points(bend, whole[::4]) for bend in BENDS])
    best = BENDS[int(np.argmin(_costs(curves, (source, target), gap, obstacles, side)))]
    # Cut off both ends: keep the parameters t whose points are at least `gap` away from source and target.
    fine = points(best, whole)
    far = whole[(np.hypot(*(fine - start).T) >= gap) & (np.hypot(*(fine - end).T) >= gap)]
    first, last = (far[0], far[-1]) if len(far) > 1 else (0.3, 0.7)
    return tuple((float(x), float(y)) for x, y in points(best, np.linspace(first, last, PIECES + 1)))


def _costs(
    curves: np.ndarray, ends: tuple[Point, Point], gap: float, obstacles: Sequence[Obstacle], side: float
) -> np.ndarray:
    """Return the cost [B] of each of the curves [B, P, 2], which are B lists of P points (x, y) in cells.

    `ends` are source and target; obstacles within `gap` of one of them do not count. The other arguments are as in
    `curve`.
    """
    outside = ((curves < 0.04) | (curves > side - 0.04)).any(axis=(1, 2))
    costs = STRAIGHT * np.abs(BENDS) + 100.0 * outside
    others = [
        obstacle for obstacle in obstacles if all(abs(obstacle.x - x) + abs(obstacle.y - y) > gap for x, y in ends)
    ]
    if others:
        centres = np.array([(obstacle.x, obstacle.y, obstacle.reach) for obstacle in others])
        apart = np.hypot(curves[:, :, None, 0] - centres[:, 0], curves[:, :, None, 1] - centres[:, 1])
        costs = costs + np.clip(1 - apart.min(axis=1) / centres[:, 2], 0, None).sum(axis=1)
    return costs


def head(path: Polyline, length: float) -> Polyline:
    """Return the triangle of an arrow head, `length` cells long, with its tip where the curve ends."""
    (px, py), (x, y) = path[-2], path[-1]
    along = np.array([x - px, y - py]) / max(float(np.hypot(x - px, y - py)), 1e-9)
    back, aside = np.array([x, y]) - length * along, 0.42 * length * np.array([-along[1], along[0]])
    corners = [(x, y), tuple((back + aside).tolist()), tuple((back - aside).tolist())]
    return (*corners, corners[0])
