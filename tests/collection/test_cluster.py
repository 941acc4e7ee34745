"""A batch on a Dask cluster gives the same set as one in this process, whatever happens to the cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cpgen.collection.batch_workers import Cluster, ThisProcess, WorkersError
from cpgen.collection.store import Store
from cpgen.constraints.own_kinds import use_kinds
from tests.collection.making import MINE, batch, carried_out, mixed, rows, until

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """Rows of an undisturbed run in this process."""
    with use_kinds([MINE]):
        return carried_out(tmp_path_factory.mktemp("calm") / "set.db", mixed(), ThisProcess())


def on_cluster(fault: str, folder: Path) -> None:
    """Run the batch of the tests' plan on a cluster with a fault."""
    pytest.importorskip("distributed")
    script = Path(__file__).with_name("on_cluster.py")
    command = [sys.executable, "-W", "ignore", script, fault, folder]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("fault", ["worker", "scheduler"])
def test_a_killed_part_of_a_cluster_changes_nothing(fault: str, calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    on_cluster(fault, tmp_path)
    with Store(tmp_path / "set.db") as store:
        assert rows(store) == calm


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting takes root")
def test_a_full_disk_loses_nothing_of_a_cluster(calm: list[tuple[Any, ...]], tmp_path: Path) -> None:
    (small := tmp_path / "disk").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(small)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        on_cluster("disk", tmp_path)
        with Store(small / "set.db") as store:
            assert rows(store) == calm
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


def test_a_cluster_without_workers_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("cpgen.collection.batch_workers.CONNECTING", 2)
    place = tmp_path / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place)]
    command = [sys.executable, "-W", "ignore", "-m", "distributed.cli.dask_scheduler", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as scheduler:
        try:
            until(place.exists)
            address = json.loads(place.read_text())["address"]
            with pytest.raises(WorkersError, match="has no workers; start some with `dask worker tcp://"):
                Cluster(address)
        finally:
            scheduler.kill()


def test_a_cluster_has_its_own_workers(tmp_path: Path) -> None:
    with batch(tmp_path / "set.db", "-n", "1", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2") as run:
        _, said = run.communicate(timeout=300)
    assert run.returncode == 2
    assert b"--jobs is for processes on this machine" in said
