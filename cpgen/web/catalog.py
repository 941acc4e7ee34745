"""Endpoints for choosing: layouts, patterns, grades, methods, formats; random ones; whether a choice is possible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cpgen import api
from cpgen.api import GENERATION_METHODS, LANGUAGES, REPLACEMENT_METHODS, Layout, Pattern, words_of
from cpgen.errors import ImpossibleError, InputError, Message
from cpgen.library import layout_named
from cpgen.schema import FieldError, build, fields
from cpgen.web import schema
from cpgen.web.play import page_words
from cpgen.web.puzzles import require_size
from cpgen.web.schema import (
    Choices,
    EmptyRequest,
    FormatChoice,
    JobRequest,
    LayoutRequest,
    RandomLayoutRequest,
    RandomPatternRequest,
    RunsRequest,
)
from cpgen.web.workers import require_feasible

BOXED, LATIN = (9, 4, 6, 8, 10, 12, 15, 16), (5, 7)
"""The sides of the boards without a name that are offered, with the usual boxes and without any"""
QUICK_SIDE = 12
"""Up to this side bitset finds a board's grid in milliseconds; beyond it cpsat is steadier"""
GRID_SECONDS = 5.0


@cache
def choices(request: EmptyRequest) -> Choices:
    """All that there is to choose from."""
    return Choices(
        layouts=tuple(_layouts()),
        patterns=tuple(_pattern(name) for name in api.shipped_names("patterns")),
        methods=schema.Methods(generation=GENERATION_METHODS, replacement=REPLACEMENT_METHODS),
        oracles=tuple(_oracles()),
        formats=tuple(_formats()),
        symmetries=tuple(api.SYMMETRIES),
        families=tuple(_families()),
        models=tuple(api.shipped_names("difficulty")),
        ladders=tuple(_ladders()),
        defaults=schema.Defaults(
            oracle=api.DEFAULT_ORACLE,
            generation=GENERATION_METHODS[0],
            replacement=REPLACEMENT_METHODS[0],
            layout="3x3",
        ),
    )


def _layouts() -> Iterator[schema.Layout]:
    for side in BOXED:
        layout = Layout.default(side)
        yield replace(_layout(layout), name=layout.spec, title=_words("choices.boxed", side=side, boxes=layout.spec))
    for side in LATIN:
        layout = Layout.latin(side)
        yield replace(_layout(layout), name=layout.spec, title=_words("choices.latin", side=side))
    for name in api.shipped_names("layouts"):
        text = api.shipped_text("layouts", name)
        yield replace(_layout(Layout.parse(text)), name=name, title=_title(text))


def _title(text: str) -> dict[str, str]:
    return {language: api.shipped_description(text, language) for language in LANGUAGES}


def _words(key: str, **values: object) -> dict[str, str]:
    return {language: words_of(language)(key, **values) for language in LANGUAGES}


def _layout(layout: Layout) -> schema.Layout:
    diagonals = Layout(layout.size).with_diagonals().extras
    model = api.model_for(layout)
    return schema.Layout(
        spec=layout.spec,
        size=layout.size,
        regions=layout.regions,
        extras=layout.extras,
        diagonals=set(diagonals) <= set(layout.extras),
        model=model.name,
        grades=_grades(model),
    )


def _grades(model: api.GradeModel) -> tuple[schema.Grade, ...]:
    return tuple(
        schema.Grade(name=grade.name, japanese=grade.japanese, default=grade.name == model.default)
        for grade in (*model.grades, model.any_grade)
    )


def _ladders() -> Iterator[schema.LadderChoice]:
    for name in api.shipped_names("ladders"):
        ladder = api.shipped_ladder(name)
        rules, scores = ladder.ladder.rules, ladder.ladder.has_scores
        yield schema.LadderChoice(
            name=name, title=ladder.title, techniques=rules, scores=scores, grades=_grades(ladder)
        )


def _pattern(name: str) -> schema.Pattern:
    text = api.shipped_text("patterns", name)
    return replace(_drawn(Pattern.parse(text)), name=name, title=_title(text))


def _drawn(pattern: Pattern) -> schema.Pattern:
    symmetry = api.symmetry_of(pattern.size, pattern.cells)
    return schema.Pattern(line=pattern.line, size=pattern.size, clues=len(pattern), symmetry=symmetry)


def _formats() -> Iterator[FormatChoice]:
    for one in api.FORMATS:
        title = _words(f"choices.format-{one.name}")
        yield FormatChoice(name=one.name, title=title, ending=one.ending, reads=True, many=one.many)
    for name in schema.PICTURES:
        yield FormatChoice(name=name, title=_words(f"choices.{name}"), ending=f".{name}", reads=False, many=True)


def _oracles() -> Iterator[schema.OracleChoice]:
    for name, entry in api.ORACLES.items():
        yield schema.OracleChoice(name=name, about=entry.about, title=_words(f"choices.oracle-{name}"))


def _families() -> Iterator[schema.Family]:
    for name, members in api.FAMILIES.items():
        techniques = (schema.TechniqueChoice(name=one.name, title=_words(f"rules.{one.name}.title")) for one in members)
        yield schema.Family(title=_words(f"families.{name}"), techniques=tuple(techniques))


@cache
def words(request: EmptyRequest) -> schema.Words:
    """The texts of the pages in every language."""
    return schema.Words(**{section: page_words(section) for section in ("play", "studio", "errors")})


def layout(request: LayoutRequest) -> schema.Layout:
    """A layout, drawn or named."""
    if not request.spec.strip():
        raise InputError(Message("layout-empty"))
    return _layout(require_size(layout_named(request.spec)))


def random_layout(request: RandomLayoutRequest) -> schema.Layout:
    """A random board that has a grid."""
    size = 5 if request.kind == "pentomino" else request.size
    seed = api.usable_seed(request.seed)
    oracle = "bitset" if size <= QUICK_SIDE else "cpsat"
    board = next(api.random_boards(size, seed, request.symmetry, oracle=oracle, seconds=GRID_SECONDS))
    return replace(_layout(board), seed=seed)


def random_pattern(request: RandomPatternRequest) -> schema.Pattern:
    """A random pattern with so many clues."""
    seed = api.usable_seed(request.seed)
    import numpy as np  # only here: the first page need not wait for it

    pattern = api.random_pattern(request.size, request.clues, request.symmetry, np.random.default_rng(seed))
    return replace(_drawn(pattern), seed=seed)


def pattern_runs(request: RunsRequest) -> schema.Runs:
    """The runs of a pattern's clues that may hold digits in order, and how likely each does."""
    wanted = build(api.Request, {"pattern": request.pattern, "layout": request.layout or None, "grade": "any"})
    rows = api.run_rows(wanted)
    runs = (schema.ClueRun(row["run"], row["cells"], row["against"], row["chance"]) for row in rows)
    return schema.Runs(runs=tuple(runs))


def check_pattern(data: object) -> schema.Verdict:
    """Whether layout, pattern, grade and targets are possible together, and if not, why; or that they are hard."""
    try:
        request = build(JobRequest, data)
        require_feasible(request)
    except ImpossibleError as error:
        reason = schema.stated(error.message)
        reason["sentence"] = reason["sentence"].partition("\n")[0]
        return schema.Verdict(ok=False, kind="impossible", **reason, marked=error.marked or UNSET)
    except InputError as error:
        _require_field_types(data)
        return schema.Verdict(ok=False, kind="input", **schema.stated(error.message))
    hard = api.how_hard(request, request.count)
    efforts = _efforts(request, request.grade.name if hard else "")
    kind: Literal["hard"] | None = "hard" if hard else None
    return schema.Verdict(ok=True, kind=kind, **schema.stated(hard or ""), efforts=efforts)


def _efforts(request: JobRequest, hard: str) -> tuple[schema.GradeEffort, ...] | UnsetType:
    """The predicted effort of each grade on the pattern, unset where nothing is known; one was found to be `hard`."""
    default = (request.generation, request.replacement) == (GENERATION_METHODS[0], REPLACEMENT_METHODS[0])
    effort = api.effort(request.pattern, request.layout, request.model) if request.pattern and default else None
    if effort is None:
        return UNSET
    return tuple(
        schema.GradeEffort(
            grade=grade,
            times=effort.times(grade),
            hard=grade == hard or effort.is_hard(grade),
            beyond=effort.is_beyond(grade),
        )
        for grade in effort.ratings
    )


def _require_field_types(data: Any) -> None:
    """Raises FieldError when a field is unknown or of the wrong type, however well its text can be read."""
    known = {field.name: field for field in fields(JobRequest)}
    if not isinstance(data, dict) or not data.keys() <= known.keys():
        build(JobRequest, data)
    for name, value in data.items():
        try:
            known[name].value(value)
        except FieldError:
            raise
        except InputError:
            continue
