"""Disks that are full after any number of bytes: a small file system of its own, in a name space of its own.

Run as a module, it mounts that and prints a line of JSON a trial; `full_disks` starts it so.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from cruelties.trials import Fault, Trial, cpgen, prepare, run
from cruelties.works import WORKS, Made, Work, calm, finish

MEGABYTES = 8
ALONE = ("unshare", "--user", "--map-root-user", "--mount")


def full_disks(rng: Random, folder: Path) -> Iterator[Trial]:
    """Each work on a disk with less and less room, and again with enough; none where nothing may be mounted."""
    if shutil.which("unshare") is None or subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode:
        print("skipped: full disks (they need `unshare` of util-linux, and name spaces that users may make)")
        return
    calm(folder.parent / "calm")
    place = folder / "disk"
    place.mkdir()
    mount = f"mount -t tmpfs -o size={MEGABYTES}m tmpfs {place}"
    here = [sys.executable, "-m", "cruelties.disks", str(folder), str(rng.randrange(1 << 30))]
    with subprocess.Popen(
        [*ALONE, "sh", "-c", f'{mount} && exec "$@"', "sh", *here], stdout=subprocess.PIPE, text=True
    ) as trials:
        try:
            for line in trials.stdout or ():
                yield Trial(1, tuple(Fault(**fault) for fault in json.loads(line)))
            raise SystemExit("The process with the small disk has ended by itself.")
        finally:
            trials.kill()


def _full(work: Work, free: int, expected: Made, folder: Path) -> list[Fault]:
    disk = folder / "disk"
    own = disk / "own"
    work.prepare(own, folder.parent / "calm")
    filler = disk / "filler"
    _fill(filler, disk, free)
    what = f"{work.name} with {free} bytes of disk left"
    ended = run(cpgen(*work.command), own)
    faults = [*ended.faults(what)]
    if ended.code not in (0, 1):
        faults.append(Fault("wrong", f"{what}: exit {ended.code} ({ended.err[-300:]})"))
    made = own / work.makes
    promised = ended.code == 0 or (work.whole and made.exists())
    if promised and not (made.exists() and work.written(made) == expected[0]):
        faults.append(Fault("lost", f"{what}: exit {ended.code}, and {work.makes} is not whole"))
    filler.unlink()
    if ended.code:
        faults += finish(work, own, expected, what)
    return faults


def _fill(filler: Path, disk: Path, free: int) -> None:
    """Writes a file that leaves so many bytes of the disk."""
    room = os.statvfs(disk)
    with filler.open("wb") as file:
        file.write(b"\0" * max(0, room.f_bavail * room.f_frsize - free))


def main() -> None:
    folder, rng = Path(sys.argv[1]), Random(int(sys.argv[2]))
    prepare()
    expected = calm(folder.parent / "calm")
    while True:
        for work in WORKS:
            free = int(2 ** rng.uniform(0, math.log2(MEGABYTES << 19)))
            print(json.dumps([vars(one) for one in _full(work, free, expected.of(work), folder)]), flush=True)


if __name__ == "__main__":
    main()
