"""Explanation of a solution as an HTML page, with a picture per round, for light and dark screens and for print."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Finding, Round, boards_before, open_candidates
from cpgen.render.figure import figure_of
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.picture_shapes import Picture
from cpgen.render.sentences import Narrator, looked_at
from cpgen.render.svg import AUTO, LATIN, WIDE, clean, inline_svg, style_of
from cpgen.rules_text import rules_of_variant
from cpgen.state import State
from cpgen.translations import Translations

FEW = 3
"""Largest number of houses of a round that are highlighted"""
ALL_CANDIDATES = 16
"""Largest side of a board that shows all candidates; a larger board shows those of the cells that the round concerns"""


def scenes_of(puzzle: Puzzle | State, explanation: Explanation) -> Iterator[tuple[Round, Scene]]:
    """Yield each round of an explanation with the content of the picture that shows the board before it."""
    clues = State.of(puzzle).puzzle
    for one, digits, candidates in boards_before(puzzle, explanation):
        yield one, scene_before(clues, digits, candidates, one)


def scene_before(puzzle: Puzzle, digits: Sequence[int], candidates: dict[int, set[int]], one: Round) -> Scene:
    """Return the content of the picture of a board before a round, with what the round uses and changes highlighted.

    `candidates` maps each open cell to its digits. A single finding is shown with its figure (chain links, sets),
    several by their cells and digits only.
    """
    if len(one.findings) == 1 and one.findings[0].has_figure:
        return scene_of(puzzle, digits, candidates, one.findings[0])
    focus = {cell for finding in one.findings for cell in finding.cells}
    houses = {house.cells for finding in one.findings for house in looked_at(finding)}
    keys = {(cell, digit) for f in one.findings for cell in f.cells for digit in f.digits}
    gone = set(one.removed)
    return Scene(
        puzzle.layout,
        puzzle.clues,
        tuple(digits),
        candidates=_shown(puzzle, candidates, one, focus),
        looks=tuple(sorted(houses)) if len(houses) <= FEW else (),
        focus=frozenset(focus),
        new=one.placed,
        keys=frozenset(effect for effect in keys - gone if effect[1] in candidates.get(effect[0], ())),
        gone=frozenset(gone),
    )


def scene_of(
    puzzle: Puzzle, digits: Sequence[int], candidates: Mapping[int, Collection[int]], finding: Finding
) -> Scene:
    """Return the content of the picture of a board before a finding, with the finding's figure (sets, chain links).

    A digit that the finding places is shown as a candidate. On large boards only the cells concerned have candidates.
    """
    figure = figure_of(finding)
    there = {(cell, digit) for cell, left in candidates.items() for digit in left}
    cells = {cell for part in finding.with_role("cells") for cell in part.cells}
    affected = {cell for cell, _ in (*finding.placed, *finding.removed)}
    concerned = affected | {cell for cell, _ in figure.kinds} | {cell for cells in figure.sets for cell in cells}
    large = puzzle.layout.size > ALL_CANDIDATES
    return Scene(
        puzzle.layout,
        puzzle.clues,
        tuple(digits),
        candidates={cell: tuple(sorted(left)) for cell, left in candidates.items() if not large or cell in concerned},
        looks=figure.bases,
        focus=frozenset(cells),
        gone=finding.removed,
        figure=replace(figure, kinds={effect: kind for effect, kind in figure.kinds.items() if effect in there}),
    )


def _shown(puzzle: Puzzle, candidates: dict[int, set[int]], one: Round, focus: set[int]) -> dict[int, tuple[int, ...]]:
    """Return the candidates to show before a round, by cell: none if the round places digits.

    On large boards only the cells in `focus` and those that lose a candidate have any.
    """
    if one.placed:
        return {}
    cells = set(candidates)
    if puzzle.layout.size > ALL_CANDIDATES:
        cells &= focus | {cell for cell, _ in one.removed}
    return {cell: tuple(sorted(candidates[cell])) for cell in cells}


STYLE = (
    ":root{color-scheme:light dark;--paper:#f6f7f9;--card:#fff;--ink:#14171d;--soft:#5f6875;--line:#e2e5ea;"
    "--accent:#2563a8}"
    "@media screen and (prefers-color-scheme:dark){:root{--paper:#0f1115;--card:#16191f;--ink:#eceff3;--soft:#98a2b0;"
    "--line:#2a2f38;--accent:#86b8f2}}"
    "*{box-sizing:border-box}"
    f"body{{margin:0;background:var(--paper);color:var(--ink);font:16px/1.65 {LATIN}{WIDE};"
    "font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}"
    "main{max-width:62rem;margin:0 auto;padding:3.5rem 1.5rem 4rem}"
    "h1{font-size:2.1rem;line-height:1.2;letter-spacing:-.02em;margin:0 0 .4rem;font-weight:600}"
    "h2{font-size:1.15rem;line-height:1.35;margin:.1rem 0 .2rem;font-weight:600}"
    ".rating{color:var(--soft);margin:0 0 2rem}"
    "section{display:grid;grid-template-columns:minmax(0,22rem) minmax(0,1fr);gap:2rem;background:var(--card);"
    "border:1px solid var(--line);border-radius:14px;padding:1.5rem;margin:0 0 1.25rem;break-inside:avoid}"
    ".number{color:var(--accent);font-weight:600;font-size:.9rem;margin:0}"
    ".complexity{color:var(--soft);font-size:.9rem;margin:0 0 1rem}"
    "ul{margin:0;padding:0 0 0 1.1rem}li{margin:0 0 .45rem}li::marker{color:var(--accent)}"
    ".board{display:block;width:100%;height:auto}"
    "section.large{grid-template-columns:1fr}"
    "summary{cursor:pointer;color:var(--accent);font-weight:600}details p{margin:.6rem 0}"
    ".note{color:var(--soft);font-size:.9rem;margin:2rem 0 0}"
    "@media (max-width:44rem){main{padding:2rem 1rem}section{grid-template-columns:1fr;gap:1.25rem;padding:1rem}}"
    "@media print{body{background:#fff;font-size:10.5pt}main{max-width:none;padding:0}"
    "section{border:0;border-top:1px solid #ccc;border-radius:0;padding:.6cm 0;margin:0;"
    "grid-template-columns:7.5cm 1fr}section.large{grid-template-columns:1fr}@page{margin:1.8cm}}"
)
LARGE = 12
"""Boards with a larger side get the whole width of the page"""


def html_of(puzzle: Puzzle | State, explanation: Explanation, narrator: Narrator, title: str = "") -> str:
    """Return an explanation as an HTML page: the puzzle, picture and sentences of each round, and the final board."""
    words, rating, clues = narrator.words, explanation.rating, State.of(puzzle).puzzle
    summary = words("explanation.rating", level=rating.level, steps=rating.steps, clues=clues.clue_count)
    start = _section(
        Scene.of(puzzle), narrator, [f"<h2>{clean(words('explanation.puzzle'))}</h2>", _rules(puzzle, words)]
    )
    rounds = [_round(one, scene, narrator) for one, scene in scenes_of(puzzle, explanation)]
    left = Scene(puzzle.layout, clues.clues, rating.digits)
    last = [f"<h2>{clean(words('explanation.end'))}</h2>"] if rating.solved else []
    end = words(f"board.{rating.outcome}")
    finish = _section(left, narrator, [*last, f"<p>{clean(end)}</p>"])
    return _page(narrator, title or words("explanation.title"), summary, [start, *rounds, finish])


def _rules(puzzle: Puzzle | State, words: Translations) -> str:
    """Return the rules of a puzzle's constraints as an HTML list, or "" for a puzzle without constraints."""
    rules = "".join(f"<li>{clean(rule)}</li>" for rule in rules_of_variant(puzzle.layout, words))
    return f"<ul>{rules}</ul>" if rules else ""


def practice_html(exercises: Sequence[tuple[State, Round]], narrator: Narrator, title: str = "") -> str:
    """Return an HTML page of exercises, each a state and the round to be found; the answer opens on a click."""
    words = narrator.words
    sections = []
    for number, (state, answer) in enumerate(exercises, 1):
        question, solved = scenes_of_exercise(state, answer)
        heading = f"<h2>{number}. {clean(narrator.title(answer))}</h2>"
        hidden = "".join(f"<p>{clean(sentence)}</p>" for sentence in narrator.sentences(answer))
        hidden += inline_svg(labelled(solved, narrator))
        details = f"<details><summary>{clean(words('practice.answer'))}</summary>{hidden}</details>"
        sections.append(_section(question, narrator, [heading, details]))
    about = " ".join([words("practice.about"), *rules_of_exercises(exercises, words)])
    return _page(narrator, title or words("practice.title"), about, sections)


def rules_of_exercises(exercises: Sequence[tuple[State, Round]], words: Translations) -> list[str]:
    """Return the rules of all boards with constraints that occur in exercises, each rule once."""
    return list(dict.fromkeys(rule for state, _ in exercises for rule in rules_of_variant(state.layout, words)))


def scenes_of_exercise(state: State, answer: Round) -> tuple[Scene, Scene]:
    """Return the scenes of an exercise: a state with its candidates, and the same with the answer highlighted."""
    candidates = open_candidates(state)
    shown = {cell: tuple(sorted(left)) for cell, left in candidates.items()}
    question = Scene(state.layout, state.puzzle.clues, state.digits, candidates=shown)
    return question, scene_before(state.puzzle, state.digits, candidates, answer)


def _page(narrator: Narrator, title: str, summary: str, sections: Sequence[str]) -> str:
    words = narrator.words
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{clean(title)}</title>\n<style>{STYLE}{style_of(AUTO)}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{clean(title)}</h1>\n<p class="rating">{clean(summary)}</p>\n'
        + "\n".join(sections)
        + f'\n<p class="note">{clean(words("explanation.cells"))}</p>\n</main>\n</body>\n</html>\n'
    )


def _round(one: Round, scene: Scene, narrator: Narrator) -> str:
    words = narrator.words
    sentences = "".join(f"<li>{clean(sentence)}</li>" for sentence in narrator.sentences(one))
    text = [
        f'<p class="number">{clean(words("explanation.round", number=one.number))}</p>',
        f"<h2>{clean(narrator.title(one))}</h2>",
        f'<p class="complexity">{clean(words("explanation.complexity", number=one.complexity))}</p>',
        f"<ul>{sentences}</ul>",
    ]
    return _section(scene, narrator, text)


def _section(scene: Scene, narrator: Narrator, text: list[str]) -> str:
    large = ' class="large"' if scene.layout.size > LARGE else ""
    return f"<section{large}>\n{inline_svg(labelled(scene, narrator))}\n<div>{''.join(text)}</div>\n</section>"


def labelled(scene: Scene, narrator: Narrator) -> Picture:
    """Return the picture of a scene, with row and column numbers."""
    return picture_of(scene, Look(narrator.symbols, labels=True))
