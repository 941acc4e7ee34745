"""Run the tests' plan on a Dask cluster, and kill one of its workers meanwhile."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from cpgen.collection.batch_runner import Batch, Ledger
from cpgen.collection.batch_workers import Cluster
from cpgen.collection.store import Store
from tests.collection.making import plan


def main(address: str, path: str, victim: str) -> None:
    killed = []

    def kill(now: Ledger) -> None:
        if now.found and not killed:
            killed.append(victim)
            os.kill(int(victim), signal.SIGKILL)

    workers = Cluster(address)
    until = time.monotonic() + 300
    while len(workers._client.nthreads()) < 2 and time.monotonic() < until:
        time.sleep(0.1)
    with Store(path) as store:
        Batch(Ledger.begin(store, plan(60, 40)), workers, report=kill).run()
    workers.stop()
    assert killed


if __name__ == "__main__":
    main(*sys.argv[1:])
