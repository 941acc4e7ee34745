"""Commands that are killed at any moment, or just before they touch a file, and then done again to the end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from cruelties.trials import Fault, Trial, cpgen, kill_at, orphans, run
from cruelties.works import WORKS, Made, Work, calm, finish

MOST_KILLS = 3
"""How often a command is killed before it may end"""


def kills(rng: Random, folder: Path) -> Iterator[Trial]:
    """Each work in turn: killed some times, then done to its end, where all must be as if nothing had happened."""
    expected = calm(folder.parent / "calm")
    moments: dict[Work, int] = {}
    while True:
        for work in WORKS:
            if work not in moments:
                moments[work] = _moments(work, folder)
            yield _killed(work, moments[work], expected.of(work), rng, folder)


def _moments(work: Work, folder: Path) -> int:
    """How often an undisturbed command touches files."""
    own = folder / "own"
    work.prepare(own, folder.parent / "calm")
    touches = folder / "touches"
    ended = run(kill_at(0, cpgen(*work.command), touches), own)
    assert ended.code == 0, ended
    return int(touches.read_text())


def _killed(work: Work, moments: int, expected: Made, rng: Random, folder: Path) -> Trial:
    own = folder / "own"
    work.prepare(own, folder.parent / "calm")
    done, faults = [], []
    for _ in range(rng.randint(1, MOST_KILLS)):
        moment = rng.randint(1, moments) if rng.random() < 0.7 else 0
        later = None if moment else rng.uniform(0, 2)
        done.append(f"touch {moment}" if moment else f"{later:.2f} s")
        what = f"{work.name} killed at {', '.join(done)}"
        ended = run(kill_at(moment, cpgen(*work.again(own)), folder / "touches"), own, later)
        faults += [*ended.faults(what), *_half_written(work, own, expected[0], what)]
        if ended.code not in (0, -signal.SIGKILL):
            faults.append(Fault("wrong", f"{what}: exit {ended.code} ({ended.err[-300:]})"))
    return Trial(len(done), (*faults, *finish(work, own, expected, what)))


def _half_written(work: Work, own: Path, expected: object, what: str) -> list[Fault]:
    """A file that appears whole or not at all must not be there in part."""
    made = own / work.makes
    if not work.whole or not made.exists() or work.written(made) == expected:
        return []
    return [Fault("lost", f"{what}: {work.makes} is there in part")]


def workers(rng: Random, folder: Path) -> Iterator[Trial]:
    """Batches whose worker is killed, or which are killed themselves: nothing that they started may run on."""
    batch = WORKS[0]
    expected = calm(folder.parent / "calm").of(batch)
    own = folder / "own"
    while True:
        batch.prepare(own, folder.parent / "calm")
        later = rng.uniform(0.2, 3)
        what = f"a batch and its workers, killed after {later:.2f} s"
        ended = run(_noting(cpgen(*batch.command), folder / "group"), own, later)
        faults = [*ended.faults(what)]
        if orphans(int((folder / "group").read_text())):
            faults.append(Fault("orphan", what))
        yield Trial(1, (*faults, *finish(batch, own, expected, what)))


def _noting(work: Callable[[], None], note: Path) -> Callable[[], None]:
    """The work, whose process writes down its number first: that of its group, too."""

    def noting() -> None:
        note.write_text(str(os.getpid()))
        work()

    return noting
