"""What is computed for many seeds at once is what numpy's generators draw."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpgen.kernel.seeds import first_words


@given(st.integers(0, 2**200) | st.integers(0, 2**33), st.integers(0, 2**32 - 9), st.integers(1, 9))
def test_the_first_words_are_numpys(seed: int, first: int, number: int) -> None:
    indices = range(first, first + number)
    expected = [np.random.default_rng([seed, index]).bit_generator.random_raw(2).tolist() for index in indices]
    assert first_words(seed, indices).tolist() == expected
