"""Takes turns among the cruelties until the time is over or each has had its trials, and reports what they found."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from cruelties.crowds import crowds
from cruelties.disks import full_disks
from cruelties.inputs import guided, inputs
from cruelties.kills import kills, workers
from cruelties.servers import servers
from cruelties.stores import stores
from cruelties.trials import Cruelty, Fault, Trial, prepare

CRUELTIES: dict[str, Cruelty] = {
    "kills": kills,
    "workers": workers,
    "full-disks": full_disks,
    "stores": stores,
    "inputs": inputs,
    "guided": guided,
    "crowds": crowds,
    "servers": servers,
}
PROGRESS_SECONDS = 10.0


def main() -> None:
    asked = _asked()
    turns = dict(asked.only or dict.fromkeys(CRUELTIES, None))
    names = list(turns)
    seed = asked.seed if asked.seed is not None else Random().randrange(10**6)
    print(f"seed {seed}", flush=True)
    prepare()
    counts: Counter[str] = Counter()
    told = time.monotonic()
    faults: dict[str, list[Fault]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        try:
            for name, trial in _turns(turns, Random(seed), Path(folder), 60 * asked.minutes):
                counts[name] += trial.count
                faults[name] += trial.faults
                for fault in trial.faults:
                    print(f"{name}: {fault.kind}: {fault.what}", flush=True)
                if time.monotonic() > told + PROGRESS_SECONDS:
                    told = time.monotonic()
                    print(", ".join(f"{name} {count:,}" for name, count in counts.items()), file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted")
    for name in names:
        kinds = Counter(fault.kind for fault in faults[name])
        said = ", ".join(f"{many} {kind}" for kind, many in kinds.items()) or "nothing wrong"
        print(f"{name:<12}{counts[name]:>10,}  {said}")
    sys.exit(any(faults.values()))


def _asked() -> argparse.Namespace:
    asking = argparse.ArgumentParser(prog="scripts/torture", description=__doc__)
    asking.add_argument("--minutes", type=float, default=10.0)
    asking.add_argument(
        "--only", action="append", type=_only, metavar="NAME[=N]", help=f"{', '.join(CRUELTIES)}; N turns of it at most"
    )
    asking.add_argument("--seed", type=int)
    return asking.parse_args()


def _only(wish: str) -> tuple[str, int | None]:
    """The name of a cruelty and the number of its turns, None where only time limits it."""
    name, _, turns = wish.partition("=")
    if name not in CRUELTIES or (turns and not turns.isdecimal()):
        raise argparse.ArgumentTypeError(f"{wish} should be one of {', '.join(CRUELTIES)}, with =N or without")
    return name, int(turns) if turns else None


def _turns(most: dict[str, int | None], rng: Random, folder: Path, seconds: float) -> Iterator[tuple[str, Trial]]:
    """The trials of the cruelties: always the one next that has had the least time, until time or turns are over."""
    streams = {}
    for name in most:
        own = folder / name
        own.mkdir()
        streams[name] = CRUELTIES[name](Random(rng.randrange(1 << 30)), own)
    used, turns = dict.fromkeys(most, 0.0), Counter[str]()
    end = time.monotonic() + seconds
    while streams and time.monotonic() < end:
        name = min(streams, key=lambda one: used[one])
        began = time.monotonic()
        trial = next(streams[name], None)
        used[name] += time.monotonic() - began
        turns[name] += 1
        if trial is not None:
            yield name, trial
        if trial is None or turns[name] == most[name]:
            streams.pop(name).close()


if __name__ == "__main__":
    main()
