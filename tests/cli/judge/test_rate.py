"""`cpgen rate`, `explain`, `solve` and `check`, for people's pipes and for programs."""

import pytest

import cpgen
from cpgen.cli.judge import witness
from cpgen.oracles import open_oracle
from tests.cli.running import LEFT, RIGHT, at_terminal, call, run

OPEN, DEAD = "1...............", "123....4........"
UNIQUE, SOLVED = "1234341221434...", "1234341221434321"


def test_rate_tells_level_steps_and_grade():
    ran = run("rate", LEFT, RIGHT)
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split("\t") for line in ran.lines]
    assert [row[:5] for row in rows] == [
        [LEFT, "6", "34", "solved", "expert"],
        [RIGHT, "1", "17", "solved", "beginner"],
    ]


def test_rate_as_objects():
    left, right = call("rate", LEFT, RIGHT, "--json").objects
    assert (left["puzzle"], left["level"], left["steps"], left["grade"]) == (LEFT, 6, 34, "expert")
    assert (right["level"], right["steps"], right["solved"], right["clues"], right["layout"]) == (
        1,
        17,
        True,
        23,
        "3x3",
    )
    assert sum(left["rules"].values()) == 34
    assert left["appropriateness"] == round(
        cpgen.model_for(cpgen.Layout.boxes(3, 3)).grade("expert").appropriateness(6, 34), 4
    )
    assert tuple(map(int, left["solution"])) == cpgen.solve(LEFT, "bitset")


def test_rate_in_eight_orientations():
    rows = [line.split("\t") for line in call("rate", LEFT, "--orientations").lines]
    assert rows[0][:5] == [LEFT, "6", "34", "solved", "expert"]
    assert {row[2] for row in rows} == {"33", "34", "36"}
    (told,) = call("rate", LEFT, "--orientations", "--json").objects
    assert [one["puzzle"] for one in told["orientations"]] == [row[0] for row in rows]
    assert (told["steps"], told["orientations"][0]["orientation"]) == (34, "as given")
    assert "cannot be combined with --out" in run("rate", "-", "--orientations", "--out", "x.csv").err


@pytest.mark.parametrize(("puzzle", "outcome"), [(OPEN, "stuck"), (DEAD, "contradiction")])
def test_rate_says_when_the_ladder_does_not_solve_it(puzzle, outcome):
    (told,) = call("rate", puzzle, "--json").objects
    assert (told["outcome"], told["solved"], told["solution"], told["grade"]) == (outcome, False, None, None)


def test_rate_with_another_grade_model(tmp_path):
    (told,) = call("rate", LEFT, "--model", "by-rule", "--json").objects
    assert told["model"] == "by-rule"
    mine = tmp_path / "mine.toml"
    mine.write_text('[ladder]\nhidden-single-region = 1\n[[grade]]\nname = "soft"\nlevel = {from = 1, to = 1}\n')
    (told,) = call("rate", RIGHT, "--model", str(mine), "--json").objects
    assert (told["model"], told["grade"]) == ("mine", "soft")


def test_explain_tells_every_round_and_how_it_ends():
    ran = call("explain", RIGHT)
    assert (ran.code, ran.err) == (0, "")
    rounds = [line for line in ran.lines if line[:3].strip().isdigit()]
    assert [int(line.split(".")[0]) for line in rounds] == list(range(1, 18))
    assert "level 1" in ran.out


def test_explain_as_objects_with_the_rating_and_every_round():
    left, done = call("explain", LEFT, SOLVED, "--json").objects
    assert (left["puzzle"], left["level"], left["steps"], left["grade"]) == (LEFT, 6, 34, "expert")
    assert [one["round"] for one in left["rounds"]] == list(range(1, 35))
    assert max(one["complexity"] for one in left["rounds"]) == 6
    placed = {cell for one in left["rounds"] for finding in one["findings"] for cell, _ in finding["placed"]}
    assert len(placed) == 81 - 23
    assert (done["puzzle"], done["rounds"]) == (SOLVED, [])


@pytest.mark.parametrize("oracle", ["cpsat", "bitset"])
def test_solve_gives_the_solution(oracle):
    ran = call("solve", UNIQUE, LEFT, "--oracle", oracle)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [SOLVED, "".join(map(str, cpgen.solve(LEFT, "bitset")))]


def test_solve_without_a_solution_ends_with_4_and_goes_on():
    ran = call("solve", DEAD, UNIQUE)
    assert (ran.code, ran.lines, ran.err) == (4, [SOLVED], f"error: {DEAD} has no solution.\n")


def test_solve_says_when_there_are_more_solutions():
    ran = call("solve", OPEN)
    assert (ran.code, len(ran.lines)) == (0, 1)
    assert "more than one solution" in ran.err


def test_check_shows_two_solutions_and_where_they_differ():
    ran = call("check", UNIQUE, "1234............")
    assert (ran.code, ran.err) == (5, "")
    assert ran.lines[0] == f"{UNIQUE} has exactly one solution."
    heading, first, second = ran.lines[1:]
    assert "more than one solution" in heading
    differing = [cell for cell in range(16) if first[cell] != second[cell]]
    assert heading.endswith(": " + ", ".join(f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in differing))
    assert f"differ in {len(differing)} cells" in heading
    assert first.startswith("1234")
    assert second.startswith("1234")


def test_check_says_when_there_is_no_solution():
    ran = call("check", DEAD)
    assert (ran.code, ran.out) == (4, f"{DEAD} has no solution.\n")


def test_check_as_objects():
    unique, several, none = call("check", UNIQUE, OPEN, DEAD, "--json").objects
    assert (unique["unique"], unique["solution"], unique["differing"]) == (True, SOLVED, [])
    assert (several["unique"], several["solution"], len(several["solutions"])) == (False, None, 2)
    assert several["differing"]
    assert (none["unique"], none["solutions"]) == (False, [])


def test_a_question_beyond_the_time_limit_exits_with_3(tmp_path):
    big = tmp_path / "big.txt"
    big.write_text("." * 3600)
    ran = call("check", "--layout", "latin-60", "--time-limit", "0.1", str(big), str(big))
    assert (ran.code, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 2
    assert "did not decide within 0.1 s" in ran.err


def test_the_usual_boxes_are_read_off_the_length():
    assert [one["layout"] for one in call("rate", OPEN, "." * 36, LEFT, "." * 256, "--json").objects] == [
        "2x2",
        "2x3",
        "3x3",
        "4x4",
    ]


@pytest.mark.parametrize("oracle", ["cpsat", "cpsat-enumerate", "bitset"])
def test_all_solutions_are_shown_or_counted(oracle):
    assert call("solve", "." * 16, "--count", "--oracle", oracle).out == "288\n"
    every = call("solve", "1" + "." * 15, "--all", "--oracle", oracle).lines
    assert len(set(every)) == len(every) == 72
    (first, *_) = call("solve", "1" + "." * 15, "--all", "--json").objects
    assert first == {"puzzle": "1" + "." * 15, "layout": "2x2", "solution": first["solution"]}
    assert call("solve", "." * 16, "--count", "--json").objects[0]["solution_count"] == 288


@pytest.mark.parametrize("show", ["--count", "--all"])
@pytest.mark.parametrize(
    ("options", "opened"), [((), "bitset"), (("--oracle", "cpsat"), "cpsat"), (("--oracle", "sat"), "sat")]
)
def test_many_solutions_are_found_by_the_named_oracle(monkeypatch, show, options, opened):
    names = []
    monkeypatch.setattr(witness, "open_oracle", lambda name, seconds: names.append(name) or open_oracle(name))
    assert call("solve", UNIQUE, show, *options).code == 0
    assert names == [opened]


def test_no_solutions_are_counted_as_zero():
    assert call("solve", DEAD, "--count") == (0, "0\n", "")
    assert call("solve", DEAD, "--all") == (4, "", f"error: {DEAD} has no solution.\n")
    assert call("solve", DEAD, "--all", "--count").code == 2


STUCK = "...7.382.3..4..........835.8....913.....1.....573....8.356..........4..3.269.5..."


def test_a_stuck_rating_names_the_ladder_that_goes_further():
    seen = at_terminal("rate", STUCK)
    assert "the ladder gets stuck; HoDoKu: hard, 556" in seen
    assert "The ladder hodoku solves it: cpgen rate --ladder hodoku." in seen


UNSOLVABLE = "1..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize(("puzzle", "why"), [("." * 81, "more than one solution"), (UNSOLVABLE, "no solution")])
def test_a_stuck_rating_warns_of_no_or_many_solutions(puzzle, why):
    ran = call("rate", puzzle)
    assert (ran.code, ran.lines[0].split("\t")[3]) == (0, "stuck")
    assert ran.err.startswith(f"warning: The board has {why}")


TWO_SOLVED = "421.......2.2.3."
"""A puzzle with two solutions, which ladders solve by techniques that assume one"""


@pytest.mark.parametrize("ladder", ["hodoku", "explainer"])
@pytest.mark.parametrize("command", ["rate", "explain"])
def test_a_rating_that_assumes_one_solution_is_judged(command, ladder):
    ran = call(command, TWO_SOLVED, "--ladder", ladder, "--json")
    assert (ran.objects[0]["solved"], ran.objects[0]["state"]) == (True, "many-solutions")
    assert ran.err.count("more than one solution") == 1


def test_a_table_of_ratings_warns_of_several_solutions(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{TWO_SOLVED}\n{TWO_SOLVED}\n")
    ran = call("rate", str(file), "--ladder", "hodoku", "--out", "-")
    assert len(ran.lines) == 4
    assert f"2 puzzles have more than one solution, but the rating assumes one: {TWO_SOLVED}" in ran.err


def test_a_puzzle_with_one_solution_may_assume_it():
    puzzle = "9....5......1....2.473.9.....95......16.2...88..9..1......4.68..7......1.......29"
    ran = call("rate", puzzle, "--ladder", "hodoku", "--json")
    assert "bug-plus-1" in ran.objects[0]["rules"]
    assert (ran.objects[0]["state"], ran.err) == ("open", "")
