"""`cpgen study oracles` and `cpgen study cpsat` as one types them."""

import pytest

from tests.cli.running import LEFT, RIGHT, at_terminal, call
from tests.study.test_oracle_study import STRANGE

QUICK = ("--count", "12", "--repeat", "1", "--time-limit", "60", "--workload-time-limit", "600")
TWO = ("--oracle", "bitset", "--oracle", "cpsat")


def test_machines_get_all_tables():
    ran = call("study", "oracles", *TWO, *QUICK, "--workload", "minimal", "--json")
    tables = {(one["table"], one["oracle"]) for one in ran.objects}
    assert tables == {(table, name) for table in ("figures", "oracles") for name in ("bitset", "cpsat")}


def test_a_folder_holds_rows_figures_report_and_plots(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    out = tmp_path / "new" / "study"
    ran = call("study", "oracles", *TWO, *QUICK, "--workload", "holes", "--workload", "sides", "--out", str(out))
    assert (ran.code, ran.out) == (0, f"{out / 'report.md'}\n")
    pictures = {f"{name}.svg" for name in ("cactus", "filling", "sides")}
    tables = {"rows.jsonl", "rows.parquet", "figures.csv", "oracles.csv", "report.md"}
    assert {path.name for path in out.iterdir()} == tables | pictures
    report = (out / "report.md").read_text()
    assert all(f"]({name})" in report for name in pictures)
    rows = parquet.read_table(out / "rows.parquet").to_pylist()
    assert len(rows) == 48
    assert {"seconds", "outcome", "puzzle", "processor", "python", "packages", "limit"} <= set(rows[0])
    assert "cpgen " in rows[0]["packages"]


def test_a_lying_oracle_ends_with_1_and_is_listed():
    ran = call("study", "oracles", "--oracle", "bitset", "--oracle", f"{STRANGE}Liar", *QUICK, "--workload", "easy")
    assert ran.code == 1
    assert "disagreements** among 24 answers" in ran.out
    assert "Liar 0 (uniqueness)" in ran.out
    assert ran.err == "error: 12 disagreements; the report lists them.\n"


def test_missing_oracle_is_left_out_and_an_error():
    ran = call("study", "oracles", "--oracle", f"{STRANGE}Absent", "--oracle", "bitset", *QUICK, "--workload", "easy")
    assert ran.code == 2
    assert ran.err == "error: The oracle absent needs a package.\n"
    assert "- The oracle absent needs a package" in ran.out


def test_own_puzzles_can_be_in_any_format(tmp_path):
    lines, links = tmp_path / "lines.sdm", tmp_path / "other.txt"
    lines.write_text(f"{LEFT}\n{RIGHT}\n")
    links.write_text("2x2:a1_2m\n3x3:" + "z" * 3 + "c\n")
    ran = call("study", "oracles", *TWO, *QUICK, "--puzzles", str(lines), "--puzzles", str(links))
    assert ran.code == 0, ran.err
    assert "**All 8 answers agree** (different queries: 4; oracles: 2)" in ran.out
    assert f"| {lines} | 2 | uniqueness of your puzzles |" in ran.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--workload", "eassy"), "is not a workload. Did you mean 'easy'?"),
        (("--oracle", "bitsett"), "is not an oracle. Did you mean 'bitset'?"),
        (("--puzzles", "nowhere.sdm"), "No such file: nowhere.sdm."),
        (("--out", "/dev/null/x", "--oracle", "bitset", "--workload", "easy", "--count", "1"), "/dev/null/x"),
    ],
)
def test_errors_are_one_sentence(arguments, told):
    ran = call("study", "oracles", *arguments)
    assert ran.code == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_with_the_name_of_a_workload_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "easy").write_text(LEFT)
    ran = call("study", "oracles", "--oracle", "bitset", *QUICK, "--puzzles", "easy", "--workload", "easy")
    assert (ran.code, ran.err) == (
        2,
        "error: Two workloads are called easy; give the file of one of them another name.\n",
    )


def test_cpsat_asked_in_other_ways():
    ran = call("study", "cpsat", "--way", "rebuilt", "--count", "10", "--repeat", "1", "--workload-time-limit", "0.3")
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split(" | ")[0] for line in ran.lines if line.startswith("| ")]
    assert rows[rows.index("| way") :] == ["| way", "| ---", "| cpsat", "| bitset", "| one try", "| rebuilt"]


def test_progress_line_is_erased_at_the_end():
    shown = at_terminal("study", "oracles", "--oracle", "bitset", *QUICK, "--workload", "easy", watched="stderr")
    assert "0 of 12 queries" in shown
    assert shown.endswith("\x1b[2K")


def test_constraints_make_a_board_to_ask_about() -> None:
    ran = call("study", "oracles", *TWO, *QUICK, "--size", "4", "--constraints", "cage 3: r1c1 r1c2")
    assert ran.code == 0
    assert "all questions about the board without clues" in ran.out
    assert "answers agree" in ran.out
