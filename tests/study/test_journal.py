import json

import pytest

from cpgen.errors import InputError
from cpgen.study.journal import Journal

ASKED = {"study": "methods", "count": 5}
KEY = ("grade", "index")
ROWS = [{"grade": "初級", "index": k, "seconds": 0.1 * k} for k in range(3)]


def filled(path) -> None:
    with Journal(str(path), ASKED, KEY) as journal:
        for row in ROWS:
            journal.add(row)


def test_keeps_rows_in_memory_without_a_file():
    journal = Journal("", ASKED, KEY)
    journal.add(ROWS[0])
    assert journal.rows == ROWS[:1]
    assert ("初級", 0) in journal
    assert ("初級", 1) not in journal


def test_goes_on_where_it_was(tmp_path):
    filled(tmp_path / "new" / "rows.jsonl")
    with Journal(str(tmp_path / "new" / "rows.jsonl"), ASKED, KEY) as journal:
        assert journal.rows == ROWS
        assert ("初級", 2) in journal


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_line_cut_short_is_dropped_and_written_again(tmp_path, cut):
    path = tmp_path / "rows.jsonl"
    filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with Journal(str(path), ASKED, KEY) as journal:
        assert journal.rows == ROWS[:2]
        journal.add(ROWS[2])
    assert path.read_bytes() == whole


def test_a_heading_cut_short_is_begun_again(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"vers')
    filled(path)
    assert [json.loads(line) for line in path.read_text().splitlines()][1:] == ROWS


@pytest.mark.parametrize("content", [b'{"version": "0"}\n', b"puzzles\n", b"\xff\xfe\n", b"3\n"])
def test_another_file_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"rows\.jsonl"):
        Journal(str(path), ASKED, KEY)
    assert path.read_bytes() == content


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="journal"):
        Journal(str(tmp_path), ASKED, KEY)


@pytest.mark.parametrize("line", ["puzzles", "3", '{"grade": "expert"}'])
def test_a_line_that_is_no_row_is_named(tmp_path, line):
    path = tmp_path / "rows.jsonl"
    filled(path)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match=r"Line 5 of .*rows\.jsonl is no row"):
        Journal(str(path), ASKED, KEY)
