"""Where a puzzle can be played online."""

from __future__ import annotations

from cpgen.errors import CpgenError
from cpgen.puzzle import Puzzle

PLAYERS = ("puzzlink", "sudokupad")
"""The formats that are links, the one with the shorter address first: its QR code is easier to read"""


def play_link(puzzle: Puzzle) -> str:
    """The address where the puzzle can be played, empty when no player takes it."""
    try:
        from cpgen.formats import Entry, named
    except ImportError:
        return ""
    for player in PLAYERS:
        try:
            player_format = named(player)
            if not player_format.refusal(puzzle.layout):
                return str(player_format.load_writer()(Entry(puzzle))).strip()
        except CpgenError:
            continue
    return ""
