"""Bit masks, random streams and records, compiled and interpreted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.kernel import (
    bit,
    compiled_at_once,
    count_bits,
    lowest,
    ones,
    random_below,
    random_bits,
    random_state,
    random_unit,
    records,
)
from cpgen.kernel.streams import random_absent

MASKS = st.integers(0, 2**64 - 1)


@compiled_at_once
def count(mask):
    return count_bits(mask)


@compiled_at_once
def mirrored(mask):
    found = np.uint64(0)
    for index in ones(mask):
        found |= bit(63 - index)
    return found


@compiled_at_once
def first(mask):
    return lowest(mask)


draw_bits, draw_below, draw_unit, draw_absent = map(
    compiled_at_once, (random_bits, random_below, random_unit, random_absent)
)


def stream(seed: int) -> np.ndarray:
    return np.array([seed], dtype=np.uint64)


@given(MASKS)
def test_count_bits_agrees_with_python(mask):
    assert count(np.uint64(mask)) == count.interpret(np.uint64(mask)) == mask.bit_count()


@given(MASKS.filter(bool))
def test_lowest_is_the_index_of_the_lowest_one(mask):
    assert first(np.uint64(mask)) == first.interpret(np.uint64(mask)) == (mask & -mask).bit_length() - 1


@given(MASKS)
def test_ones_yields_the_indices_of_all_ones(mask):
    expected = int(f"{mask:064b}"[::-1], 2)
    assert mirrored(np.uint64(mask)) == mirrored.interpret(np.uint64(mask)) == expected


@pytest.mark.parametrize("index", [0, 1, 31, 32, 62, 63])
def test_bit_sets_one_bit(index):
    assert int(bit(index)) == 1 << index


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
    ],
)
def test_random_bits_are_the_published_splitmix64(seed, outputs):
    state = stream(seed)
    assert [int(draw_bits(state)) for _ in outputs] == outputs


@given(MASKS, st.integers(1, 2**31))
def test_random_below_stays_below_its_bound(seed, bound):
    state = stream(seed)
    assert all(0 <= draw_below(state, bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [2, 3, 9, 16])
def test_random_below_is_uniform(bound):
    state, draws = stream(42), 20_000
    seen = np.bincount([draw_below(state, bound) for _ in range(draws)], minlength=bound)
    expected = draws / bound
    assert ((seen - expected) ** 2 / expected).sum() < bound - 1 + 6 * (2 * bound) ** 0.5


@given(MASKS)
def test_random_unit_is_from_0_up_to_1(seed):
    state = stream(seed)
    assert all(0 <= draw_unit(state) < 1 for _ in range(20))


@pytest.mark.parametrize(("draw", "rest"), [(draw_bits, ()), (draw_unit, ()), (draw_below, (9,))])
def test_interpreted_streams_draw_the_same(draw, rest):
    assert [draw(stream(seed), *rest) for seed in range(9)] == [
        draw.interpret(stream(seed), *rest) for seed in range(9)
    ]


def test_a_stream_follows_its_generator():
    first, second, third = (random_state(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == second
    assert first != third
    assert first.dtype == np.uint64


@given(MASKS, st.integers(1, 36))
def test_random_absent_draws_an_index_not_in_the_mask(mask, bound):
    absent = {index for index in range(bound) if not mask >> index & 1}
    drawn = {draw_absent(stream(seed), np.uint64(mask & (1 << bound) - 1), bound) for seed in range(20)}
    assert drawn <= (absent or {-1})


def test_random_absent_draws_every_absent_index():
    state = stream(1)
    assert {draw_absent(state, np.uint64(0b0110), 5) for _ in range(100)} == {0, 3, 4}


@pytest.mark.parametrize("name", ["round", "sum", "size", "shape", "item"])
def test_names_of_numpy_records_are_refused_as_fields(name):
    with pytest.raises(ValueError, match=rf"^A field cannot be called '{name}': numpy's records have that already"):
        records(1, **{name: np.int64})


def test_record_arrays_look_up_no_attribute_in_python():
    """Numba reads attributes of each argument, and drops what that raises, a Ctrl-C too."""
    assert type(records(1, cell=np.int64)).__getattribute__ is np.ndarray.__getattribute__
