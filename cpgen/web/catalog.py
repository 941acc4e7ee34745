"""Endpoints for choosing layouts, patterns, grades, methods and formats, and for checking a choice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

import numpy as np
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cpgen import api, resources
from cpgen.answers.answer_base import stated
from cpgen.boards.jigsaw import random_boards
from cpgen.difficulty import GradeModel, model_for, shipped_ladder
from cpgen.drawings.random_lines import CONDITIONS
from cpgen.drawings.style import CAGE, shipped_style
from cpgen.errors import ImpossibleError, InputError
from cpgen.formats.table import FORMATS
from cpgen.generation.possible_grades import doubt
from cpgen.generation.probe import how_hard
from cpgen.generation.run_probabilities import run_rows
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message
from cpgen.oracles import DEFAULT, ORACLES
from cpgen.pattern import Pattern
from cpgen.rater.rating import Stop
from cpgen.rater.techniques import FAMILIES
from cpgen.requests.clock import Clock
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.requests.request_fields import GENERATION_METHODS, REPLACEMENT_METHODS
from cpgen.requests.series import Series
from cpgen.schema import FieldError, build
from cpgen.symmetry import square
from cpgen.translations import LANGUAGES, words_of
from cpgen.web.cosmetic_tools import COLOURS, cosmetic_tools, fog_tools
from cpgen.web.drawing import kinds_of_constraints
from cpgen.web.job_making import require_feasible
from cpgen.web.play import page_words
from cpgen.web.puzzles import require_size
from cpgen.web.records import catalog_answers as answers
from cpgen.web.records.request_records import (
    PICTURES,
    EmptyRequest,
    JobRequest,
    LayoutRequest,
    RandomLayoutRequest,
    RandomPatternRequest,
    RunsRequest,
)

BOXED, LATIN = (9, 4, 6, 8, 10, 12, 15, 16), (5, 7)
"""Sides of the offered boards without a name, with the usual boxes and without boxes"""
QUICK_SIDE = 12
"""Largest side for which `bitset` finds a grid within milliseconds; `cpsat` is more reliable above it"""
GRID_SECONDS = 5.0


@cache
def choices(request: EmptyRequest) -> answers.Choices:
    """List everything that can be chosen: layouts, patterns, methods, formats, techniques, ladders."""
    return answers.Choices(
        layouts=tuple(_layouts()),
        patterns=tuple(_pattern(name) for name in resources.names("patterns")),
        methods=answers.Methods(generation=GENERATION_METHODS, replacement=REPLACEMENT_METHODS),
        oracles=tuple(_oracles()),
        formats=tuple(_formats()),
        symmetries=tuple(square.SYMMETRIES),
        families=tuple(_families()),
        models=tuple(resources.names("difficulty")),
        ladders=tuple(_ladders()),
        constraints=kinds_of_constraints(),
        cosmetics=cosmetic_tools(),
        fog=fog_tools(),
        colours=COLOURS,
        styles=tuple(map(_style, resources.names("styles"))),
        defaults=answers.Defaults(
            oracle=DEFAULT,
            generation=GENERATION_METHODS[0],
            replacement=REPLACEMENT_METHODS[0],
            layout="3x3",
        ),
    )


OUTLOOK_SECONDS = 20.0
"""Time limit for an outlook, whose effort is limited, on a busy machine"""


def _layouts() -> Iterator[answers.LayoutRecord]:
    for side in BOXED:
        layout = Layout.default(side)
        yield replace(
            _layout(layout),
            name=layout.spec,
            title=_words("choices.boxed", side=side, boxes=layout.spec.replace("x", "×")),
        )
    for side in LATIN:
        layout = Layout.latin(side)
        yield replace(_layout(layout), name=layout.spec, title=_words("choices.latin", side=side))
    for name in resources.names("layouts"):
        text = resources.text("layouts", name)
        yield replace(_layout(Layout.parse(text)), name=name, title=_title(text))


def _title(text: str) -> dict[str, str]:
    return {language: resources.description(text, language) for language in LANGUAGES}


def _words(key: str, **values: object) -> dict[str, str]:
    return {language: words_of(language)(key, **values) for language in LANGUAGES}


def _layout(layout: Layout) -> answers.LayoutRecord:
    diagonals = Layout(layout.size).with_diagonals().extras
    model = model_for(layout)
    return answers.LayoutRecord(
        spec=layout.base.spec,
        size=layout.size,
        regions=layout.regions,
        extras=layout.extras,
        diagonals=set(diagonals) <= set(layout.extras),
        constraints=tuple(one.text(layout.size) for one in layout.further),
        model=model.name,
        grades=_grades(model),
    )


def _grades(model: GradeModel) -> tuple[answers.GradeRecord, ...]:
    return tuple(
        answers.GradeRecord(name=grade.name, japanese=grade.japanese, default=grade.name == model.default)
        for grade in (*model.grades, model.any_grade)
    )


def _ladders() -> Iterator[answers.LadderChoice]:
    for name in resources.names("ladders"):
        ladder = shipped_ladder(name)
        rules, scores = ladder.ladder.rules, ladder.ladder.has_scores
        yield answers.LadderChoice(
            name=name, title=ladder.title, techniques=rules, scores=scores, grades=_grades(ladder)
        )


def _style(name: str) -> answers.StyleChoice:
    style = shipped_style(name)
    kinds = {one.kind for one in style.elements if one.kind}
    sizes = "cages" if kinds == {CAGE} else "length" if kinds and kinds <= {*CONDITIONS} else ""
    title = {"en": style.title, "ja": style.japanese}
    return answers.StyleChoice(name=name, title=title, sizes=sizes, counted=len(kinds) == 1)


def _pattern(name: str) -> answers.PatternRecord:
    text = resources.text("patterns", name)
    return replace(_drawn(Pattern.parse(text)), name=name, title=_title(text))


def _drawn(pattern: Pattern) -> answers.PatternRecord:
    symmetry = square.symmetry_of(pattern.size, pattern.cells)
    return answers.PatternRecord(line=pattern.line, size=pattern.size, clues=len(pattern), symmetry=symmetry)


def _formats() -> Iterator[answers.FormatChoice]:
    for one in FORMATS:
        title = _words(f"choices.format-{one.name}")
        yield answers.FormatChoice(name=one.name, title=title, ending=one.ending, reads=True, many=one.many)
    for name in PICTURES:
        yield answers.FormatChoice(
            name=name, title=_words(f"choices.{name}"), ending=f".{name}", reads=False, many=True
        )


def _oracles() -> Iterator[answers.OracleChoice]:
    for name, entry in ORACLES.items():
        yield answers.OracleChoice(
            name=name, about=entry.about, title=_words(f"choices.oracle-{name}"), available=entry.is_installed
        )


def _families() -> Iterator[answers.Family]:
    for name, members in FAMILIES.items():
        techniques = (
            answers.TechniqueChoice(name=one.name, title=_words(f"rules.{one.name}.title")) for one in members
        )
        yield answers.Family(title=_words(f"families.{name}"), techniques=tuple(techniques))


@cache
def words(request: EmptyRequest) -> answers.WordsRecord:
    """Return the texts of the pages in every language."""
    return answers.WordsRecord(**{section: page_words(section) for section in ("play", "studio", "errors")})


def layout(request: LayoutRequest) -> answers.LayoutRecord:
    """Return the layout of a name or a drawing."""
    if not request.spec.strip():
        raise InputError(Message("layout-empty"))
    return _layout(require_size(layout_named(request.spec)))


def random_layout(request: RandomLayoutRequest) -> answers.LayoutRecord:
    """Return a random board that has at least one grid."""
    size = 5 if request.kind == "pentomino" else request.size
    seed = Series(seed=request.seed).first_seed()
    oracle = "bitset" if size <= QUICK_SIDE else "cpsat"
    board = next(random_boards(size, seed, request.symmetry, oracle=oracle, seconds=GRID_SECONDS))
    return replace(_layout(board), seed=seed)


def random_pattern(request: RandomPatternRequest) -> answers.PatternRecord:
    """Return a random pattern with a number of clues."""
    seed = Series(seed=request.seed).first_seed()
    pattern = square.random_pattern(request.size, request.clues, request.symmetry, np.random.default_rng(seed))
    return replace(_drawn(pattern), seed=seed)


def pattern_runs(request: RunsRequest) -> answers.Runs:
    """List the runs of a pattern's clues that may hold digits in order, with their chances."""
    wanted = build(GenerateSpec, {"pattern": request.pattern, "layout": request.layout or None, "grade": "any"})
    rows = run_rows(resolve(wanted))
    runs = (answers.ClueRunRecord(row["run"], row["cells"], row["against"], row["chance"]) for row in rows)
    return answers.Runs(runs=tuple(runs))


def check_pattern(data: object, stop: Stop) -> answers.Verdict:
    """Check that layout, pattern, grade and targets are compatible; return the reason or the predicted effort."""
    try:
        job = build(JobRequest, data)
        request = job.request
        require_feasible(job, stop)
    except ImpossibleError as error:
        reason = stated(error.message)
        # Below its first line is a picture for terminals; the page marks the cells instead.
        reason["sentence"] = reason["sentence"].partition("\n")[0]
        return answers.Verdict(ok=False, kind="impossible", **reason, marked=error.marked or UNSET)
    except FieldError:
        raise  # a field with a wrong value is a fault of the request, and no verdict on what it asks for
    except InputError as error:
        return answers.Verdict(ok=False, kind="input", **stated(error.message))
    if request.drawing_source:
        return _outlook_of(request, stop)
    hard = how_hard(request, job.count)
    efforts = _efforts(request, request.grade.name if hard else "")
    kind: Literal["hard"] | None = "hard" if hard else None
    return answers.Verdict(ok=True, kind=kind, **stated(hard or ""), efforts=efforts)


def _outlook_of(request: Request, stop: Stop) -> answers.Verdict:
    """Return the verdict on a request with drawn constraints, from a few attempts to make a puzzle of its grade."""
    if found := doubt(request, Clock(OUTLOOK_SECONDS, stop=stop)):
        said = stated(found.sentence)
        return answers.Verdict(ok=True, kind="hard", likely=found.likely, unlikely=found.unlikely, **said)
    return answers.Verdict(ok=True, kind=None, **stated(""))


def _efforts(request: Request, hard: str) -> tuple[answers.GradeEffort, ...] | UnsetType:
    """Return the predicted effort of each grade on the pattern, or UNSET without a prediction.

    `hard` is the name of the grade that a trial has shown to be hard, or "".
    """
    default = (request.generation, request.replacement) == (GENERATION_METHODS[0], REPLACEMENT_METHODS[0])
    effort = api.effort(request.pattern, request.layout, request.model) if request.pattern and default else None
    if effort is None:
        return UNSET
    return tuple(
        answers.GradeEffort(
            grade=grade,
            times=effort.times(grade),
            hard=grade == hard or effort.is_hard(grade),
            beyond=effort.is_beyond(grade),
        )
        for grade in effort.ratings
    )
