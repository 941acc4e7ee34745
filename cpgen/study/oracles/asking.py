"""How long does an answer take, and is it right by itself? One query at a time, with what it showed."""

from __future__ import annotations

import hashlib
from time import perf_counter
from typing import Any

from cpgen.errors import InputError, shown
from cpgen.formats import one_line
from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Grid
from cpgen.study.oracles.queries import READ, Answer, Query, asking, objection

NOTHING = Answer(0, None)
ANSWERED, UNDECIDED, WRONG, FAILED = "answered", "undecided", "wrong", "failed"

Asked = dict[str, Any]
"""Seconds, outcome, the bounds of the answer, the marks of the grids that it showed, and what is wrong with it"""


def ask(oracle: Oracle, query: Query) -> Asked:
    """What came of one query: undecided when the oracle's time ran out, failed when the solver broke down.

    Raises InputError when the oracle does not take such a board, or is not installed.
    """
    call = asking(oracle, query)
    started = perf_counter()
    try:
        reply = call()
    except UndecidedError:
        return _asked(started, UNDECIDED)
    except InputError:
        raise
    except Exception as error:  # a study of solvers outlives each of them
        return _asked(started, FAILED, told=breakdown(error))
    seconds = perf_counter() - started
    answer = READ[query.question](query, reply)
    told = objection(query.puzzle, answer)
    return _asked(started, WRONG if told else ANSWERED, answer, told) | {"seconds": seconds}


def breakdown(error: Exception) -> str:
    """What a solver's own error says, on one line."""
    return shown(one_line(f"{type(error).__name__}: {error}"), 160)


def _asked(started: float, outcome: str, answer: Answer = NOTHING, told: str = "") -> Asked:
    return {
        "seconds": perf_counter() - started,
        "outcome": outcome,
        "least": answer.least,
        "most": answer.most,
        "grids": " ".join(map(mark_of, answer.grids)),
        "told": told,
    }


def mark_of(grid: Grid) -> str:
    """Sixteen hexadecimal digits that tell grids apart."""
    return hashlib.blake2b(bytes(grid), digest_size=8).hexdigest()
