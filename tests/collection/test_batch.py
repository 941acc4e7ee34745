"""A batch gives the same set with any workers, and whatever happens to them."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from cpgen.collection.batch_requests import BatchCell, BatchPlan
from cpgen.collection.batch_runner import Batch, Ledger, Limits, Piece, carry_out
from cpgen.collection.batch_workers import Processes, ThisProcess, WorkersError
from cpgen.collection.store import Store
from cpgen.collection.store_schema import StoreError
from cpgen.constraints.own_kinds import use_kinds
from cpgen.difficulty import shipped_model
from cpgen.errors import NotFoundError
from cpgen.layout import Layout
from cpgen.library import pattern_named
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests import dense
from tests.cli.running import call
from tests.collection.making import MINE, Here, batch, carried_out, cell, mixed, plan, progress, rows, until

PLAN = plan(60, 40)


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """Rows of an undisturbed run in this process."""
    return carried_out(tmp_path_factory.mktemp("calm") / "set.db", PLAN, ThisProcess())


def test_a_plan_is_its_text() -> None:
    assert BatchPlan.from_text(PLAN.text) == PLAN
    drawn = BatchPlan(cells=(cell(3, layout="3x3", clues=26, grade="expert"),))
    assert BatchPlan.from_text(drawn.text) == drawn
    assert drawn.text != PLAN.text


def test_a_batch_fills_every_cell_with_different_puzzles(calm: list[tuple[Any, ...]]) -> None:
    assert len(calm) == 100
    assert len({row[5] for row in calm}) == 100  # canonical forms
    assert [row[0] for row in calm] == list(range(1, 101))


def test_record_has_the_ladder_of_its_model(tmp_path: Path) -> None:
    """The record names the shipped ladder that has the model's rules, whatever the model is called."""
    rate_puzzle(Puzzle(Layout.boxes(2, 2), (0,) * 16), shipped_model("by-rule").ladder)
    with Store(tmp_path / "set.db") as store:
        Batch(Ledger.begin(store, plan(2)), Here()).run()
        assert {ladder for (ladder,) in store.connection.execute("SELECT ladder FROM puzzles")} == {"nikoli100"}


@pytest.mark.parametrize("count", [1, 7])
def test_the_number_of_workers_does_not_matter(count: int, calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    assert carried_out(tmp_path / "set.db", PLAN, Here(count)) == calm


@pytest.mark.parametrize("count", [2, 5])
def test_rows_are_in_the_order_of_the_plan_despite_repeats(count: int, tmp_path: Path) -> None:
    """The second cell repeats the first, and the third has few puzzles, so both need more starts than planned."""
    repeating = BatchPlan(cells=(cell(20), cell(20), cell(12, layout="2x2", clues=6), cell(9)))
    one = carried_out(tmp_path / "one.db", repeating, ThisProcess())
    assert carried_out(tmp_path / "several.db", repeating, Here(count)) == one


def test_no_start_is_begun_once_there_are_enough_puzzles(tmp_path: Path) -> None:
    """From the eleventh on, each start of a pattern walks from its first puzzle to a hundred others."""
    each, made = 300, []

    class Counting(Here):
        def submit(self, work: Any, argument: Any, order: Any = ()) -> Any:
            future = super().submit(work, argument)
            made.extend(future.result().records)
            return future

    drawn = {"pattern": pattern_named("kamio-a"), "clues": None, "symmetry": None}
    walking = [structs.replace(cell(each, seed, layout="3x3"), **drawn) for seed in (1, 2)]
    rows = carried_out(tmp_path / "set.db", BatchPlan(cells=tuple(walking)), Counting())
    repeats = sum(row[-1] for row in progress(tmp_path / "set.db"))
    assert len(rows) == 2 * each
    assert len(made) < 2 * (each + 100) + repeats


def test_pieces_that_end_early_make_the_same_set(
    calm: list[tuple[Any, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpgen.collection.batch_runner.ENOUGH", 0.0)
    assert carried_out(tmp_path / "set.db", PLAN, Here(2)) == calm


def test_next_start_follows_the_last_stored_puzzle(tmp_path: Path) -> None:
    few, made = plan(3), carry_out(Piece(0, cell(9), 0, 9, 9, 60.0))
    with Store(tmp_path / "set.db") as store:
        going = Ledger.begin(store, few)
        assert going.commit(0, made.records, made.next) == 3
        assert going.cells[0].next == going.cells[0].repeats + 3 < made.next == 9


def test_repeats_are_left_out_and_made_up_for(tmp_path: Path) -> None:
    """The second cell repeats the request of the first, and must get other puzzles."""
    twice = BatchPlan(cells=(cell(20), cell(20)))
    with Store(tmp_path / "set.db") as store:
        going = Ledger.begin(store, twice)
        Batch(going, Here()).run()
        assert going.cells[1].repeats >= 20
        assert store.count() == 40


def test_exhausted_pattern_ends_the_batch(tmp_path: Path) -> None:
    """Puzzles in the store that cannot be repeats of this pattern do not count."""
    drawn = structs.replace(cell(3), pattern=pattern_named("4x4-x"), clues=None, symmetry=None)
    others = (cell(20, clues=7), cell(9, layout="latin-5", clues=12))
    with Store(tmp_path / "set.db") as store:
        Batch(Ledger.begin(store, BatchPlan(cells=others)), Here()).run()
        few = Batch(Ledger.begin(store, BatchPlan(cells=(drawn,))), Here())
        with pytest.raises(NotFoundError, match=r"^1\d\d starts of .* in a row brought nothing new; 1 of 3"):
            few.run()


@pytest.mark.parametrize("fate", [0, 1], ids=["dies", "hangs"])
def test_the_piece_of_a_lost_worker_is_done_again(fate: int, calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    workers = Here(2, {0: fate, 3: fate, 9: fate})
    assert carried_out(tmp_path / "set.db", PLAN, workers, Limits(hang=0.05)) == calm
    assert workers.replaced >= 2


def test_workers_that_always_die_end_the_batch(tmp_path: Path) -> None:
    with pytest.raises(WorkersError, match=r"died or hung 4 times at start 0 .*resume with --resume"):
        carried_out(tmp_path / "set.db", PLAN, Here(1, dict.fromkeys(range(99), 0)))


def test_batch_beyond_its_budget_can_be_resumed(calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    """The budget also ends the start in progress."""
    with pytest.raises(NotFoundError, match=r"The time is up; .* of 100 puzzles are found"):
        carried_out(tmp_path / "set.db", PLAN, ThisProcess(), Limits(budget=0))
    hopeless = BatchPlan(cells=(cell(1, layout="3x3", clues=17, grade="expert"),))
    with pytest.raises(NotFoundError, match="The time is up; 0 of 1 puzzles"):
        carried_out(tmp_path / "other.db", hopeless, ThisProcess(), Limits(budget=0.05))
    assert carried_out(tmp_path / "set.db", PLAN, Here(2)) == calm


def test_one_puzzle_that_takes_too_long_is_named(tmp_path: Path) -> None:
    hopeless = BatchPlan(cells=(cell(1, layout="3x3", clues=17, grade="expert"),))
    with pytest.raises(NotFoundError, match=r"Start 0 of expert on 3x3, 17 clues \(none\) did not end in 0.05 s"):
        carried_out(tmp_path / "set.db", hopeless, Here(1), Limits(start=0.05))


def test_a_dense_puzzle_out_of_reach_ends_the_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "ATTEMPTS", 3)
    easy = BatchPlan(cells=(cell(1, layout="3x3", clues=60, grade="expert"),))
    with pytest.raises(NotFoundError, match=r"was given up\. With so many clues, .* 0 of 1 puzzles are found"):
        carried_out(tmp_path / "set.db", easy, ThisProcess())


def test_two_processes_cannot_work_on_one_batch(tmp_path: Path) -> None:
    with Store(tmp_path / "set.db") as store, Store(tmp_path / "set.db") as other:
        one = Ledger.begin(store, PLAN)
        second = Ledger.unfinished(other)
        assert second is not None
        Batch(one, Here()).run()
        with pytest.raises(StoreError, match="Another process works on this batch"):
            Batch(second, Here()).run()
        assert store.count() == 100


def test_a_full_store_is_reported_and_loses_nothing(calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    with Store(tmp_path / "set.db") as store:
        going = Ledger.begin(store, PLAN)
        (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
        store.connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match=r"is full .*what was stored before is safe"):
            Batch(going, Here()).run()
        assert rows(store) == calm[: store.count()]
        assert 0 < store.count() < 100
    assert carried_out(tmp_path / "set.db", PLAN, Here()) == calm


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting takes root")
def test_a_full_disk_is_reported_and_loses_nothing(calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    small = tmp_path / "disk"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(small)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        with pytest.raises(StoreError, match="is full or cannot be written"):
            carried_out(small / "set.db", PLAN, Here())
        subprocess.run(["mount", "-o", "remount,size=4m", str(small)], check=True)
        assert carried_out(small / "set.db", PLAN, Here()) == calm
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


def test_killed_process_does_not_change_the_set(calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    import multiprocessing

    workers = Processes(2)
    killed: list[int] = []

    def kill_one(now: Ledger) -> None:
        children = multiprocessing.active_children()
        if not killed and now.found and children:
            killed.append(children[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    try:
        with Store(tmp_path / "set.db") as store:
            Batch(Ledger.begin(store, PLAN), workers, report=kill_one).run()
            assert rows(store) == calm
    finally:
        workers.stop()
    assert killed


def test_repeatedly_killed_batch_resumes_to_the_same_set(tmp_path: Path) -> None:
    asked = ["--boxes", "2x3", "--clues", "14", "-n", "60", "-g", "any", "--seed", "5", "--oracle", "bitset", "-j", "1"]
    assert call("batch", "--out", str(tmp_path / "calm.db"), *asked).code == 0
    rng = random.Random(2)
    stormy = tmp_path / "stormy.db"
    for kill in range(2):
        with batch(stormy, *(["--resume"] if kill else asked)) as run:
            until(lambda kill=kill: stormy.exists() and begun(stormy) > 20 * kill)
            signal.sigtimedwait([], rng.uniform(0, 0.1))
            run.kill()
    with batch(stormy, "--resume") as run:
        assert run.wait(300) == 0
    with Store(tmp_path / "calm.db") as one, Store(stormy) as other:
        assert rows(one) == rows(other)
        assert one.count() == 60
    assert progress(tmp_path / "calm.db") == progress(stormy)


def begun(path: Path) -> int:
    """Return the number of puzzles in the store, −1 while there is no batch."""
    try:
        with Store(path, create=False) as store:
            return store.count() if Ledger.unfinished(store) or store.count() else -1
    except StoreError:
        return -1


def test_interrupting_says_what_was_done(tmp_path: Path) -> None:
    with batch(tmp_path / "set.db", "-p", "kamio-a", "-g", "advanced", "-n", "5000", "--seed", "1", "-j", "1") as run:
        until(lambda: (tmp_path / "set.db").exists() and begun(tmp_path / "set.db") > 0)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=300)
    assert run.returncode == 130
    assert b"of 5000 puzzles are found and stored" in said


BRIEF = ("batch", "-p", "4x4-x", "-g", "any", "-n", "1", "--seed", "1", "-j", "1", "--out")


def test_a_batch_interrupted_while_it_is_proven_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    path = str(tmp_path / "set.db")
    with monkeypatch.context() as patch:
        patch.setattr("cpgen.feasibility.infeasible.require_possible", interrupted)
        stopped = call(*BRIEF, path)
        assert stopped.code == 130
        assert "no puzzle is made yet" in stopped.err
    done = call("batch", "--out", path, "--resume", "--json")
    assert (done.code, [one["found"] for one in done.objects]) == (0, [1])
    again = call("batch", "--out", path, "--resume")
    assert (again.code, "nothing to resume" in again.err) == (0, True)


def test_an_interrupted_batch_resumes_to_the_same_set(tmp_path: Path) -> None:
    asked = ["-p", "kamio-a", "-g", "advanced", "-n", "60", "--seed", "1", "-j", "1"]
    assert call("batch", "--out", str(tmp_path / "calm.db"), *asked).code == 0
    with batch(tmp_path / "set.db", *asked) as run:
        until(lambda: (tmp_path / "set.db").exists() and begun(tmp_path / "set.db") > 0)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=300)
    assert run.returncode == 130
    with batch(tmp_path / "set.db", "--resume") as run:
        assert run.wait(300) == 0
    with Store(tmp_path / "calm.db") as one, Store(tmp_path / "set.db") as other:
        assert rows(one) == rows(other)


def test_resume_without_the_own_kinds_names_what_is_missing(tmp_path: Path) -> None:
    with Store(path := tmp_path / "set.db") as store, use_kinds([MINE]):
        Ledger.begin(store, mixed())
    with Store(path) as store, pytest.raises(StoreError, match=r"'product-dot' is not a kind .* with the same --kinds"):
        Ledger.unfinished(store)


def test_resume_of_a_store_without_a_batch(tmp_path: Path) -> None:
    """The program may have been killed between making the store and recording the batch."""
    Store(path := tmp_path / "set.db").close()
    refused = call("batch", "--out", str(path), "--resume")
    assert refused.code == 2
    assert "No batch was begun" in refused.err
    assert call(*BRIEF, str(path), "--resume").code == 0
    with Store(path) as store:
        assert store.count() == 1


@pytest.mark.parametrize(
    ("module", "kind", "work"),
    [("cpgen.collection.store", "NewStore", "_connected"), ("cpgen.collection.batch_runner", "Ledger", "begin")],
)
def test_a_batch_killed_at_its_beginning_leaves_no_store(module: str, kind: str, work: str, tmp_path: Path) -> None:
    path = tmp_path / "set.db"
    killed = (
        f"import os, sys; from {module} import {kind}; {kind}.{work} = lambda *_: os._exit(9)\n"
        f"from cpgen.cli import main; sys.argv[1:] = {[*BRIEF, str(path)]}; main()"
    )
    assert subprocess.run([sys.executable, "-c", killed], check=False).returncode == 9
    assert not path.exists()
    assert call(*BRIEF, str(path), "--resume").code == 0
    with Store(path) as store:
        assert store.count() == 1
    assert os.listdir(tmp_path) == ["set.db"]


def test_a_batch_fills_an_empty_file(tmp_path: Path) -> None:
    (path := tmp_path / "set.db").touch()
    assert call(*BRIEF, str(path)).code == 0
    with Store(path) as store:
        assert store.count() == 1


def test_an_impossible_batch_is_withdrawn(tmp_path: Path) -> None:
    impossible = ("batch", "-p", "xx.. .... .... ....", "-g", "any", "-n", "1", "-j", "1", "--out")
    for _ in range(2):  # it is refused each time, instead of being called unfinished
        assert call(*impossible, str(tmp_path / "set.db")).code == 4
    with Store(tmp_path / "set.db") as store:
        assert not Ledger.has_begun(store)


def test_a_new_store_on_a_full_disk_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("cpgen.collection.store.require_tables", full)
    ran = call(*BRIEF, str(tmp_path / "set.db"))
    assert ran.code == 1
    assert "is full" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", [2, 5])
def test_walks_do_not_depend_on_the_workers(count: int, tmp_path: Path) -> None:
    drawn = Pattern.parse("..xx.. .x..x. x....x x....x .x..x. ..xx..")
    wanted = BatchCell(layout=Layout.parse("2x3"), pattern=drawn, grade="any", oracle="bitset", count=130, seed=3)
    walked = BatchPlan(cells=(wanted,))
    made = carried_out(tmp_path / "many.db", walked, Here(count))
    assert made == carried_out(tmp_path / "one.db", walked, Here(1))
    assert progress(tmp_path / "many.db") == progress(tmp_path / "one.db")
    assert len({row[5] for row in made}) == len(made) == 130
