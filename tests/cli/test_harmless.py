"""Messages cannot give orders to the terminal, and signs that nobody sees do not change a puzzle."""

from __future__ import annotations

import pytest

from tests.cli.running import call

LEFT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."


@pytest.mark.parametrize("name", ["bad\x1b[31m.sdm", "two\nlines.sdm", "\x9b31m.sdm", "\u202egnp.sdm"])
@pytest.mark.parametrize("exists", [True, False], ids=["damaged", "missing"])
def test_names_of_files_are_shown_without_codes(name, exists, tmp_path):
    if exists:
        (tmp_path / name).write_text("1\x1b[2J2\n")
    ran = call("check", str(tmp_path / name))
    assert ran.code == 2
    assert all(sign.isprintable() or sign == "\n" for sign in ran.err)
    assert name not in ran.err


def test_the_name_of_a_file_is_not_capitalised(tmp_path):
    file = tmp_path / "nul.txt"
    file.write_bytes(bytes(100))
    assert call("check", str(file)).err == f"error: The file {file} is not text in UTF-8 or UTF-16.\n"


@pytest.mark.parametrize("sign", ["\u00ad", "\u200b", "\u2060", "\ufeff", "\x1a"])
def test_invisible_signs_around_a_puzzle_are_ignored(sign):
    for text in (f"{LEFT}{sign}", f"{sign}{LEFT}\n{sign}", f"{LEFT}\r\n{sign}"):
        ran = call("check", "-", stdin=text.encode())
        assert (ran.code, ran.err) == (0, "")
    assert call("check", f"{LEFT}{sign}").code == 0
