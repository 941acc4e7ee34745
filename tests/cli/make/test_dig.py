"""`cpgen grid`, `dig`, `centres`, and `explain --rounds`, from the shell."""

import re
import signal
import subprocess

import pytest

import cpgen
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.requests.grid_sources import OPERATIONS, shift_grid
from tests.brute import is_valid
from tests.cli.running import CPGEN, ENVIRONMENT, at_terminal, call, interrupted, without_compiling

SHAPES = "〇□△×☆"
FRUIT = "🍎🍊🍇🍓"


def test_a_grid_on_a_pipe_is_a_line():
    ran = call("grid", "--boxes", "2x2", "--source", "shift")
    assert (ran.code, ran.out) == (0, "1234341223414123\n")


def test_the_same_seed_gives_the_same_grids():
    first, again = (call("grid", "--seed", "4", "--count", "3").lines for _ in range(2))
    assert first == again
    assert len(set(first)) == 3
    assert all(is_valid(Layout.boxes(3, 3), [int(digit) for digit in line]) for line in first)


def test_a_large_grid_is_drawn_with_numbers_right_aligned():
    lines = call("grid", "--size", "100", "--source", "shift").lines
    assert lines[1].startswith("│   1   2   3   4   5   6   7   8   9  10 │  11")
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines) == 100 + 11


def test_a_large_grid_is_shuffled_and_drawn_as_a_picture(tmp_path):
    (data,) = call("grid", "--size", "100", "--seed", "1", "--json").objects
    assert data["method"]["source"] == "shuffle"
    assert is_valid(Layout.boxes(10, 10), [digit for row in data["grid"] for digit in row])
    path = tmp_path / "grid.svg"
    assert call("grid", "--size", "100", "--source", "shift", "--out", str(path)).code == 0
    texts = re.findall(r"<text[^>]*>(\d+)</text>", path.read_text(encoding="utf-8"))
    assert texts == [str(digit) for digit in shift_grid(Layout.boxes(10, 10))]
    shown = at_terminal("grid", "--size", "100", "--source", "shift")
    assert "421 columns wide, more than this terminal; --out grid.svg makes a picture of it." in shown


def test_an_oracle_that_takes_too_long_is_stopped():
    ran = call("grid", "--size", "64", "--source", "oracle", "--time-limit", "0.1")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("error: cpsat completed no grid within 0.1 s; a longer --time-limit may help")


def test_every_operation_of_a_shuffle_is_explained_in_a_line():
    explained = re.findall(r"^    ([a-z]+) +[A-Z].*\.$", call("grid", "--help").out, re.MULTILINE)
    assert explained == list(OPERATIONS)


def test_a_shuffle_counts_its_operations():
    ran = call("grid", "--operations", "rows,digits", "--times", "7", "--json")
    (data,) = ran.objects
    assert sum(data["method"]["operations"].values()) == 7
    assert set(data["method"]["operations"]) == {"rows", "digits"}
    assert is_valid(Layout.boxes(3, 3), [digit for row in data["grid"] for digit in row])


def test_wide_symbols_are_aligned_at_a_terminal():
    from cpgen.cli.board_text import width_of

    shown = at_terminal("grid", "--boxes", "2x2", "--source", "shift", "--symbols", FRUIT, NO_COLOR="1").splitlines()
    assert shown[1] == "│ 🍎 🍊 │ 🍇 🍓 │"
    assert len({width_of(line) for line in shown}) == 1


def test_dug_puzzles_are_lines_with_one_solution():
    ran = call("dig", "--seed", "2", "--count", "3", "--symmetry", "rot180", "--solution")
    assert ran.code == 0
    assert len(ran.lines) == 3
    for line in ran.lines:
        puzzle, solution = line.split("\t")
        assert "".join(map(str, cpgen.solve(puzzle))) == solution
        assert cpgen.check(puzzle).unique
        assert [c == "." for c in puzzle] == [c == "." for c in reversed(puzzle)]


def test_a_dug_puzzle_as_an_object():
    (data,) = call("dig", "--seed", "2", "--json").objects
    assert data["minimal"] is data["orbit_minimal"] is True
    assert [data["method"][key] for key in ("check", "way", "source")] == ["unique", "single", "oracle"]
    assert data["clues"] == 81 - data["puzzle"].count(".")
    assert cpgen.check(data["puzzle"]).unique


def test_a_number_of_clues_is_reached_step_by_step():
    ran = call("dig", "--symmetry", "rot180", "--clues", "21", "--seed", "4")
    assert ran.code == 0
    assert 81 - ran.out.strip().count(".") == 21
    counts = [int(line.split()[0]) for line in ran.err.splitlines()]
    assert counts == sorted(set(counts), reverse=True)


def test_a_grade():
    for data in call("dig", "--grade", "上級", "--symmetry", "rot180", "-n", "2", "--seed", "1", "--json").objects:
        rated = call("rate", data["puzzle"], "--json").objects[0]
        assert (rated["grade"], rated["matches"]) == ("advanced", True)


def test_at_the_time_limit_the_best_puzzle_is_shown():
    """However soon it runs out: what was found by then is shown, and it may be nothing."""
    ran = call("dig", "--symmetry", "rot180", "--clues", "17", "--time-limit", "0.5", "--seed", "1")
    assert ran.code == 3
    assert all(cpgen.check(line).unique for line in ran.lines)
    assert "puzzle of 17 clues" in ran.err.splitlines()[-1]


def test_ctrl_c_shows_the_best_so_far():
    command = [CPGEN, "dig", "--symmetry", "rot180", "--clues", "17", "--time-limit", "100", "--seed", "1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True
    ) as process:
        assert process.stderr
        assert process.stdout
        told = next(line for line in process.stderr if " clues after " in line)
        process.send_signal(signal.SIGINT)
        shown = process.stdout.read().strip()
        rest = without_compiling(process.stderr.read())
    assert process.returncode == 130
    assert cpgen.check(shown).unique
    assert 81 - shown.count(".") <= int(told.split()[0])
    assert "interrupted with 0 of 1 found (seed 1)" in rest


def test_a_latin_square_in_other_symbols_in_and_out():
    layout = Layout.latin(5)
    grid = call("grid", "--layout", "latin-5", "--seed", "1", "--symbols", SHAPES).out.strip()
    assert set(grid) == set(SHAPES)
    ran = call("dig", "--layout", "latin-5", "--grid", grid, "--symbols", SHAPES, "--seed", "1")
    line = ran.out.split()[0]
    digits = tuple(0 if sign == "." else SHAPES.index(sign) + 1 for sign in line)
    assert cpgen.check(Puzzle(layout, digits)).grids == (tuple(SHAPES.index(sign) + 1 for sign in grid),)
    table = call("explain", "--rounds", "--layout", "latin-5", "--symbols", SHAPES, line)
    assert table.code == 0
    assert set(table.out) & set(SHAPES)


def test_symbols_of_several_characters_are_apart():
    ran = call("grid", "--boxes", "2x2", "--source", "shift", "--symbols", "ab cd ef gh")
    assert ran.out.splitlines()[1] == "│ ab cd │ ef gh │"
    one = "ab cd ef gh ef gh ab cd cd ef gh ab gh ab cd ef"
    ran = call("dig", "--boxes", "2x2", "--grid", one, "--symbols", "ab cd ef gh", "--seed", "1")
    assert ran.code == 0
    assert len(ran.out.split()) == 16


def test_the_rounds_of_a_dug_puzzle():
    ran = call("dig", "--seed", "1", "--check", "ladder:1", "--rounds")
    assert "81" not in ran.out
    first, *rows = ran.lines
    assert rows[0].split()[1] == str(first.count("."))
    assert all("Hidden Single (region)" in row for row in rows)
    assert call("explain", "--rounds", first).lines == rows
    assert [data["round"] for data in call("explain", "--rounds", first, "--json").objects] == list(
        range(1, len(rows) + 1)
    )


def test_centre_patterns_are_listed_with_pictures():
    lines = call("centres").lines
    assert lines[0].split() == [str(number) for number in range(1, 9)]
    assert lines[1].split() == ["oo.", "oo.", "o.o", "o.o", "o..", "o..", ".oo", ".oo"]
    assert [data["middle"] for data in call("centres", "--json").objects] == [True, False] * 16
    assert call("centres", "3").lines == ["3", "o.o", ".o.", "o.o"]


def test_the_way_centre_from_the_shell():
    ran = call("dig", "--centre", "2", "--clues", "26", "--seed", "1")
    assert 81 - ran.out.strip().count(".") == 26
    assert ran.out[40] == "."
    assert 81 - call("dig", "--way", "centre", "--seed", "1").out.strip().count(".") == 27


def test_an_impossible_clue_count_is_adjusted_with_a_note():
    ran = call("dig", "--way", "centre", "--centre", "1", "--clues", "26", "--seed", "1")
    assert ran.code == 0
    note, *_ = ran.err.splitlines()
    assert note == "warning: With the middle cell given the number of clues is odd, not 26; 27 are taken."
    assert 81 - ran.out.strip().count(".") == 27


def test_somebody_who_watches_sees_how_far_digging_is():
    ran = interrupted("(?s)clues after .* checks", "dig", "--symmetry", "rot180", "--clues", "17", "--seed", "4")
    assert ran.code == 130
    assert len(ran.out.strip()) == 81


@pytest.mark.parametrize("command", ["generate", "dig"])
def test_a_puzzle_with_all_cells_given_is_refused(command):
    ran = call(command, "--layout", "2x2", "--clues", "16")
    assert ran.code == 2
    assert "With all 16 cells given there is nothing to solve" in ran.err
