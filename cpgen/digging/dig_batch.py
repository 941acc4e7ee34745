"""Puzzles that are dug a handful at a time: one compiled loop draws their grids and digs in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.digging.dig_loop import UNSHOWN, Tools, Units, begin_dig, dig
from cpgen.digging.random_grids import draw_grid
from cpgen.kernel import compiled_at_once, inlined
from cpgen.kernel.records import Record, record


class Handful(NamedTuple):
    """Some puzzles that are dug together, a row each."""

    streams: np.ndarray
    """[K, 2] where the random streams of each begin: of its grid, and of the order in which units are tried"""
    grids: np.ndarray
    """[K, N] uint8"""
    clues: np.ndarray
    """[K, N] uint8"""
    needed: np.ndarray
    """[K, N] what second solutions have shown of each clue, uint8"""
    checks: np.ndarray
    """[K] how many it took"""
    counts: Record
    """Puzzles `dug` so far, whether the next is `begun`, and the `checks` made for all of them"""


def handful_of(streams: np.ndarray, cells: int) -> Handful:
    """Room for puzzles of so many cells, one for each row of `streams`."""
    size = len(streams)
    return Handful(
        streams=streams,
        grids=np.zeros((size, cells), np.uint8),
        clues=np.zeros((size, cells), np.uint8),
        needed=np.zeros((size, cells), np.uint8),
        checks=np.zeros(size, np.int64),
        counts=record(dug=0, begun=0, checks=0),
    )


@compiled_at_once
def dig_handful(tools: Tools, units: Units, begun: np.ndarray, handful: Handful, fullest_first: bool, most: int) -> int:
    """Digs on for about so many checks, puzzle after puzzle; how many are dug by then."""
    counts = handful.counts
    stop = counts.checks + most
    while counts.dug < len(handful.grids) and counts.checks < stop:
        grid, clues = handful.grids[counts.dug], handful.clues[counts.dug]
        if not counts.begun:
            _begin(tools, units, begun, handful, grid, clues)
        counts.checks -= units.counts.checks
        done = dig(tools, units, grid, clues, 0, fullest_first, stop - counts.checks - units.counts.checks)
        counts.checks += units.counts.checks
        if done:
            _end(tools, units, handful)
    return int(counts.dug)


@inlined
def _begin(
    tools: Tools, units: Units, begun: np.ndarray, handful: Handful, grid: np.ndarray, clues: np.ndarray
) -> None:
    """Draws the grid of the next puzzle, whose cells are all clues at first."""
    counts, state = handful.counts, tools.state
    state.random[0] = handful.streams[counts.dug, 0]
    draw_grid(tools.tables, state, clues, begun)
    for cell in range(len(grid)):
        grid[cell] = clues[cell] = state.solutions[0, cell]
        tools.needed[cell] = UNSHOWN
    state.random[0] = handful.streams[counts.dug, 1]
    begin_dig(units, clues, state.random)
    counts.begun = 1


@inlined
def _end(tools: Tools, units: Units, handful: Handful) -> None:
    """Notes what is known of the puzzle that has just been dug."""
    counts = handful.counts
    for cell in range(len(tools.needed)):
        handful.needed[counts.dug, cell] = tools.needed[cell]
    handful.checks[counts.dug] = units.counts.checks
    counts.dug += 1
    counts.begun = 0
