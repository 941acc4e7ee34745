"""`cpgen candidates` at a terminal, in pipes and as JSON; what is known is shown after Ctrl-C, too."""

from tests.cli.running import at_terminal, call, interrupted

PUZZLE = "1....2....3....."


def test_candidates_in_a_pipe_are_a_grid_that_can_be_read() -> None:
    ran = call("candidates", PUZZLE)
    assert ran.code == 0
    assert ran.lines == ["1 34 24 234", "34 2 14 134", "24 14 3 124", "234 134 124 124", "# 6 solutions"]
    assert call("convert", "-", "--to", "line", stdin=ran.out.encode()).out == f"{PUZZLE}\n"


def test_candidates_for_people_are_drawn() -> None:
    seen = at_terminal("candidates", "--limit", "3", PUZZLE, NO_COLOR="1")
    assert "│ 234 134 │ 124 124 │" in seen
    assert "at least 3 solutions" in seen


def test_candidates_as_json() -> None:
    one, two = call("candidates", "--json", "--constraints", "cage 4: r1c1 r1c2", PUZZLE, "12.. ...3 .... ....").objects
    assert one["candidates"][:2] == [[1], [3]]
    assert one["layout"] == "2x2+cage 4: r1c1 r1c2"
    assert (one["complete"], one["at_least"]) == (True, False)
    assert two["solution_count"] == 0


def test_puzzle_without_solution_has_exit_code_4() -> None:
    ran = call("candidates", "12.....3........", PUZZLE)
    assert (ran.code, ran.err) == (4, "error: 12.....3........ has no solution.\n")
    assert len(ran.lines) == 5


def test_wrong_input_is_refused() -> None:
    for words, sentence in [
        (["--limit", "0", PUZZLE], "--limit is '0'; it should be a whole number from 1."),
        (["--constraints", "cage ?: r1c1 r1c2", PUZZLE], "leaves its value open"),
        (["--oracle", "ladder", PUZZLE], "only finds contradictions"),
        (["11.............."], "twice"),
    ]:
        ran = call("candidates", *words)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert sentence in ran.err


def test_ctrl_c_shows_what_is_known() -> None:
    ran = interrupted("not yet counted", "candidates", "--json", "--limit", "1000000000", "." * 81)
    assert ran.code == 130
    (found,) = ran.objects
    assert found["candidates"] == [list(range(1, 10))] * 81
    assert (found["complete"], found["at_least"]) == (False, True)
    assert "error: interrupted: the solutions are not yet counted." in ran.err
