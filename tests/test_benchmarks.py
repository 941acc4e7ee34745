"""Every claim compares two rows of one run, and README.md's tables are made of measured rows alone."""

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
        from benchmarks import __main__, against, claims, commands, measuring, readme, references, results

        yield SimpleNamespace(
            against=against,
            claims=claims,
            commands=commands,
            main=__main__,
            measuring=measuring,
            readme=readme,
            references=references,
            results=results,
            rows=__main__.all_rows(),
        )
    for name in [name for name in sys.modules if name.split(".")[0] in ("benchmarks", "load_server")]:
        del sys.modules[name]


def test_rows_have_names_of_their_own(bench: Any) -> None:
    names = [row.name for row in bench.rows]
    assert len(set(names)) == len(names)
    assert all(row.unit in bench.measuring.UNITS for row in bench.rows)


def test_every_claim_compares_two_rows_and_is_the_only_one_of_its_row(bench: Any) -> None:
    units = {row.name: row.unit for row in bench.rows}
    claims = bench.claims.CLAIMS
    assert len({(claim.row, claim.reference) for claim in claims}) == len(claims)
    for claim in claims:
        kinds = {units[name] in ("MB", "bytes") for name in (claim.row, claim.reference) if name}
        assert len(kinds) == 1  # seconds to seconds, bytes to bytes
        assert claim.reference or units[claim.row] == "bytes"  # which no machine changes


def test_no_row_is_measured_for_nothing(bench: Any) -> None:
    used = {name for claim in bench.claims.CLAIMS for name in (claim.row, claim.reference)} | bench.readme.wanted()
    assert {row.name for row in bench.rows} <= used


def test_a_row_is_judged_by_another_of_the_same_run(bench: Any) -> None:
    claimed, reference = "cpgen --help, warm cache", bench.references.N
    rows = [row for row in bench.rows if row.name in (claimed, reference)]
    numpy = [bench.measuring.Sample(seconds) for seconds in (0.2, 0.3, 0.1)]
    samples = {claimed: [bench.measuring.Sample(0.26)], reference: numpy}
    *_, one = bench.results.objects(rows, samples)
    assert (one["value"], one["samples"]) == (260, [260])
    assert [(claim["ratio"], claim["holds"]) for claim in one["claims"]] == [(1.3, True)]
    slow = {claimed: [bench.measuring.Sample(2.0)], reference: numpy}
    assert "  FAILS: 10 times start import numpy (at most 1.5)" in bench.results.lines(rows, slow)
    assert [len(bench.results.failures(bench.results.values_of(rows, one))) for one in (samples, slow)] == [0, 1]
    assert not bench.results.judged({claimed: 1.0})


def test_a_search_counts_for_each_that_succeeds(bench: Any) -> None:
    samples = [bench.measuring.Sample(1.0), bench.measuring.Sample(2.0, matches=False)]
    search = bench.measuring.Row("a search", lambda: None, 2, "s", search=True)
    assert search.value(samples) == 3.0


def test_rows_that_are_chosen_bring_what_they_are_compared_with(bench: Any) -> None:
    assert bench.references.N in {row.name for row in bench.main.chosen("cpgen --help, warm", False)}
    assert bench.measuring.Row("a rarity", lambda: None, 1, "s", needs="no-such-program").is_possible is False
    with pytest.raises(SystemExit, match="no row has 'nothing such' in its name"):
        bench.main.chosen("nothing such", False)


def test_memory_is_that_of_the_process_alone(bench: Any) -> None:
    ballast = bytearray(200_000_000)
    alone = bench.commands.most_memory([sys.executable, "-c", "pass"])
    large = bench.commands.most_memory([sys.executable, "-c", "bytearray(100_000_000)"])
    assert alone < 40_000_000 < 100_000_000 < large < len(ballast)


def test_the_tables_of_the_readme_are_made_of_rows(bench: Any) -> None:
    text = bench.readme.README.read_text(encoding="utf-8")
    assert text.count(bench.readme.BEGIN) == text.count(bench.readme.END) == 1
    assert bench.readme.wanted() <= {row.name for row in bench.rows}
    told = {"qqwing": "1", "sgt-solo": "2", "processor": "P", "system": "S", "python": "3", "day": "today", "load": 0.1}
    values = dict.fromkeys(bench.readme.wanted(), 1.0) | {"cpgen solve, empty cache": 2.5, "dig, minimal": 1 / 12}
    lines = list(bench.readme.lines(values, told))
    assert "| `check`, `solve` of a puzzle by CP-SAT | 1 × | 2.5 × |" in lines
    assert "| minimal 9×9 puzzles | 1 × | 1/12 | `qqwing --generate` |" in lines


def test_ratios_are_told_with_their_interval(bench: Any) -> None:
    import numpy as np

    theirs = np.linspace(1.0, 2.0, 25)
    one = bench.against.Measured("start", "s", theirs * 0.5, theirs)
    told = bench.against.as_object(one)
    assert (told["ratio"], told["low"], told["high"], told["pairs"]) == (0.5, 0.5, 0.5, 25)
    assert bench.against.as_line(one).endswith("ratio 0.500 (95 %: 0.500 to 0.500) better")
