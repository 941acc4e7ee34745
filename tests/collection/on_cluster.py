"""Local Dask clusters: a scheduler and workers in processes of their own, which are started again when they end.

The tests run this file as a program, because `distributed` warns of what pytest takes for an error.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

sys.path.insert(0, str(Path(__file__).parents[2]))

import pytest

from cpgen.collection.batch_runner import Batch, Ledger
from cpgen.collection.batch_workers import Cluster
from cpgen.collection.store import Store
from cpgen.collection.store_schema import StoreError
from cpgen.constraints.own_kinds import use_kinds
from tests.collection.making import MINE, mixed

HASTY = os.environ | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}
"""Environment of the processes: so long they seek one that is killed"""


class LocalCluster:
    """A scheduler and two workers, which are started again when they end, as `restart: always` does in Docker."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        scheduler = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"]
        worker = ["distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        worker += ["--local-directory", str(folder)]
        self.commands = [scheduler, worker, worker]
        self.running = [self._start(command) for command in self.commands]
        self._is_open = True
        self._keeper = Thread(target=self._keep)
        self._keeper.start()

    def kill(self, place: int) -> None:
        """Kill the scheduler (0) or a worker."""
        self.running[place].send_signal(signal.SIGKILL)

    def close(self) -> None:
        self._is_open = False
        self._keeper.join()
        for process in reversed(self.running):
            process.kill()
            process.wait()

    def _start(self, command: list[str]) -> subprocess.Popen[bytes]:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([sys.executable, "-W", "ignore", "-m", *command], env=HASTY, **quiet)

    def _keep(self) -> None:
        while self._is_open:
            for place, process in enumerate(self.running):
                if process.poll() is not None:
                    self.running[place] = self._start(self.commands[place])
            time.sleep(0.1)


@contextmanager
def local_cluster(folder: Path) -> Iterator[tuple[LocalCluster, Cluster]]:
    """Run a cluster within the block, and connect to it."""
    cluster = LocalCluster(folder)
    try:
        workers = Cluster(cluster.address)
        yield cluster, workers
        workers.stop()
    finally:
        cluster.close()


def make(path: Path, workers: Cluster, report: Callable[[Ledger], object] = lambda now: None) -> None:
    """Begin a batch with the tests' plan in a store, or resume it."""
    with Store(str(path)) as store, use_kinds([MINE]):
        ledger = Ledger.unfinished(store) or Ledger.begin(store, mixed())
        Batch(ledger, workers, report=report).run()


def lose(folder: Path, place: int) -> None:
    """Run the batch of the tests' plan, and kill the scheduler or a worker when the first puzzles are stored."""
    with local_cluster(folder) as (cluster, workers):
        killed: list[int] = []

        def kill(now: Ledger) -> None:
            if now.found and not killed:
                killed.append(place)
                cluster.kill(place)

        make(folder / "set.db", workers, kill)
        assert killed


def fill(folder: Path) -> None:
    """Run the batch of the tests' plan on a disk that gets full, make room, and resume."""
    disk = folder / "disk"
    with local_cluster(folder) as (_, workers):
        with pytest.raises(StoreError, match="is full"):
            make(disk / "set.db", workers)
        subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
        make(disk / "set.db", workers)


def main(fault: str, folder: str) -> None:
    if fault == "disk":
        fill(Path(folder))
    else:
        lose(Path(folder), ("scheduler", "worker").index(fault))


if __name__ == "__main__":
    main(*sys.argv[1:])
