"""Puzzles and exercises to play in the browser: as data, and as one HTML file that works offline.

A walkthrough is the data of a game: the puzzle, its solution and rating, and each round of the rater in words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any
from xml.etree import ElementTree

from msgspec import UNSET, UnsetType

from cpgen import resources
from cpgen.answers.answer_base import joined
from cpgen.api import PuzzleLike, as_entry, only_solution
from cpgen.constraints.all_shown import AllShown
from cpgen.constraints.primitives import (
    AllDifferent,
    Alternatives,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
)
from cpgen.difficulty import GradeModel, model_for, shipped_ladder, shipped_model
from cpgen.difficulty.scales import other_scale_as_record
from cpgen.errors import InputError
from cpgen.formats import LOOKS, Entry, Writer
from cpgen.formats.table import format_named
from cpgen.generation.practice import Exercise
from cpgen.layout import Layout
from cpgen.layout_kinds import kind_of_spec
from cpgen.notation import line
from cpgen.rater.explain import Finding, Part, Round, explain_puzzle, with_joined_links
from cpgen.render.constraint_shapes import drawing_of
from cpgen.render.cosmetic_shapes import with_cosmetics
from cpgen.render.picture_shapes import Shape
from cpgen.render.sentences import Narrator, looked_at
from cpgen.render.svg import UNIT, fragment
from cpgen.rules_text import name_of, own_rules, rules_of_variant
from cpgen.translations import LANGUAGES, Translations, words_of
from cpgen.web.records import play_answers as answers
from cpgen.web.records.drawing_answers import PictureRecord, SvgElement
from cpgen.web.static_files import hash_of, packed_import_map, script_of, source_of

FURTHER = ("swordfish", "jellyfish", "hidden-pair", "xy-wing", "xyz-wing", "w-wing")
"""Techniques that `static/play/rules.js` implements in addition to the paper's rules"""
SITES = {
    "SudokuPad": ("sudokupad", "scl"),
    "f-puzzles": ("fpuzzles",),
    "Penpa+": ("penpa",),
    "puzz.link": ("puzzlink",),
}
"""Sites that can play a puzzle, with the formats of their addresses, the best first"""
PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>cpgen</title>
<style>{style}</style>
</head>
<body>
<div id="page"><noscript>This page needs JavaScript. {puzzles}</noscript></div>
<script type="application/json" id="data">{data}</script>
<script type="importmap">{packages}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def walkthrough_of(given: PuzzleLike, seconds: float = inf) -> answers.Walkthrough:
    """Return the walkthrough of a puzzle with exactly one solution.

    Cells are numbered from 0. Sentences are given in every language, with each digit in braces, as in `{4}`, so that
    the page can show other symbols. The grade is the one for which the puzzle was made, if it says so, and the ladder
    the one on which it was rated then. `seconds` limits the search for the solution if the rater does not find it.

    Raises:
        ImpossibleError: the puzzle has no solution.
        InputError: the puzzle has several solutions.
    """
    entry = as_entry(given)
    puzzle, grades = entry.puzzle, _model_of(entry)
    explanation = explain_puzzle(puzzle, grades.ladder)
    rating = explanation.rating
    # Techniques that assume one solution may "solve" a puzzle that has several; then the oracle decides.
    solution = rating.digits if rating.solved and not rating.assumes_one_solution else only_solution(puzzle, seconds)
    narrators = _narrators(puzzle.layout.size)
    return joined(
        answers.Walkthrough,
        puzzle.as_record(),
        board={name: _board(puzzle.layout, words_of(name)) for name in LANGUAGES},
        solution=line(solution),
        title=entry.title,
        author=entry.author,
        instructions=own_rules(entry.instructions, puzzle.layout),
        level=rating.level,
        steps=rating.steps,
        outcome=rating.outcome,
        grade=entry.grade or (grades.nearest(rating).name if rating.solved else None),
        ladder=grades.ladder.pairs,
        rounds=tuple(_round(with_joined_links(one), narrators) for one in explanation),
        elsewhere=tuple(elsewhere(entry)),
        also=other_scale_as_record(puzzle, grades),
        constraints=constraints_of(puzzle.layout, entry.cosmetics),
        cosmetics=entry.cosmetics,
        fog=entry.fog,
        message=entry.message,
        symbols=entry.symbols,
    )


def _board(layout: Layout, words: Translations) -> str:
    """Return the size of a board and its kinds, as in `9×9, Jigsaw, Killer cage`."""
    base, *kinds = kind_of_spec(layout.spec).split("+")
    regions = "" if base[0].isdigit() else re.split("[ -]", base)[0]
    keys = [f"studio.kind-{regions}"] if regions else []
    for kind in kinds:
        if kind == AllShown.kind:
            continue  # says how to read other constraints
        title = f"constraints.{kind}.title"
        keys.append(title if title in words.texts else "studio.kind-extra")
    return words("lists.comma").join([f"{layout.size}×{layout.size}", *map(words, dict.fromkeys(keys))])


def _model_of(entry: Entry) -> GradeModel:
    """Return the ladder on which a puzzle was rated, if its data name one, else the model of its layout."""
    own, ladder = model_for(entry.puzzle.layout), entry.more.get("ladder")
    named = ladder != own.ladder.name and ladder in resources.names("ladders")
    return shipped_ladder(str(ladder)) if named else own


def constraints_of(layout: Layout, cosmetics: str = "") -> answers.BoardConstraints | UnsetType:
    """Return the picture, rules and conditions of a board's constraints other than houses; UNSET if there are none.

    `cosmetics` are drawings without a meaning, one per line; they are added to the picture.
    """
    if not layout.further and not cosmetics:
        return UNSET
    in_houses = [set(cells) for cells in layout.base.peers]
    return joined(
        answers.BoardConstraints,
        picture_of(layout, cosmetics),
        sight=tuple(
            (cell, other)
            for cell, others in enumerate(layout.peers)
            for other in others
            if cell < other and other not in in_houses[cell]
        ),
        rules=rules_in_languages(layout),
        conditions=tuple(_conditions(layout)),
    )


def rules_in_languages(layout: Layout) -> dict[str, tuple[str, ...]]:
    """Return the rules of a board's further constraints, by language."""
    return {language: tuple(rules_of_variant(layout, words_of(language))) for language in LANGUAGES}


def picture_of(layout: Layout, cosmetics: str = "") -> PictureRecord:
    """Return the drawing of a board's further constraints and of its cosmetics."""
    drawn = with_cosmetics(drawing_of(layout), cosmetics, layout.size)
    return PictureRecord(
        under=_elements(drawn.under),
        over=_elements(drawn.over),
        unit=UNIT,
        reach=drawn.reach,
        cornered=drawn.has_corner_texts,
    )


def _conditions(layout: Layout) -> Iterator[answers.ConditionsRecord]:
    """Yield the names and the primitives of each constraint that is not a house."""
    for constraint, primitives in zip(layout.constraints, layout.primitives_of, strict=True):
        if constraint in layout.further and primitives:
            name = {language: name_of(constraint, layout.size, words_of(language)) for language in LANGUAGES}
            yield answers.ConditionsRecord(name=name, primitives=tuple(map(_primitive, primitives)))


def _primitive(one: Primitive) -> list[Any]:
    """Return a primitive as a list: its form, its cells, and what they must satisfy."""
    match one:
        case AllDifferent() | EachDigitOnce():
            return ["different", one.cells]
        case Domain():
            return ["domain", [one.cell], one.digits]
        case Pair():
            return ["pair", one.cells, one.allowed]
        case Linear():
            return ["linear", one.cells, one.coefficients, one.relation, one.total]
        case Automaton():
            return ["automaton", one.cells, one.transitions, sorted(one.accepting)]
        case Alternatives():
            return ["alternatives", one.cells, [list(map(_primitive, option)) for option in one.options], one.least]


def _elements(shapes: Iterable[Shape]) -> tuple[SvgElement, ...]:
    """Return the SVG elements of shapes."""
    return tuple(map(_element, ElementTree.fromstring(f"<g>{fragment(shapes)}</g>")))


def _element(element: ElementTree.Element) -> SvgElement:
    return element.tag, dict(element.attrib), element.text or "", list(map(_element, element))


def elsewhere(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the name of each site on which a puzzle can be played, and the address that opens it there."""
    bare = entry.keeping(("title", "author", "instructions", *LOOKS))
    for site, names in SITES.items():
        for name in names:
            with suppress(InputError):
                yield site, Writer(format_named(name)).add(bare).strip()
                break


def exercise_of(one: Exercise) -> answers.ExerciseRecord:
    """Return an exercise as data: the board at the start and every use of the technique on it."""
    puzzle, state = one.state.puzzle, one.state
    sought = replace(one.answer, findings=one.findings)
    return joined(
        answers.ExerciseRecord,
        puzzle.as_record(),
        solution=line(one.solution),
        start=joined(answers.Start, state.as_record(), digits=line(state.digits)),
        sought=_round(sought, _narrators(puzzle.layout.size)),
        constraints=constraints_of(puzzle.layout),
    )


def _narrators(size: int) -> dict[str, Narrator]:
    """Return a narrator for each language; narrators put findings into words, here with digits in braces."""
    digits = tuple(f"{{{digit}}}" for digit in range(1, size + 1))
    return {name: Narrator(words_of(name), digits) for name in LANGUAGES}


def _round(one: Round, narrators: dict[str, Narrator]) -> answers.WalkthroughRound:
    return answers.WalkthroughRound(
        rule=one.rule,
        complexity=one.complexity,
        title={name: narrator.title(one) for name, narrator in narrators.items()},
        findings=tuple(_finding(one, finding, narrators) for finding in one.findings),
    )


def _finding(one: Round, finding: Finding, narrators: dict[str, Narrator]) -> answers.WalkthroughFinding:
    alone = replace(one, findings=(finding,))
    return answers.WalkthroughFinding(
        cells=finding.cells,
        houses=_looked_at(finding),
        placed=finding.placed,
        removed=finding.removed,
        where={name: narrator.where(finding) for name, narrator in narrators.items()},
        look={name: narrator.where_to_look(alone) for name, narrator in narrators.items()},
        sentence={name: narrator.sentence(finding) for name, narrator in narrators.items()},
        parts=tuple(map(part_of, finding.parts)) if finding.has_figure else (),
    )


def _looked_at(finding: Finding) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each house at which a player should look to see a finding.

    Of a finding about constraints, they are the cells of all its houses and of these constraints.
    """
    clues = [part.cells for part in finding.with_role("clue") if part.cells]
    return (*(house.cells for house in (finding.houses if clues else looked_at(finding))), *clues)


def part_of(part: Part) -> answers.WalkthroughPart:
    """Return the record of a part of a finding, with cells numbered from 0."""
    house = answers.HouseCells(part.house.cells) if part.house else None
    return answers.WalkthroughPart(part.role, house, part.cells, part.digits, part.source)


# fmt: off
STYLES = (
    "tokens.css", "base.css", "play/board.css", "play/clues.css", "play/rules.css", "play/figure.css",
    "play/colours.css", "play/symbols.css", "play/player.css", "play/controls.css", "play/cards.css", "play/page.css",
    "play/screens.css", "play/print.css",
)
# fmt: on
"""Style sheets of an exported page, in their order"""


def page_of(walkthroughs: Sequence[answers.Walkthrough | answers.ExerciseRecord], language: str) -> str:
    """Return the HTML page that plays these puzzles or exercises; its security policy allows only its own scripts."""
    script, style = script_of("play/main.js"), "".join(map(source_of, STYLES))
    first = words_of(language).language
    texts = {"words": page_words("play"), "sentences": sentence_words()}
    games = [one.as_json() for one in walkthroughs]
    data = json.dumps({"language": first, **texts, "walkthroughs": games}, ensure_ascii=False)
    packages = packed_import_map(script)
    # Hashes allow the two inline scripts and nothing else; the packages are modules in `data:` addresses.
    scripts = f"{hash_of(packages)} {hash_of(script)} data:"
    policy = f"default-src 'none'; base-uri 'none'; script-src {scripts}; style-src {hash_of(style)}"
    return PAGE.format(
        language=language,
        policy=policy,
        style=style,
        puzzles=" ".join(one.puzzle for one in walkthroughs),
        data=data.replace("<", "\\u003c"),  # a text with `</script>` would end the element
        packages=packages,
        script=script,
    )


def page_words(section: str) -> dict[str, dict[str, str]]:
    """Return the texts of a section such as `play` or `studio`, by language and key."""
    return {language: words_of(language).section(section) for language in LANGUAGES}


def sentence_words() -> dict[str, dict[str, str]]:
    """Return the sentence templates from which the page describes findings, by language and key."""
    rules = (*shipped_model("nikoli100").ladder.rules, *FURTHER)
    parts = ("houses.", "lists.", "findings.", "refutation.", *(f"rules.{rule}." for rule in rules))
    languages = ((name, words_of(name).texts) for name in LANGUAGES)
    return {name: {key: text for key, text in texts.items() if key.startswith(parts)} for name, texts in languages}
