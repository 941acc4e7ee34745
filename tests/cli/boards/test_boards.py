"""`cpgen layouts` and `cpgen pentomino`: boards and sets for people, pipes and programs."""

import csv

from cpgen.formats.lines import read_jigsaw
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.symmetry.layout_images import smallest_image, symmetries_of
from tests.cli.running import at_terminal, call, run

GRIDLESS = "AAAAB/ACBBB/CCDDB/CDDEE/CDEEE"
BOARD = ("pentomino", "--boards", "0,1,2,12")


def test_boards_are_counted():
    assert call("layouts", "count").out == "nothing\t4006\nrotation\t1018\nsymmetry\t515\n"
    assert call("layouts", "count", "--size", "1").lines[0] == "nothing\t1"
    ran = call("layouts", "count", "--corners-apart", "--json")
    assert ran.objects == [
        {"size": 5, "corners_apart": True, "boards": {"nothing": 2114, "rotation": 542, "symmetry": 272}}
    ]


def test_boards_are_listed():
    lines = call("layouts", "all", "--size", "4", "--up-to", "rotation").lines
    assert len(lines) == 37
    assert all(Layout.parse(line).size == 4 for line in lines)
    objects = call("layouts", "all", "--size", "4", "--json").objects
    assert len(objects) == 22
    assert objects[0] == {"layout": "AAAA/BBBB/CCCC/DDDD", "size": 4, "symmetry": "mirrors"}


def test_random_boards_from_a_shell_are_the_same_again():
    call_of = ("layouts", "random", "--size", "9", "--count", "3", "--symmetry", "rot180", "--seed", "1")
    first = run(*call_of)
    assert first == call(*call_of)
    assert len(set(first.lines)) == 3
    assert all("rot180" in symmetries_of(Layout.parse(line)) for line in first.lines)


def test_a_random_board_goes_into_generate():
    regions = call("layouts", "random", "--size", "6", "--seed", "3", "--diagonals").lines[0]
    assert regions.endswith("+diagonals")
    assert call("check", "." * 36, "--layout", regions, "--json").objects[0]["layout"] == regions


def test_people_see_boards_drawn():
    shown = at_terminal("layouts", "random", "--size", "5", "--seed", "2")
    assert shown.startswith("┌")
    assert shown.endswith("seed 2\n")


def test_a_board_is_checked():
    ran = call("layouts", "check", "pinwheel-5")
    assert ran.lines == ["AABBB/AACBB/ACCCD/EECDD/EEEDD", "symmetries: rot90, rot180 · it has a grid (cpsat)"]
    assert call("layouts", "check", "AABB/AABB/CCDD/CCDD", "--symmetry", "full", "--json").objects[0]["has_grid"]


def test_the_catalogue_has_a_summary_and_objects():
    command = ("study", "pentomino", "--up-to", "rotation", "--corners-apart")
    assert "| boards | 542 |" in call(*command).out
    rows = call(*command, "--json").objects
    assert len(rows) == 542
    assert sum(row["grids"] == 0 for row in rows) == 16


def test_the_catalogue_is_written_to_a_folder(tmp_path):
    ran = call("study", "pentomino", "--corners-apart", "--out", str(tmp_path))
    assert (ran.code, ran.out) == (0, f"{tmp_path}/report.md\n")
    assert len(list(csv.DictReader((tmp_path / "figures.csv").read_text().splitlines()))) == 272
    assert "| boards | 272 |" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert (tmp_path / "sheet.svg").exists()


def test_the_placements_in_a_corner_are_shown_by_number():
    lines = call("layouts", "corners").lines
    assert lines[0].split() == ["0", "V", "1", "L", "2", "Y", "3", "Y", "4", "L", "5", "P", "6", "U", "7", "P"]
    assert lines[1].split()[:5] == ["ooo..", "oooo.", "oooo.", "oooo.", "oooo."]
    objects = call("layouts", "corners", "--json").objects
    assert [one["number"] for one in objects] == list(range(33))
    one = call("layouts", "corners", "12")
    assert one.lines[0].split("  ")[0] == "top left"
    assert one.lines[1].split() == ["oo...", "....o", ".....", "....."]
    assert one.lines[-1] == "Placement 12 is the pentomino N; its mirror image is 28."
    assert call("layouts", "corners", "12", "--json").objects == [objects[12]]


def test_a_board_is_named_by_its_corners(tmp_path):
    ran = call("layouts", "corners", "0,1,2,12")
    assert ran.lines[-3:] == [
        "0,1,2,12 · LNPVY · 720 grids · 4 clues at least · 2060 puzzles of 4 clues",
        "turned: 12,0,1,2  2,12,0,1  1,2,12,0 · mirrored: 0,28,18,17",
        "AAABB/ACDDB/ACDDB/CCDEB/CEEEE",
    ]
    assert call("layouts", "corners", "1,2,8,9", "--json").objects[0]["fewest_clues"] is None
    assert call("generate", "--layout", "0,1,2,12", "--seed", "1").out.endswith(f" {ran.lines[-1]}\n")
    made = call("pentomino", "--boards", "0,1,2,12", "--seed", "1", "--json").objects[0]
    assert made["layout"] == ran.lines[-1]
    for numbers, captions in ([], 33), (["12"], 4), (["0,1,2,12"], 1):
        path = tmp_path / f"{captions}.svg"
        assert call("layouts", "corners", *numbers, "--out", str(path)).out == ""
        assert path.read_text(encoding="utf-8").count("<text") == captions


def test_a_set_on_a_pipe_is_jigsaw_lines():
    lines = call("pentomino", "--count", "20", "--seed", "1", "--distinct-boards").lines
    puzzles = [read_jigsaw(line).puzzle for line in lines]
    assert {puzzle.clue_count for puzzle in puzzles} == {4}
    assert len({smallest_image(puzzle) for puzzle in puzzles}) == 20
    assert all(open_oracle("bitset").uniqueness(puzzle).unique for puzzle in puzzles)


def test_a_set_for_programs():
    one, other = call("pentomino", "--count", "2", "--seed", "4", "--json").objects
    assert one["clues"] == 4
    assert one["solved"]
    assert one["grade"]
    assert [(puzzle["method"]["seed"], puzzle["method"]["index"]) for puzzle in (one, other)] == [(4, 0), (4, 1)]
    puzzle = Puzzle.parse(one["puzzle"], Layout.parse(one["layout"]))
    assert open_oracle().uniqueness(puzzle).grids == (tuple(map(int, one["solution"])),)


def test_a_set_with_solutions_and_symbols():
    call_of = ("pentomino", "--seed", "4", "--symbols", "春夏秋冬年", "--solution")
    line, solution = call(*call_of).lines[0].split(" ")
    assert len(line) == 50
    assert set(solution) == set("春夏秋冬年")
    assert all(a in (".", b) for a, b in zip(line[:25], solution, strict=True))
    shown = at_terminal(*call_of)
    assert solution[0] in shown
    assert "level" in shown


def test_a_set_of_boards_from_a_file(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("# two\nAABBB/AACBB/ACCCD/EECDD/EEEDD\n\nAABBC\nAABBC\n# inside\nDABCC\nDDEEC\nDDEEE\n")
    objects = call("pentomino", "--boards", str(path), "--count", "4", "--seed", "1", "--json").objects
    layouts = [one["layout"] for one in objects]
    assert set(layouts) == {"AABBB/AACBB/ACCCD/EECDD/EEEDD", "AABBC/AABBC/DABCC/DDEEC/DDEEE"}
    assert call("pentomino", "--boards", "pinwheel-5", "--seed", "1").code == 0


def test_a_set_by_fewest_clues_of_boards_with_corners_apart():
    objects = call("pentomino", "--clues", "fewest", "--boards", "corners-apart", "-n", "30", "--json").objects
    assert {one["clues"] for one in objects} <= {4, 5}


def test_bad_calls_end_with_one_sentence(tmp_path):
    for line, code, sentence in [
        ("layouts all --size 7", 2, "the side goes from 1 to 6"),
        ("layouts all --size 1", 2, "A board of side 1"),
        ("layouts all --up-to mirrors", 2, "Known: nothing, rotation, symmetry"),
        ("layouts count --size 0", 2, "the side goes from 1 to 6"),
        ("layouts random --size 3", 2, "sides from 4 to 16, not 3"),
        ("layouts random --size 17", 2, "sides from 4 to 16, not 17"),
        ("layouts random --symmetry rot18", 2, "Did you mean 'rot180'"),
        ("layouts random --size 6 --symmetry rot90", 4, "neither a multiple of 4 nor one more"),
        ("layouts random --size 5 --symmetry mirrors", 4, "none of all 4006 boards has it"),
        ("layouts random --oracle minisat", 2, "Known: cpsat, bitset"),
        ("layouts random --count 0", 2, "--count"),
        ("layouts check mask-7 --symmetry rot180", 2, "does not have the symmetry rot180: row 1, column 1 and row"),
        ("layouts check mask-8", 2, "is not a layout"),
        ("layouts check AABB/AABB/CCDD/CCDE", 2, "begins at row 3, column 3 has 3 cells"),
        ("layouts check ABAB/ABAB/CCDD/CCDD", 2, "is in pieces: row 1, column 3"),
        ("layouts check {gridless}", 4, "cpsat shows that no filling keeps to all its houses"),
        ("study pentomino --up-to mirrors", 2, "Known: nothing, rotation, symmetry"),
        ("study pentomino --out /dev/null/x", 2, "cannot be used as the journal"),
        ("layouts corners 33", 2, "'33' is not a placement in a corner; they go from 0 to 32"),
        ("layouts corners 0,1,2,3", 2, "0 at the top left and 3 at the bottom left overlap at row 2, column 1"),
        ("layouts corners --out corners.pdf", 2, "a picture is .svg or .png"),
        ("pentomino --boards 0,5,3,12", 4, "has no grid"),
        ("generate --layout 0,1,2", 2, "'0,1,2' names no board"),
        ("pentomino --clues 3", 2, "with fewer, two digits are never shown"),
        ("pentomino --clues 9", 2, "4 to 8 clues, not of 9"),
        ("pentomino --clues few", 2, "'few' is not a number of clues; give a number, or fewest"),
        ("pentomino --boards corner-apart", 2, "Did you mean 'corners-apart'"),
        ("pentomino --boards {empty}", 2, "has no board; write one per line"),
        ("pentomino --boards {bad}", 2, "line 2: The region that begins at row 3, column 1 has 6 cells"),
        ("pentomino --boards {without}", 4, "line 1: The board"),
        ("pentomino --boards jigsaw-7", 2, "on 5×5 boards of five regions"),
        (
            "pentomino --boards pinwheel-5 --distinct-boards --count 2",
            4,
            "2 puzzles on different boards need 2 boards; there are 1.",
        ),
        ("pentomino --symbols ABCD", 2, "4 symbols"),
        ("pentomino --symbols AABCD", 2, "is used for both 1 and 2"),
        ("pentomino --grade harder", 2, "is not a grade"),
        ("pentomino --grade expert --with-stuck", 2, "leave out the grade"),
        ("pentomino --count 0", 2, "--count"),
    ]:
        texts = {
            "empty": "# nothing\n",
            "bad": "AABBB/AACBB/ACCCD/EECDD/EEEDD\nAABBC/AABBC/DABCC/DDEEC/DDDEE\n",
            "without": GRIDLESS,
        }
        names = {name: str(tmp_path / f"{name}.txt") for name in texts}
        for name, text in texts.items():
            (tmp_path / f"{name}.txt").write_text(text)
        ran = call(*line.format(gridless=GRIDLESS, **names).split())
        assert ran.code == code, ran.err
        assert sentence in ran.err
        assert ran.out == ""
        assert "Traceback" not in ran.err


def test_grids_of_a_board_are_listed_in_letters():
    grids = call(*BOARD, "--grids").lines
    assert len(set(grids)) == 6
    assert all(grid.startswith("ABCDE") and {*map(grid.count, "ABCDE")} == {5} for grid in grids)
    first = call(*BOARD, "--grids", "--json").objects[0]
    assert (first["letters"], first["grids"]) == (grids[0], 120)
    assert "720 on AAABB/ACDDB/ACDDB/CCDEB/CEEEE" in at_terminal(*BOARD, "--grids")
    assert call(*BOARD, "--json").objects[0]["grids"] == 720


def test_each_choice_of_four_clues_has_its_only_solution():
    lines = call(*BOARD, "--choices").lines
    assert len(set(lines)) == 2060
    for line in lines[::200]:
        puzzle, solution = line.split()
        state = read_jigsaw(puzzle).puzzle
        assert state.clue_count == 4
        assert ["".join(map(str, grid)) for grid in open_oracle("bitset").uniqueness(state).grids] == [solution]


def test_choices_name_their_cells_and_their_grid():
    last = call(*BOARD, "--choices", "--json").objects[-1]
    assert last["cells"] == [f"r{cell // 5 + 1}c{cell % 5 + 1}" for cell in range(25) if last["puzzle"][cell] != "."]
    assert last["grid_number"] <= 6
