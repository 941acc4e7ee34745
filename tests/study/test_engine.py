"""The engine: a journal that resumes after any stop, and the files that are kept of a study."""

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from cpgen.errors import InputError, needs_extra
from cpgen.study.engine import Findings, Journal, Study, missing_packages, run_study, write_results

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
    with pytest.raises(InputError, match=r"Line 5 of .*rows\.jsonl is not a row"):
        Journal(str(path), ASKED, KEY)


COUNTED = [{"grade": "beginner", "seconds": 0.5}, {"grade": "expert", "seconds": None}]


@dataclass(frozen=True)
class Count(Study):
    """A study of two rows; Ctrl-C comes before one of them."""

    stop_at: int | None = None

    name = "count"
    key = ("grade",)

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

    def findings(self, rows):
        return Counted(self, rows)


class Counted(Findings[Count]):
    """Its findings."""

    title = "Report"
    asked: dict = {}  # noqa: RUF012
    setting = ""

    @property
    def so_far(self):
        return f"{len(self.rows)} of 2 rows"

    def tables(self):
        return {"figures": COUNTED[:1], "empty": []}

    def sections(self, drawn):
        yield f"with {', '.join(drawn) or 'nothing'}"

    def summary(self):
        return ""

    def plots(self):
        from cpgen.study.plots import pyplot

        return {"plot": pyplot().figure()}

    def more_files(self):
        return {"fit.toml": b"a = 1\n"}


def written(folder):
    return {path.name for path in folder.iterdir()}


def test_all_that_results_have_is_written(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    assert missing_packages() == []
    assert write_results(Counted(Count(), COUNTED), str(tmp_path)) == str(tmp_path / "report.md")
    assert written(tmp_path) == {"rows.parquet", "figures.csv", "plot.svg", "fit.toml", "report.md"}
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == COUNTED
    assert (tmp_path / "report.md").read_text() == "# Report\n\nwith plot\n"


def test_without_rows_there_is_nothing_to_draw(tmp_path):
    write_results(Counted(Count(), []), str(tmp_path))
    assert written(tmp_path) == {"figures.csv", "fit.toml", "report.md"}


def test_without_parquet_and_plots_the_rows_are_csv_and_the_rest_goes_on(tmp_path, monkeypatch):
    for package in ("pyarrow.parquet", "matplotlib"):
        monkeypatch.setitem(sys.modules, package, None)
    assert missing_packages() == [
        str(needs_extra("Parquet needs the package pyarrow", "parquet")),
        str(needs_extra("A plot needs the package matplotlib", "research")),
    ]
    write_results(Counted(Count(), COUNTED), str(tmp_path))
    assert written(tmp_path) == {"rows.csv", "figures.csv", "fit.toml", "report.md"}
    assert (tmp_path / "report.md").read_text() == "# Report\n\nwith nothing\n"
    with (tmp_path / "rows.csv").open(newline="") as file:
        assert [row["grade"] for row in csv.DictReader(file)] == ["beginner", "expert"]


def test_a_study_measures_what_its_journal_lacks_and_resumes_after_ctrl_c(tmp_path):
    stopped = run_study(Count(stop_at=1), str(tmp_path))
    assert (stopped.finished, stopped.findings.so_far, stopped.report) == (False, "1 of 2 rows", "")
    assert written(tmp_path) == {"rows.jsonl"}
    seen: list[str] = []
    whole = run_study(Count(), str(tmp_path), seen.append)
    assert (whole.finished, seen) == (True, ["1"])
    assert list(whole.findings.rows) == COUNTED
    assert whole.report == str(tmp_path / "report.md")


def test_without_a_folder_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_study(Count()).finished
    assert written(tmp_path) == set()
