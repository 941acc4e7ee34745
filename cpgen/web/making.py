"""What does a job make, and can it? From what was asked to puzzles, told one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from cpgen import api
from cpgen.errors import CpgenError, ImpossibleError, InputError, NotFoundError, shown
from cpgen.generation.effort import effort_for
from cpgen.generation.refusals import require_possible
from cpgen.generation.request import PAPER, Method, Progress, RandomPattern, Request
from cpgen.generation.two_phase import generate_many
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.web.asked import Combination, ToMake, Way, Wishes
from cpgen.web.given import layout_of

PROGRESS, PUZZLE, END = "progress", "puzzle", "end"
DONE, STOPPED, NOT_FOUND, IMPOSSIBLE, ERROR = "done", "stopped", "not-found", "impossible", "error"
PROOF_SECONDS = 5.0
"""How long to think about whether there is such a puzzle before the search begins"""


@dataclass(frozen=True)
class Event:
    """What a job tells: how far it is, a puzzle, or how it ended."""

    kind: str
    data: dict[str, Any]


def ended(outcome: str, sentence: str) -> Event:
    """The last event of a job."""
    return Event(END, {"outcome": outcome, "sentence": sentence})


def request_of(asked: ToMake) -> Request:
    """The request that was asked for; raises InputError or ImpossibleError when its parts do not go together."""
    pattern = asked.pattern.strip() or RandomPattern(asked.clues, asked.symmetry)
    layout, method = layout_of(asked.layout), _method(asked.method)
    return api.request_for(pattern, asked.grade.strip(), layout, method, **_wanted(asked.target))


def _wanted(wishes: Wishes) -> dict[str, Any]:
    """What is to hold beside the grade, by the names that `cpgen.api` has for it."""
    spans = {"level": wishes.level.strip(), "steps": wishes.steps.strip()}
    rules = {"needs": _listed(wishes.needs), "without": _listed(wishes.without)}
    told = {**spans, **rules, "typical": _number(wishes.typical)}
    return {name: value for name, value in told.items() if value}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _number(text: str) -> float | None:
    """The appropriateness in a text like `0.9` or `0.9..`, None for an empty one; raises InputError."""
    try:
        return float(text.rstrip(" .")) if text.strip() else None
    except ValueError:
        raise InputError(f"{shown(text)} is no appropriateness; it should be a number, as in 0.9.") from None


def _method(way: Way) -> Method:
    return replace(PAPER, oracle=way.oracle) if way.paper else Method(way.generation, way.replacement, way.oracle)


def require_hope(asked: ToMake) -> None:
    """Raises InputError or ImpossibleError when it can be shown soon that there are no such puzzles."""
    request = request_of(asked)
    try:
        require_possible(request, open_oracle("bitset", PROOF_SECONDS), asked.count)
    except UndecidedError:
        return


def judge(asked: Combination) -> dict[str, Any]:
    """Whether layout, pattern, grade and targets can go together, and if not, why; or that they are hard together."""
    wanted = ToMake(asked.layout, asked.pattern, asked.grade, asked)
    try:
        require_hope(wanted)
        request = request_of(wanted)
    except ImpossibleError as error:
        return {"ok": False, "kind": IMPOSSIBLE, "sentence": str(error).partition("\n")[0]}
    except InputError as error:
        return {"ok": False, "kind": "input", "sentence": str(error)}
    grade, effort = request.grade.name, effort_for(request)
    if effort and effort.is_hard(grade):
        return {"ok": True, "kind": "hard", "sentence": effort.hard_sentence(grade).capitalize()}
    return {"ok": True, "kind": None, "sentence": ""}


def carry_out(asked: ToMake, tell: Callable[[Event], None], stop: Callable[[], bool]) -> Event:
    """Makes the puzzles, telling each and how far the work is; the end is what comes back."""
    found = 0
    try:
        clock = api.clock_for(asked.budget, lambda now: tell(_progress(now)), stop)
        for made in generate_many(request_of(asked), asked.count, api.usable_seed(asked.seed), clock):
            found += 1
            tell(Event(PUZZLE, made.as_json()))
    except NotFoundError as error:
        return stopped(found, asked) if stop() else ended(NOT_FOUND, str(error))
    except ImpossibleError as error:
        return ended(IMPOSSIBLE, str(error))
    except CpgenError as error:
        return ended(ERROR, str(error))
    return ended(DONE, f"Found {found} of {asked.count}.")


def stopped(found: int, asked: ToMake) -> Event:
    """The end of a job that was told to stop."""
    return ended(STOPPED, f"Stopped with {found} of {asked.count} found.")


def _progress(now: Progress) -> Event:
    return Event(PROGRESS, asdict(now))
