"""What can go wrong is told in words a person can act on."""

import pytest

from cpgen.errors import CpgenError, ImpossibleError, InputError, NotFoundError, counted, one_of, shown


@pytest.mark.parametrize(("error", "code"), [(InputError, 2), (NotFoundError, 3), (ImpossibleError, 4)])
def test_each_error_has_the_exit_code_that_users_may_rely_on(error, code):
    assert issubclass(error, CpgenError)
    assert error("…").exit_code == code


def test_the_nearest_name_is_suggested():
    error = one_of(["rot90", "rot180", "diagonal"], "Rot-180", "a symmetry")
    assert str(error) == "'Rot-180' is not a symmetry. Did you mean 'rot180'? Known: rot90, rot180, diagonal."


def test_nothing_is_suggested_when_nothing_is_near():
    assert str(one_of(("zama", "kamio"), "q", "a method")) == "'q' is not a method. Known: zama, kamio."


def test_a_very_long_word_makes_a_short_sentence():
    assert len(str(one_of(["zama"], "z" * 1_000_000, "a method"))) < 200


def test_what_a_terminal_cannot_show_is_escaped():
    assert shown("\x00\x1b[31m") == r"'\x00\x1b[31m'"


def test_one_cell_is_not_one_cells():
    assert [counted(1, "cell"), counted(0, "cell"), counted(9, "cell")] == ["1 cell", "0 cells", "9 cells"]
