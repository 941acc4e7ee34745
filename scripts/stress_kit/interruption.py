"""Commands that are killed at any moment or run out of disk, and are then done again to the end."""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from stress_kit.trials import HUNG_SECONDS, Fault, Trial, cpgen, kill_at, load_cpgen, run
from stress_kit.works import WORKS, Work, expected, finish, samples

MEGABYTES = 8
"""Size of the small disk"""
EARLY = 30
"""Number of touches of files at the beginning of a work that half of all kills choose from"""
ORPHAN_SECONDS = 20.0
"""Time that the workers of a killed command have to end"""
PRIVATE_MOUNT = ("unshare", "--user", "--map-root-user", "--mount")


def kills(rng: Random, folder: Path) -> Iterator[Trial]:
    """Kill each work up to three times, mostly just before it touches a file, then do it to its end."""
    source, own = samples(folder), folder / "own"
    touches: dict[Work, int] = {}
    while True:
        for work in WORKS:
            if work not in touches:
                work.prepare(own, source)
                ended = run(kill_at(0, cpgen(*work.command), folder / "touches"), own)
                assert ended.code == 0, ended
                touches[work] = int((folder / "touches").read_text())
            wanted, done, faults = expected(work, source), [], []
            work.prepare(own, source)
            for _ in range(rng.randint(1, 3)):
                latest = rng.choice((EARLY, touches[work]))
                moment = rng.randint(1, min(latest, touches[work])) if rng.random() < 0.7 else 0
                later = HUNG_SECONDS if moment else rng.uniform(0, rng.choice((0.1, 2)))
                done.append(f"touch {moment}" if moment else f"{later:.2f} s")
                what = f"{' '.join(work.command)} killed at {', '.join(done)}"
                ended = run(kill_at(moment, cpgen(*work.again(own)), folder / "touches"), own, later)
                faults += ended.faults(what, (0, -signal.SIGKILL))
                made = own / work.makes
                if work.whole and made.exists() and work.read(made) != wanted[0]:
                    faults.append(Fault("lost", f"{what}: {work.makes} is there in part"))
            yield [*faults, *finish(work, own, wanted, what)]


def workers(rng: Random, folder: Path) -> Iterator[Trial]:
    """Kill batches with two workers; nothing that they started may keep running."""
    source, own, batch = samples(folder), folder / "own", WORKS[0]
    while True:
        batch.prepare(own, source)
        later = rng.uniform(0.2, 3)
        what = f"a batch with two workers, killed after {later:.2f} s"
        note = folder / "group"

        def work() -> None:
            note.write_text(str(os.getpid()))  # noqa: B023
            cpgen(*batch.command[:-1], "2")()

        ended = run(work, own, later)
        orphans = [Fault("orphan", what)] if _keeps_running(int(note.read_text())) else []
        yield [
            *ended.faults(what, (0, -signal.SIGKILL)),
            *orphans,
            *finish(batch, own, expected(batch, source), what),
        ]


def _keeps_running(group: int) -> bool:
    """Return True if a process group does not end by itself; then kill it."""
    end = time.monotonic() + ORPHAN_SECONDS
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.02)
    os.killpg(group, signal.SIGKILL)
    return True


def disks(rng: Random, folder: Path) -> Iterator[Trial]:
    """Do each work on a disk that becomes full, and again with enough room; no trials where nothing may be mounted."""
    if (
        not shutil.which("unshare")
        or subprocess.run([*PRIVATE_MOUNT, "true"], capture_output=True, check=False).returncode
    ):
        print("skipped: full disks (they need `unshare` of util-linux and user name spaces)")
        return
    samples(folder)
    (folder / "disk").mkdir()
    mount = f'mount -t tmpfs -o size={MEGABYTES}m tmpfs {folder / "disk"} && exec "$@"'
    here = [sys.executable, "-m", "stress_kit.interruption", str(folder), str(rng.randrange(1 << 30))]
    command = [*PRIVATE_MOUNT, "sh", "-c", mount, "sh", *here]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stdout or ():
                yield [Fault(**fault) for fault in json.loads(line)]
            raise SystemExit("The process with the small disk ended by itself.")
        finally:
            process.kill()
            process.wait()


def _full(work: Work, free: int, source: Path, disk: Path) -> Trial:
    """Return the faults of a work with that many bytes of disk left."""
    own, filler, wanted = disk / "own", disk / "filler", expected(work, source)
    work.prepare(own, source)
    room = os.statvfs(disk)
    with filler.open("wb") as file:
        file.write(b"\0" * max(0, room.f_bavail * room.f_frsize - free))
    what = f"{' '.join(work.command)} with {free} bytes of disk left"
    ended = run(cpgen(*work.command), own)
    faults, made = ended.faults(what, (0, 1)), own / work.makes
    promised = ended.code == 0 or (work.whole and made.exists())
    if promised and not (made.exists() and work.read(made) == wanted[0]):
        faults.append(Fault("lost", f"{what}: exit {ended.code}, and {work.makes} is not whole"))
    filler.unlink()
    return [*faults, *finish(work, own, wanted, what)] if ended.code else faults


def main() -> None:
    """Print one JSON line per trial on the small disk that is mounted for this process."""
    folder, rng = Path(sys.argv[1]), Random(int(sys.argv[2]))
    load_cpgen()
    while True:
        for work in WORKS:
            free = int(2 ** rng.uniform(0, math.log2(MEGABYTES << 19)))
            faults = _full(work, free, samples(folder), folder / "disk")
            print(json.dumps([vars(one) for one in faults]), flush=True)


if __name__ == "__main__":
    main()
