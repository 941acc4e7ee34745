"""Domains: the candidates of each cell as a set of digits, for propagators that work cell by cell.

The board holds the cells of each digit; these constraints ask for the digits of each cell. Bit d of a domain stands
for digit d, counted from 0.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled
from cpgen.kernel.structs import Struct


class FurtherScratch(Struct):
    """Working memory of `propagate_further`, sized for one layout."""

    domains: np.ndarray
    """[cells] the candidates of each cell"""
    changed: np.ndarray
    """[words] cells that changed since their constraints were last checked"""
    narrowed: np.ndarray
    """[words] cells that lost candidates"""
    conflicts: np.ndarray
    """[cells] one more than the number of times that a constraint of the cell failed"""
    reached: np.ndarray
    useful: np.ndarray
    trials: np.ndarray
    """[3, cells] what the options of alternatives that are left allow, the domains of an option, and those of an option
    of inner alternatives"""
    ignored: np.ndarray
    """[words] cells that lost candidates in a trial"""


@compiled
def narrow(domains: np.ndarray, narrowed: np.ndarray, cell: int, digits: np.uint64) -> bool:
    """Eliminate all but some digits from a cell; return False if no candidate is left.

    Args:
        domains: [cells] the candidates of each cell; changed in place.
        narrowed: [words] a set of cells; the cell is added if it loses a candidate.
        cell: The cell.
        digits: The digits to keep, as a mask.
    """
    kept = domains[cell] & digits
    if kept != domains[cell]:
        domains[cell] = kept
        narrowed[cell >> 6] |= bit(cell & 63)
    return bool(kept != np.uint64(0))
