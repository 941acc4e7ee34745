"""Folder of jobs that survive a restart of the server.

Each job has a file of JSON lines: the request, then its events as they are published. A seed gives the same puzzles in
the same order, so a job that was cut short is continued after the puzzles in its file, and clients notice nothing but a
pause. What the server was writing when it died is a line without an end, which is dropped: the puzzle is made again.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cpgen.errors import CpgenError, InputError
from cpgen.files import not_written
from cpgen.schema import build, plain
from cpgen.web.failures import json_text
from cpgen.web.records.job_answers import OutcomeRecord
from cpgen.web.records.request_records import JobRequest, PracticeRequest
from cpgen.web.sent_kinds import with_kinds_of
from cpgen.web.workers import Event

try:
    import fcntl
except ImportError:  # on Windows, where two servers with one folder go unnoticed
    fcntl = None  # type: ignore[assignment]

LOG = logging.getLogger("cpgen.web")
"""Log of the server; nothing but warnings is shown unless `cpgen.web.observer.log_json` is called"""
REQUESTS = {one.__name__: one for one in (JobRequest, PracticeRequest)}
"""The kinds of requests, by the name that a file has for them"""


class KeptJob(NamedTuple):
    """A job as its file has it: id, request and events."""

    id: str
    request: JobRequest
    events: list[Event]


class KeptJobs:
    """Folder with a file for each job, which only one server uses at a time.

    Raises:
        InputError: Another server uses the folder.
        CpgenError: The folder cannot be written.
    """

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = open(self._folder / "lock", "ab")  # noqa: SIM115 - held until the server ends
        except OSError as error:
            raise not_written(folder, error) from error
        if fcntl:
            try:
                fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise InputError(f"Another server keeps its jobs in {folder}; give each its own folder.") from None

    def close(self) -> None:
        """Leave the folder to another server."""
        self._lock.close()

    def begin(self, name: str, request: JobRequest) -> None:
        """Create the file of the job with the id `name`, with its request."""
        self._write(name, {"request": type(request).__name__, **plain(request)}, os.O_CREAT)

    def add(self, name: str, event: Event) -> None:
        """Append an event to the file of the job with the id `name`, if it has one."""
        self._write(name, {event.kind: event.data})

    def forget(self, name: str) -> None:
        """Remove the file of the job with the id `name`."""
        with suppress(OSError):
            self._path(name).unlink()

    def read(self) -> Iterator[KeptJob]:
        """Yield the jobs of the folder, in the order in which they began; remove files that cannot be read as jobs."""
        paths = sorted(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
        for path in paths:
            try:
                yield self._job(path)
            except (ValueError, TypeError, KeyError, CpgenError) as error:
                LOG.warning("the kept job %s cannot be read: %s", path, error)
                path.unlink()

    def _job(self, path: Path) -> KeptJob:
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        head, *rest = map(msgspec.json.decode, whole.splitlines())
        with with_kinds_of(head):
            request = build(REQUESTS[head.pop("request")], head)
        os.truncate(path, len(whole))
        return KeptJob(path.stem, request, [_event(*pair) for one in rest for pair in one.items()])

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jsonl"

    def _write(self, name: str, data: Any, flags: int = 0) -> None:
        """Append a line of JSON to the file of a job, which is opened with further `flags` of `os.open`.

        If that fails, remove the file: without this line it would tell another course of the job.
        """
        try:
            # Nobody else may read it: the name is the only protection of a job from other clients.
            with open(os.open(self._path(name), os.O_WRONLY | os.O_APPEND | flags, 0o600), "wb") as file:
                file.write(json_text(data).encode("utf-8", "replace") + b"\n")
        except FileNotFoundError:  # removed before
            return
        except OSError as error:
            LOG.warning("a job is not kept: %s", error)
            self.forget(name)


def _event(kind: Any, data: Any) -> Event:
    return Event(kind, msgspec.convert(data, OutcomeRecord) if kind == "end" else data)
