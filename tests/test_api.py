"""The public names: all there, documented, quick to import; long calls can be watched, limited and stopped."""

import pickle
import pydoc
import re
import runpy
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import cpgen
from cpgen import DigSpec, GenerateSpec, InputError, NotFoundError, Pattern, Progress, Puzzle, api, schema
from cpgen.boards.set_request import SetSpec
from cpgen.collection.import_export import Importer
from cpgen.collection.store import Store
from cpgen.errors import ManySolutionsWarning
from cpgen.formats import puzzle_texts
from cpgen.render.render_requests import BookSettings, PictureRequest, Wording
from cpgen.symmetry.canonical import canonical
from cpgen.web.play import walkthrough_of

HEAVY = ("numpy", "numba", "ortools")
ROOT = Path(__file__).parents[1]


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
    code = "import cpgen, cpgen.requests.generation_request\nfrom cpgen.generation import anneal\n"
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


def results() -> dict[str, object]:
    """Return a result of each kind."""
    made = cpgen.generate("kamio-a", "expert", seed=1, oracle="bitset")
    explanation = cpgen.explain(made)
    kinds = (
        *(made, made.puzzle, made.puzzle.layout, made.rating, made.request, explanation, *explanation.rounds),
        *(finding for one in explanation for finding in one.findings),
        *(cpgen.dig(seed=1, oracle="bitset"), next(api.pentomino_set(seed=1)), cpgen.State.of(made.puzzle)),
        *(cpgen.check(made), cpgen.hint(made), api.analyse_clues(made), api.judge(made), api.effort("kamio-a")),
        *(cpgen.pattern_named("heart"), cpgen.model_for(made.puzzle.layout), made.grade, api.as_entry(made)),
        *(cpgen.layout_named("jigsaw-9"), Puzzle(cpgen.Layout.latin(50), (50,) * 2500)),
    )
    return {type(one).__name__: one for one in sorted(kinds, key=lambda one: len(repr(one)))}


LONGEST_REPR = 450
"""Characters of a repr that still fits on four lines of a wide terminal; a rating with all its fields takes most"""


def test_reprs_are_short_lines():
    found = {name: repr(one) for name, one in results().items()}
    assert {name: text for name, text in found.items() if len(text) > LONGEST_REPR or "\n" in text} == {}


def test_reprs_of_boards_can_be_evaluated():
    puzzle = Puzzle.parse("1" + "." * 24, cpgen.Layout.latin(5))
    for one in (puzzle, Puzzle.parse("1..............."), puzzle.layout, cpgen.pattern_named("heart")):
        assert eval(repr(one), vars(cpgen) | {"Puzzle": Puzzle, "Layout": cpgen.Layout, "Pattern": Pattern}) == one


def test_boards_print_and_show_themselves_in_notebooks():
    made = cpgen.dig(layout="2x2", seed=1, oracle="bitset")
    solution = cpgen.solve(made)
    drawn = str(made).replace("│ ", "").replace(" │", "").split("\n")
    assert [line.replace(" ", "") for line in drawn if "─" not in line] == made.puzzle.rows
    assert str(made.puzzle) == str(made) == str(api.as_entry(made))
    assert "." not in str(solution)
    for one in (made, made.puzzle, solution, api.as_state(made), api.as_entry(made)):
        assert one._repr_svg_().startswith("<svg ")
    assert solution.board.line == solution.line
    assert pickle.loads(pickle.dumps(solution)).layout == made.puzzle.layout
    assert "50" in str(Puzzle(cpgen.Layout.latin(50), (50,) + (0,) * 2499))


def test_the_same_seed_gives_the_same_puzzles_whoever_asks():
    arguments = {"grade": "intermediate", "seed": 5, "oracle": "bitset"}
    many = [made.puzzle for made in cpgen.generate_many(4, "kamio-a", **arguments)]
    assert len(set(many)) == 4
    assert [made.puzzle for made in cpgen.generate_many(2, "kamio-a", **arguments)] == many[:2]
    assert cpgen.generate("kamio-a", **arguments).puzzle == many[0]
    assert cpgen.generate("kamio-a", **(arguments | {"seed": 6})).puzzle != many[0]


def test_excluded_puzzles_are_not_made():
    wanted = {"pattern": "heart", "grade": "any", "seed": 1, "oracle": "bitset"}
    made = [one.puzzle for one in cpgen.generate_many(3, **wanted)]
    text = "\n".join(puzzle.line.translate(str.maketrans("123456789", "234567891")) for puzzle in made[:2])
    for exclude in (made[:2], text, [text], [made[0].rows, cpgen.State.of(made[1])]):
        assert cpgen.generate(**wanted, exclude=exclude).puzzle == made[2]
    assert cpgen.generate(**wanted, exclude=made[0]).puzzle == made[1]
    assert cpgen.generate(**wanted, exclude=["." * 16]).puzzle == made[0]
    hardest = next(cpgen.hardest("heart", seed=1, budget=10, oracle="bitset", exclude=made)).puzzle
    assert canonical(hardest) not in map(canonical, made)


def test_excluded_puzzles_of_a_text_are_on_the_layout_of_the_request():
    wanted = {"layout": "jigsaw-9", "grade": "any", "seed": 1, "oracle": "bitset"}
    first, second = (one.puzzle for one in cpgen.generate_many(2, **wanted))
    assert cpgen.generate(**wanted, exclude=first.line).puzzle == second


@pytest.mark.parametrize(
    ("exclude", "told"),
    [
        (5, "exclude is '5'; it should be puzzles"),
        ("none.sdm", "no square board"),
        ([5], "The puzzle is '5'"),
        (["12"], "has 2 cells"),
    ],
)
def test_wrong_excluded_puzzles_are_refused(exclude, told):
    with pytest.raises(InputError, match=told):
        cpgen.generate("4x4-x", "any", exclude=exclude)


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


ROWS = ["12..", "..12", "2...", ".3.."]


@pytest.mark.parametrize(
    "form",
    [
        lambda puzzle: puzzle.clues,
        lambda puzzle: ROWS,
        lambda puzzle: [list(row) for row in ROWS],
        lambda puzzle: [[None if sign == "." else int(sign) for sign in row] for row in ROWS],
        lambda puzzle: np.array(puzzle.clues, np.uint8).reshape(4, 4),
        lambda puzzle: np.where(np.array(puzzle.clues) == 0, np.nan, puzzle.clues),
        lambda puzzle: list(np.array(puzzle.clues)),
        lambda puzzle: pytest.importorskip("pandas").DataFrame(np.array(puzzle.clues).reshape(4, 4)),
        cpgen.State.of,
        api.as_entry,
    ],
)
def test_puzzles_may_be_rows_arrays_and_other_boards(form):
    puzzle = Puzzle.parse(" ".join(ROWS))
    assert api.as_puzzle(form(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (5, "The puzzle is '5'; it should be a Puzzle"),
        ([1, 2, 3], "The puzzle has 3 cells, which fill no square board"),
        ([0.5] * 16, "0.5' at row 1, column 1 is not a digit from 1 to 4"),
        ([object] * 16, "at row 1, column 1 is not a digit"),
        ([[5, 0, 0, 0]] + [[0] * 4] * 3, "5 at row 1, column 1 is not a digit from 1 to 4"),
        ([[1, 1, 0, 0]] + [[0] * 4] * 3, "1 appears twice in row 1"),
        ([["?", 1, 0, 0]] + [[0] * 4] * 3, "'?' at row 1, column 1 is not a digit"),
    ],
)
def test_wrong_rows_are_refused(wrong, sentence):
    with pytest.raises(InputError, match=re.escape(sentence)):
        cpgen.rate(wrong)


def test_entries_of_results_keep_the_grade_they_were_made_for():
    made = cpgen.generate("kamio-a", "expert", seed=1, oracle="bitset")
    assert api.as_entry(made).grade == walkthrough_of(made).grade == "expert"
    assert api.as_entry(cpgen.generate("4x4-x", "any", seed=1, oracle="bitset")).grade == ""
    for grade, printed in (("advanced", "advanced"), ("上級", "advanced"), ("", "expert"), ("Fiendish", "expert")):
        entry = replace(api.as_entry(made.puzzle), grade=grade)
        assert api.book_item(entry, BookSettings(qr=False)).grade_name == printed


def test_a_hint_says_where_to_look_and_what_is_there():
    hint = cpgen.hint("1234 3412 2143 432.", lang="ja")
    assert hint.one.rule == "hidden-single-region"
    assert hint.look in str(hint)
    assert hint.sentence not in str(hint)
    with pytest.raises(InputError, match="There is no round 2"):
        cpgen.hint("1234 3412 2143 432.", number=2)
    assert "complete and correct" in str(cpgen.hint("1234 3412 2143 4321"))
    with pytest.raises(InputError, match="not an option of hint"):
        cpgen.hint("1234 3412 2143 432.", langue="ja")


def test_pictures_are_drawn_with_a_request_and_additions():
    puzzle = "1234 3412 2143 ...."
    assert "<title>Sunday</title>" in cpgen.draw(puzzle, title="Sunday")
    assert cpgen.draw(puzzle, kind="png").startswith(b"\x89PNG")
    drawn = {cpgen.draw(puzzle, **more) for more in ({}, {"candidates": True}, {"solution": True}, {"step": 1})}
    assert len(drawn) == 4
    for wrong in ({"kind": "gif"}, {"step": 9}, {"step": 1, "solution": True}, {"colour": True}):
        with pytest.raises(InputError):
            cpgen.draw(puzzle, **wrong)


def test_grids_are_full_and_repeatable():
    grid = cpgen.grid("jigsaw-9", seed=4, oracle="bitset")
    assert Puzzle(grid.layout, (0,) * 81).is_solved_by(grid)
    assert grid == cpgen.grid("jigsaw-9", seed=4, oracle="bitset")
    assert cpgen.grid(cpgen.Layout.boxes(7, 7), seed=1).layout.size == 49
    with pytest.raises(InputError, match="is not a source of grids"):
        cpgen.grid(source="magic")


def test_help_explains_every_option():
    told = pydoc.render_doc("cpgen.call_options", renderer=pydoc.plaintext)
    for request in (GenerateSpec, DigSpec, SetSpec, BookSettings, PictureRequest, Wording):
        assert [field.name for field in schema.fields(request) if f" |  {field.name}: " not in told] == []


def test_the_types_of_options_are_those_of_the_requests():
    script = runpy.run_path(str(ROOT / "scripts" / "write_call_options.py"))
    written = script["FILE"].read_text(encoding="utf-8")
    assert written == script["text"](), "run scripts/write_call_options"


TYPED = """
import cpgen
from typing import assert_type
cpgen.generate(nosuch=1)
cpgen.generate(seed="x")
cpgen.generate("heart", seed=1, level=(2, 4), needs=["x-wing"], oracle=cpgen.open_oracle("bitset"))
assert_type(cpgen.draw("1"), str)
assert_type(cpgen.draw("1", kind="png"), bytes)
"""


def test_type_checkers_refuse_wrong_options(tmp_path):
    mypy = pytest.importorskip("mypy.api")
    (tmp_path / "typed.py").write_text(TYPED)
    told = mypy.run([str(tmp_path / "typed.py"), "--config-file", str(ROOT / "pyproject.toml")])[0].splitlines()
    assert [re.sub(r".*typed.py:", "", line) for line in told if ": error:" in line] == [
        '4: error: Unexpected keyword argument "nosuch" for "generate"  [call-arg]',
        '5: error: Argument "seed" to "generate" has incompatible type "str"; expected "int | None"  [arg-type]',
    ]


def test_results_can_be_pickled():
    for name, one in results().items():
        copy = pickle.loads(pickle.dumps(one))
        assert copy == one or repr(copy) == repr(one), name


def test_a_pool_of_processes_makes_puzzles():
    with ProcessPoolExecutor(1) as pool:
        assert next(pool.map(cpgen.dig, [cpgen.DigSpec(layout="2x2", clues=5)])).puzzle.clue_count == 5


@pytest.mark.parametrize("name", ["bitset", "cpsat", "bitset+exact-cover"])
def test_an_open_oracle_stands_for_its_name(name):
    oracle = cpgen.open_oracle(name)
    made = cpgen.generate("4x4-x", "any", seed=1, oracle=oracle)
    assert made.as_json()["method"] == cpgen.generate("4x4-x", "any", seed=1, oracle=name).as_json()["method"]
    assert cpgen.solve(made, oracle) == made.solution
    assert cpgen.dig(layout="2x2", seed=1, oracle=oracle).oracle == oracle.name


def test_an_explanation_is_a_sequence_of_rounds():
    explanation = cpgen.explain("1234 3412 2143 4...")
    assert explanation[0] in explanation
    assert explanation[-1] == list(explanation)[-1] == next(reversed(explanation))
    assert explanation[:1] == explanation.rounds[:1]


def test_a_rating_has_its_grade_and_its_other_scale():
    rating = cpgen.rate(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
    assert (rating.grade.name, round(rating.appropriateness, 2)) == ("expert", 0.94)
    assert (rating.also.grade.name, rating.also.model.name) == ("easy", "hodoku")
    assert cpgen.rate("." * 81).grade is None


def test_reading_returns_the_puzzles_of_a_text_or_file(tmp_path):
    text = "1... .... ..2. ....\n12.. .... .... ...3\n"
    (tmp_path / "two.txt").write_text(text)
    assert [one.puzzle.clue_count for one in cpgen.read(text)] == [2, 3]
    assert cpgen.read(tmp_path / "two.txt") == cpgen.read(str(tmp_path / "two.txt")) == cpgen.read(text)


def test_reading_names_the_line_of_a_wrong_puzzle():
    wrong, errors = "1... .... ..2. ....\n11.. .... .... ....\n", []
    with pytest.raises(InputError, match="line 2: 1 appears twice"):
        cpgen.read(wrong)
    assert len(cpgen.read(wrong, errors.append)) == 1
    assert ["line 2" in str(error) for error in errors] == [True]


def test_a_collection_is_read(tmp_path):
    with Store(str(tmp_path / "set.db")) as store:
        importer = Importer(store, cpgen.open_oracle("bitset"), None, "a test", False, print)
        importer.take(puzzle_texts("1234 3412 2143 4..."))
    assert [one.puzzle.line for one in cpgen.read(tmp_path / "set.db")] == ["1234341221434..."]


def test_converting_writes_what_reading_reads():
    puzzles = cpgen.read("1... .... ..2. ....\n12.. .... .... ...3\n")
    assert cpgen.read(cpgen.convert(puzzles, "jsonl")) == puzzles
    assert cpgen.convert(puzzles[0].puzzle, "line") == "1.........2.....\n"


def test_a_list_of_puzzles_shows_pictures_in_notebooks():
    assert cpgen.read("1... .... ..2. ....\n12.. .... .... ...3\n")._repr_html_().count("<svg ") == 2


def test_a_notebook_can_be_executed(tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = [nbformat.v4.new_code_cell("import cpgen\ncpgen.read('1... .... ..2. ....')")]
    book = nbclient.NotebookClient(nbformat.v4.new_notebook(cells=cells)).execute()
    assert "<svg " in book.cells[0].outputs[0]["data"]["text/html"]


def test_practice_makes_positions_for_a_technique():
    one = next(cpgen.practice("naked pair", layout="2x3", seed=1))
    assert one.answer.rule == "naked-pair"


def test_styles_and_techniques_are_listed():
    assert {"killer", "kropki"} <= {str(one) for one in cpgen.styles()}
    assert "swordfish" in {one.name for one in cpgen.techniques()}


@pytest.mark.parametrize("call", [cpgen.rate, cpgen.explain])
def test_ratings_of_several_solutions_warn(call):
    with pytest.warns(ManySolutionsWarning, match="more than one solution"):
        call("421.......2.2.3.", ladder="hodoku")


def test_a_booklet_refuses_what_rectangles_solve():
    entry = api.as_entry("421.......2.2.3.")
    with pytest.raises(InputError, match="more than one solution"):
        api.book_item(entry, BookSettings(qr=False), "hodoku")


@pytest.mark.parametrize("seconds", [None, "5", True, float("nan")])
@pytest.mark.parametrize("call", [cpgen.check, cpgen.solutions, cpgen.candidates, cpgen.why_not])
def test_a_time_limit_that_is_no_number_is_refused(call, seconds):
    with pytest.raises(InputError, match=r"^The time limit is .*; it should be a number of seconds\.$"):
        call("1234 3412 2143 432.", seconds=seconds)
