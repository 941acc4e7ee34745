"""What is a batch to make? The cells of a plan, from a TOML file or from the options."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cpgen.cli.naming import text_of_file
from cpgen.cli.options import LayoutOptions, MethodOptions, PatternOptions, RequestOptions, WishOptions
from cpgen.errors import InputError, one_of

if TYPE_CHECKING:
    from cpgen.collection.plan import Cell, Plan

TEXTS = ("pattern", "symmetry", "layout", "model", "generation", "replacement", "oracle")
NUMBERS = {"count": ("the number of puzzles", 1), "seed": ("the seed", 0), "clues": ("the number of clues", 0)}
KEYS = (*TEXTS, *NUMBERS, "diagonals", "grade", "level", "steps", "needs", "without", "typical")


def cells_of(asked: RequestOptions, grades: Sequence[str], count: int, seed: int) -> list[Cell]:
    """A cell for each grade, each with a seed of its own."""
    from cpgen.collection.plan import Cell
    from cpgen.difficulty import model_for

    requests = [asked.request(grade) for grade in grades]
    return [Cell(one, asked.model or model_for(one.layout).name, count, seed + k) for k, one in enumerate(requests)]


def plan_in(file: str, seed: int) -> Plan:
    """The plan in a TOML file; raises InputError saying which cell is wrong."""
    from cpgen import api
    from cpgen.collection.plan import Plan

    data = _data_in(file)
    rows = data.pop("cell", None)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise InputError(f'The plan {file} has no [[cell]]; each says what to make, as in grade = "expert".')
    seed = data.pop("seed", seed)
    api.require_whole(seed, "the seed", 0)
    cells: list[Cell] = []
    for number, row in enumerate(rows, 1):
        try:
            cells += _cells_in({**data, "seed": seed + len(cells), **row})
        except InputError as error:
            raise InputError(f"Cell {number} of the plan {file}: {error}") from error
    return Plan(tuple(cells))


def _data_in(file: str) -> dict[str, Any]:
    text = text_of_file(file)
    if text is None:
        raise InputError(f"There is no plan {file}.")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The plan {file} is not valid TOML: {error}.") from error


def _cells_in(row: Mapping[str, Any]) -> list[Cell]:
    """The cells of a row, one for each of its grades."""
    _require_keys(row)
    _require_wishes(row)
    grades = row.get("grade", "")
    asked = RequestOptions(
        drawing=PatternOptions(row.get("pattern", ""), row.get("clues", 0), row.get("symmetry", "")),
        board=LayoutOptions(regions=row.get("layout"), diagonals=bool(row.get("diagonals"))),
        wishing=WishOptions(
            str(row.get("level", "")),
            str(row.get("steps", "")),
            _list_of(row.get("needs", [])),
            _list_of(row.get("without", [])),
            row.get("typical"),
        ),
        making=MethodOptions(
            row.get("generation", ""), row.get("replacement", ""), oracle=row.get("oracle", MethodOptions.oracle)
        ),
        model=row.get("model"),
    )
    return cells_of(asked, _list_of(grades), row.get("count", 100), row["seed"])


def _list_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _require_keys(row: Mapping[str, Any]) -> None:
    from cpgen import api

    for key in row:
        if key not in KEYS:
            raise one_of(KEYS, key, "a key of a cell")
    for key, (what, least) in NUMBERS.items():
        api.require_whole(row.get(key, least), what, least)
    for key in TEXTS:
        if not isinstance(row.get(key, ""), str):
            raise InputError(f"{key!r} must be a text in quotes, but is {row[key]!r}.")


def _require_wishes(row: Mapping[str, Any]) -> None:
    for key in ("level", "steps"):
        if not isinstance(row.get(key, ""), str | int):
            raise InputError(f'{key!r} must be a number or a text like "3..5", but is {row[key]!r}.')
    for key in ("needs", "without"):
        rules = row.get(key, [])
        if not all(isinstance(one, str) for one in _list_of(rules)):
            raise InputError(f"{key!r} must be the name of a rule or a list of names, but is {rules!r}.")
    typical = row.get("typical", 0.5)
    if not isinstance(typical, int | float) or isinstance(typical, bool):
        raise InputError(f"'typical' must be a number between 0 and 1, but is {typical!r}.")
