"""`cpgen generate` makes the requested pattern and grade, for people, pipes and programs."""

import re

import pytest

import cpgen
from cpgen import Pattern, Puzzle, resources
from cpgen.generation.possible_grades import Outlook
from cpgen.library import pattern_named
from cpgen.symmetry.square import symmetry_of
from tests.cli.running import call, run

KAMIO_A = ("--pattern", "kamio-a", "--seed", "7", "--count", "3")
KEYS = {
    *("puzzle", "solution", "layout", "clues", "level", "steps", "solved"),
    *("grade", "appropriateness", "rules", "method", "stats"),
}


@pytest.fixture(scope="module")
def plain():
    return run("generate", *KAMIO_A, "--grade", "expert")


@pytest.fixture(scope="module")
def objects():
    ran = call("generate", *KAMIO_A, "--grade", "expert", "--json")
    assert (ran.code, ran.err) == (0, "")
    return ran.objects


def pattern_of(line: str) -> Pattern:
    puzzle = Puzzle.parse(line)
    return Pattern.of(puzzle.clues, puzzle.layout.size)


def test_on_a_pipe_there_is_one_puzzle_a_line_and_nothing_else(plain):
    assert (plain.code, plain.err, len(set(plain.lines))) == (0, "", 3)
    assert all(re.fullmatch(r"[1-9.]{81}", line) for line in plain.lines)
    assert plain.out.endswith("\n")


def test_every_puzzle_has_the_pattern_one_solution_and_the_grade(plain):
    expert = cpgen.model_for(cpgen.Layout.boxes(3, 3)).grade("expert")
    for line in plain.lines:
        assert pattern_of(line) == pattern_named("kamio-a")
        assert cpgen.check(line, "bitset").unique
        assert expert.matches(cpgen.rate(line))


def test_json_has_the_same_puzzles_and_their_ratings(plain, objects):
    assert [one["puzzle"] for one in objects] == plain.lines
    assert all(set(one) >= KEYS for one in objects)
    for number, one in enumerate(objects):
        rating = cpgen.rate(one["puzzle"])
        assert (one["level"], one["steps"], one["solved"]) == (rating.level, rating.steps, True)
        assert one["rules"] == dict(rating.rules)
        assert tuple(map(int, one["solution"])) == cpgen.solve(one["puzzle"], "bitset")
        assert (one["layout"], one["clues"], one["grade"]) == ("3x3", 23, "expert")
        assert 0.7 < one["appropriateness"] <= 1
        assert (one["method"]["seed"], one["method"]["oracle"]) == (7, "cpsat")
        assert one["method"]["index"] >= number
        assert one["stats"]["ratings"] > 0


def test_a_tab_separates_puzzle_and_solution(objects):
    ran = call("generate", *KAMIO_A, "--grade", "超上級", "--solution")
    assert ran.lines == [f"{one['puzzle']}\t{one['solution']}" for one in objects]


def test_the_default_is_intermediate_and_symmetric():
    ran = call("generate")
    assert (ran.code, ran.err, len(ran.lines)) == (0, "", 1)
    pattern = pattern_of(ran.lines[0])
    assert symmetry_of(pattern.size, pattern.cells) in ("rot180", "rot90", "full", "mirrors", "diagonals")
    assert cpgen.model_for(cpgen.Layout.boxes(3, 3)).grade("intermediate").matches(cpgen.rate(ran.lines[0]))


def test_at_the_time_limit_it_reports_what_was_tried():
    ran = call("generate", "-p", "kamio-a", "-g", "中級", "-n", "1000000", "--time-limit", "2", "--oracle", "bitset")
    assert ran.code == 3
    assert ran.err.startswith(f"error: Found {len(ran.lines)} of 1000000 puzzles in ")
    assert all(word in ran.err for word in ("attempt", "rating", "sample", "anneal", "intermediate", "time limit"))


def test_seeds_and_runs_without_a_seed_differ():
    lines = [
        call("generate", "-p", "kamio-a", "--oracle", "bitset", *seed).out
        for seed in (("--seed", "1"), ("--seed", "2"), ("--seed", str(10**40)), (), ())
    ]
    assert len(set(lines)) == 5


def test_seed_and_index_bring_one_puzzle_of_many_back():
    asked = ("generate", "-p", "kamio-a", "-g", "beginner", "--oracle", "bitset", "--seed", "3")
    one = call(*asked, "--count", "15", "--json").objects[-1]
    again = call(*asked, "--index", str(one["method"]["index"]), "--json").objects[0]
    assert (again["puzzle"], again["method"]) == (one["puzzle"], one["method"])
    beyond = call(*asked, "--index", "1")
    assert (beyond.code, beyond.err) == (3, "error: Seed 3 has no puzzle of index 1: start 0 gives only 1.\n")


@pytest.mark.parametrize(("clues", "symmetry"), [("30", "left-right"), ("32", "rot90"), ("27", "none")])
def test_random_patterns_with_so_many_clues_and_a_symmetry(clues, symmetry):
    ran = call("generate", "--clues", clues, "--symmetry", symmetry, "--seed", "3", "--oracle", "bitset")
    pattern = pattern_of(ran.out.strip())
    assert len(pattern) == int(clues)
    if symmetry != "none":
        assert symmetry_of(pattern.size, pattern.cells) == symmetry


@pytest.mark.parametrize(
    ("clues", "symmetry", "least", "taken"), [(27, "full", 0, 28), (26, "rot90", 0, 25), (26, "rot90", 3, 28)]
)
def test_the_nearest_possible_number_of_clues_is_used(clues, symmetry, least, taken):
    options = ("--clues", str(clues), "--symmetry", symmetry, "--region-clues", str(least))
    ran = call("generate", *options, "--seed", "3", "--oracle", "bitset")
    assert len(pattern_of(ran.out.strip())) == taken
    assert ran.err == f"warning: No {clues} cells of a 9×9 board have the symmetry {symmetry}; {taken} are taken.\n"


def test_a_pattern_from_a_file_with_its_digits_fixed(tmp_path):
    rows = pattern_named("kamio-a").rows
    rows[0] = rows[0].replace("x", "5", 1)
    path = tmp_path / "mine.txt"
    path.write_bytes(b"\xef\xbb\xbf# mine\r\n" + "\r\n".join(rows).encode() + b"\r\n")
    ran = call("generate", "--pattern", str(path), "--seed", "1", "--oracle", "bitset")
    assert pattern_of(ran.out.strip()) == pattern_named("kamio-a")
    assert ran.out[1] == "5"


def test_a_drawn_pattern_is_the_shipped_one():
    drawn = " ".join(pattern_named("kamio-a").rows)
    common = ("--seed", "4", "--oracle", "bitset")
    assert call("generate", "-p", drawn, *common).out == call("generate", "-p", "kamio-a", *common).out


def test_a_shipped_name_wins_over_a_file_of_that_name(tmp_path, monkeypatch):
    (tmp_path / "kamio-a").write_text("not a pattern")
    monkeypatch.chdir(tmp_path)
    assert call("generate", "-p", "kamio-a", "--oracle", "bitset").code == 0


@pytest.mark.parametrize(
    ("options", "method"),
    [
        (("--generation", "zama", "--replacement", "kamio"), ("zama", "kamio", True)),
        (
            (
                "--method",
                "paper",
            ),
            ("kamio", "kamio", False),
        ),
        ((), ("sample", "anneal", True)),
    ],
)
def test_the_method_is_chosen_and_told(options, method):
    ran = call("generate", "-p", "4x4-x", "-g", "any", *options, "--seed", "1", "--oracle", "bitset", "--json")
    told = ran.objects[0]["method"]
    assert (told["generation"], told["replacement"], told["until_match"], told["oracle"]) == (*method, "bitset")


@pytest.mark.parametrize("layout", [*(f"latin-{side}" for side in range(4, 10)), *resources.names("layouts")])
def test_a_plain_request_takes_few_attempts_on_any_layout(layout):
    ran = call("generate", "--layout", layout, "--seed", "10", "--count", "2", "--json")
    assert ran.code == 0
    assert sum(one["stats"]["attempts"] for one in ran.objects) <= 10


@pytest.fixture(scope="module")
def on_all_layouts():
    """A line from a pipe for each shipped layout, and for boards that need no name."""
    boards = [
        "2x2",
        "3x2",
        "latin-5",
        "3x3+diagonals",
        *(name for name in resources.names("layouts") if "16" not in name),
    ]
    return {board: call("generate", "--layout", board, "--seed", "1", "--oracle", "bitset").out for board in boards}


def test_a_line_names_an_unusual_layout(on_all_layouts):
    assert re.fullmatch(r"[1-4.]{16}\n", on_all_layouts["2x2"])
    assert on_all_layouts["latin-5"].endswith(" latin-5\n")


@pytest.mark.parametrize(
    "command", ["rate --json", "check --json", "solve --json --oracle bitset", "convert - - --to jsonl"]
)
def test_lines_of_all_layouts_are_read_by_other_commands(command, on_all_layouts):
    ran = call(*command.split(), stdin="".join(on_all_layouts.values()).encode())
    assert (ran.code, ran.err) == (0, "")
    assert [one["layout"] for one in ran.objects] == [cpgen.layout_named(board).spec for board in on_all_layouts]


def test_lines_of_layouts_can_be_converted_and_rated(on_all_layouts, tmp_path):
    text = "".join(on_all_layouts.values())
    assert call("convert", "-", "-", "--to", "line", stdin=text.encode()).out == text
    path = tmp_path / "jigsaws.txt"
    path.write_text(on_all_layouts["jigsaw-7"] * 3)
    assert len(call("rate", str(path), "--out", "-").lines) == 4
    assert call("explain", on_all_layouts["jigsaw-7"].strip()).code == 0


def test_a_drawing_that_excludes_the_grade_has_a_warning(monkeypatch):
    found = Outlook(("beginner",), ("expert",), 15, "one-scale")
    monkeypatch.setattr(
        "cpgen.generation.possible_grades.doubt", lambda request, _: found if request.grade.name == "expert" else None
    )
    drawn = ("--drawing", "cage ?: r1c1 r1c2", "--seed", "1")
    ran = call("generate", *drawn, "--grade", "expert", "--time-limit", "0.01")
    assert f"warning: {found.sentence}" in ran.err
    assert "warning" not in call("generate", *drawn, "--grade", "beginner", "--time-limit", "0.01").err


def test_a_search_that_finds_soon_makes_no_trial(monkeypatch):
    tried = []
    monkeypatch.setattr("cpgen.cli.make.search_clock.LONG", float("inf"))
    monkeypatch.setattr("cpgen.generation.possible_grades.doubt", lambda request, _: tried.append(request))
    monkeypatch.setattr("cpgen.generation.probe.how_hard", lambda request, *_: tried.append(request))
    drawn = ("--drawing", "cage ?: r1c1 r1c2", "--size", "4")
    for options in (drawn, ("--kind", "killer", "--size", "4"), ("--pattern", "4x4-x")):
        assert call("generate", *options, "--grade", "any", "--seed", "1").code == 0
    assert tried == []


def test_a_limit_that_ends_before_the_search_has_one_sentence():
    ran = call("generate", "--drawing", "cage ?: r1c1 r1c2", "--size", "4", "--grade", "any", "--time-limit", "0.0001")
    assert (ran.code, ran.err[:32]) == (3, "error: Found 0 of 1 puzzle in 0.")
