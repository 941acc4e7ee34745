"""What is kept of a study of oracles, and what still is where a package is missing."""

import csv
import sys

import pytest
from cpgen.study.oracles.folder import Folder, Telling

from cpgen.study.oracles.report import report
from tests.study.oracles.test_session import held, plan_of


def test_without_parquet_and_plots_the_raw_rows_are_kept_as_csv(tmp_path, monkeypatch: pytest.MonkeyPatch):
    found = held(plan_of("bitset"))
    for package in ("pyarrow.parquet", "matplotlib"):
        monkeypatch.setitem(sys.modules, package, None)
    folder = Folder(str(tmp_path))
    assert folder.lacks == [
        "Parquet needs the package pyarrow: pip install 'cpgen[parquet]'.",
        "A plot needs matplotlib, which is not installed: pip install 'cpgen[research]'.",
    ]
    folder.write(found, Telling("oracles", report, lambda *_: pytest.fail("nothing can be drawn")))
    assert {path.name for path in tmp_path.iterdir()} == {"rows.csv", "figures.csv", "report.md"}
    with (tmp_path / "rows.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == len(found.rows)
