"""Which choices of a search only repeat others: the orbits of lines under the symmetries found so far.

The symmetries that leave all choices of a path where they are join lines into orbits. What is found behind one line of
an orbit is found behind the others, too, so that one of them is enough (McKay and Piperno, Practical graph isomorphism
II, 2014).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled, inlined


class Orbits(NamedTuple):
    """The symmetries that a search has found, and what follows for each depth of its path; changed in place."""

    symmetries: np.ndarray
    """[S, 2n] where each symmetry carries the lines"""
    found: np.ndarray
    """[1] how many there are"""
    towards: np.ndarray
    """[depth, 2n] for each line another one of its orbit, and for one of each orbit itself"""
    known: np.ndarray
    """[depth] how many of the symmetries the orbits at a depth know; 0 makes them begin anew"""


def orbits_for(lines: int, depths: int) -> Orbits:
    """Memory for the orbits of so many lines, on paths of so many choices."""
    return Orbits(
        symmetries=np.zeros((2 * lines, lines), np.int64),
        found=np.zeros(1, np.int64),
        towards=np.zeros((depths, lines), np.int64),
        known=np.zeros(depths, np.int64),
    )


@inlined
def note_symmetry(orbits: Orbits, places: np.ndarray, others: np.ndarray) -> None:
    """Keeps the symmetry that carries each of the places to the other one; when the memory is full, forgets it."""
    found = orbits.found[0]
    if found < len(orbits.symmetries):
        for k in range(len(places)):
            orbits.symmetries[found, places[k]] = others[k]
        orbits.found[0] += 1


@compiled
def is_repeated(orbits: Orbits, path: np.ndarray, depth: int, lines: np.ndarray, number: int) -> bool:
    """Whether a line has one of those before it in its orbit, after the choices of the path up to a depth."""
    if not number or not orbits.found[0]:
        return False
    _join(orbits, path, depth)
    towards = orbits.towards[depth]
    orbit, repeated = _orbit(towards, lines[number]), False
    for k in range(number):
        repeated |= _orbit(towards, lines[k]) == orbit
    return repeated


@inlined
def _join(orbits: Orbits, path: np.ndarray, depth: int) -> None:
    """Joins the lines that symmetries carry into each other, as far as that is not done."""
    towards = orbits.towards[depth]
    if not orbits.known[depth]:
        for line in range(len(towards)):
            towards[line] = line
    for k in range(orbits.known[depth], orbits.found[0]):
        if _leaves(orbits.symmetries[k], path, depth):
            for line in range(len(towards)):
                towards[_orbit(towards, line)] = _orbit(towards, orbits.symmetries[k, line])
    orbits.known[depth] = orbits.found[0]


@compiled
def _leaves(symmetry: np.ndarray, path: np.ndarray, depth: int) -> bool:
    """Whether a symmetry leaves the choices of a path up to a depth where they are."""
    leaves = True
    for k in range(depth):
        leaves &= symmetry[path[k]] == path[k]
    return leaves


@compiled
def _orbit(towards: np.ndarray, line: int) -> int:
    """The one line by which the orbit of a line is known."""
    while towards[line] != line:
        line = towards[line]
    return line
