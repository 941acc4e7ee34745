"""Many at once: threads, forked processes, and work that is interrupted; the answers stay the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from cruelties.trials import Fault, Trial, run

THREADS, CALLS = 8, 64
FIRST_SEED, SEEDS = 100, 6


def _questions() -> list[Callable[[], Any]]:
    """Calls of all kinds, whose answers depend on nothing but their words."""
    import cpgen

    puzzles = [cpgen.generate(pattern="heart", seed=FIRST_SEED + k, oracle="bitset").puzzle for k in range(SEEDS)]
    return [
        *(partial(_line, FIRST_SEED + k) for k in range(SEEDS)),
        *(partial(cpgen.rate, puzzle) for puzzle in puzzles),
        *(partial(cpgen.solve, puzzle) for puzzle in puzzles[:2]),
        *(partial(cpgen.solve, puzzle, "bitset") for puzzle in puzzles),
        *(partial(cpgen.explain, puzzle) for puzzle in puzzles[:2]),
    ]


def _line(seed: int) -> str:
    import cpgen

    return cpgen.generate(pattern="heart", seed=seed, oracle="bitset").puzzle.line


def crowds(rng: Random, folder: Path) -> Iterator[Trial]:
    """In turn: threads, forks, interruptions; each in a process of its own."""
    while True:
        for work in (threads, forks, interruptions):
            seed = rng.randrange(1 << 30)
            counted = folder / "counted"
            ended = run(lambda: counted.write_text(str(work(Random(seed)))), folder)  # noqa: B023
            faults = ended.faults(f"{work.__name__} with seed {seed}")
            if ended.code and not faults:
                faults = (Fault("wrong", f"{work.__name__} with seed {seed}: exit {ended.code}: {ended.err[-500:]}"),)
            yield Trial(0 if ended.code else int(counted.read_text()), faults)


def threads(rng: Random) -> int:
    """Calls from eight threads, in any order; how many."""
    questions = _questions()
    right = [question() for question in questions]
    order = [rng.randrange(len(questions)) for _ in range(CALLS)]
    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(lambda number: questions[number](), order))
    wrong = [number for number, answer in zip(order, answers, strict=True) if answer != right[number]]
    if wrong:
        raise SystemExit(f"other answers in threads: {wrong}")
    return CALLS


def forks(rng: Random) -> int:
    """Processes that are forked once threads have done their work, and then generate, too; how many.

    Not while they work: a forked process has none of its parent's threads, but keeps the locks that they held.
    """
    line = _line(FIRST_SEED)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            pool.submit(_line, rng.randrange(1 << 30))
    children = [os.fork() or _answer(line) for _ in range(3)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    if any(codes):
        raise SystemExit(f"forked processes ended with {codes}")
    return len(codes)


def _answer(line: str) -> int:
    """Ends a forked process: 0 when it makes the same puzzle."""
    signal.alarm(120)
    os._exit(_line(FIRST_SEED) != line)


def interruptions(rng: Random) -> int:
    """Ctrl-C at any moment of a call, after which the next call answers as ever; how many."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    questions = _questions()
    right = [question() for question in questions]
    for number in rng.choices(range(len(questions)), k=CALLS):
        with suppress(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 10 ** rng.uniform(-4, -1.3))
            questions[number]()
            signal.setitimer(signal.ITIMER_REAL, 0)
        if questions[number]() != right[number]:
            raise SystemExit(f"another answer to question {number} after Ctrl-C")
    return CALLS
