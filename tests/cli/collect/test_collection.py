"""`cpgen collection`, `batch` and `rate --out` on the command line."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from pathlib import Path

import pytest

from tests.cli.running import LEFT, RIGHT, Ran, call

PLAN = """
seed = 5
oracle = "bitset"

[[cell]]
layout = "2x3"
clues = 14
symmetry = "none"
grade = ["any"]
count = 6

[[cell]]
layout = "2x2"
clues = 7
symmetry = "none"
count = 3
"""

FIVE = ("--layout", "2x2", "--clues", "6", "--symmetry", "none", "--seed", "1", "--count", "5")
"""Options for five puzzles on a small board"""


@pytest.fixture
def store(tmp_path: Path) -> str:
    name = str(tmp_path / "set.db")
    assert call("collection", "import", name, LEFT, RIGHT).code == 0
    return name


def ok(ran: Ran) -> Ran:
    assert (ran.code, ran.err) == (0, "")
    return ran


def test_added_puzzles_are_rated_and_listed(store: str) -> None:
    objects = ok(call("collection", "list", store, "--json")).objects
    assert [(one["puzzle"], one["level"], one["grade"]) for one in objects] == [
        (LEFT, 6, "expert"),
        (RIGHT, 1, "beginner"),
    ]
    assert objects[0]["method"]["name"] == "import"


def test_what_is_there_already_is_not_added_again(store: str) -> None:
    assert ok(call("collection", "import", store, LEFT, LEFT[::-1])).out == "0 new, 2 already there, 0 refused\n"


def test_filters_work_together(store: str) -> None:
    asked = ["--grade", "超上級", "--needs", "naked-single", "--symmetry", "rot180"]
    assert ok(call("collection", "list", store, *asked, "--steps", "30..")).out.startswith(LEFT)
    assert ok(call("collection", "list", store, *asked, "--steps", "..30")).out == ""


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--layout", "3x3"), 2),
        (("--boxes", "3x3", "--clues", "23"), 2),
        (("--diagonals",), 0),
        (("--minimal",), 1),
        (("--not-minimal",), 1),
        (("--matching", "0.9", "--level", "6"), 1),
    ],
)
def test_each_field_of_the_filter_is_an_option(store: str, options: tuple[str, ...], found: int) -> None:
    assert ok(call("collection", "stats", store, "--json", *options)).objects[0]["puzzles"] == found


def test_samples_and_statistics(store: str) -> None:
    assert ok(call("collection", "sample", store, "--seed", "3", "-n", "5", "-g", "beginner")).out.startswith(RIGHT)
    data = ok(call("collection", "stats", store, "--json")).objects[0]
    assert data["puzzles"] == 2
    assert {row["grade"]: row["puzzles"] for row in data["by_grade"]} == {"expert": 1, "beginner": 1}
    assert "2 puzzles" in ok(call("collection", "stats", store)).out


@pytest.mark.parametrize("name", ["line", "sdm", "hodoku", "opensudoku", "json", "csv", "penpa"])
def test_every_format_goes_out_and_comes_back(store: str, tmp_path: Path, name: str) -> None:
    out, other = str(tmp_path / "out"), str(tmp_path / "other.db")
    ok(call("collection", "export", store, out, "--to", name))
    assert ok(call("collection", "import", other, out)).out == "2 new, 0 already there, 0 refused\n"
    assert ok(call("collection", "list", other)).out == ok(call("collection", "list", store)).out


def test_parquet_has_a_row_a_puzzle(store: str, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = str(tmp_path / "set.parquet")
    ok(call("collection", "export", store, out))
    table = parquet.read_table(out).to_pydict()
    assert table["puzzle"] == [LEFT, RIGHT]
    assert table["level"] == [6, 1]


def test_a_damaged_puzzle_is_told_left_out_and_kept_apart(store: str, tmp_path: Path) -> None:
    assert ok(call("collection", "verify", store)).out == f"2 sound puzzles in {store}\n"
    assert ok(call("collection", "verify", "--repair", store)).out == f"Nothing is damaged in {store}.\n"
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE puzzles SET puzzle = replace(puzzle, '9', '8') WHERE id = 1")
    connection.close()
    (data,) = call("collection", "verify", store, "--json").objects
    assert data == {
        "puzzles": 1,
        "damaged": [{"row": 1, "why": "its clues and its solution do not fit together"}],
        "faults": [],
        "losses": [],
    }
    told = f"error: In {store}, row 1 cannot be used and is left out."
    out = tmp_path / "out.csv"
    for command in (("list", store), ("verify", store), ("sample", store, "-n", "9"), ("export", store, str(out))):
        ran = call("collection", *command)
        assert (ran.code, ran.err[: len(told)]) == (1, told)
    assert out.read_text().count(RIGHT) == 1
    ran = call("collection", "verify", "--repair", store)
    assert (ran.code, ran.err.startswith("error: lost: row 1, noticed on 2")) == (1, True)
    assert ran.out.startswith("1 sound puzzle, 0 regenerated, 1 lost\n")
    assert ok(call("collection", "list", store)).out.startswith(RIGHT)
    assert "1 sound puzzle" in call("collection", "verify", str(tmp_path / "set.damaged.db")).out


def test_losses_are_reported_until_they_are_acknowledged(store: str) -> None:
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE puzzles SET puzzle = replace(puzzle, '9', '8') WHERE id = 1")
    connection.close()
    call("collection", "verify", "--repair", store)
    for command in (("verify",), ("verify", "--repair"), ("verify",)):
        ran = call("collection", *command, store)
        assert (ran.code, "lost: row 1, noticed on 2" in ran.err, "--acknowledge" in ran.err) == (1, True, True)
    (data,) = call("collection", "verify", store, "--json").objects
    assert [(one["what"], one["rows"]) for one in data["losses"]] == [("row 1", 1)]
    assert ok(call("collection", "verify", "--acknowledge", store)).out.startswith("Acknowledged: row 1, noticed on 2")
    assert ok(call("collection", "verify", store)).out == f"1 sound puzzle in {store}\n"


def test_repair_of_a_cut_collection_tells_what_is_known_to_be_lost(store: str, tmp_path: Path) -> None:
    batch = str(tmp_path / "batch.db")
    board = ("--boxes", "2x2", "--clues", "6", "--symmetry", "none", "-g", "any", "--oracle", "bitset")
    ok(call("batch", "-o", batch, *board, "--count", "60", "--seed", "1", "-j", "1", "-q"))
    for name, lost in ((batch, r"at least [1-9]\d* lost"), (store, "perhaps some lost")):
        with open(name, "r+b") as file:
            file.truncate(Path(name).stat().st_size // 2)
        ran = call("collection", "verify", "--repair", name)
        assert ran.code == 1
        assert re.match(rf"\d+ sound puzzles?, 0 regenerated, {lost}\n", ran.out)
        assert f"the end of {name} was missing" in ran.err


def test_what_has_not_one_solution_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(f"{LEFT}\n{'.' * 81}\n{'1' * 81}\n")
    ran = call("collection", "import", str(tmp_path / "new.db"), str(file))
    assert ran.code == 2
    assert ran.out == "1 new, 0 already there, 2 refused\n"
    assert "line 2: " in ran.err
    assert "more than one solution" in ran.err
    assert "line 3: " in ran.err


@pytest.mark.parametrize("content", [None, b"", b"1234 puzzles"], ids=["missing", "empty", "text"])
def test_what_is_no_collection_is_bad_input(content: bytes | None, tmp_path: Path) -> None:
    name = tmp_path / "other.db"
    if content is not None:
        name.write_bytes(content)
    for command in ("list", "stats", "verify", "sample"):
        ran = call("collection", command, str(name))
        assert (ran.code, len(ran.err.splitlines())) == (2, 1), ran.err


def test_what_is_wrong_is_reported_in_a_sentence(store: str) -> None:
    for arguments, words in [
        (("collection", "list", "nowhere.db"), "There is no collection nowhere.db"),
        (("collection", "import", "/dev/null", LEFT), "/dev/null is not a file"),
        (("batch", "--out", "/dev/null", "-n", "1"), "/dev/null is not a file"),
        (("collection", "list", "SET", "--steps", "x"), "is not a span of numbers"),
        (("collection", "list", "SET", "--needs", "swordfsh"), "is not a technique"),
        (("collection", "export", "SET", "-", "--to", "parquet"), "Parquet cannot be written to standard output"),
        (("collection", "export", "SET", "out.nothing"), "Unknown file extension"),
        (("collection", "export", "SET", "--to", "csv", "--steps", "99.."), "No puzzle matches the filter"),
        (("batch", "-n", "3"), "give --out"),
        (("batch", "--out", "SET", "none.toml"), "There is no plan none.toml"),
        (("batch", "--out", "SET", "-p", "kamio-a", "-g", "harder"), "is not a grade"),
        (("collection", "list", "SET", "--grade", "expret"), "Did you mean 'expert'?"),
        (("collection", "stats", "SET", "--grade", "初扱"), "Did you mean '初級'?"),
        (("batch", "--out", "SET", "-n", "1", "--jobs", "1", "--cluster", "tcp://localhost:1"), "its own workers"),
    ]:
        ran = call(*(store if word == "SET" else word for word in arguments))
        assert ran.code in (1, 2)
        assert words in ran.err
        assert len(ran.err.splitlines()) == 1


def test_a_puzzle_that_does_not_fit_the_format_is_reported(store: str, tmp_path: Path) -> None:
    jigsaw = tmp_path / "jigsaw.json"
    jigsaw.write_text(call("dig", "--layout", "jigsaw-7", "--seed", "1", "--json").out)
    ok(call("collection", "import", store, str(jigsaw)))
    ran = call("collection", "export", store, str(tmp_path / "out.sdm"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "holds boards of side 9 only" in ran.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[cell", "is not valid TOML"),
        ("seed = 1", "has no [[cell]]"),
        ("[[cell]]\ndepth = 3", "is not an option of a cell"),
        ("[[cell]]\ncount = 0", "count is 0; it should be a whole number from 1"),
        ("[[cell]]\npattern = 3", "pattern is 3; it should be a text"),
        ('[[cell]]\nlayout = "2x2"\n[[cell]]\ngrade = "nope"', "Cell 2 of the plan"),
    ],
)
def test_a_wrong_plan_is_reported_in_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "plan.toml").write_text(text)
    ran = call("batch", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "set.db"))
    assert ran.code == 2
    assert words in ran.err


def test_an_unfinished_plan_is_not_begun_twice(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN)
    asked = ("batch", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "set.db"), "--jobs", "1")
    stopped = call(*asked, "--time-limit", "0.000001")
    assert stopped.code == 3
    assert "resume with --resume" in stopped.err
    again = call(*asked)
    assert again.code == 2
    assert "already has this batch" in again.err
    done = call(*asked, "--resume", "--json")
    assert (done.code, done.err) == (0, "")
    assert [one["found"] for one in done.objects] == [6, 3]
    assert "nothing to resume" in call(*asked, "--resume").err
    listed = ok(call("collection", "list", str(tmp_path / "set.db"), "--json")).objects
    assert [one["layout"] for one in listed] == ["2x3"] * 6 + ["2x2"] * 3
    assert listed[7]["method"]["seed"] == 6
    made = ok(call("generate", "--boxes", "2x3", "--clues", "14", "--symmetry", "none", "-g", "any", "--seed", "5",
                   "--oracle", "bitset", "--json"))  # fmt: skip
    assert made.objects[0]["puzzle"] == listed[0]["puzzle"]


def test_rating_in_bulk_says_what_rating_one_by_one_says(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(f"{LEFT}\n{RIGHT}\n" * 10)
    rows = list(csv.DictReader(io.StringIO(ok(call("rate", "--out", "-", "--jobs", "2", str(file))).out)))
    one_by_one = ok(call("rate", "--json", LEFT, RIGHT)).objects * 10
    assert len(rows) == 20
    for row, data in zip(rows, one_by_one, strict=True):
        assert [row[key] for key in ("puzzle", "outcome", "grade")] == [data[k] for k in ("puzzle", "outcome", "grade")]
        assert [int(row[key]) for key in ("clues", "level", "steps")] == [data[k] for k in ("clues", "level", "steps")]
        assert float(row["appropriateness"]) == data["appropriateness"]
        assert row["rules"].split() == list(data["rules"])


def test_rating_in_bulk_names_wrong_lines_and_rates_the_others(tmp_path: Path) -> None:
    file, out = tmp_path / "some.txt", tmp_path / "out.csv"
    file.write_text(f"{LEFT}\n12\n{RIGHT}\n")
    ran = call("rate", "--jobs", "1", "--out", str(out), str(file))
    assert ran.code == 2
    assert "line 2: " in ran.err
    assert len(out.read_text().splitlines()) == 3


def test_rating_in_bulk_writes_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file, out = tmp_path / "some.txt", tmp_path / "out.parquet"
    file.write_text(f"{LEFT}\n{RIGHT}\n")
    ok(call("rate", "--out", str(out), str(file)))
    assert parquet.read_table(out).to_pydict()["level"] == [6, 1]
    assert json.dumps(sorted(path.name for path in tmp_path.iterdir())) == '["out.parquet", "some.txt"]'


def test_marked_puzzles_are_skipped_by_unused(store: str, tmp_path: Path) -> None:
    out = str(tmp_path / "november.sdm")
    ok(call("collection", "export", store, out, "--unused", "--count", "1", "--mark", "november"))
    assert Path(out).read_text() == f"{LEFT}\n"
    assert ok(call("collection", "list", store, "--unused", "--json")).objects[0]["puzzle"] == RIGHT
    (one,) = ok(call("collection", "list", store, "--marked", "november", "--json")).objects
    assert (one["row"], one["batch"], one["marked"]) == (1, None, ["november"])
    assert ok(call("collection", "sample", store, "--unused", "--mark", "test")).out.startswith(RIGHT)
    assert ok(call("collection", "stats", store, "--json")).objects[0]["by_mark"] == {"november": 1, "test": 1}
    assert ok(call("collection", "mark", store, "test", "--remove")).out == "1 puzzle no longer marked test\n"
    assert ok(call("collection", "mark", store, "next", "--rows", "2", "--json")).objects == [{"puzzles": 1}]


def test_listed_puzzles_are_read_again(store: str, tmp_path: Path) -> None:
    file = tmp_path / "marked.jsonl"
    file.write_text(ok(call("collection", "sample", store, "--mark", "november", "--json")).out)
    assert ok(call("convert", str(file), "--to", "sdm")).out.strip() in {LEFT, RIGHT}


def test_rows_and_dates_choose_puzzles(store: str) -> None:
    (day,) = ok(call("collection", "stats", store, "--json")).objects[0]["by_date"]
    assert ok(call("collection", "list", store, "--rows", "2..", "--added", day[:7])).out.startswith(RIGHT)
    assert ok(call("collection", "list", store, "--added", "..2020")).out == ""


def test_removing_asks_or_needs_yes(store: str) -> None:
    refused = call("collection", "remove", store, "--rows", "1")
    assert (refused.code, refused.out) == (2, "")
    assert "--yes" in refused.err
    assert ok(call("collection", "remove", store, "--rows", "1", "--yes")).out == "1 puzzle removed\n"
    assert ok(call("collection", "list", store)).out.startswith(RIGHT)


def test_book_and_draw_read_a_collection(store: str, tmp_path: Path) -> None:
    out = tmp_path / "book.pdf"
    ok(call("collection", "book", store, str(out), "--rows", "2", "--mark", "book"))
    assert out.read_bytes().startswith(b"%PDF")
    assert ok(call("collection", "list", store, "--unused")).out.startswith(LEFT)
    out.unlink()
    ok(call("book", str(out), store))
    assert out.read_bytes().startswith(b"%PDF")
    ok(call("draw", store, "-o", str(tmp_path / "board.svg")))
    assert {one.name for one in tmp_path.glob("*.svg")} == {"board-1.svg", "board-2.svg"}
    assert call("draw", store).code == 2
    assert [one["grade"] for one in ok(call("rate", store, "--json")).objects] == ["expert", "beginner"]


def test_excluded_puzzles_are_not_made(tmp_path: Path) -> None:
    file, store, other = (str(tmp_path / name) for name in ("made.txt", "set.db", "other.db"))
    first = ok(call("generate", *FIVE)).lines
    Path(file).write_text("\n".join(line.translate(str.maketrans("1234", "4321")) for line in first))
    ok(call("batch", "-o", store, *FIVE, "-j", "1"))
    stored = [one["puzzle"] for one in ok(call("collection", "list", store, "--json")).objects]
    assert stored == [line.split()[0] for line in first]
    for exclude in (file, store):
        assert not set(ok(call("generate", *FIVE, "--exclude", exclude)).lines) & set(first)
        ok(call("batch", "-o", other, *FIVE, "-j", "1", "--exclude", exclude))
    found = ok(call("collection", "list", other, "--json")).objects
    assert len(found) == 10
    assert not {one["puzzle"] for one in found} & set(stored)


def test_a_resumed_batch_does_not_replace_removed_puzzles(tmp_path: Path) -> None:
    store = str(tmp_path / "set.db")
    ok(call("batch", "-o", store, *FIVE, "-j", "1"))
    ok(call("collection", "remove", store, "--rows", "4..", "--yes"))
    ran = call("batch", "-o", store, "--resume")
    assert (ran.code, ran.out) == (0, "")
    assert "nothing to resume" in ran.err
    assert len(ok(call("collection", "list", store)).lines) == 3


def test_a_missing_file_of_excluded_puzzles_is_refused(tmp_path: Path) -> None:
    assert call("generate", *FIVE, "--exclude", str(tmp_path / "none.txt")).code == 2


def test_a_batch_makes_each_pair_of_pattern_and_grade(tmp_path: Path) -> None:
    board = ("-n", "1", "--seed", "1", "-j", "1", "--json")
    asked = ("batch", "-o", str(tmp_path / "set.db"), "-p", "kamio-a", "-p", "heart", "-g", "any", "-g", "beginner")
    cells = call(*asked, *board).objects
    assert [(cell["grade"], cell["found"]) for cell in cells] == [("any", 1), ("beginner", 1)] * 2
    assert len({cell["pattern"] for cell in cells}) == 2


def test_a_cell_of_a_plan_may_list_patterns(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text('[[cell]]\nlayout = "2x2"\npattern = ["4x4-ring", "4x4-x"]\ncount = 1\n')
    ran = call("batch", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "set.db"), "-j", "1")
    assert len(ran.lines) == 2
