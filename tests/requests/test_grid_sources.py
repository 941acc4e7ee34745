"""Full grids: constructed, shuffled, completed; and the class that a shuffle cannot leave."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.requests.grid_sources import OPERATIONS, GridSource, class_invariant, shift_grid, shuffled
from tests.brute import is_valid
from tests.conftest import SHAPES

SIDES = st.integers(2, 5)


def draw(source: GridSource, layout: Layout, seed: int) -> tuple[int, ...]:
    return source.open(layout)(np.random.default_rng(seed)).grid


NINE = Layout.boxes(3, 3)


def test_the_grid_of_the_article():
    rows = Layout.boxes(3, 3).draw("".join(map(str, shift_grid(Layout.boxes(3, 3)))))
    assert rows[:4] == ["123456789", "456789123", "789123456", "234567891"]
    assert rows[-1] == "912345678"


@given(SIDES, SIDES)
def test_shift_grids_are_valid_on_boxes_of_every_size(height, width):
    layout = Layout.boxes(height, width)
    assert is_valid(layout, shift_grid(layout))


@pytest.mark.parametrize("spec", ["2x2", "10x10", "5x20", "latin-5", "latin-2", "latin-100"])
def test_shift_grids_from_the_smallest_to_the_largest(spec):
    layout = Layout.parse(spec)
    assert is_valid(layout, shift_grid(layout))


@pytest.mark.parametrize("spec", ["3x3+diagonals", SHAPES["9x9 jigsaw"], SHAPES["5x5 pentominoes"]])
def test_other_layouts_are_not_constructed(spec):
    with pytest.raises(InputError, match="source oracle"):
        shift_grid(Layout.parse(spec))


@given(SIDES, SIDES, st.sampled_from(list(OPERATIONS)), st.integers(0, 2**32))
def test_every_operation_keeps_a_grid_valid(height, width, operation, seed):
    layout = Layout.boxes(height, width)
    if operation == "transpose" and height != width:
        return
    made = shuffled(layout, shift_grid(layout), np.random.default_rng(seed), [operation], 5)
    assert is_valid(layout, made.grid)
    assert dict(made.done) == {operation: 5}


def test_operations_are_chosen_and_counted():
    layout = Layout.boxes(2, 3)
    made = shuffled(layout, shift_grid(layout), np.random.default_rng(1), ["rows", "digits", "transpose"], 50)
    assert set(made.done) == {"rows", "digits"}
    assert sum(made.done.values()) == 50
    assert min(made.done.values()) > 10


def test_a_latin_square_has_no_bands_to_exchange():
    layout = Layout.latin(5)
    with pytest.raises(InputError, match="Nothing can be shuffled on this layout by bands or stacks"):
        shuffled(layout, shift_grid(layout), np.random.default_rng(1), ["bands", "stacks"])


def test_an_unknown_operation_is_refused():
    with pytest.raises(InputError, match=r"'row' is not an operation of a shuffle.* Did you mean 'rows'"):
        GridSource("shuffle", operations=("row",))
    with pytest.raises(InputError, match=r"'row' is not an operation of a shuffle.* Did you mean 'rows'"):
        shuffled(NINE, shift_grid(NINE), np.random.default_rng(1), ["row"])


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"name": "shufle"}, "'shufle' is not a source of grids. Did you mean 'shuffle'"),
        ({"name": "shuffle", "operations": ()}, "A shuffle needs one operation or more"),
        ({"name": "shuffle", "times": 0}, "A shuffle needs one operation or more, done once or more"),
    ],
)
def test_a_source_that_makes_no_grids_is_refused(wanted, sentence):
    with pytest.raises(InputError, match=sentence):
        GridSource(**wanted)


def test_a_shuffle_stays_in_one_class_and_completions_do_not():
    layout = Layout.boxes(3, 3)
    marks = {
        source: {class_invariant(layout, draw(GridSource(source, "bitset"), layout, seed)) for seed in range(20)}
        for source in ("shift", "shuffle", "oracle")
    }
    assert marks["shift"] == marks["shuffle"]
    assert [len(found) for found in marks.values()] == [1, 1, 20]


def test_an_oracle_completes_every_layout(layout):
    source = GridSource("oracle", "cpsat")
    first = draw(source, layout, 1)
    assert is_valid(layout, first)
    assert draw(source, layout, 1) == first
    assert len({draw(source, layout, seed) for seed in range(5)}) > 1
