"""The file of a store: opened wherever it is, checked, and missed when it is no longer at its path."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from os.path import exists
from pathlib import Path
from tempfile import gettempdir

from cpgen.collection.tables import (
    VERSION,
    StoreError,
    bring_up_to_date,
    explained,
    require_damage,
    transaction,
    version_of,
)
from cpgen.errors import InputError, counted

SETTINGS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA cache_size = -65536;
"""
PATIENCE = 10.0
"""Seconds to wait for another program that writes"""
CHECKED_AT_ONCE = 1 << 24
"""Bytes of the largest file whose structure is checked whenever it is opened"""
LEAST_PAGE = 512
"""Bytes that a database has at least"""


class StoreFile:
    """An open file with the tables of a store; `faults` says what is wrong with it."""

    def __init__(self, path: str | Path, create: bool = True, patience: float = PATIENCE) -> None:
        self.name = str(path)
        self.faults: list[str] = []
        self._written = False
        self._require_file(create)
        with explained(self.name):
            self.connection = self._opened(create, patience)
            try:
                self.opened = os.stat(self.name)
                """What the system says of the file that is open"""
                self._check_structure()
                self._side_files = {name: os.stat(name) for end in ("-wal", "-shm") if exists(name := self.name + end)}
            except BaseException:
                self.connection.close()
                raise

    def _require_file(self, create: bool) -> None:
        """Raises an error when the path is none of a store, or when there is none that is to be read."""
        path = Path(self.name)
        if path.is_dir():
            raise InputError(f"{self.name} is a folder; give the name of a file for the store.")
        if path.exists() and not path.is_file():
            raise InputError(f"{self.name} is not a file; give the name of a file for the store.")
        if not create and not path.is_file():
            raise StoreError(f"There is no store {self.name}; `cpgen collection import` or `cpgen batch` makes one.")
        size = path.stat().st_size if path.exists() else 0
        if not (create or size):
            raise StoreError(f"The file {self.name} is empty, so it is no store of cpgen.")
        if 0 < size < LEAST_PAGE:  # SQLite takes it for an empty one
            raise StoreError(f"The file {self.name} is not a store of cpgen, or its end is missing.")

    def _opened(self, create: bool, patience: float) -> sqlite3.Connection:
        """The connection; without rights to write beside the file, a store that exists is opened for reading."""
        try:
            return self._connected(self.name, patience)
        except sqlite3.OperationalError as error:
            if create or not re.search("unable to open|readonly|read-only", str(error)):
                raise
        return self._connected_for_reading(patience)

    def _connected(self, name: str, patience: float, source: sqlite3.Connection | None = None) -> sqlite3.Connection:
        """A connection to a store of the newest version, which first gets the content of a source."""
        connection = sqlite3.connect(name, timeout=patience, isolation_level=None, uri=name != self.name)
        try:
            connection.text_factory = lambda text: text.decode("utf-8", "replace")  # a row that is damaged is read, too
            if source:
                source.backup(connection)
            else:
                self._find_beginning(connection)
            bring_up_to_date(connection, self.name)
            connection.executescript(SETTINGS)
        except BaseException:
            connection.close()
            raise
        return connection

    def _find_beginning(self, connection: sqlite3.Connection) -> None:
        """Has SQLite read a file that was cut short, too, which is noted."""
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            require_damage(error)
            connection.execute("PRAGMA writable_schema = ON")
            self.faults = [str(error)]

    def _connected_for_reading(self, patience: float) -> sqlite3.Connection:
        """A connection that needs no file beside the store; one of an older version is brought up to date in memory."""
        log = Path(f"{self.name}-wal")
        if log.exists() and log.stat().st_size:
            raise StoreError(
                f"The newest puzzles of {self.name} are still in {log}, and nothing can be written beside it; "
                "copy both files to a folder where that is allowed, and use the copy."
            )
        name = f"{Path(self.name).absolute().as_uri()}?immutable=1"
        with closing(sqlite3.connect(name, uri=True)) as source:
            is_old = version_of(source, self.name) < VERSION
            connection = self._connected(*((":memory:", patience, source) if is_old else (name, patience)))
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _check_structure(self) -> None:
        """Notes what is wrong with a file that is small enough to look at all of it."""
        if self.opened.st_size > CHECKED_AT_ONCE:
            return
        try:
            found = [str(fault) for (fault,) in self.connection.execute("PRAGMA quick_check(10)")]
        except sqlite3.DatabaseError as error:
            found = [str(error)]
        self.faults += [fault for fault in found if fault not in ("ok", *self.faults)]

    def close(self) -> None:
        """Closes the file."""
        with explained(self.name):
            self.connection.close()

    @contextmanager
    def written_to(self) -> Iterator[None]:
        """One transaction: all that is written inside is stored, or nothing of it.

        Raises StoreError, too, when the file is no longer that at the path.
        """
        self._written = True
        with explained(self.name), transaction(self.connection):
            yield
        self.require_in_place()

    def require_in_place(self) -> None:
        """Raises StoreError when the file was written to and is not that at the path; its content is saved beside."""
        try:
            if not self._written or os.path.samestat(os.stat(self.name), self.opened):
                return
        except FileNotFoundError:
            pass
        self._written = False
        what = f"The store {self.name} was deleted or replaced while it was written to"
        try:
            saved = self._saved()
        except StoreError as error:
            raise StoreError(f"{what}, and could not be saved under another name: {error}") from error
        held = counted(self.connection.execute("SELECT count(*) FROM puzzles").fetchone()[0], "puzzle")
        self.close()
        self._remove_side_files()
        raise StoreError(
            f"{what}; all that it held, {held}, is saved in {saved}. Rename that to go on with it, a batch with "
            "--resume."
        )

    def _remove_side_files(self) -> None:
        """Removes what belongs to the file that was at the path, and would damage another in its place."""
        for name, ours in self._side_files.items():
            if exists(name) and os.path.samestat(os.stat(name), ours):
                os.unlink(name)

    def _saved(self) -> str:
        """The name of a new file with all that the open one holds, beside it if it can be; raises StoreError."""
        path = Path(self.name)
        if not path.parent.is_dir():
            path = Path(gettempdir(), path.name)
        name = str(free_name(path, "saved"))
        with explained(name), closing(sqlite3.connect(name)) as copy:
            self.connection.backup(copy)
        return name


def free_name(path: Path, word: str) -> Path:
    """A name beside a path that no file has: `set.saved.db` of `set.db`, or with a number."""
    names = (path.with_name(f"{path.stem}.{word}{number or ''}{path.suffix}") for number in count())
    return next(name for name in names if not name.exists())
