"""Examples of every kind of constraint, on small boards, for tests that hold for all of them."""

from __future__ import annotations

from cpgen.layout import Layout

EXAMPLES = [
    (4, "cage: r1c1 r1c2 r2c2"),
    (4, "cage 7: r1c1 r2c3 r3c4"),
    (6, "thermo: r1c1 r2c1 r3c2"),
    (4, "slow-thermo: r1c1 r2c1 r3c2"),
    (4, "sandwich 2 row 1"),
    (4, "sandwich 5 column 2 reversed"),
    (6, "sandwich 0 row 6 reversed"),
    (4, "x-sum 6 column 1"),
    (6, "x-sum 12 row 2 reversed"),
    (4, "skyscraper 2 row 3 reversed"),
    (5, "skyscraper 3 column 5"),
    (4, "numbered-room 1 row 2"),
    (4, "numbered-room 4 column 2 reversed"),
    (6, "zipper: r1c1 r2c2 r3c3"),
    (4, "zipper: r1c1 r1c2 r1c3 r2c3"),
    (4, "zipper: r1c1 r1c2 r1c3 r2c3 r3c3"),
    (6, "double-arrow: r1c1 r1c2 r2c3 r3c3"),
    (6, "entropic: r1c1 r1c2"),
    (6, "entropic: r1c1 r1c2 r1c3 r2c3"),
    (6, "modular 3: r1c1 r1c2 r1c3 r2c3"),
    (4, "modular 2: r1c1 r1c2 r1c3 r2c3 r3c3"),
    (6, "modular 4: r1c1 r1c2 r1c3"),
    (6, "lockout 3: r1c1 r1c2 r1c3 r2c3"),
    (6, "lockout 3: r1c1 r2c2 r3c3"),
    (4, "lockout 3: r1c1 r2c2"),
    (4, "indexing column: r1c1 r2c3"),
    (4, "indexing row: r1c1 r3c2"),
    (4, "indexing region: r1c2"),
    (6, "sum 9: r1c1 r2c2 r1c1"),
    (6, "sum-line 10: r1c1 r1c2 r1c3 r2c3"),
    (4, "sum-line 4: r1c1 r1c2 r1c3 r2c3 r3c3"),
    (4, "counting-circles: r1c1 r1c3 r2c2 r4c4 r3c1"),
    (4, "equal-sums: r1c1 r2c3 = r4c4 = r3c1 r1c4"),
    (4, "equal-sums: r1c1 r1c2 = r1c2 r2c2 r4c4"),
    (4, "look-and-say 22: r1c1 r1c2 r2c2 r2c3"),
    (4, "look-and-say 1304: r1c1 r1c2 r2c2 r2c3"),
    (6, "lunchbox 0: r1c1 r1c2 r2c2"),
    (6, "lunchbox 5: r1c1 r1c2 r2c2 r2c3"),
    (5, "lunchbox 6: r1c1 r1c2 r2c2 r2c3 r3c3"),
    (6, "global-entropy"),
    (6, "nabner: r1c1 r1c2 r2c2"),
    (4, "same-values: r1c1 = r2c3 = r4c4"),
    (4, "same-values: r1c1 r1c2 r1c3 = r2c3 r4c4 r1c1"),
    (4, "same-values: r1c1 r1c2 = r2c3 r2c4 = r3c4 r4c1"),
]
"""Side of the board and line of the constraint; each can be true and false"""


def board(size: int) -> Layout:
    """Return the board of an example: default boxes, or a Latin square of side 5."""
    return Layout.latin(size) if size == 5 else Layout.default(size)
