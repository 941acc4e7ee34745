"""Work of a worker process for a job: check that there are such puzzles, and make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import islice

from msgspec.structs import replace

from cpgen.answers.answer_base import stated
from cpgen.answers.made_answers import GeneratedRecord
from cpgen.api import generate
from cpgen.difficulty.scales import other_scale_as_record
from cpgen.errors import CpgenError, ImpossibleError, NotFoundError
from cpgen.feasibility.infeasible import require_possible
from cpgen.generation.difficulty_search import search_hardest
from cpgen.generation.practice import exercises
from cpgen.generation.two_phase import generate_many
from cpgen.messages import Message
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.rater.explain import technique_named
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.generation_request import is_hardest
from cpgen.requests.results import Generated as CallGenerated
from cpgen.requests.results import Progress as CallProgress
from cpgen.requests.series import Series
from cpgen.schema import FieldError
from cpgen.web.play import exercise_of
from cpgen.web.records.job_answers import Ending, OutcomeRecord, ProgressRecord
from cpgen.web.records.play_answers import ExerciseRecord
from cpgen.web.records.request_records import JobRequest, PracticeRequest
from cpgen.web.sent_kinds import with_kinds
from cpgen.web.workers import Event

PROOF_SECONDS = 5.0
"""Time limit for the proof, before the search, that no such puzzle exists"""


def ended(outcome: Ending, message: Message | str) -> Event:
    """Return the last event of a job, with its outcome and a sentence about it."""
    return Event("end", OutcomeRecord(outcome=outcome, **stated(message)))


def stopped(found: int, job: JobRequest) -> Event:
    """Return the last event of a cancelled job, which had found this number of puzzles."""
    if is_hardest(job.grade):
        return ended("stopped", Message("hardest-stopped", found=found))
    return ended("stopped", Message("job-stopped", found=found, count=job.count))


def make_puzzles(
    job: JobRequest, before: int, publish: Callable[[Event], None], is_cancelled: Callable[[], bool]
) -> Event:
    """Make the puzzles of a job, publish puzzles and progress, and return the last event.

    Args:
        job: The request.
        before: Number of its puzzles that were published before the server was started again.
        publish: Function that publishes an event.
        is_cancelled: Function that returns True if the job should end.
    """
    found, hardest = before, (0, 0)

    def report(now: CallProgress) -> None:
        so_far = max(before, now.found - job.after)
        publish(Event("progress", ProgressRecord(**asdict(now) | {"found": so_far})))

    try:
        with with_kinds(job.kinds):
            for one in made(job, before, report, is_cancelled):
                found += 1
                if isinstance(one, GeneratedRecord):
                    hardest = max(hardest, (one.level, one.steps))
                publish(Event("puzzle", one))
    except NotFoundError as error:
        # A search that is told to stop ends as one without result: only the flag tells them apart.
        return stopped(found, job) if is_cancelled() else ended("not-found", error.message)
    except ImpossibleError as error:
        return ended("impossible", error.message)
    except CpgenError as error:
        return ended("error", error.message)
    level, steps = hardest
    if is_hardest(job.grade):
        return ended("done", Message("hardest-done", found=found, level=level, steps=steps))
    return ended("done", Message("job-done", found=found, count=job.count))


def made(
    job: JobRequest, before: int, report: Callable[[CallProgress], object], is_cancelled: Callable[[], bool]
) -> Iterator[GeneratedRecord | ExerciseRecord]:
    """Yield the puzzles or exercises of a job, except the first `before` ones, as soon as they are found.

    Those that are left out are made again, for the puzzles of a seed depend on those before them.
    """
    clock, seed = Clock(job.budget, report, is_cancelled), Series(seed=job.seed).first_seed()
    first, count = job.after + before, job.after + job.count
    if isinstance(job, PracticeRequest):
        practised = exercises(job.request, technique_named(job.technique), count, seed, clock)
        return map(exercise_of, islice(practised, first, None))
    make = search_hardest if job.request.goal == "hardest" else generate_many
    found = islice(make(job.request, count, seed, clock), first, None)
    return (replace(_named(one), also=other_scale_as_record(one.puzzle, job.request.model)) for one in found)


def _named(one: CallGenerated) -> GeneratedRecord:
    """Return the record of a puzzle; if its requested grade was `any`, with the grade nearest to its rating."""
    record, graded = one.as_record(), one.graded.as_record()
    if not one.grade.takes_any or graded.grade is None or graded.appropriateness is None:
        return record
    return replace(record, grade=graded.grade, appropriateness=graded.appropriateness)


def require_feasible(job: JobRequest, stop: Callable[[], bool] = lambda: False) -> None:
    """Raise InputError or ImpossibleError if a proof within seconds shows that there are no such puzzles.

    The proof ends without a result when `stop` returns True.
    """
    # An undecided proof is no reason to refuse: the search may still find a puzzle.
    oracle = open_oracle("bitset", Clock(PROOF_SECONDS, stop=stop).left)
    with suppress(UndecidedError, OutOfTimeError):
        require_possible(job.request, oracle, job.count)


def checked_job(request: JobRequest, stop: Callable[[], bool]) -> JobRequest:
    """Return the request of a job, with a random seed if it has none.

    Raises:
        InputError: The fields exclude each other.
        ImpossibleError: The request is proven to be infeasible.
    """
    if request.after and (request.seed is None or request.request.goal == "hardest"):
        raise FieldError("after", Message("after-no-seed"))
    require_feasible(request, stop)
    return replace(request, seed=Series(seed=request.seed).first_seed())


def checked_practice(request: PracticeRequest, stop: Callable[[], bool]) -> JobRequest:
    """Return the request of a job that makes exercises; it is checked as by `checked_job`."""
    if request.request.goal == "hardest":
        raise FieldError("grade", Message("practice-hardest"))
    return checked_job(request, stop)


def load_generation() -> None:
    """Make a puzzle, so that the code that most jobs need is loaded or compiled."""
    generate("kamio-a", "expert", seed=0)
