"""How fast does the server answer? A rating alone and beside eight jobs, and the end of a job that is cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from load_server import p95, rate, running_jobs, seconds_to_cancel, server

from benchmarks.measuring import Row, Sample, Take, on_all_cores

JOBS, ASKED = 8, 200


def rows() -> Iterator[Row]:
    yield Row("server: p95 of a rating", partial(rating, 0), 3, "ms")
    yield Row(f"server: p95 of a rating beside {JOBS} jobs", partial(rating, JOBS), 3, "ms", quick=False)
    yield Row("server: a cancelled job ends", cancelling, 3, "s", quick=False)


def rating(jobs: int) -> Take:
    """What 95 of 100 answers over HTTP do not exceed, on all processors."""

    def take() -> Sample:
        with server(max(jobs, 1), on_all_cores) as one, running_jobs(one, jobs):
            rate(one)
            return Sample(p95(ASKED, lambda: rate(one)) / 1000)

    return take


def cancelling() -> Take:
    def take() -> Sample:
        with server(1, on_all_cores) as one, running_jobs(one, 1) as names:
            return Sample(seconds_to_cancel(one, names[0]))

    return take
