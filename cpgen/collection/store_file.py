"""File of a collection: open it, check it, and notice when it is deleted or replaced.

Crash safety is SQLite's: a write-ahead log with full synchronization, so a transaction is on disk when it returns. What
SQLite does not notice is a file that is deleted or replaced while it is open; its inode is therefore compared after
every transaction, and the content is saved under another name when it is gone.

Nor does SQLite notice that a part of its log is damaged or gone after a crash: it returns to the last transaction that
it can read. So while a store is written to, a *note*, a small file next to it, holds the number of the last row. It is
removed when the store is closed and the log is gone.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from os.path import exists
from pathlib import Path
from shutil import copyfile
from tempfile import gettempdir

from cpgen.collection.store_schema import (
    NoCollectionError,
    StoreError,
    explained,
    require_damage,
    require_tables,
    transaction,
)
from cpgen.errors import InputError
from cpgen.messages import counted, shown

SETTINGS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA cache_size = -65536;
PRAGMA secure_delete = ON; -- a repair reads all pages: removed puzzles must not come back
"""
PATIENCE = 10.0
"""Seconds to wait for another program that writes to the collection"""
CHECKED_AT_ONCE = 1 << 24
"""Size in bytes up to which the structure of a file is checked whenever it is opened"""
LEAST_PAGE = 512
"""Size of the smallest SQLite database, in bytes"""
LOG, LOG_INDEX, SAVED_LOG, LAST_ROW = "-wal", "-shm", "-wal-damaged", "-last-row"
"""Endings of files next to a collection: SQLite's log, its index, a copy of a damaged log, the note of the last row"""


class StoreFile:
    """Open file with the tables of a collection; `faults` lists its damage in sentences.

    The arguments are those of `Store`.
    """

    _notes_last_row = True

    def __init__(self, path: str | Path, create: bool = True, patience: float = PATIENCE) -> None:
        self.name = str(path)
        self.faults: list[str] = []
        self.missing = range(0)
        """Numbers of the rows that were stored but are gone, because the log was damaged or removed"""
        self._written = False
        self._require_file(create)
        with explained(self.name), self._nothing_left_of_a_failure():
            self.connection = self._opened(create, patience)
            try:
                self.opened = os.stat(self.name)
                """Status of the file when it was opened, which identifies it"""
                self._check_structure()
                self._check_last_row()
                self._side_files = {name: os.stat(name) for end in (LOG, LOG_INDEX) if exists(name := self.name + end)}
            except BaseException:
                self.connection.close()
                raise

    @contextmanager
    def _nothing_left_of_a_failure(self) -> Iterator[None]:
        """Delete the file if it is new, and still empty when the block fails, as on a full disk."""
        is_new = not exists(self.name)
        try:
            yield
        except BaseException:
            if is_new and exists(self.name) and not os.stat(self.name).st_size:
                for end in ("", LOG, LOG_INDEX):
                    Path(self.name + end).unlink(missing_ok=True)
            raise

    def _require_file(self, create: bool) -> None:
        """Raise InputError or StoreError if the path cannot be a collection, or has none and none may be created."""
        path = Path(self.name)
        try:
            path.exists()
        except OSError as error:  # the name is too long, perhaps
            raise InputError(f"{shown(self.name)} cannot be the name of a collection: {error.strerror}.") from error
        if path.is_dir():
            raise InputError(f"{self.name} is a folder; give the name of a file for the collection.")
        if path.exists() and not path.is_file():
            raise InputError(f"{self.name} is not a file; give the name of a file for the collection.")
        if not create and not path.is_file():
            raise NoCollectionError(
                f"There is no collection {self.name}; `cpgen collection import` or `cpgen batch` makes one."
            )
        size = path.stat().st_size if path.exists() else 0
        if not size:  # a note that is there was left by another store of that name
            with suppress(OSError):
                Path(self.name + LAST_ROW).unlink()
        if not (create or size):
            raise NoCollectionError(f"The file {self.name} is empty, so it is not a cpgen collection.")
        if 0 < size < LEAST_PAGE:  # SQLite would take it for an empty one
            raise NoCollectionError(f"The file {self.name} is not a cpgen collection, or it is truncated.")

    def _opened(self, create: bool, patience: float) -> sqlite3.Connection:
        """Return a connection to the file, which only reads if nothing can be written next to an existing store."""
        try:
            return self._connected(self.name, patience)
        except sqlite3.OperationalError as error:
            if create or not re.search("unable to open|readonly|read-only", str(error)):
                raise
        return self._connected_for_reading(patience)

    def _connected(self, name: str, patience: float) -> sqlite3.Connection:
        """Return a connection to a file or address (`name`) that waits `patience` seconds for another writer.

        In a new file the tables are created.
        """
        connection = sqlite3.connect(name, timeout=patience, isolation_level=None, uri=name != self.name)
        try:
            connection.text_factory = lambda text: text.decode("utf-8", "replace")  # damaged text must be readable, too
            self._find_beginning(connection)
            require_tables(connection, self.name)
            connection.executescript(SETTINGS)
        except BaseException:
            connection.close()
            raise
        return connection

    def _find_beginning(self, connection: sqlite3.Connection) -> None:
        """Make SQLite read the schema of the file.

        If the end of the file is missing, make SQLite open it anyway, and record the fault in `faults`.
        """
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            require_damage(error)
            # This setting makes SQLite skip the check of the file's length.
            connection.execute("PRAGMA writable_schema = ON")
            self.faults = [str(error)]

    def _connected_for_reading(self, patience: float) -> sqlite3.Connection:
        """Return a connection that only reads, so that SQLite writes no files; `patience` is in seconds."""
        # `immutable` ignores the log, and with it the newest puzzles: reading would be silently incomplete.
        log = Path(f"{self.name}-wal")
        if log.exists() and log.stat().st_size:
            raise StoreError(
                f"The newest puzzles of {self.name} are still in {log}, and nothing can be written next to it; "
                "copy both files to a folder where that is allowed, and use the copy."
            )
        connection = self._connected(f"{Path(self.name).absolute().as_uri()}?immutable=1", patience)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _check_structure(self) -> None:
        """Check the structure of the file unless it is large, and record its faults."""
        # The check reads the whole file; larger stores are checked by `verify` only.
        if self.opened.st_size > CHECKED_AT_ONCE:
            return
        try:
            faults = [str(fault) for (fault,) in self.connection.execute("PRAGMA quick_check(10)")]
        except sqlite3.DatabaseError as error:
            faults = [str(error)]
        self.faults += [fault for fault in faults if fault not in ("ok", *self.faults)]

    def _ends(self) -> tuple[int, int]:
        """Return the checksum of the first row and the number of the last row; 0 for a row that does not exist."""
        with suppress(sqlite3.DatabaseError):
            first = self.connection.execute("SELECT sum FROM puzzles NOT INDEXED ORDER BY rowid LIMIT 1").fetchone()
            (last,) = self.connection.execute("SELECT max(rowid) FROM puzzles NOT INDEXED").fetchone()
            return int((first and first[0]) or 0), int(last or 0)
        return 0, 0

    def _check_last_row(self) -> None:
        """Record a fault, and keep a copy of the log, if rows at the end of the table are missing.

        They are missing if the note next to the file names a higher last row. The note also has the checksum of the
        first row, which tells if it belongs to this store and not to another one of the same name.
        """
        with suppress(OSError, ValueError, TypeError):
            noted_first, noted = self._noted_ends()
            first, last = self._ends()
            if last < noted:  # another program may have removed rows meanwhile: then the note is lower by now, too
                noted_first, noted = self._noted_ends()
            if last < noted and (first == noted_first or not last):
                self.missing = range(last + 1, noted + 1)
                self.faults.append(
                    f"rows {last + 1} to {noted} are missing: the log {self.name}{LOG} was damaged or removed"
                )
                if exists(self.name + LOG) and not exists(self.name + SAVED_LOG):
                    copyfile(self.name + LOG, self.name + SAVED_LOG)

    def _noted_ends(self) -> tuple[int, int]:
        """Return the checksum of the first row and the number of the last row from the note next to the file.

        Raises:
            OSError, ValueError: There is no note, or it is damaged.
        """
        first, last = map(int, Path(self.name + LAST_ROW).read_text().split())
        return first, last

    def note_last_row(self) -> None:
        """Write the note of the first and the last row, which shows later if rows at the end are missing."""
        if self._notes_last_row:
            with suppress(OSError):  # the note only helps to notice damage
                Path(self.name + LAST_ROW).write_text("{} {}".format(*self._ends()))

    def close(self) -> None:
        """Close the file; remove the note of its last row if that is no longer needed."""
        with explained(self.name):
            self.connection.close()
        if not (self.faults or exists(self.name + LOG)):
            with suppress(OSError):
                Path(self.name + LAST_ROW).unlink()

    @contextmanager
    def written_to(self) -> Iterator[None]:
        """Run the block as one transaction: everything written inside is stored, or nothing.

        Raises:
            StoreError: The transaction fails, or the file was deleted or replaced meanwhile.
        """
        self._written = True
        with explained(self.name), transaction(self.connection):
            yield
        self.require_in_place()
        self.note_last_row()

    def require_in_place(self) -> None:
        """Raise StoreError if the file was written to and is no longer at its path; save its content first."""
        try:
            # The open file stays complete after its name is gone, so its content can still be saved.
            if not self._written or os.path.samestat(os.stat(self.name), self.opened):
                return
        except FileNotFoundError:
            pass
        self._written = False
        what = f"The collection {self.name} was deleted or replaced while it was written to"
        try:
            saved = self._saved()
        except StoreError as error:
            raise StoreError(f"{what}, and could not be saved under another name: {error}") from error
        held = counted(self.connection.execute("SELECT count(*) FROM puzzles").fetchone()[0], "puzzle")
        self.connection.close()
        self._remove_side_files()
        raise StoreError(
            f"{what}; its content, {held}, is saved in {saved}. Rename that file to continue with it, a batch with "
            "--resume."
        )

    def _remove_side_files(self) -> None:
        """Remove the log files and the note of the lost file, which would damage another file of the same name."""
        for name, ours in self._side_files.items():
            if exists(name) and os.path.samestat(os.stat(name), ours):
                os.unlink(name)
        Path(self.name + LAST_ROW).unlink(missing_ok=True)

    def _saved(self) -> str:
        """Save the content of the open file in a new one, next to it if possible, and return its name."""
        path = Path(self.name)
        if not path.parent.is_dir():
            path = Path(gettempdir(), path.name)
        name = str(free_name(path, "saved"))
        with explained(name), closing(sqlite3.connect(name)) as copy:
            self.connection.backup(copy)
        return name


def free_name(path: Path, word: str) -> Path:
    """Return an unused name next to a path: `set.saved.db` for `set.db`, with a number if needed."""
    names = (path.with_name(f"{path.stem}.{word}{number or ''}{path.suffix}") for number in count())
    return next(name for name in names if not name.exists())
