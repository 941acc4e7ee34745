"""Every claim speaks of a row that is measured, and README.md's table is made of measured rows alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.fixture(scope="module")
def bench() -> Iterator[Any]:
    """The modules of the benchmarks, which are no part of the package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPTS)
        from benchmarks import __main__, against, claims, measuring, readme, results

        yield SimpleNamespace(
            against=against,
            claims=claims,
            measuring=measuring,
            readme=readme,
            results=results,
            rows=__main__.all_rows(),
        )
    for name in [name for name in sys.modules if name.split(".")[0] in ("benchmarks", "load_server")]:
        del sys.modules[name]


def test_rows_have_names_of_their_own(bench: Any) -> None:
    names = [row.name for row in bench.rows]
    assert len(set(names)) == len(names)
    assert all(row.unit in bench.measuring.UNITS for row in bench.rows)
    assert {row.against for row in bench.rows} <= {*names, ""}


def test_every_claim_can_be_judged(bench: Any) -> None:
    rows = {row.name: row for row in bench.rows}
    for claim in bench.claims.CLAIMS:
        assert claim.row in rows
        if claim.figure.startswith("times"):
            assert rows[claim.row].against


def test_what_a_claim_is_named_after_says_it(bench: Any) -> None:
    """A claim of a text is in a text that exists."""
    places = {claim.where.split()[0] for claim in bench.claims.CLAIMS} - {bench.claims.AIM, "cpgen"}
    assert all((SCRIPTS.parent / place).is_file() for place in places)


def test_a_row_is_judged_by_its_claims(bench: Any) -> None:
    row = next(row for row in bench.rows if row.name == "start cpgen --help")
    samples = {row.name: [bench.measuring.Sample(seconds) for seconds in (0.2, 0.3, 0.1)]}
    (one,) = bench.results.objects([row], samples)
    assert (one["figures"]["median"], one["figures"]["min"], one["samples"]) == (0.2, 0.1, 3)
    assert [claim["holds"] for claim in one["claims"]] == [True]
    slow = {row.name: [bench.measuring.Sample(2.0)]}
    assert "FAILS: ≤ 0.25 s (aim)" in "\n".join(bench.results.lines([row], slow))
    assert bench.results.failures([row], slow) == 1
    assert bench.results.failures([row], samples) == 0


def test_the_table_of_the_readme_is_made_of_rows(bench: Any) -> None:
    text = bench.readme.README.read_text(encoding="utf-8")
    assert text.count(bench.readme.BEGIN) == text.count(bench.readme.END) == 1
    assert bench.readme.wanted() <= {row.name for row in bench.rows}
    made = SimpleNamespace(matches=True, stats=SimpleNamespace(ratings=7))
    samples = {row.name: [bench.measuring.Sample(0.0125, made)] for row in bench.rows}
    told = {"processor": "P", "system": "S", "python": "3"}
    table = list(bench.readme.lines(bench.results.figures_of(bench.rows, samples), told))
    assert "80 / 80 / 80 / 80 a second" in table[2]
    assert not any("{" in line for line in table)


def test_ratios_are_told_with_their_interval(bench: Any) -> None:
    import numpy as np

    theirs = np.linspace(1.0, 2.0, 25)
    one = bench.against.Measured("start", "s", theirs * 0.5, theirs)
    told = bench.against.as_object(one)
    assert (told["ratio"], told["low"], told["high"], told["pairs"]) == (0.5, 0.5, 0.5, 25)
    assert bench.against.as_line(one).endswith("ratio 0.500 (95 %: 0.500 to 0.500) better")
