"""Puzzles that are dug a handful at a time: one compiled loop draws their grids and digs in them."""

from __future__ import annotations

import numpy as np

from cpgen.digging.dig_loop import UNSHOWN, Tools, Units, begin_dig, dig
from cpgen.digging.random_grids import draw_grid
from cpgen.kernel import compiled, compiled_at_once
from cpgen.kernel.records import Record, record
from cpgen.kernel.structs import Struct


class Handful(Struct):
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


def stream_starts(seed: int, indices: range) -> np.ndarray:
    """Return [K, 2] the first two numbers that numpy's generator of each puzzle draws."""
    return np.array([np.random.default_rng([seed, index]).bit_generator.random_raw(2) for index in indices], np.uint64)


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


@compiled
def _begin(
    tools: Tools, units: Units, begun: np.ndarray, handful: Handful, grid: np.ndarray, clues: np.ndarray
) -> None:
    """Draws the grid of the next puzzle, whose cells are all clues at first."""
    counts, search = handful.counts, tools.search
    search.random[0] = handful.streams[counts.dug, 0]
    draw_grid(tools.tables, search, clues, begun)
    for cell in range(len(grid)):
        grid[cell] = clues[cell] = search.solutions[0, cell]
        tools.needed[cell] = UNSHOWN
    search.random[0] = handful.streams[counts.dug, 1]
    begin_dig(units, clues, search.random)
    counts.begun = 1


@compiled
def _end(tools: Tools, units: Units, handful: Handful) -> None:
    """Notes what is known of the puzzle that has just been dug."""
    counts = handful.counts
    for cell in range(len(tools.needed)):
        handful.needed[counts.dug, cell] = tools.needed[cell]
    handful.checks[counts.dug] = units.counts.checks
    counts.dug += 1
    counts.begun = 0
