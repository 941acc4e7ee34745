"""Orbits of lines (rows and columns) under the symmetries found so far: they tell which choices repeat earlier ones.

Symmetries that fix all choices of a path join lines into orbits. The subtrees behind two lines of an orbit are images
of each other, so only one of them has to be searched (McKay and Piperno, Practical graph isomorphism II, 2014).
The orbits of each depth are a union-find forest over the lines: `towards` points to another line of the orbit, and a
root points to itself. They are extended lazily, when a choice at that depth is tested.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled
from cpgen.kernel.structs import Struct


class Orbits(Struct):
    """Symmetries found by a search, and the orbits at each depth of its path; changed in place."""

    symmetries: np.ndarray
    """[S, 2n] image of each line under each symmetry"""
    found: np.ndarray
    """[1] number of symmetries stored so far"""
    towards: np.ndarray
    """[depth, 2n] parent of each line in the union-find forest of a depth"""
    known: np.ndarray
    """[depth] number of symmetries that a depth's forest includes; 0 makes it start again"""


def orbits_for(lines: int, depths: int) -> Orbits:
    """Return newly allocated memory for a search on `lines` rows and columns with at most `depths` choices."""
    return Orbits(
        symmetries=np.zeros((2 * lines, lines), np.int64),
        found=np.zeros(1, np.int64),
        towards=np.zeros((depths, lines), np.int64),
        known=np.zeros(depths, np.int64),
    )


@compiled
def note_symmetry(orbits: Orbits, lines: np.ndarray, images: np.ndarray) -> None:
    """Store the symmetry that maps each `lines[i]` to `images[i]`, or drop it if the memory is full."""
    number = orbits.found[0]
    if number < len(orbits.symmetries):
        for k in range(len(lines)):
            orbits.symmetries[number, lines[k]] = images[k]
        orbits.found[0] += 1


@compiled
def is_repeated(orbits: Orbits, path: np.ndarray, depth: int, lines: np.ndarray, number: int) -> bool:
    """Return True if an earlier line of `lines` is in the orbit of `lines[number]`, so that its branch was searched.

    The orbits are those of the symmetries that fix the first `depth` choices of the path.
    """
    if not number or not orbits.found[0]:
        return False
    _join(orbits, path, depth)
    towards = orbits.towards[depth]
    orbit, repeated = _root(towards, lines[number]), False
    # Lines before it in the class were searched, or were themselves repeated.
    for k in range(number):
        repeated |= _root(towards, lines[k]) == orbit
    return repeated


@compiled
def _join(orbits: Orbits, path: np.ndarray, depth: int) -> None:
    """Join the lines in `orbits.towards` at a depth that the symmetries stored since the last call map to each other.

    Only symmetries that fix the first `depth` choices of the path count.
    """
    towards = orbits.towards[depth]
    # A new path reached this depth: every line begins as an orbit of its own.
    if not orbits.known[depth]:
        for line in range(len(towards)):
            towards[line] = line
    for k in range(orbits.known[depth], orbits.found[0]):
        # Only symmetries that fix the choices so far say that two branches are alike.
        if _fixes_path(orbits.symmetries[k], path, depth):
            for line in range(len(towards)):
                towards[_root(towards, line)] = _root(towards, orbits.symmetries[k, line])
    orbits.known[depth] = orbits.found[0]


@compiled
def _fixes_path(symmetry: np.ndarray, path: np.ndarray, depth: int) -> bool:
    """Return True if a symmetry fixes the first `depth` choices of a path."""
    fixes = True
    for k in range(depth):
        fixes &= symmetry[path[k]] == path[k]
    return fixes


@compiled
def _root(towards: np.ndarray, line: int) -> int:
    """Return the line that represents the orbit of a line in a union-find forest, which `towards` leads to."""
    while towards[line] != line:
        line = towards[line]
    return line
