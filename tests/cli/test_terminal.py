"""Drawings, colours and progress are for terminals, and never go into a pipe."""

import re

import pytest
from rich.cells import cell_len

from tests.cli.running import LEFT, at_terminal, call, interrupted, run

CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
OPEN = "1" + "." * 15


def test_generate_shows_board_grade_line_and_seed():
    seen = at_terminal("generate", "-p", "kamio-a", "-g", "expert", "--seed", "7", "--solution", "--oracle", "bitset")
    plain = CODE.sub("", seen)
    line = call("generate", "-p", "kamio-a", "-g", "expert", "--seed", "7", "--oracle", "bitset").out.strip()
    assert plain.count("┌───────┬───────┬───────┐") == 2
    assert f"\n{line}\n" in plain
    assert re.search(r"expert on Nikoli's scale \(0\.\d\d\); HoDoKu: \w+, \d+ · level", plain)
    assert plain.endswith("seed 7\n")
    for digit in line.replace(".", ""):
        assert f"\x1b[1m{digit}\x1b[0m" in seen


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_codes_where_they_are_not_wanted(env):
    seen = at_terminal("check", LEFT, OPEN, "--oracle", "bitset", **env)
    assert "\x1b" not in seen
    assert "┌" in seen


def test_rate_draws_the_board_and_lists_the_rules():
    plain = CODE.sub("", at_terminal("rate", LEFT))
    assert "│ . 9 . │ . . . │ . 6 . │" in plain
    told = call("rate", LEFT, "--json").objects[0]
    assert f"expert on Nikoli's scale ({told['appropriateness']:.2f}); HoDoKu: easy, 322 · level 6 · 34 steps" in plain
    assert f"{told['rules']['naked-single']} × Naked Single" in plain


def test_check_draws_both_solutions_and_marks_where_they_differ():
    seen = at_terminal("check", "--layout", "pentomino-1", "1" + "." * 24, "--oracle", "bitset")
    plain = CODE.sub("", seen)
    boards = [line for line in plain.splitlines() if re.search(r"│.*\d", line)]
    assert len(boards) == 10
    first, second = ("".join(re.findall(r"\d", "".join(half))) for half in (boards[:5], boards[5:]))
    differing = sum(one != other for one, other in zip(first, second, strict=True))
    assert seen.count("\x1b[7m") == 2 * differing > 0


def test_a_jigsaw_is_drawn_with_lines_where_regions_meet():
    plain = CODE.sub("", at_terminal("solve", "--layout", "AABB/AABB/CCDD/CCDD", "1234341221434..."))
    assert plain.startswith("┌─────┬─────┐\n│ 1 2 │ 3 4 │\n")
    assert at_terminal("layouts", "pentomino-1").rstrip().endswith("\n".join(call("layouts", "pentomino-1").lines[1:]))


@pytest.mark.parametrize("listing", ["patterns", "grades"])
def test_lists_are_tables_for_people(listing):
    seen = at_terminal(listing)
    assert "──" in seen
    assert "──" not in call(listing).out


def test_progress_shows_on_a_terminal_alone():
    arguments = ("generate", "-p", "kamio-a", "-g", "beginner", "--seed", "1", "--oracle", "bitset")
    seen = r"\d+ of 100000 found · \d+ attempts · \d+ ratings"
    assert interrupted(seen, *arguments, "-n", "100000").code == 130
    assert call(*arguments, "-n", "50").err == ""


@pytest.mark.parametrize("command", [("explain", LEFT), ("check", OPEN), ("patterns",)])
def test_a_pipe_gets_no_colour_codes(command):
    ran = run(*command, env={"TERM": "xterm", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})
    assert ran.code == (5 if command[0] == "check" else 0)
    assert "\x1b" not in ran.out + ran.err
    assert "┌" not in ran.out


def test_without_a_puzzle_a_terminal_is_not_waited_for():
    assert "There is no puzzle; give one" in at_terminal("rate", watched="stderr")


WRITING = {
    "draw {line} -o {to}/board.svg": "Wrote {to}/board.svg.",
    "book {to}/book.pdf {line}": "Wrote {to}/book.pdf: 1 puzzle, 2 pages.",
    "export {line} --html {to}/play.html": "Wrote {to}/play.html: 1 puzzle.",
    "explain {line} --html {to}/how.html": "Wrote {to}/how.html.",
    "convert {to}/in.txt {to}/out.sdm": "Wrote {to}/out.sdm: 2 puzzles.",
    "collection export {to}/set.db {to}/out.csv": "Wrote {to}/out.csv: 1 puzzle.",
}


@pytest.mark.parametrize("command", WRITING)
def test_what_was_written_is_told_on_a_terminal_alone(command, tmp_path):
    (tmp_path / "in.txt").write_text(f"{LEFT}\n{LEFT}\n")
    call("collection", "import", str(tmp_path / "set.db"), LEFT)
    words = command.format(line=LEFT, to=tmp_path).split()
    assert WRITING[command].format(to=tmp_path) in CODE.sub("", at_terminal(*words, watched="stderr", COLUMNS="300"))
    assert call(*words) == (0, "", "")


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("command", [("formats",), ("grades",), ("techniques",), ("patterns",)], ids=" ".join)
def test_names_are_never_cut(command, columns):
    seen = at_terminal(*command, COLUMNS=str(columns)).split()
    named = call(*command, "--json").objects
    assert {one.get("name", one.get("model")) for one in named} <= set(seen)
    assert "…" not in seen


def test_tables_fit_the_terminal():
    for command in (("study", "digging", "-n", "2", "--symmetry", "rot180"), ("grades",), ("techniques",)):
        lines = at_terminal(*command, COLUMNS="80").splitlines()
        assert max(map(cell_len, lines)) <= 80
        assert any(line.startswith("──") for line in lines)
