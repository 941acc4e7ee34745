"""A board's rows and columns as they are carried about by a symmetry: tables and working memory of the search.

A symmetry of a board is a rearrangement of its rows and of its columns, perhaps with rows and columns exchanged,
that carries regions into regions and extra houses into extra houses. Lines are numbered rows first, then columns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.layout import Layout
from cpgen.symmetry.square import maps

LINE, REGION, EXTRA, DIGIT = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7, 0xAAAAAAAAAAAAAAAB
"""The colours that lines, regions, extra houses and digits begin with"""


class Lines(NamedTuple):
    """What the search looks up; N cells, n digits, V vertices: 2n lines, the regions, the extra houses, n digits."""

    first: np.ndarray
    """[V] the colours to begin with"""
    members: np.ndarray
    """[N, K] the vertices (no digits) that a cell lies in, then −1"""
    region_of: np.ndarray
    """[N] the region of a cell, −1 where there are none"""
    extras_of: np.ndarray
    """[N, X] the extra houses of a cell, then −1"""
    extra_cells: np.ndarray
    """[X, n] the cells of an extra house"""
    bare: np.ndarray
    """[2n] the colours of the lines of the empty board: only lines of one colour can be carried into each other"""


class Work(NamedTuple):
    """Memory of one search, by its depth where that is the first axis."""

    colours: np.ndarray
    sums: np.ndarray
    alike: np.ndarray
    """[2n, 2n] what two parallel lines are to each other; used where `closer` is set"""
    closer: np.ndarray
    """[1] whether lines are looked at in pairs, since one by one they are too much alike"""
    sorted: np.ndarray
    order: np.ndarray
    """[2n] the lines in order of colour"""
    branches: np.ndarray
    """[depth, 2n] the lines to choose from"""
    counts: np.ndarray
    """[depth, 2] how many they are, and the next to choose"""
    path: np.ndarray
    """[2, depth] the lines chosen, now and for the best form"""
    traces: np.ndarray
    """[2, depth] what a choice has led to, now and for the best form"""
    ahead: np.ndarray
    """[depth] whether the choices up to here are better than those of the best form"""
    placed: np.ndarray
    """[2n] the line of the board that comes to lie on a line of the form"""
    tried: np.ndarray
    """[2n] the next line to try there, by its place in the order"""
    used: np.ndarray
    region_map: np.ndarray
    """[2, R, 2] the board's region for one of the form and the other way round (−1: none yet), and since which step"""
    extra_map: np.ndarray
    names: np.ndarray
    """[n + 1] the new name of a digit"""
    form: np.ndarray
    """[N] the form that was found last"""


@lru_cache(maxsize=64)
def representative(layout: Layout) -> Layout:
    """The layout that stands for all that a rotation or reflection of the square makes of this one."""
    images = (_image(layout, source) for source in maps(layout.size).tolist())
    return min(images, key=lambda image: (image.regions, image.extras))


def _image(layout: Layout, source: list[int]) -> Layout:
    place = {cell: k for k, cell in enumerate(source)}
    extras = sorted(tuple(sorted(place[cell] for cell in cells)) for cells in layout.extras)
    return Layout(layout.size, tuple(layout.regions[cell] for cell in source) if layout.regions else (), tuple(extras))


@lru_cache(maxsize=64)
def lines_of(layout: Layout) -> Lines:
    """The tables of a layout."""
    from cpgen.symmetry.refining import refine_empty

    n, regions, extras = layout.size, len(set(layout.regions)), len(layout.extras)
    kinds = [LINE] * (2 * n) + [REGION] * regions + [EXTRA] * extras + [DIGIT] * n
    of_cell = [[k for k, cells in enumerate(layout.extras) if cell in cells] for cell in range(n * n)]
    members = [
        [cell // n, n + cell % n, *_region_vertex(layout, cell), *(2 * n + regions + k for k in of_cell[cell])]
        for cell in range(n * n)
    ]
    lines = Lines(
        first=np.array(kinds, np.uint64),
        members=_padded(members),
        region_of=np.array(layout.regions or [-1] * (n * n), np.int64),
        extras_of=_padded(of_cell),
        extra_cells=np.array(layout.extras, np.int64).reshape(extras, n),
        bare=np.zeros(2 * n, np.uint64),
    )
    return lines._replace(bare=refine_empty(lines, working_memory(lines)))


def _region_vertex(layout: Layout, cell: int) -> list[int]:
    return [2 * layout.size + layout.regions[cell]] if layout.regions else []


def _padded(rows: list[list[int]]) -> np.ndarray:
    width = max(1, *map(len, rows))
    return np.array([row + [-1] * (width - len(row)) for row in rows], np.int64)


def working_memory(lines: Lines) -> Work:
    """Fresh memory for searches on a board."""
    two_n, vertices = len(lines.bare), len(lines.first)
    depth, regions = two_n + 1, max(1, int(lines.region_of.max()) + 1)
    return Work(
        colours=np.zeros((depth + 1, vertices), np.uint64),
        sums=np.zeros(vertices, np.uint64),
        alike=np.zeros((two_n, two_n), np.uint64),
        closer=np.zeros(1, np.int64),
        sorted=np.zeros(vertices, np.uint64),
        order=np.zeros(two_n, np.int64),
        branches=np.zeros((depth, two_n), np.int64),
        counts=np.zeros((depth, 2), np.int64),
        path=np.zeros((2, depth), np.int64),
        traces=np.zeros((2, depth + 1), np.uint64),
        ahead=np.zeros(depth + 1, np.int64),
        placed=np.zeros(two_n, np.int64),
        tried=np.zeros(two_n, np.int64),
        used=np.zeros(two_n, np.int64),
        region_map=np.zeros((2, regions, 2), np.int64),
        extra_map=np.zeros((2, max(1, len(lines.extra_cells)), 2), np.int64),
        names=np.zeros(two_n // 2 + 1, np.int64),
        form=np.zeros(len(lines.region_of), np.uint8),
    )
