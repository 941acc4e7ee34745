"""The runner: a journal that resumes after any stop, and the files that are kept of a study."""

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from cpgen.errors import InputError, needs_extra
from cpgen.study.measuring import canvas
from cpgen.study.runner import Journal, Study, missing_packages, run_study, write_results

ASKED = {"study": "methods", "count": 5}
KEY = ("grade", "index")
ROWS = [{"grade": "初級", "index": k, "seconds": 0.1 * k} for k in range(3)]


def filled(path) -> None:
    with Journal(str(path), ASKED, KEY) as journal:
        for row in ROWS:
            journal.add(row)


def test_journal_without_path_keeps_rows_in_memory():
    journal = Journal("", ASKED, KEY)
    journal.add(ROWS[0])
    assert journal.rows == ROWS[:1]
    assert ("初級", 0) in journal
    assert ("初級", 1) not in journal


def test_journal_resumes_with_all_rows(tmp_path):
    filled(tmp_path / "new" / "rows.jsonl")
    with Journal(str(tmp_path / "new" / "rows.jsonl"), ASKED, KEY) as journal:
        assert journal.rows == ROWS
        assert ("初級", 2) in journal


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_truncated_line_is_dropped_and_written_again(tmp_path, cut):
    path = tmp_path / "rows.jsonl"
    filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with Journal(str(path), ASKED, KEY) as journal:
        assert journal.rows == ROWS[:2]
        journal.add(ROWS[2])
    assert path.read_bytes() == whole


def test_truncated_heading_is_written_again(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"vers')
    filled(path)
    assert [json.loads(line) for line in path.read_text().splitlines()][1:] == ROWS


@pytest.mark.parametrize("content", [b'{"version": "0"}\n', b"puzzles\n", b"\xff\xfe\n", b"3\n"])
def test_another_file_is_refused_and_unchanged(tmp_path, content):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"rows\.jsonl"):
        Journal(str(path), ASKED, KEY)
    assert path.read_bytes() == content


def test_folder_as_journal_is_refused(tmp_path):
    with pytest.raises(InputError, match="journal"):
        Journal(str(tmp_path), ASKED, KEY)


@pytest.mark.parametrize("line", ["puzzles", "3", '{"grade": "expert"}'])
def test_line_that_is_no_row_is_reported(tmp_path, line):
    path = tmp_path / "rows.jsonl"
    filled(path)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match=r"Line 5 of .*rows\.jsonl is not a row"):
        Journal(str(path), ASKED, KEY)


COUNTED = [{"grade": "beginner", "seconds": 0.5}, {"grade": "expert", "seconds": None}]


@dataclass(frozen=True)
class Count(Study):
    """Study of two rows that is interrupted, as by Ctrl-C, before one of them."""

    stop_at: int | None = None

    name = "count"
    key = ("grade",)
    title = "Report"
    setting = ""

    @property
    def conditions(self):
        return {"rows": 2}

    def measure(self, journal: Journal, progress) -> Iterator[dict]:
        for number, row in enumerate(COUNTED):
            if (row["grade"],) not in journal:
                progress(str(number))
                if number == self.stop_at:
                    raise KeyboardInterrupt
                yield row

    @property
    def so_far(self):
        return f"{len(self.rows)} of 2 rows"

    def tables(self):
        return {"figures": COUNTED[:1], "empty": []}

    def sections(self, drawn):
        yield f"with {', '.join(drawn) or 'nothing'}"

    def plots(self):
        return {"plot": canvas(2, 2)[0]}

    def more_files(self):
        return {"fit.toml": b"a = 1\n"}


def written(folder):
    return {path.name for path in folder.iterdir()}


def test_all_results_are_written(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    assert missing_packages() == []
    assert write_results(Count(rows=COUNTED), str(tmp_path)) == str(tmp_path / "report.md")
    assert written(tmp_path) == {"rows.parquet", "figures.csv", "plot.svg", "fit.toml", "report.md"}
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == COUNTED
    assert (tmp_path / "report.md").read_text() == "# Report\n\nwith plot\n"


def test_equal_figures_give_equal_svg_files(tmp_path):
    pytest.importorskip("matplotlib")
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write_results(Count(rows=COUNTED), str(tmp_path / folder))
    one, two = ((tmp_path / folder / "plot.svg").read_bytes() for folder in ("one", "two"))
    assert one == two
    assert one.startswith(b"<?xml")


def test_no_plots_without_rows(tmp_path):
    write_results(Count(), str(tmp_path))
    assert written(tmp_path) == {"figures.csv", "fit.toml", "report.md"}


def test_rows_are_csv_without_optional_packages(tmp_path, monkeypatch):
    for package in ("pyarrow.parquet", "matplotlib"):
        monkeypatch.setitem(sys.modules, package, None)
    assert missing_packages() == [
        str(needs_extra("Parquet needs the package pyarrow", "parquet")),
        str(needs_extra("A plot needs the package matplotlib", "research")),
    ]
    write_results(Count(rows=COUNTED), str(tmp_path))
    assert written(tmp_path) == {"rows.csv", "figures.csv", "fit.toml", "report.md"}
    assert (tmp_path / "report.md").read_text() == "# Report\n\nwith nothing\n"
    with (tmp_path / "rows.csv").open(newline="") as file:
        assert [row["grade"] for row in csv.DictReader(file)] == ["beginner", "expert"]


def test_study_resumes_after_ctrl_c(tmp_path):
    stopped = run_study(Count(stop_at=1), str(tmp_path))
    assert (stopped.finished, stopped.study.so_far, stopped.report) == (False, "1 of 2 rows", "")
    assert written(tmp_path) == {"rows.jsonl"}
    seen: list[str] = []
    whole = run_study(Count(), str(tmp_path), seen.append)
    assert (whole.finished, seen) == (True, ["1"])
    assert list(whole.study.rows) == COUNTED
    assert whole.report == str(tmp_path / "report.md")


def test_nothing_is_saved_without_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_study(Count()).finished
    assert written(tmp_path) == set()
