"""How fast does cpgen make puzzles on a pattern? By grade and oracle, many from one, to a target, the paper's way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from math import inf
from time import perf_counter
from typing import Any

import cpgen
from benchmarks.measuring import Row, Sample, Take, repeated
from benchmarks.puzzles import GRADES, PATTERN
from cpgen import FAST, PAPER, Generated, Layout, Method, RandomPattern
from cpgen.api import request_for
from cpgen.generation.two_phase import generate_many

ZAMA = Method("zama", "zama", until_match=False)
TARGETS = {
    "x-wing": {"needs": ["x-wing"]},
    "hidden-triple": {"needs": ["hidden-triple"]},
    "level 4..7, steps 28..34": {"level": "4..7", "steps": "28..34"},
    "typical 0.9": {"grade": "expert", "typical": 0.9},
}


def rows() -> Iterator[Row]:
    for grade in GRADES:
        for oracle in ("cpsat", "bitset"):
            method = Method(FAST.generation, FAST.replacement, oracle)
            yield Row(f"generate {grade}, {oracle}", partial(puzzles_of, method, grade=grade), 100, "ms")
    for grade in GRADES:
        for oracle in ("bitset", "cpsat"):
            yield Row(f"many from one, {grade}, {oracle}", partial(many_of, grade, oracle), 5, "ms")
    for name, wishes in TARGETS.items():
        yield Row(f"target {name}", partial(puzzles_of, Method(oracle="bitset"), **wishes), 30, "ms")
    yield Row("hardest, to level 10", hardest, 3, "s", quick=False)
    for grade in GRADES:
        ours = f"generate {grade}, cpsat"
        for name, method, samples in (("kamio", PAPER, 10), ("zama", ZAMA, 4)):
            work = partial(puzzles_of, method, grade=grade)
            yield Row(f"paper's {name} {grade}, cpsat", work, samples, "s", quick=False, against=ours)
    for clues in (110, 90):
        yield Row(f"generate 16×16, {clues} clues", partial(large, 4, clues), 5, "ms")
    yield Row("generate 25×25, 300 clues", partial(large, 5, 300), 3, "ms", quick=False)


def puzzles_of(method: Method, **wishes: Any) -> Take:
    """One puzzle a sample, each from a start of its own; the puzzle of another seed warms everything up."""
    request = request_for(PATTERN, wishes.pop("grade", "any"), None, method, **wishes)
    next(generate_many(request, 1, 2))
    seeds = count(3)

    def take() -> Sample:
        started = perf_counter()
        made = next(generate_many(request, 1, next(seeds)))
        return Sample(perf_counter() - started, made)

    return take


def many_of(grade: str, oracle: str) -> Take:
    """A hundred puzzles a sample, of one long call: its first starts give one puzzle each and are passed over."""
    method = Method(oracle=oracle)
    stream = cpgen.generate_many(10**6, PATTERN, grade, method=method, seed=1, budget=inf)
    next(islice(stream, 100, None))
    return lambda: hundred(stream)


def hundred(stream: Iterator[Generated]) -> Sample:
    """The mean time of a hundred more puzzles."""
    started = perf_counter()
    *_, last = islice(stream, 100)
    return Sample((perf_counter() - started) / 100, last)


def hardest() -> Take:
    """Until the search for the hardest has come to level 10, by seed after seed."""
    seeds = count(1)

    def reach() -> None:
        climb = cpgen.hardest(PATTERN, method=Method(oracle="bitset"), seed=next(seeds), budget=120)
        next(made for made in climb if made.rating.level >= 10)

    return repeated(reach)


def large(side: int, clues: int) -> Take:
    """Puzzles on random point-symmetric patterns of boxes of that side, the proof by the bitset oracle included."""
    layout, wish = Layout.boxes(side, side), RandomPattern(clues, "rot180")
    oracle = Method(oracle="bitset")
    made = cpgen.generate_many(10**6, wish, "any", layout=layout, method=oracle, seed=1, budget=inf)
    return repeated(lambda: next(made), 5)
