"""What is interrupted: commands that write, what they need, and how to see whether all is there."""

from __future__ import annotations

import pickle
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cruelties.trials import Fault, cpgen, run

PATTERN = ("-p", "kamio-a", "--oracle", "bitset")
BATCH = ("batch", "-o", "set.db", *PATTERN, "-g", "beginner", "-g", "expert", "-n", "15", "--seed", "5", "-j", "1")


@dataclass(frozen=True)
class Work:
    """A command that writes, the files that it needs, and the file that it makes."""

    command: tuple[str, ...]
    needs: tuple[str, ...]
    makes: str
    written: Callable[[Path], Any]
    """What the finished file holds, to be compared"""
    whole: bool = True
    """Whether the file appears whole or not at all; a store grows"""

    @property
    def name(self) -> str:
        """The command in a line."""
        return " ".join(self.command)

    def again(self, folder: Path) -> tuple[str, ...]:
        """The command that goes on after an interruption."""
        begun = self.command[0] == "batch" and bool(count(folder / self.makes, "batches"))
        return ("batch", "-o", self.makes, "--resume") if begun else self.command

    def prepare(self, folder: Path, source: Path) -> None:
        """Puts what the command needs into an empty folder."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in self.needs:
            shutil.copy(source / name, folder / name)


def count(store: Path, table: str) -> int:
    """How many rows a table has, 0 where there is none."""
    if not store.is_file():
        return 0
    try:
        with closing(sqlite3.connect(store)) as connection:
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    except sqlite3.DatabaseError:
        return 0


def rows(store: Path) -> list[tuple[Any, ...]]:
    """All that a store knows of its puzzles and of how far its cells are, in order."""
    with closing(sqlite3.connect(store)) as connection:
        return [*connection.execute("SELECT * FROM puzzles ORDER BY id"), *connection.execute("SELECT * FROM cells")]


def puzzles(store: Path) -> list[str]:
    """The puzzles of a store, sorted: an import that was interrupted may number them otherwise."""
    with closing(sqlite3.connect(store)) as connection:
        return sorted(row[0] for row in connection.execute("SELECT puzzle FROM puzzles"))


def content(path: Path) -> bytes:
    """The bytes of a file, of a PDF only how it begins and ends: it holds the day, too."""
    found = path.read_bytes()
    return found if path.suffix != ".pdf" else found[:5] + found[-6:].strip()


WORKS = (
    Work(BATCH, (), "set.db", rows, whole=False),
    Work(("collection", "import", "new.db", "all.sdm"), ("all.sdm",), "new.db", puzzles, whole=False),
    Work(("collection", "export", "ready.db", "out.csv"), ("ready.db",), "out.csv", content),
    Work(("convert", "all.sdm", "out.json", "--to", "json"), ("all.sdm",), "out.json", content),
    Work(("rate", "all.sdm", "--out", "out.csv"), ("all.sdm",), "out.csv", content),
    Work(("export", "all.sdm", "--html", "out.html"), ("all.sdm",), "out.html", content),
    Work(("book", "out.pdf", "all.sdm"), ("all.sdm",), "out.pdf", content),
    Work(("draw", "one.sdm", "-o", "out.svg"), ("one.sdm",), "out.svg", content),
)


Made = tuple[Any, list[str]]
"""What a work has written, and the names of all files that are there then"""


@dataclass(frozen=True)
class Calm:
    """What each work makes when nothing happens to it, and the folder with the files that others need."""

    folder: Path

    def of(self, work: Work) -> Made:
        """What this work makes; it is done when it is first asked for."""
        kept = self.folder / f"{WORKS.index(work)}.pickle"
        if not kept.exists():
            own = self.folder / "own"
            work.prepare(own, self.folder)
            _undisturbed(work.command, own)
            kept.write_bytes(pickle.dumps((work.written(own / work.makes), listing(own))))
        return pickle.loads(kept.read_bytes())

    @property
    def lines(self) -> list[str]:
        """The puzzles of the store, as lines."""
        return _lines(self.folder / "all.sdm")


def calm(folder: Path) -> Calm:
    """The calm in this folder, whose files are made when there are none."""
    if not folder.exists():
        folder.mkdir(parents=True)
        for command in (BATCH, ("collection", "export", "set.db", "all.sdm")):
            _undisturbed(command, folder)
        shutil.copy(folder / "set.db", folder / "ready.db")
        (folder / "one.sdm").write_text(_lines(folder / "all.sdm")[0])
    return Calm(folder)


def _undisturbed(command: Sequence[str], folder: Path) -> None:
    ended = run(cpgen(*command), folder)
    if ended.code:
        raise SystemExit(f"cpgen {' '.join(command)} fails by itself:\n{ended.out}{ended.err}")


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text().split() if line[:1] in "0123456789."]


def finish(work: Work, own: Path, expected: Made, what: str) -> list[Fault]:
    """Does the work to its end after an interruption; what is wrong with what is there then."""
    ended = run(cpgen(*work.again(own)), own)
    found = [*ended.faults(what)]
    if ended.code and not (work.command[0] == "batch" and "nothing to resume" in ended.err):  # else it was done before
        found.append(Fault("lost", f"{what}: then exit {ended.code} ({ended.err[-300:]})"))
    elif work.written(own / work.makes) != expected[0]:
        found.append(Fault("wrong", f"{what}: what was made differs"))
    elif litter := sorted({*listing(own)} - {*expected[1]}):
        found.append(Fault("litter", f"{what}: {litter}"))
    return found


def listing(folder: Path) -> list[str]:
    """The names of all files in a folder, hidden ones, too."""
    return sorted(path.name for path in folder.iterdir())
