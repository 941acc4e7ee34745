"""Ladders in TOML, as in `models/ladders/`: read with a check of every part."""

from __future__ import annotations

from typing import Any

from cpgen.difficulty.grade import GradeModel
from cpgen.difficulty.toml_errors import Part, PartError, read_parts
from cpgen.rater.ladder import ALL_SINGLES, FIRST_ALONE, ONE, SWEEP, Ladder, LevelName, Rung, RungError

MOST = 1_000_000
"""The greatest complexity and score"""
KEYS = ("title", "round", "places", "levels", "rungs")


def read_ladder(name: str, text: str, file: str = "") -> GradeModel:
    """The ladder written in TOML as `models/ladders/` shows, its level names as grades; raises InputError."""
    return read_parts(f"The ladder {name}", text, lambda data: _read_ladder(name, data, file))


def _read_ladder(name: str, data: dict[str, Any], file: str) -> GradeModel:
    whole = Part("the ladder", data, KEYS)
    title = whole.text("title", name)
    by_round, places = whole.one_of("round", (SWEEP, ONE)), whole.one_of("places", (FIRST_ALONE, ALL_SINGLES))
    levels = whole.tables("levels", "level", ("name", "japanese", "most"), [])
    rungs = whole.tables("rungs", "rung", ("technique", "complexity", "score", "level"))
    try:
        ladder = Ladder(tuple(map(_rung, rungs)), by_round, places, _level_names(levels), name)
    except RungError as error:
        raise PartError(("rungs", error.place, error.key), error) from error
    return GradeModel.of_ladder(ladder, title, file)


def _level_names(parts: list[Part]) -> tuple[LevelName, ...]:
    found: list[LevelName] = []
    taken = {"any", "不問"}
    for part in parts:
        name = part.text("name")
        level = LevelName(name, part.text("japanese", name), part.whole("most", 0, 0, MOST))
        for key, word in (("name", level.name.casefold()), ("japanese", level.japanese.casefold())):
            if word in taken:
                raise part.wrong(key, f"Two levels are called {word!r} (capitals do not count; 'any' is always there).")
        taken |= {level.name.casefold(), level.japanese.casefold()}
        found.append(level)
    return tuple(found)


def _rung(part: Part) -> Rung:
    return Rung(
        part.text("technique"),
        part.whole("complexity", None, 1, MOST),
        part.whole("score", 0, 0, MOST),
        part.text("level", ""),
    )
