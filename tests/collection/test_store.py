"""Stores: no repeats, whole transactions, several readers, and files of other versions."""

from __future__ import annotations

import errno
import fcntl
import re
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cpgen.collection.batch_requests import Filter, dates_of
from cpgen.collection.record import StoredPuzzle, in_order, is_minimal, record_of_puzzle
from cpgen.collection.store import Store
from cpgen.collection.store_schema import TABLES, VERSION, StoreError, explained
from cpgen.difficulty import shipped_ladder
from cpgen.difficulty.target import ANY, span_of
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.notation import line
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import TECHNIQUES
from tests.collection.making import LEFT, PROVENANCE, record


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store(tmp_path / "set.db") as opened:
        yield opened


def some_records(count: int) -> list[StoredPuzzle]:
    """Distinct records with random traits."""
    base = record()
    rng = np.random.default_rng(1)
    grades = ("beginner", "intermediate", "advanced", "expert")
    return [
        replace(
            base,
            canonical=f"form {k}",
            grade=grades[k % 4],
            steps=20 + k % 21,
            level=1 + k % 7,
            rules=("hidden-single-region", *(("x-wing",) if rng.random() < 0.2 else ())),
            symmetry=("rot180", "none")[k % 2],
            minimal=(None, True, False)[k % 3],
            number=k,
        )
        for k in range(count)
    ]


def test_a_record_comes_back_as_it_was(store: Store) -> None:
    one = record()
    assert store.add_all([one]) == 1
    assert list(store.records()) == [one]
    assert one.pattern.count("x") == one.clues == 23
    assert (one.level, one.steps, one.grade, one.symmetry) == (6, 34, "expert", "rot180")


def test_turned_and_renamed_puzzle_is_a_repeat(store: Store) -> None:
    turned = "".join(LEFT[(8 - k % 9) * 9 + k // 9] for k in range(81)).translate(
        str.maketrans("123456789", "987654321")
    )
    assert store.add_all([record()]) == 1
    assert store.has(Puzzle.parse(turned))
    assert store.add_all([record(turned)]) == 0
    assert store.count() == 1


def test_equal_lines_on_different_boards_are_distinct(store: Store) -> None:
    crossed = Layout.parse("2x2+diagonals")
    grid = open_oracle("bitset").complete(Puzzle(crossed, (0,) * 16), np.random.default_rng(1))
    assert grid is not None
    text = line(grid)
    assert store.add_all([record(text, board) for board in (crossed, Layout.parse("2x2"), Layout.latin(4))]) == 3
    assert store.add_all([record(text, crossed)]) == 0


def test_a_failure_inside_a_transaction_stores_nothing(store: Store) -> None:
    def added_by_halves() -> None:
        with store.writing():
            store.add(record())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        added_by_halves()
    assert store.count() == 0
    assert store.add_all([record()]) == 1
    assert next(store.records()).layout == "3x3"


@pytest.mark.parametrize(
    "wanted",
    [
        Filter(),
        Filter(grade="expert"),
        Filter(grade="expert", steps=(30, None), needs=("x-wing",), symmetry="none"),
        Filter(level=(2, 4), steps=(None, 30)),
        Filter(without=("x-wing",), minimal=True),
        Filter(minimal=False, clues=(23, 23)),
        Filter(layout=Layout.parse("2x2")),
        Filter(matching=0.9),
    ],
)
def test_filters_choose_what_they_say(store: Store, wanted: Filter) -> None:
    everything = some_records(400)
    store.add_all(everything)
    right = [one.number for one in everything if passes(one, wanted)]
    assert [one.number for one in store.records(wanted)] == right
    assert store.count(wanted) == len(right)
    drawn = [one.number for one in store.sample(7, 1, wanted)]
    assert len(set(drawn)) == len(drawn) == min(7, len(right))
    assert set(drawn) <= set(right)
    assert drawn == [one.number for one in store.sample(7, 1, wanted)]


def passes(one: StoredPuzzle, wanted: Filter) -> bool:
    """Return True if a record meets a filter, decided in plain Python instead of SQL."""
    spans = ((one.level, wanted.level or ANY), (one.steps, wanted.steps or ANY), (one.clues, wanted.clues or ANY))
    return (
        (not wanted.grade or one.grade == wanted.grade)
        and (not wanted.symmetry or one.symmetry == wanted.symmetry)
        and (wanted.minimal is None or one.minimal is wanted.minimal)
        and (wanted.layout is None or one.layout == wanted.layout.spec)
        and (wanted.matching is None or one.appropriateness >= wanted.matching)
        and set(wanted.needs) <= set(one.rules)
        and not set(wanted.without) & set(one.rules)
        and all((lo is None or lo <= n) and (hi is None or n <= hi) for n, (lo, hi) in spans)
    )


def test_samples_draw_every_puzzle_about_equally_often(store: Store) -> None:
    store.add_all(some_records(40))
    drawn = [one.number for seed in range(300) for one in store.sample(20, seed)]
    counts = np.bincount(drawn, minlength=40)
    assert len(drawn) == 6000
    assert counts.min() > 60
    assert len(store.sample(100, 3)) == 40


def test_statistics_count_by_grade_and_rule(store: Store) -> None:
    store.add_all(some_records(100))
    assert [row[:2] for row in store.table("grade")] == [
        ("advanced", 25),
        ("beginner", 25),
        ("expert", 25),
        ("intermediate", 25),
    ]
    assert dict(store.rules())["hidden-single-region"] == 100


def test_rules_as_bits() -> None:
    assert in_order(("naked-pair", "x-wing")) == ("x-wing", "naked-pair")


def test_minimal_is_what_it_says() -> None:
    oracle = open_oracle("bitset")
    rng = np.random.default_rng(3)
    clues = list(oracle.complete(Puzzle(Layout.parse("2x2"), (0,) * 16), rng) or ())
    assert not is_minimal(Puzzle(Layout.parse("2x2"), tuple(clues)), oracle)
    for cell in rng.permutation(16):
        kept, clues[cell] = clues[cell], 0
        if oracle.count(Puzzle(Layout.parse("2x2"), tuple(clues)), 2) > 1:
            clues[cell] = kept
    assert is_minimal(Puzzle(Layout.parse("2x2"), tuple(clues)), oracle)


@pytest.mark.parametrize(
    ("text", "right"), [("30..", (30, None)), ("..40", (None, 40)), ("3..4", (3, 4)), (" 5 ", (5, 5))]
)
def test_spans_are_read(text: str, right: tuple[int | None, int | None]) -> None:
    assert span_of(text) == right


@pytest.mark.parametrize("text", ["", "..", "a..", "40..30", "1.5", "-3..", "٣..", "1" * 12])
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a span of numbers"):
        span_of(text)


def test_unknown_rules_and_symmetries_are_refused() -> None:
    with pytest.raises(InputError, match="Did you mean 'x-wing'"):
        Filter(needs=("x-wng",))
    with pytest.raises(InputError, match="is not a value for symmetry"):
        Filter(symmetry="rot18")


@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1])
def test_store_of_another_version_is_refused(version: int, tmp_path: Path) -> None:
    Store(tmp_path / "set.db").close()
    connection = sqlite3.connect(tmp_path / "set.db")
    connection.execute("ALTER TABLE puzzles ADD COLUMN stars INTEGER")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with pytest.raises(StoreError, match=rf"made by another cpgen \(its version is {version}, this cpgen knows"):
        Store(tmp_path / "set.db")


def rated_on_hodoku() -> StoredPuzzle:
    puzzle = Puzzle.parse(LEFT)
    witness = open_oracle("bitset").uniqueness(puzzle)
    return record_of_puzzle(puzzle, witness, shipped_ladder("hodoku"), PROVENANCE._replace(model="hodoku"), None)


def test_score_level_name_and_ladder_can_be_filtered(store: Store) -> None:
    one = rated_on_hodoku()
    assert (one.ladder, one.level_name, one.grade, one.level) == ("hodoku", "easy", "easy", 300)
    assert store.add_all([one, replace(record(), canonical="another")]) == 2
    assert next(store.records()) == one
    for wanted, number in [
        (Filter(ladder="hodoku"), 1),
        (Filter(ladder="nikoli100"), 1),
        (Filter(ladder="explainer"), 0),
        (Filter(level_name="easy"), 1),
        (Filter(level_name="unfair"), 0),
        (Filter(score=(one.score, one.score)), 1),
        (Filter(score=(one.score + 1, None)), 0),
        (Filter(needs=("hidden-single",)), 1),
        (Filter(needs=("full-house", "x-wing")), 0),
        (Filter(without=("hidden-single",)), 1),
    ]:
        assert store.count(wanted) == number, wanted
    assert dict(store.rules(Filter(ladder="hodoku"))) == dict.fromkeys(one.rules, 1)


def test_rules_of_the_second_bit_column_are_restored(store: Store) -> None:
    base = record()
    store.add_all([replace(base, canonical=rule, rules=(rule,)) for rule in TECHNIQUES])
    assert {found.rules for found in store.records()} == {(rule,) for rule in TECHNIQUES}
    for rule in TECHNIQUES:
        assert [found.canonical for found in store.records(Filter(needs=(rule,)))] == [rule]
    assert store.count(Filter(without=TECHNIQUES[-3:])) == len(TECHNIQUES) - 3


def test_files_that_are_no_stores_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a text that is long enough to be looked at, of no use as a database" * 20)
    with pytest.raises(StoreError, match="is not a cpgen collection"):
        Store(tmp_path / "text")
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE mine (a)")
    connection.close()
    with pytest.raises(StoreError, match="an SQLite database, but not a cpgen collection"):
        Store(tmp_path / "other.db")
    with pytest.raises(StoreError, match="There is no collection"):
        Store(tmp_path / "none.db", create=False)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path / "nowhere" / "set.db")


def test_a_locked_store_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with Store(tmp_path / "set.db", patience=0.05) as one, Store(tmp_path / "set.db", patience=0.05) as other:
        with one.writing(), pytest.raises(StoreError, match="locked by another program"):
            other.add_all([record()])
        assert other.add_all([record()]) == 1


READER = """
import sys
from cpgen.collection.store import Store
with Store(sys.argv[1], create=False) as store:
    store.connection.execute("BEGIN")
    print(store.count(), flush=True)
    sys.stdin.readline()
    print(store.count(), flush=True)
    store.connection.execute("COMMIT")
    print(store.count(), flush=True)
"""


def test_two_processes_read_while_one_writes(store: Store) -> None:
    store.add_all(some_records(10))
    readers = [
        subprocess.Popen(
            [sys.executable, "-c", READER, store.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    for reader in readers:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "10\n"
    assert store.add_all([replace(one, canonical=f"more {one.canonical}") for one in some_records(5)]) == 5
    for reader in readers:
        assert reader.communicate("go on\n", timeout=300)[0] == "10\n15\n"


def test_the_schema_says_what_every_column_is() -> None:
    puzzles = TABLES[TABLES.index("CREATE TABLE puzzles") :].partition(");")[0]
    named = re.findall(r"^    ([a-z]+) ", puzzles, re.MULTILINE)
    for column in ("puzzle", "solution", "canonical", "pattern", "level", "rules", "grade", "symmetry", "minimal"):
        assert column in named


def test_puzzles_are_chosen_by_row_date_batch_and_mark(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    records = some_records(30)
    for day, batch, some in (("2026-10-31", None, records[:10]), ("2026-11-01", 7, records[10:])):
        monkeypatch.setattr("cpgen.collection.store.today", lambda day=day: day)
        with store.writing():
            for one in some:
                store.add(one, batch=batch)
    store.mark("book", range(1, 6))
    for wanted, count in (
        (Filter(rows="3..12"), 10),
        (Filter(added="2026-10"), 10),
        (Filter(added="2026-11.."), 20),
        (Filter(added="..2026-10-31"), 10),
        (Filter(added="2026"), 30),
        (Filter(batch=7, rows="..12"), 2),
        (Filter(batch=8), 0),
        (Filter(unused=True), 25),
        (Filter(marked="book"), 5),
    ):
        assert store.count(wanted) == count == len(list(store.records(wanted))) == len(store.sample(30, 1, wanted))
    listed = store.listed(next(store.records(Filter(rows="11"))))
    assert (listed.row, listed.added, listed.batch, listed.marked) == (11, "2026-11-01", 7, ())
    assert store.unmark("book", Filter(rows="1..2")) == 2
    assert store.count(Filter(marked="book")) == 3


@pytest.mark.parametrize("text", ["", "..", "yesterday", "2026-1", "2026-11-01-", "11/2026"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a date"):
        dates_of(text)


def test_removed_rows_are_no_damage_and_their_numbers_serve_again(tmp_path: Path) -> None:
    path = tmp_path / "set.db"
    records = some_records(20)
    with Store(path) as store, Store(path) as other:  # two, so that the log and the note stay
        store.add_all(records)
        store.mark("book", [20])
        assert store.remove(Filter(rows="11..")) == 10
        with Store(path) as third:
            assert (third.faults, third.count()) == ([], 10)
        assert other.count() == 10
        with store.writing():
            assert store.add(records[15], batch=4)
        assert store.listed(next(store.records(Filter(batch=4)))).row == 11
        assert store.count(Filter(marked="book")) == 0


KILLERS = [
    "cage 3: r1c1 r1c2\ncage 4: r2c1 r1c1\ncage 7: r2c1 r2c2\nthermo: r4c4 r4c3 r4c2",
    "1....4....4....1\ncage 7: r2c1 r2c2\ncage 3: r4c3 r4c4",
]


def test_killer_puzzles_keep_their_constraints(store: Store) -> None:
    puzzles = [Puzzle.parse(text, Layout.boxes(2, 2)) for text in KILLERS]
    assert store.add_all([record(text, Layout.boxes(2, 2)) for text in KILLERS]) == 2
    found = list(store.records())
    assert [Puzzle.parse(one.puzzle, Layout.parse(one.layout)) for one in found] == puzzles
    assert list(store.records(Filter(layout=puzzles[0].layout))) == found[:1]
    assert list(store.records(Filter(layout="2x2", constraints=KILLERS[0]))) == found[:1]
    assert store.add_all([record(KILLERS[0], Layout.boxes(2, 2))]) == 0


@pytest.mark.parametrize(("code", "words"), [(errno.ENOLCK, "cannot lock files"), (errno.EAGAIN, "another program")])
def test_a_drive_without_locks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str) -> None:
    def refuse(*_: object) -> None:
        raise OSError(code, "refused")

    monkeypatch.setattr(fcntl, "lockf", refuse)
    with pytest.raises(StoreError, match=words), explained(str(tmp_path / "set.db")):
        raise sqlite3.OperationalError("database is locked")
