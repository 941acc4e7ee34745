"""Contest of oracles on one task, under equal terms.

Oracles take turns: each works on a block of queries (or makes one puzzle), then the next one does, in an order that is
shuffled for every block. Background load then affects all oracles equally. An oracle that has used up its time on a
task gets no further queries, so that a slow oracle answers only the first queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from cpgen.errors import InputError
from cpgen.generation.two_phase import puzzles_from
from cpgen.kernel import working_seconds
from cpgen.oracles import DEFAULT, ORACLES, Oracle, UndecidedError, open_oracle, require_exact, require_known
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.study.oracle_queries import ANSWERED, FAILED, UNDECIDED, WRONG, Query, Recorder, Reply, ask, breakdown
from cpgen.study.oracle_workloads import Workload, request_of
from cpgen.study.runner import Journal, Progress
from cpgen.tabular import Row

KEY = ("part", "workload", "block", "repeat", "oracle")
"""Columns that identify a row of the journal; `replies` holds its results, `problem` the reason if there are none"""
SETUP, ASKED, RUN, START = "setup", "asked", "run", "start"
"""Values of the column `part`: set-up and first query, later queries, generations, process start"""
BLOCK = 20
"""Number of consecutive queries per oracle before the next oracle's turn"""
METHODS = {
    "generate-anneal": ("sample", "anneal"),
    "generate-zama": ("zama", "zama"),
    "generate-kamio": ("kamio", "kamio"),
}
"""Generation and replacement phase of each task that makes puzzles"""

Open = Callable[[float], Oracle]
"""Factory of an oracle with a given time limit in seconds per query"""


def usable_oracles(names: Sequence[str]) -> tuple[dict[str, Open], tuple[str, ...]]:
    """Return a factory for each of the named oracles (default: all) that is installed and exact.

    The second value has a sentence for each other one. Raises InputError for a name that no oracle has, and when none
    can be used.
    """
    found: dict[str, Open] = {}
    absent = []
    for name in names or list(ORACLES):
        require_known(name)
        try:
            require_exact(name)
            open_oracle(name)
            found[name] = partial(open_oracle, name)
        except InputError as error:
            absent.append(str(error))
    if not found:
        raise InputError(f"No oracle can be used. {' '.join(absent)}")
    return found, tuple(absent)


@dataclass(frozen=True)
class Terms:
    """Rules of a contest: seconds per query, seconds per workload and oracle, repetitions of each query, and seed."""

    limit: float = 2.0
    share: float = 10.0
    repeat: int = 3
    seed: int = 1


@dataclass(frozen=True)
class Task:
    """Work that every oracle does: blocks of queries about puzzles, or one puzzle to generate per block."""

    name: str
    part: str
    blocks: Sequence[tuple[int, int, str]]
    """Number and repetition of each block, with the progress text shown before it"""
    warm_up: Callable[[Oracle], Sequence[Reply]]
    """Function that runs the first queries, which are not measured, and returns their replies"""
    work: Callable[[Oracle, int, float], Iterable[Reply]]
    """Function of oracle, block number and remaining seconds; it yields the replies to the block's queries"""


def questions_task(workload: Workload, repeat: int) -> Task:
    """Return the task of answering a workload's queries, in blocks of 20, each block `repeat` times."""
    queries = workload.queries

    def warm_up(oracle: Oracle) -> list[Reply]:
        for layout in dict.fromkeys(query.puzzle.layout for query in queries):
            oracle.require_supported(layout)
        first: dict[str, Query] = {}
        # One query of each question, because solvers build a model or compile at the first of a kind.
        for query in queries:
            first.setdefault(query.question, query)
        return [ask(oracle, query) for query in first.values()]

    def work(oracle: Oracle, block: int, left: float) -> Iterator[Reply]:
        for query in queries[block : block + BLOCK]:
            if left <= 0:
                return
            reply = ask(oracle, query)
            left -= reply["seconds"]
            yield reply

    # Repetitions of a block follow each other, so that slow drift of the machine affects all oracles alike.
    starts = range(0, len(queries), BLOCK)
    blocks = [(first, turn, f"{first} of {len(queries)} queries") for first in starts for turn in range(repeat)]
    return Task(workload.name, ASKED, blocks, warm_up, work)


def generation_task(method: str, puzzles: int, terms: Terms) -> Task:
    """Return the task of generating `puzzles` puzzles, one per block, with the oracle under test in the loop.

    `method` is one of `METHODS`.
    """
    blocks = [(index, 0, f"{index} of {puzzles} puzzles") for index in range(puzzles)]
    warm_up_seconds = min(1.0, terms.share)
    return Task(
        method,
        RUN,
        blocks,
        lambda oracle: [made_by(oracle, method, terms.seed + 1, 0, warm_up_seconds)],
        lambda oracle, index, left: [made_by(oracle, method, terms.seed, index, left)],
    )


def made_by(oracle: Oracle, method: str, seed: int, index: int, left: float) -> Reply:
    """Generate one puzzle by a method of `METHODS` within `left` seconds.

    Return the cost, `undecided` if time runs out. The default oracle checks the puzzle. `oracle_calls` and
    `oracle_seconds` count the queries to the oracle under test.
    """
    recorder, made, problem = Recorder(oracle), None, ""
    started = working_seconds()
    try:
        made = next(puzzles_from(request_of(*METHODS[method]), recorder, seed, index, Clock(left)))
        outcome = ANSWERED
    except (OutOfTimeError, UndecidedError):
        outcome = UNDECIDED
    except InputError:
        raise
    except Exception as error:  # a study of solvers must survive each of them
        outcome, problem = FAILED, breakdown(error)
    seconds = working_seconds() - started
    # Outside the measured time: the check is not part of the method.
    if made is not None and _reference().uniqueness(made.puzzle).grids != (made.solution,):
        outcome, problem = WRONG, f"{DEFAULT} does not find the one solution of {made.puzzle.line}"
    return {
        "seconds": seconds,
        "outcome": outcome,
        "problem": problem,
        "oracle_calls": len(recorder.asked),
        "oracle_seconds": recorder.seconds,
    }


@cache
def _reference() -> Oracle:
    return open_oracle(DEFAULT)


def contest(
    oracles: Mapping[str, Open], task: Task, terms: Terms, journal: Journal, progress: Progress
) -> Iterator[Row]:
    """Yield the journal rows of a task that are missing: the oracles take turns, block by block.

    An oracle that does not support the board gets one row that says so. One that has used up `terms.share` seconds gets
    no further block.
    """
    opened: dict[str, Oracle] = {}
    for name, opening in oracles.items():
        progress(f"{task.name} · opening {name}")
        key = (SETUP, task.name, 0, 0, name)
        started = working_seconds()
        try:
            oracle = opening(terms.limit)
            seconds = working_seconds() - started
            first = task.warm_up(oracle)[0]
        except InputError as error:
            yield journal_row(key, [], str(error))
            continue
        opened[name] = oracle
        if key not in journal:
            yield journal_row(key, [{**first, "seconds": seconds + first["seconds"]}])
    spent: dict[str, float] = defaultdict(float)
    for row in journal.rows:
        if (row["part"], row["workload"]) == (task.part, task.name):
            # A resumed study has the time left that the journal does not account for.
            spent[row["oracle"]] += sum(one["seconds"] for one in row["replies"])
    for block, repeat, so_far in task.blocks:
        progress(f"{task.name} · {so_far}")
        names = list(opened)
        # A new order in each block: who comes first warms the caches of the others. The seed makes it repeatable.
        for place in np.random.default_rng([terms.seed, block, repeat]).permutation(len(names)).tolist():
            name = names[place]
            key = (task.part, task.name, block, repeat, name)
            if key not in journal and spent[name] < terms.share:
                replies = list(task.work(opened[name], block, terms.share - spent[name]))
                spent[name] += sum(one["seconds"] for one in replies)
                yield journal_row(key, replies)


def journal_row(key: Sequence[str | int], replies: Sequence[Reply], problem: str = "") -> Row:
    """Return a journal row: the values `key` of the columns `KEY`, in order, the replies, and a problem or ""."""
    return {**dict(zip(KEY, key, strict=True)), "replies": list(replies), "problem": problem}
