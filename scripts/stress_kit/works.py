"""Commands that write files: what they need, what they make, and how to compare it with an undisturbed run."""

from __future__ import annotations

import pickle
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stress_kit.trials import Fault, Trial, cpgen, run

PLAN = ("-p", "kamio-a", "--oracle", "bitset", "-g", "beginner", "-g", "expert", "-n", "15", "--seed", "5")
BATCH = ("batch", "-o", "set.db", *PLAN, "-j", "1")


def rows(store: Path) -> list[tuple[Any, ...]]:
    """Return all that a store holds of its puzzles and the progress of its cells."""
    with closing(sqlite3.connect(store)) as connection:
        return [*connection.execute("SELECT * FROM puzzles ORDER BY id"), *connection.execute("SELECT * FROM cells")]


def puzzles(store: Path) -> list[str]:
    """Return the puzzles of a store in order; a repeated import may number them differently."""
    with closing(sqlite3.connect(store)) as connection:
        return sorted(row[0] for row in connection.execute("SELECT puzzle FROM puzzles"))


def content(path: Path) -> bytes:
    """Return the bytes of a file; of a PDF, which contains the date, only the beginning and the end."""
    found = path.read_bytes()
    return found if path.suffix != ".pdf" else found[:5] + found[-6:].strip()


@dataclass(frozen=True)
class Work:
    """A command that writes, the file that it needs, the file that it makes, and a function that reads that file."""

    command: tuple[str, ...]
    needs: str
    makes: str
    read: Callable[[Path], Any] = content

    @property
    def whole(self) -> bool:
        """True if the file appears whole or not at all; a store grows."""
        return self.read is content

    def again(self, folder: Path) -> tuple[str, ...]:
        """Return the command that continues after an interruption: a batch by its plan, or without it once it began."""
        if self.command[0] != "batch":
            return self.command
        store = folder / self.makes
        begun = store.is_file() and store.stat().st_size > 0
        return ("batch", "-o", self.makes, "--resume") if begun else (*self.command, "--resume")

    def prepare(self, folder: Path, source: Path) -> None:
        """Empty the folder and put what the command needs into it."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if self.needs:
            shutil.copy(source / self.needs, folder)


WORKS = (
    Work(BATCH, "", "set.db", rows),
    Work(("collection", "import", "new.db", "all.sdm"), "all.sdm", "new.db", puzzles),
    Work(("collection", "export", "set.db", "out.csv"), "set.db", "out.csv"),
    Work(("collection", "book", "set.db", "out.pdf"), "set.db", "out.pdf"),
    Work(("collection", "verify", "bad.db", "--repair"), "bad.db", "bad.db", rows),
    Work(("convert", "all.sdm", "out.json", "--to", "json"), "all.sdm", "out.json"),
    Work(("rate", "all.sdm", "--out", "out.csv"), "all.sdm", "out.csv"),
    Work(("export", "all.sdm", "--html", "out.html"), "all.sdm", "out.html"),
    Work(("book", "out.pdf", "all.sdm"), "all.sdm", "out.pdf"),
)


def samples(folder: Path) -> Path:
    """Return a folder with the files that the works need, made on first use next to the folder of a stress."""
    source = folder.parent / "samples"
    if not source.exists():
        source.mkdir()
        for command in (BATCH, ("collection", "export", "set.db", "all.sdm")):
            undisturbed(command, source)
        shutil.copy(source / "set.db", source / "bad.db")
        with closing(sqlite3.connect(source / "bad.db")) as connection:
            connection.execute("DROP INDEX traits")
    return source


def undisturbed(command: tuple[str, ...], folder: Path) -> None:
    """Run a command that has to succeed."""
    ended = run(cpgen(*command), folder)
    if ended.code:
        raise SystemExit(f"cpgen {' '.join(command)} fails without any disturbance:\n{ended.out}{ended.err}")


def expected(work: Work, source: Path) -> tuple[Any, list[str]]:
    """Return what an undisturbed run makes and the names of the files after it, computed once."""
    kept = source / f"{WORKS.index(work)}.pickle"
    if not kept.exists():
        own = source / "own"
        work.prepare(own, source)
        undisturbed(work.command, own)
        kept.write_bytes(pickle.dumps((work.read(own / work.makes), names(own))))
    return pickle.loads(kept.read_bytes())


def names(folder: Path) -> list[str]:
    """Return the names of all files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def finish(work: Work, own: Path, wanted: tuple[Any, list[str]], what: str) -> Trial:
    """Do the work to its end after an interruption, and return what differs from an undisturbed run."""
    ended = run(cpgen(*work.again(own)), own)
    nothing_left = work.command[0] == "batch" and "nothing to resume" in ended.err
    if ended.code and not nothing_left:
        return [*ended.faults(f"{what}, then again"), Fault("lost", f"{what}: then exit {ended.code}")]
    if work.read(own / work.makes) != wanted[0]:
        return [Fault("wrong", f"{what}: {work.makes} differs from that of an undisturbed run")]
    litter = sorted({*names(own)} - {*wanted[1]})
    return [Fault("litter", f"{what}: {litter}")] if litter else []
