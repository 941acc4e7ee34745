"""The public names: all there, documented, quick to import; long calls can be watched, limited and stopped."""

import subprocess
import sys
from itertools import pairwise

import pytest

import cpgen
from cpgen import DigRequest, InputError, NotFoundError, Pattern, Progress, Puzzle, Request, api, schema
from cpgen.boards.set_request import SetRequest
from cpgen.render.render_requests import BookRequest

HEAVY = ("numpy", "numba", "ortools")


def test_each_public_name_is_documented():
    assert set(cpgen.__all__) <= set(dir(cpgen))
    texts = {name: getattr(cpgen, name).__doc__ for name in cpgen.__all__ if callable(getattr(cpgen, name))}
    assert [name for name, text in texts.items() if not text or text.startswith(f"{name}(")] == []


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="has no attribute 'solvee'"):
        _ = cpgen.solvee


def imported_by(code: str) -> set[str]:
    code += "\nimport sys; print('LOADED', *sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return set(out.partition("LOADED")[2].split())


def test_importing_cpgen_alone_loads_no_solver_and_no_arrays():
    assert imported_by("import cpgen; cpgen.__version__; cpgen.Layout; cpgen.Puzzle").isdisjoint(HEAVY)
    assert imported_by("import cpgen; cpgen.rate('1...............')") & set(HEAVY) == {"numpy"}


def test_help_loads_no_solver_and_no_arrays():
    code = (
        "import sys; sys.argv = ['cpgen', '--help']; from cpgen.cli import main\ntry: main()\nexcept SystemExit: pass"
    )
    assert imported_by(code).isdisjoint({*HEAVY, "rich"})


def test_the_package_generation_does_not_hide_generate():
    code = "import cpgen, cpgen.requests.puzzle_request\nfrom cpgen.generation import anneal\n"
    code += "print(cpgen.generate('4x4-x', 'any', seed=1, oracle='bitset').puzzle)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert cpgen.check(out.strip(), "bitset").unique


def test_make_rate_and_explain_in_six_lines():
    made = cpgen.generate("kamio-a", "expert", seed=1)
    assert cpgen.check(made.puzzle).grids == (made.solution,)
    assert made.matches
    rating = cpgen.rate(made.puzzle)
    assert (rating.level, rating.steps) == (made.rating.level, made.rating.steps)
    rounds = list(cpgen.explain(made.puzzle))
    assert len(rounds) == rating.steps
    assert all(str(finding) for one in rounds for finding in one.findings)


def test_the_same_seed_gives_the_same_puzzles_whoever_asks():
    arguments = {"grade": "intermediate", "seed": 5, "oracle": "bitset"}
    many = [made.puzzle for made in cpgen.generate_many(4, "kamio-a", **arguments)]
    assert len(set(many)) == 4
    assert [made.puzzle for made in cpgen.generate_many(2, "kamio-a", **arguments)] == many[:2]
    assert cpgen.generate("kamio-a", **arguments).puzzle == many[0]
    assert cpgen.generate("kamio-a", **(arguments | {"seed": 6})).puzzle != many[0]


def test_pattern_layout_and_grade_as_objects_or_words():
    layout = cpgen.Layout.boxes(2, 2)
    common = {"seed": 3, "oracle": "bitset"}
    grade = cpgen.model_for(layout).grade("any")
    drawn = Pattern.parse("x..x/.xx./.xx./x..x")
    first = cpgen.generate(drawn, grade, layout=layout, **common)
    assert cpgen.generate("x..x/.xx./.xx./x..x", "不問", layout="2x2", **common).puzzle == first.puzzle
    assert Pattern.of(first.puzzle.clues, 4) == drawn
    assert cpgen.generate(None, "any", layout="2x2", clues=8, symmetry="rot90", **common).puzzle.clue_count == 8


def test_progress_is_told_what_was_done():
    told: list[Progress] = []
    wanted = {"seed": 1, "oracle": "bitset", "progress": told.append, "stop": lambda: len(told) > 3}
    with pytest.raises(NotFoundError, match=r"Found \d+ of 1000000 puzzles in .* s: \d+ attempts"):
        list(cpgen.generate_many(10**6, "kamio-a", "advanced", **wanted))
    for before, after in pairwise(told):
        assert (before.found, before.attempts, before.ratings) <= (after.found, after.attempts, after.ratings)
        assert before.seconds < after.seconds
    assert told[-1].ratings > 0


def test_stop_ends_the_work_and_what_was_found_is_kept():
    found: list[cpgen.Generated] = []
    stream = cpgen.generate_many(10**6, "kamio-a", "advanced", seed=1, oracle="bitset", stop=lambda: len(found) == 3)
    with pytest.raises(NotFoundError, match="Found 3 of 1000000"):
        found.extend(stream)  # a list grows one by one
    assert len(found) == 3


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"seed": -1}, "seed is -1; it should be a whole number from 0"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"budget": 0}, "budget is 0; it should be a number above 0"),
        ({"budget": float("nan")}, "budget is nan"),
        ({"count": 0}, "count is 0; it should be a whole number from 1"),
        ({"grade": "expart"}, "Did you mean 'expert'"),
        ({"layout": "2x3"}, "but the board is 6×6"),
        ({"pattern": "kamio-z"}, "Did you mean"),
    ],
)
def test_wrong_arguments_are_refused_before_any_work(wrong, told):
    with pytest.raises(InputError, match=told):
        cpgen.generate_many(**({"count": 1, "pattern": "kamio-a"} | wrong))


def test_puzzles_as_objects_or_text():
    text = "1234 3412 2143 4..."
    puzzle = Puzzle.parse(text)
    assert cpgen.rate(text) == cpgen.rate(puzzle)
    assert cpgen.solve(text) == cpgen.solve(puzzle, "bitset") == cpgen.check(puzzle).grids[0]
    assert cpgen.solve("123....4........") is None
    with pytest.raises(InputError, match="is not an oracle"):
        cpgen.check(text, "z4")


@pytest.mark.parametrize(
    ("call", "kind", "more"),
    [
        (api.generate_many, Request, {"seed", "budget", "progress", "stop"}),
        (api.dig_many, DigRequest, {"seed", "budget", "progress", "stop", "better"}),
        (api.pentomino_set, SetRequest, {"seed"}),
        (api.book, BookRequest, set()),
    ],
)
def test_docstrings_list_the_fields_of_the_request(call, kind, more):
    lines = call.__doc__.partition("Options:\n")[2].partition("\n\n")[0].splitlines()
    names = [name.strip() for line in lines for name in line.partition(":")[0].split(",")]
    fields = {field.name for field in schema.fields(kind)} - ({"pattern", "grade"} if kind is Request else set())
    assert sorted(names) == sorted(fields | more)
