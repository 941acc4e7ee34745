"""Runs the stress tests in turn until the time is over, and reports the faults that they found."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from stress_kit.clients import abandoned, interruptions, server, threads
from stress_kit.damage import caches, files, logs, stores
from stress_kit.generated import generated
from stress_kit.interruption import disks, kills, workers
from stress_kit.mutants import mutants
from stress_kit.trials import Stress, load_cpgen

STRESSES: dict[str, Stress] = {
    "kills": kills,
    "workers": workers,
    "disks": disks,
    "stores": stores,
    "logs": logs,
    "caches": caches,
    "files": files,
    "mutants": mutants,
    "threads": threads,
    "interruptions": interruptions,
    "server": server,
    "abandoned": abandoned,
    "generated": generated,
}
PROGRESS_SECONDS = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/stress", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", action="append", choices=list(STRESSES), metavar="NAME", help=", ".join(STRESSES))
    parser.add_argument("--seed", type=int, default=Random().randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    load_cpgen()
    rng, names = Random(asked.seed), asked.only or list(STRESSES)
    trials, seconds = Counter[str](), dict.fromkeys(names, 0.0)
    faults: dict[str, Counter[str]] = {name: Counter() for name in names}
    end = reported = time.monotonic()
    end += 60 * asked.minutes
    with tempfile.TemporaryDirectory() as folder:
        streams = {}
        for name in names:
            Path(folder, name).mkdir()
            streams[name] = STRESSES[name](Random(rng.randrange(1 << 30)), Path(folder, name))
        try:
            while streams and time.monotonic() < end:
                name = min(streams, key=lambda one: seconds[one])
                begun = time.monotonic()
                trial = next(streams[name], None)
                seconds[name] += time.monotonic() - begun
                if trial is None:
                    del streams[name]
                    continue
                trials[name] += 1
                for fault in trial:
                    faults[name][fault.kind] += 1
                    print(f"{name}: {fault.kind}: {fault.what}", flush=True)
                if time.monotonic() > reported + PROGRESS_SECONDS:
                    reported = time.monotonic()
                    print(*(f"{one} {count}" for one, count in trials.items()), file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("interrupted")
        finally:
            for stream in streams.values():
                stream.close()
    for name in names:
        kinds = ", ".join(f"{count} {kind}" for kind, count in faults[name].items()) or "no faults"
        print(f"{name:<14}{trials[name]:>8,} trials  {kinds}")
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
