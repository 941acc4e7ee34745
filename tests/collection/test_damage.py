"""Damage is reported and skipped, sound puzzles are returned, and a repair saves all that can be saved."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from cpgen.collection.batch_requests import Filter
from cpgen.collection.batch_runner import Batch, Ledger
from cpgen.collection.pages import Pages
from cpgen.collection.record import StoredPuzzle
from cpgen.collection.repair import Repaired, _rebuilt, repair, verify
from cpgen.collection.rows import Numbers
from cpgen.collection.salvage import Salvage
from cpgen.collection.store import Store
from cpgen.collection.store_file import LAST_ROW, LOG
from cpgen.collection.store_schema import StoreError
from cpgen.errors import CpgenError, InputError
from cpgen.puzzle import Puzzle
from tests.collection.making import Here, plan, record, rows

WANTED = 60
PAGE = 4096
"""Bytes of a page of a store"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store filled by a batch."""
    path = tmp_path_factory.mktemp("sound") / "set.db"
    with Store(path) as store:
        Batch(Ledger.begin(store, plan(WANTED)), Here()).run()
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    """A copy of the store that a test may damage."""
    return Path(shutil.copy(sound, tmp_path / "set.db"))


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def handed_out(path: Path) -> tuple[list[StoredPuzzle], str]:
    """Return the records that a store yields, and the error message at their end."""
    found: list[StoredPuzzle] = []
    try:
        with Store(path, create=False) as store:
            found += store.records()
    except StoreError as error:
        return found, str(error)
    return found, ""


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (
            "UPDATE puzzles SET solution = replace(solution, '1', '2') WHERE id = 7",
            "clues and its solution do not fit together",
        ),
        ("UPDATE puzzles SET puzzle = replace(puzzle, '1', '.') WHERE id = 7", "do not fit together"),
        ("UPDATE puzzles SET grade = 'exqert' WHERE id = 7", "not those that were stored"),
        (
            "UPDATE puzzles SET solution = CAST(x'ff' AS TEXT) WHERE id = 7",
            "clues and its solution do not fit together",
        ),
        ("UPDATE puzzles SET rules = 1 << 61 WHERE id = 7", "make no puzzle"),
        ("UPDATE puzzles SET appropriateness = 'high' WHERE id = 7", "make no puzzle"),
        ("UPDATE puzzles SET making = 99 WHERE id = 7", "make no puzzle"),
        ("UPDATE puzzles SET grade = x'00' WHERE id = 7", "make no puzzle"),
        ("UPDATE puzzles SET sum = 0 WHERE id = 7", "not those that were stored"),
    ],
)
def test_damaged_row_is_reported_and_regenerated(statement: str, why: str, path: Path, sound: Path) -> None:
    whole, _ = handed_out(path)
    change(path, statement)
    found, told = handed_out(path)
    assert found == [one for one in whole if one.id != 7]
    assert "set.db, row 7 cannot be used and is left out. `cpgen collection verify" in told
    with Store(path, create=False) as store:
        assert verify(store) == WANTED - 1
        assert why in store.damages[7]
        with pytest.raises(StoreError, match="row 7"):
            store.require_sound()
        store.damages.clear()
        store.faults.clear()
    done = repair(str(path))
    assert (done.sound, done.again, done.lost) == (WANTED - 1, [7], {})
    assert handed_out(path) == (whole, "")
    assert handed_out(Path(done.kept))[0] == found
    with Store(path) as one, Store(sound) as other:
        assert rows(one) == rows(other)


def test_statistics_skip_and_report_damage(path: Path) -> None:
    change(path, "UPDATE puzzles SET grade = x'00' WHERE id = 7", "UPDATE puzzles SET rules = 1 << 61 WHERE id = 9")
    with Store(path) as store:
        assert [row[:2] for row in store.table("grade")] == [("any", WANTED - 1)]
        assert set(dict(store.rules()).values()) <= set(range(WANTED))
        assert len(store.faults) == 2
        with pytest.raises(StoreError, match="is damaged"):
            store.require_sound()
        store.faults.clear()


def test_nothing_is_repaired_that_is_not_damaged(path: Path) -> None:
    before = path.read_bytes()
    assert repair(str(path)) == Repaired(WANTED)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["set.db"]


def test_resume_regenerates_lost_rows(path: Path) -> None:
    whole, _ = handed_out(path)
    change(path, "UPDATE puzzles SET seed = 99, puzzle = '' WHERE id IN (7, 9)", "UPDATE cells SET wanted = 700")
    with Store(path) as store, pytest.raises(StoreError, match=r"The progress of batch 1 in .*set\.db is damaged"):
        Ledger.unfinished(store)
    done = repair(str(path))
    assert (list(done.lost), done.unfinished) == ([7, 9], 1)
    with Store(path) as store:
        going = Ledger.unfinished(store)
        assert going is not None
        Batch(going, Here()).run()
        assert {one.canonical for one in store.records()} == {one.canonical for one in whole}


def test_a_plan_with_kinds_from_elsewhere_is_kept(path: Path) -> None:
    """The kind of an own file is unknown here, which is no damage."""
    change(path, """UPDATE batches SET plan = replace(plan, '"grade"', '"constraints": "own-kind", "grade"')""")
    with Store(path) as store:
        assert (verify(store), store.faults) == (WANTED, [])
        ((plan_before,),) = store.connection.execute("SELECT plan FROM batches")
    change(path, "UPDATE puzzles SET level = 9 WHERE id = 3")
    assert len(repair(str(path)).lost) == 1
    with Store(path) as store:
        assert store.connection.execute("SELECT plan FROM batches").fetchall() == [(plan_before,)]
        with pytest.raises(StoreError, match=r"resume it where they are, with the same --kinds.* repair keeps such"):
            Ledger.unfinished(store)


def test_repair_reports_and_removes_a_damaged_plan(path: Path) -> None:
    change(path, "UPDATE batches SET plan = '{'", "UPDATE cells SET found = 1")
    with Store(path) as store:
        with pytest.raises(StoreError, match="is damaged, so it cannot be resumed; its puzzles are safe"):
            Ledger.unfinished(store)
        assert Ledger.unfinished(store, plan(WANTED)) is None
    done = repair(str(path))
    assert done.sound == WANTED
    with Store(path) as store:
        assert Ledger.unfinished(store) is None


@pytest.mark.parametrize("damage", ["flipped", "cut short", "zeros"])
def test_damaged_bytes_make_no_wrong_puzzle_and_are_reported(damage: str, path: Path, sound: Path) -> None:
    content, (whole, _), rng = sound.read_bytes(), handed_out(sound), random.Random(damage)
    for _ in range(40):
        path.unlink()
        bad = bytearray(content)
        place = rng.randrange(100, len(bad))
        if damage == "flipped":
            bad[place] ^= 1 << rng.randrange(8)
        elif damage == "cut short":
            del bad[place:]
        else:
            bad[place : place + 300] = bytes(len(bad[place : place + 300]))
        path.write_bytes(bad)
        found, told = handed_out(path)
        assert all(one in whole for one in found)
        assert len({one.canonical for one in found}) == len(found)
        assert told or found == whole
        try:
            done = repair(str(path))
        except StoreError:
            continue
        mended, told = handed_out(path)
        assert (told, len(mended)) == ("", done.sound + len(done.again))
        assert all(one in whole for one in mended)
        assert len(mended) >= len(found)


@pytest.mark.parametrize(
    "damage",
    [
        "PRAGMA user_version = 2",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 99",
        "PRAGMA application_id = 7",
        "DROP TABLE techniques",
        "DROP TABLE cells",
        "DROP INDEX traits",
        "DELETE FROM sqlite_master WHERE name = 'puzzles'",
        "DELETE FROM sqlite_master WHERE type = 'table'",
        "UPDATE sqlite_master SET sql = 'CREATE TABLE' WHERE name = 'boards'",
        "UPDATE sqlite_master SET rootpage = 2 WHERE name = 'puzzles'",
        "zeros at the beginning",
    ],
)
def test_damaged_schema_loses_no_puzzle(damage: str, path: Path) -> None:
    whole, _ = handed_out(path)
    if damage.startswith("zeros"):
        with path.open("r+b") as file:
            file.write(bytes(100))
    else:
        change(path, "PRAGMA writable_schema = ON", damage)
    with pytest.raises(StoreError, match=r"cpgen collection verify .* --repair"), Store(path, create=False) as store:
        verify(store)
    done = repair(str(path))
    assert (done.sound, done.again, done.lost, done.is_truncated) == (WANTED, [], {}, False)
    assert handed_out(path) == (whole, "")
    assert Path(done.kept).exists()
    assert sorted(os.listdir(path.parent)) == ["set.damaged.db", "set.db"]


def test_file_cut_short_keeps_the_puzzles_before_the_cut(path: Path) -> None:
    whole, _ = handed_out(path)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - PAGE)
    done = repair(str(path))
    assert done.is_truncated
    assert not done.is_whole
    assert done.sound + len(done.lost) == WANTED
    found, told = handed_out(path)
    assert (len(found), told) == (done.sound, "")
    assert 0 < done.sound < WANTED
    assert all(one in whole for one in found)


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_repair_of_a_cut_file_counts_what_its_batches_lost(share: float, path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * share))
    done = repair(str(path))
    assert (done.is_truncated, done.is_count_exact) == (True, False)
    assert done.least_lost == done.as_json()["least_lost"] == WANTED - done.sound
    assert len(done.lost) <= done.least_lost


def test_page_in_the_place_of_another_one_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of a leaf is valid by itself; only the order of the rows shows that it is in the wrong place."""
    monkeypatch.setattr("cpgen.collection.store_file.CHECKED_AT_ONCE", 0)
    whole, _ = handed_out(path)
    content = bytearray(path.read_bytes())
    leaves = [place for place in range(4096, len(content), 4096) if content[place] == 13 and content[place + 4] > 3]
    content[leaves[1] : leaves[1] + 4096] = content[leaves[2] : leaves[2] + 4096]
    path.write_bytes(content)
    found, told = handed_out(path)
    assert len(found) < WANTED
    assert "cannot be used" in told
    done = repair(str(path))
    assert (done.sound + len(done.lost), done.is_whole) == (WANTED, False)
    assert all(one in whole for one in handed_out(path)[0])


@pytest.fixture
def killed(tmp_path: Path, sound: Path) -> Path:
    """A store as a killed process leaves it: its last puzzles are in the log."""
    with Store(sound, create=False) as store:
        records = list(store.records())
    store = Store(tmp_path / "first.db")
    for one in records:
        store.add_all([one])
    for end in ("", LOG, LAST_ROW):
        shutil.copy(f"{store.name}{end}", tmp_path / f"set.db{end}")
    store.close()
    assert sorted(os.listdir(tmp_path)) == ["first.db", "set.db", f"set.db{LAST_ROW}", f"set.db{LOG}"]
    return tmp_path / "set.db"


def test_a_sound_log_is_read_and_removed(killed: Path) -> None:
    found, told = handed_out(killed)
    assert (len(found), told) == (WANTED, "")
    assert sorted(os.listdir(killed.parent)) == ["first.db", "set.db"]


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9])
def test_damaged_log_is_noticed_and_its_puzzles_are_saved(share: float, killed: Path) -> None:
    log = Path(f"{killed}{LOG}")
    content = bytearray(log.read_bytes())
    content[12 + int(share * (len(content) - 12))] ^= 1
    log.write_bytes(content)
    for _ in range(2):  # also after the damaged log is gone
        found, told = handed_out(killed)
        assert len(found) < WANTED
        assert "is damaged" in told
    done = repair(str(killed))
    assert done.sound >= WANTED - 2
    assert len(handed_out(killed)[0]) == done.sound


def test_removed_log_is_noticed(killed: Path) -> None:
    Path(f"{killed}{LOG}").unlink()
    with pytest.raises(StoreError), Store(killed, create=False) as store:
        verify(store)
    assert f"to {WANTED} are missing" in store.faults[0]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7])
def test_repair_reports_what_was_lost_with_the_log(share: float, killed: Path) -> None:
    log = Path(f"{killed}{LOG}")
    with log.open("r+b") as file:
        file.truncate(int(share * log.stat().st_size))
    done = repair(str(killed))
    assert (done.sound + len(done.lost), done.is_whole) == (WANTED, False)
    with Store(killed, create=False) as store:
        assert [one.rows for one in store.losses] == [WANTED - done.sound]
        assert verify(store) == done.sound


def test_rows_beyond_the_last_one_are_not_lost(killed: Path) -> None:
    """A flipped bit in an index may name a row that never was."""
    salvage = Salvage(Pages(str(killed), [f"{killed}{LOG}"]))
    salvage.numbers.add(WANTED + 9)
    done = _rebuilt(salvage, str(killed.with_name("new.db")), range(5, WANTED + 1), is_truncated=False)
    assert (done.sound, done.lost) == (WANTED, {})


def test_losses_survive_another_repair(killed: Path) -> None:
    Path(f"{killed}{LOG}").unlink()
    repair(str(killed))
    with Store(killed, create=False) as store:
        store.add_all([record()])
        lost = store.losses
    change(killed, "DROP INDEX traits")
    assert repair(str(killed)).is_whole
    with Store(killed, create=False) as store:
        assert store.losses == lost
        assert store.acknowledge() == lost
        assert store.losses == []
    assert repair(str(killed)) == Repaired(1)


def test_note_of_another_store_is_ignored(killed: Path, sound: Path) -> None:
    note = Path(f"{killed}{LAST_ROW}")
    note.write_text(f"1 {WANTED + 9}")
    assert handed_out(killed)[1] == ""
    killed.unlink()
    note.write_text(f"1 {WANTED}")
    with Store(killed) as store:
        assert store.count() == 0


def test_damaged_file_is_not_written_to(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    with pytest.raises(StoreError, match=r"set.db is damaged\. `cpgen collection verify"), Store(path) as store:
        store.add_all([record()])


@pytest.mark.parametrize("replaced", [False, True])
def test_store_deleted_or_replaced_meanwhile_is_saved(replaced: bool, path: Path) -> None:
    whole, _ = handed_out(path)

    def take_away_and_add() -> None:
        with Store(path) as store:
            store.add_all([])
            path.unlink()
            if replaced:
                Store(path).close()
            store.add_all([record()])

    with pytest.raises(StoreError, match=rf"deleted or replaced .* {WANTED + 1} puzzles, is saved in .*set\.saved\.db"):
        take_away_and_add()
    assert sorted(os.listdir(path.parent)) == ["set.db"] * replaced + ["set.saved.db"]
    assert handed_out(path.with_name("set.saved.db"))[0][:-1] == whole


def test_store_deleted_after_the_last_puzzle_is_saved(path: Path) -> None:
    path.with_name("set.saved.db").touch()
    store = Store(path)
    store.add_all([record()])
    path.unlink()
    with pytest.raises(StoreError, match=r"saved in .*set\.saved1\.db"):
        store.require_sound()
    store.close()
    assert len(handed_out(path.with_name("set.saved1.db"))[0]) == WANTED + 1


def test_store_of_a_deleted_folder_is_saved_elsewhere(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.parent.joinpath("below").mkdir()
    monkeypatch.setattr("cpgen.collection.store_file.gettempdir", lambda: str(path.parent))
    store = Store(path.parent / "below" / "set.db")
    store.add_all([record()])
    shutil.rmtree(path.parent / "below")
    with pytest.raises(StoreError, match=r"1 puzzle, is saved in .*set\.saved\.db"):
        store.require_sound()


def test_reading_a_deleted_store_is_no_error(path: Path) -> None:
    with Store(path, create=False) as store:
        path.unlink()
        assert store.count() == WANTED


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting takes root")
def test_a_store_on_a_read_only_disk_is_read(path: Path) -> None:
    disk = path.with_name("disk")
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(disk)], capture_output=True, check=False).returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        there = Path(shutil.copy(path, disk / "a ?set.db"))
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert len(handed_out(there)[0]) == WANTED
        with Store(there, create=False) as store, pytest.raises(StoreError, match="cannot be written"):
            store.add_all([record()])
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        there.with_name(f"{there.name}-wal").write_bytes(b"some")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(StoreError, match=r"newest puzzles of .* are still in .*-wal"):
            Store(there, create=False)
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="is empty, so it is not a cpgen collection"):
        Store(tmp_path / "empty.db", create=False)
    for name, words in ((tmp_path, "is a folder"), ("/dev/null", "is not a file")):
        for create in (False, True):
            with pytest.raises(InputError, match=words):
                Store(name, create)
    for content in (b"x", b"SQLite format 3\0", b"SQLite format 3\0" + bytes(84)):
        (tmp_path / "short.db").write_bytes(content)
        with pytest.raises(CpgenError, match="is not a cpgen collection"):
            Store(tmp_path / "short.db", create=False)


def test_numbers_are_known_once() -> None:
    found = Numbers(3)
    assert [found.add(number) for number in (0, 3, 4, -1, 1 << 40)] == [True] * 5
    assert [found.add(number) for number in (0, 3, 4, -1, 1 << 40)] == [False] * 5


def test_repair_keeps_history_and_removals(path: Path) -> None:
    with Store(path) as store:
        store.mark("book", [3, 4])
        assert store.remove(Filter(rows="5..10")) == 6
        before = [(one, store.listed(one)) for one in store.records()]
        removed = store.connection.execute("SELECT * FROM excluded").fetchall()
    with path.open("r+b") as file:
        file.seek(PAGE // 2)
        file.write(bytes(PAGE // 2))  # the schema
    done = repair(str(path))
    assert (done.sound, done.lost, done.unfinished) == (WANTED - 6, {}, 0)
    with Store(path) as store:
        assert [(one, store.listed(one)) for one in store.records()] == before
        assert before[0][1].batch == 1
        assert store.connection.execute("SELECT * FROM excluded").fetchall() == removed
        assert Ledger.unfinished(store) is None


def test_batches_leave_out_removed_and_excluded_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "set.db"
    with Store(path) as store:
        Batch(Ledger.begin(store, plan(10)), Here()).run()
        puzzles = list(store.records())
        store.remove(Filter(rows="1..3"))
        store.exclude(Puzzle.parse(one.puzzle) for one in puzzles[3:5])
        store.connection.execute("UPDATE cells SET found = 7, next = 0")
        going = Ledger.unfinished(store)
        assert going is not None
        Batch(going, Here()).run()
        assert store.count() == 10
        assert not {one.canonical for one in puzzles[:3]} & {one.canonical for one in store.records()}
        store.remove(Filter())
        Batch(Ledger.begin(store, plan(10)), Here()).run()  # begun again: only the excluded ones are left out
        found = {one.canonical for one in store.records()}
        assert found & {one.canonical for one in puzzles} == {one.canonical for one in (*puzzles[:3], *puzzles[5:])}
