"""Small studies of methods, and rows as a journal of such a study holds them."""

from msgspec import structs

from cpgen.library import pattern_named
from cpgen.study.factorial import FAST, PAPER
from cpgen.study.method_study import MethodStudy

OURS, THEIRS = (structs.replace(method, oracle="bitset") for method in (FAST, PAPER))
LATE = {"puzzle": None, "solved": None, "appropriateness": None, "level": None, "steps": None, "oracle_calls": None}


def study(**asked) -> MethodStudy:
    usual = {"patterns": {"kamio-a": pattern_named("kamio-a")}, "methods": (OURS, THEIRS), "grades": ("beginner",)}
    return MethodStudy(**(usual | {"count": 3} | asked))


def rows(matches, seconds, method=OURS, grade="beginner", **other):
    """Rows as a journal holds them."""
    cell = (
        *("kamio-a", grade),
        *(method.generation, method.replacement, method.until_match, method.oracle),
    )
    usual = {"seed": 1, "solved": True, "appropriateness": 0.8, "level": 1, "steps": 14}
    usual |= {"attempts": 1, "ratings": 100, "oracle_calls": 2}
    return tuple(
        {
            **dict(zip(MethodStudy.key, (*cell, index), strict=True)),
            "puzzle": f"{grade} {index}",
            "matches": bool(match),
            "seconds": took,
            "cpu_seconds": took / 2,
            **usual,
            **other,
        }
        for index, (match, took) in enumerate(zip(matches, seconds, strict=True))
    )


def without_times(some):
    return [{name: value for name, value in row.items() if "seconds" not in name} for row in some]
