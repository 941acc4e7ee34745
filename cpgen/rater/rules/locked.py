"""All places of a digit in one house lie in another house too: it leaves the rest of the other."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits
from cpgen.rater.board import BROKEN, Board, find, find_also, remove_places
from cpgen.rater.rule import Rule, Telling
from cpgen.rater.tables import Tables


@compiled
def locked_candidates(tables: Tables, board: Board, houses: np.ndarray, k: int) -> None:
    """Locked Candidates from regions to lines (pointing) or from lines to regions (claiming); two places or more."""
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if not 2 <= count_bits(places) <= tables.widest[house]:
                continue
            for met in range(tables.meeting.shape[1]):
                other = tables.meeting[house, met]
                if other < 0:
                    break
                here, there = tables.shared[house, met, 0], tables.shared[house, met, 1]
                if places & ~here == 0 and board.places[other, digit] & ~there:
                    find(board, bit(digit), house, places)
                    find_also(board, other, np.uint64(0))
                    remove_places(tables, board, other, digit, ~there)
        if board.counters[BROKEN]:
            return


SEES = {
    "en": "In {house}, {digits} can only go in {cells}, {all} in {other}",
    "ja": "{house}で{digits}が入るのは{cells}だけで、{all}{other}にある",
}
POINTING = Rule(
    "locked-pointing",
    locked_candidates,
    "regions",
    1,
    {
        "en": Telling(
            "Locked Candidates, pointing",
            SEES["en"],
            "Look at {houses}: all cells that some digit has left there lie in one line.",
        ),
        "ja": Telling(
            "Locked Candidates（ブロックから行・列へ）",
            SEES["ja"],
            "{houses}に注目。入るマスがすべて同じ列か行に並ぶ数字がある。",
        ),
    },
)
CLAIMING = Rule(
    "locked-claiming",
    locked_candidates,
    "lines",
    1,
    {
        "en": Telling(
            "Locked Candidates, claiming",
            SEES["en"],
            "Look at {houses}: all cells that some digit has left there lie in one region.",
        ),
        "ja": Telling(
            "Locked Candidates（行・列からブロックへ）",
            SEES["ja"],
            "{houses}に注目。入るマスがすべて同じブロックにある数字がある。",
        ),
    },
)
