"""Structures that declare the shapes of their fields are allocated for a layout."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.memory import H, N, W, allocate, array, made, masks, n, nested, numbers, record

LAYOUT = Layout.boxes(3, 4)


class Inner(Struct):
    chosen: np.ndarray = numbers(n)


class Outer(Struct):
    inner: Inner = nested(Inner)
    places: np.ndarray = masks(H, n + 1)
    cells: np.ndarray = array(np.uint8, N, W)
    pairs: np.ndarray = numbers(2 * n * n)
    state: np.ndarray = record(found=np.int64, done=np.bool_)
    clues: tuple[int, ...] = made(lambda layout: np.arange(layout.size))
    left: np.ndarray


def test_fields_get_the_shapes_that_they_declare() -> None:
    memory = allocate(Outer, LAYOUT, left=np.ones(2))
    shapes = {name: getattr(memory, name).shape for name in Outer._fields if name != "inner"}
    assert shapes == {
        "places": (36, 13),
        "cells": (144, 3),
        "pairs": (288,),
        "state": (1,),
        "clues": (12,),
        "left": (2,),
    }
    assert memory.inner.chosen.shape == (12,)


def test_given_fields_are_shared_with_structures_inside() -> None:
    chosen = np.arange(12)
    assert allocate(Outer, LAYOUT, left=chosen, chosen=chosen).inner.chosen is chosen


def test_fields_without_declaration_must_be_given() -> None:
    with pytest.raises(TypeError, match="takes the fields"):
        allocate(Outer, LAYOUT)


def test_arrays_of_the_same_shape_are_taken_over_and_emptied() -> None:
    old = allocate(Outer, LAYOUT, left=np.ones(2))
    old.places[:], old.state[0].found, old.inner.chosen[:] = 1, 7, 3
    new = allocate(Outer, LAYOUT, old, left=np.ones(3))
    assert new.places is old.places
    assert new.inner is old.inner
    assert not new.places.any()
    assert not new.state[0].found
    assert not new.inner.chosen.any()


def test_arrays_of_other_shapes_are_new() -> None:
    old = allocate(Outer, LAYOUT, left=np.ones(2))
    new = allocate(Outer, Layout.boxes(2, 2), old, left=np.ones(2))
    assert new.cells.shape == (16, 1)
    assert new.clues.tolist() == [0, 1, 2, 3]
