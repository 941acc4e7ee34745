"""What is kept of a study, and what still is where a package is missing."""

import csv
import sys
from dataclasses import replace

import pytest

from cpgen.study.folder import Folder
from cpgen.study.study import Results

ROWS = [{"grade": "beginner", "seconds": 0.5}, {"grade": "expert", "seconds": None}]
RESULTS = Results(
    so_far="2 rows",
    tables=lambda: {"figures": ROWS[:1], "empty": []},
    rows=lambda: {"rows": ROWS},
    summary=lambda: "",
    report=lambda drawn: f"# Report with {', '.join(drawn) or 'nothing'}\n",
    plots=lambda: {"plot": b"<svg/>"},
    more=lambda: {"fit.toml": b"a = 1\n"},
)


def written(folder):
    return {path.name for path in folder.iterdir()}


def test_all_that_results_have_is_written(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    folder = Folder(str(tmp_path))
    assert folder.lacks == []
    folder.write(RESULTS)
    assert written(folder.path) == {"rows.parquet", "figures.csv", "plot.svg", "fit.toml", "report.md"}
    assert parquet.read_table(folder.path / "rows.parquet").to_pylist() == ROWS
    assert (folder.path / "report.md").read_text() == "# Report with plot\n"


def test_without_rows_there_is_nothing_to_draw(tmp_path):
    Folder(str(tmp_path)).write(replace(RESULTS, rows=lambda: {"rows": []}))
    assert written(tmp_path) == {"figures.csv", "fit.toml", "report.md"}


def test_without_parquet_and_plots_the_rows_are_csv_and_the_rest_goes_on(tmp_path, monkeypatch):
    for package in ("pyarrow.parquet", "matplotlib"):
        monkeypatch.setitem(sys.modules, package, None)
    folder = Folder(str(tmp_path))
    assert folder.lacks == [
        "Parquet needs the package pyarrow: pip install 'cpgen[parquet]'.",
        "A plot needs matplotlib, which is not installed: pip install 'cpgen[research]'.",
    ]
    folder.write(RESULTS)
    assert written(tmp_path) == {"rows.csv", "figures.csv", "fit.toml", "report.md"}
    assert (tmp_path / "report.md").read_text() == "# Report with nothing\n"
    with (tmp_path / "rows.csv").open(newline="") as file:
        assert [row["grade"] for row in csv.DictReader(file)] == ["beginner", "expert"]
