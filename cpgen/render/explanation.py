"""An explanation with a picture a round: a page for the browser in one file, light, dark and for print, or a PDF."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Finding, Round, boards_before, open_candidates
from cpgen.render.figure import figure_of
from cpgen.render.lettering import Fonts
from cpgen.render.paper import GREY, Paper, head_and_foot, require_reportlab
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.requests import PageRequest
from cpgen.render.sentences import Narrator, looked_at
from cpgen.render.shapes import Picture
from cpgen.render.svg import AUTO, LATIN, LIGHT, WIDE, clean, inline_svg, style_of
from cpgen.render.trim import MM, Sheet
from cpgen.state import State

FEW = 3
"""The houses that a round looks at are shown when they are no more than this"""
ALL_CANDIDATES = 16
"""On larger boards only the cells that a round is about show their candidates"""


def scenes_of(puzzle: Puzzle | State, explanation: Explanation) -> Iterator[tuple[Round, Scene]]:
    """Each round with the board it acts on, from the puzzle or the state that is explained."""
    clues = State.of(puzzle).puzzle
    for one, digits, candidates in boards_before(puzzle, explanation):
        yield one, scene_before(clues, digits, candidates, one)


def scene_before(puzzle: Puzzle, digits: Sequence[int], candidates: dict[int, set[int]], one: Round) -> Scene:
    """The board before a round: what its only finding rests on, or the cells and digits of all findings."""
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
    """The board before a finding, with its figure; a digit that it places is shown among the candidates."""
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
    """The candidates to show: none when digits are placed, on large boards those of the cells concerned."""
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
"""A board of a greater side gets the whole width of the page"""


def html_of(
    puzzle: Puzzle | State, explanation: Explanation, narrator: Narrator, title: str = "", end: str = ""
) -> str:
    """The whole page: the puzzle, a picture and sentences for each round, the end; `end` describes the last board."""
    words, rating, clues = narrator.words, explanation.rating, State.of(puzzle).puzzle
    summary = words("explanation.rating", level=rating.level, steps=rating.steps, clues=clues.clue_count)
    start = _section(puzzle.layout, Scene.of(puzzle), narrator, [f"<h2>{clean(words('explanation.puzzle'))}</h2>"])
    rounds = [_round(one, scene, narrator) for one, scene in scenes_of(puzzle, explanation)]
    left = Scene(puzzle.layout, clues.clues, rating.digits)
    last = [f"<h2>{clean(words('explanation.end'))}</h2>"] if rating.solved else []
    end = end or words(f"board.{rating.outcome}")
    finish = _section(puzzle.layout, left, narrator, [*last, f"<p>{clean(end)}</p>"])
    return _page(narrator, title or words("explanation.title"), summary, [start, *rounds, finish])


def practice_html(exercises: Sequence[tuple[State, Round]], narrator: Narrator, title: str = "") -> str:
    """A page of states, below each the round that is to be found there, which opens on a click."""
    words = narrator.words
    sections = []
    for number, (state, answer) in enumerate(exercises, 1):
        question, solved = _scenes(state, answer)
        shown = f"<h2>{number}. {clean(narrator.title(answer))}</h2>"
        picture = inline_svg(_picture(solved, narrator))
        told = "".join(f"<p>{clean(sentence)}</p>" for sentence in narrator.sentences(answer))
        hidden = f"<details><summary>{clean(words('practice.answer'))}</summary>{told}{picture}</details>"
        sections.append(_section(state.layout, question, narrator, [shown, hidden]))
    return _page(narrator, title or words("practice.title"), words("practice.about"), sections)


def _scenes(state: State, answer: Round) -> tuple[Scene, Scene]:
    """The board of an exercise with its candidates, and with what is to be found there."""
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
    return _section(scene.layout, scene, narrator, text)


def _section(layout: Layout, scene: Scene, narrator: Narrator, text: list[str]) -> str:
    picture = picture_of(scene, Look(symbols=narrator.symbols, labels=True))
    large = ' class="large"' if layout.size > LARGE else ""
    return f"<section{large}>\n{inline_svg(picture)}\n<div>{''.join(text)}</div>\n</section>"


BODY, LINE, FINE = 9.5, 14.0, 8.0
NARROW = 330.0
"""On a page this wide in points, text is below its picture"""
GAP = 7 * MM
SMALL, FEW_SENTENCES = 9, 2
"""In the compact form: boards up to this side show all candidates; so many sentences of a round are told"""
PAGES = PageRequest()
LARGE = 12


@dataclass(frozen=True)
class Part:
    """A picture and the text beside or below it: a line in small letters, a heading, sentences."""

    picture: Picture
    above: str
    heading: str
    sentences: tuple[str, ...]


def explanation_pdf(
    puzzle: Puzzle | State, explanation: Explanation, narrator: Narrator, request: PageRequest = PAGES, font: str = ""
) -> bytes:
    """The whole PDF file."""
    words, rating, clues = narrator.words, explanation.rating, State.of(puzzle).puzzle
    flow = _flow(request, request.title or words("explanation.title"), narrator, font, clues.layout.size)
    flow.head(words("explanation.rating", level=rating.level, steps=rating.steps, clues=clues.clue_count))
    flow.add(Part(_picture(Scene.of(puzzle), narrator), "", words("explanation.puzzle"), (words("explanation.cells"),)))
    for one, scene in scenes_of(puzzle, explanation):
        flow.add(part_of(one, _few(scene) if request.compact else scene, narrator))
    left = Scene(puzzle.layout, clues.clues, rating.digits)
    end = words("explanation.end") if rating.solved else ""
    flow.add(Part(_picture(left, narrator), "", end, (words(f"board.{rating.outcome}"),)))
    return flow.finished()


def practice_pdf(
    exercises: Sequence[tuple[State, Round]], narrator: Narrator, request: PageRequest = PAGES, font: str = ""
) -> bytes:
    """A booklet of states, the rounds that are to be found there behind them."""
    words = narrator.words
    size = max((state.layout.size for state, _ in exercises), default=9)
    flow = _flow(request, request.title or words("practice.title"), narrator, font, size)
    flow.head(words("practice.about"))
    scenes = [(number, answer, *_scenes(state, answer)) for number, (state, answer) in enumerate(exercises, 1)]
    for number, answer, question, _ in scenes:
        flow.add(Part(_picture(question, narrator), "", f"{number}. {narrator.title(answer)}", ()))
    flow.turn()
    flow.head("", words("practice.answers"))
    for number, answer, _, solved in scenes:
        sentences = tuple(narrator.sentences(answer))
        flow.add(Part(_picture(solved, narrator), "", f"{number}. {narrator.title(answer)}", sentences))
    return flow.finished()


def _few(scene: Scene) -> Scene:
    """The scene of a large board with the candidates of the cells alone that a round is about."""
    if scene.layout.size <= SMALL:
        return scene
    effects = (*scene.gone, *scene.keys, *scene.new, *scene.figure.kinds)
    cells = {*scene.focus, *(cell for cell, _ in effects)}
    return replace(scene, candidates={cell: left for cell, left in scene.candidates.items() if cell in cells})


def part_of(one: Round, scene: Scene, narrator: Narrator) -> Part:
    """A round as a part of the page."""
    number = narrator.words("explanation.round", number=one.number)
    complexity = narrator.words("explanation.complexity", number=one.complexity)
    return Part(
        _picture(scene, narrator), f"{number} · {complexity}", narrator.title(one), tuple(narrator.sentences(one))
    )


def _picture(scene: Scene, narrator: Narrator) -> Picture:
    return picture_of(scene, Look(narrator.symbols, labels=True))


def _flow(request: PageRequest, title: str, narrator: Narrator, font: str, size: int) -> _Flow:
    """An empty document of the kind that a request wants, for boards of a size."""
    require_reportlab()
    paper = Paper(Sheet.single(request.paper_size), title, fonts=Fonts(font, True), coloured=True)
    if not request.compact:
        return _Flow(paper, title)
    least = 52 * MM if size <= ALL_CANDIDATES else 80 * MM
    return _Columns(paper, title, narrator, max(1, int((paper.width + GAP) / (least + GAP))))


class _Flow:
    """Parts one below the other, a new page whenever one does not fit."""

    def __init__(self, paper: Paper, title: str) -> None:
        self.paper, self.title, self.y = paper, title, 0.0
        self.turn()

    def head(self, summary: str, heading: str = "") -> None:
        """The title of the whole, or of what follows."""
        lines = self.paper.fonts.lines(heading or self.title, 22, self.paper.width, True)
        for k, line in enumerate(lines):
            self.paper.text(0, self.y + 8 * MM + k * 26, line, 22, strong=True)
        self.y += 15 * MM + (len(lines) - 1) * 26
        self.paper.text(0, self.y, self.paper.fonts.fitted(summary, 10, self.paper.width), 10, colour=GREY)
        self.y += 9 * MM

    def add(self, part: Part) -> None:
        """Puts a part where the one before ends, its text going on over pages when it is long."""
        paper = self.paper
        large = part.picture.width > LARGE + 1 or paper.width < NARROW
        wide = min(paper.width, (paper.height - 40 * MM)) if large else paper.width * 0.405
        unit = wide / part.picture.width
        high = part.picture.height * unit
        x = 0.0 if large else wide + 8 * MM
        lines = self._lines(part, paper.width - x)
        text = len(lines) * LINE + 12 * MM
        self._room(high if not large else min(high + text, paper.height))
        paper.picture(part.picture, 0, self.y, unit, LIGHT)
        below, page = self.y + high, paper.number
        self.y = below + 4 * MM if large else self.y + 4 * MM
        self._write(x, part, lines)
        self.y = (self.y if paper.number > page else max(self.y, below)) + 9 * MM

    def finished(self) -> bytes:
        """The whole PDF file."""
        return self.paper.finished()

    def _lines(self, part: Part, width: float) -> list[tuple[str, bool]]:
        """The lines of all sentences, each with whether it begins one."""
        broken = [self.paper.fonts.lines(sentence, BODY, width - 4 * MM) for sentence in part.sentences]
        return [(line, k == 0) for lines in broken for k, line in enumerate(lines)]

    def _write(self, x: float, part: Part, lines: list[tuple[str, bool]]) -> None:
        if part.above:
            self.paper.text(x, self.y + 3, part.above, 8.5, colour=GREY)
            self.y += 6.2 * MM
        if part.heading:
            self.paper.text(x, self.y + 3, part.heading, 12.5, strong=True)
            self.y += 8 * MM
        for line, begins in lines:
            if self.y + LINE > self.paper.height:
                self.turn()
            if begins and len(part.sentences) > 1:
                self.paper.dot(x + 1.2, self.y - 0.5, 1.2, GREY)
            self.paper.text(x + (4 * MM if len(part.sentences) > 1 else 0), self.y + 3, line, BODY)
            self.y += LINE

    def _room(self, height: float) -> None:
        if self.y + height > self.paper.height and self.y > 0:
            self.turn()

    def turn(self) -> None:
        """Begins a new page."""
        self.paper.next_page()
        head_and_foot(self.paper, self.title, "")
        self.y = 0.0


class _Columns(_Flow):
    """Small parts beside each other, the text of each below its picture, cut short where it is long."""

    def __init__(self, paper: Paper, title: str, narrator: Narrator, columns: int) -> None:
        super().__init__(paper, title)
        self.words, self.columns = narrator.words, columns
        self.width = (paper.width - (columns - 1) * GAP) / columns
        self.row: list[tuple[Part, list[str]]] = []

    def add(self, part: Part) -> None:
        """Puts a part into the row, and draws the row when it is full."""
        told = list(part.sentences[:FEW_SENTENCES])
        if more := len(part.sentences) - len(told):
            told.append(self.words("explanation.others", number=more))
        lines = [line for text in told for line in self.paper.fonts.lines(text, FINE, self.width)]
        self.row.append((part, lines))
        if len(self.row) == self.columns:
            self._draw_row()

    def turn(self) -> None:
        """Draws what is left, and begins a new page."""
        if getattr(self, "row", None):
            self._draw_row()
        super().turn()

    def finished(self) -> bytes:
        """The whole PDF file."""
        self._draw_row()
        return super().finished()

    def _draw_row(self) -> None:
        row, self.row = self.row, []
        if not row:
            return
        self._room(max(self._height(*each) for each in row))
        for place, (part, lines) in enumerate(row):
            x, unit = place * (self.width + GAP), self._side(part) / part.picture.width
            heading = f"{part.above.partition(' · ')[0]} · {part.heading}".removeprefix(" · ")
            self.paper.text(x, self.y + 8, self.paper.fonts.fitted(heading, 9, self.width, True), 9, strong=True)
            self.paper.picture(part.picture, x, self.y + 13, unit, LIGHT)
            below = self.y + 13 + part.picture.height * unit + 9
            for k, line in enumerate(lines):
                self.paper.text(x, below + k * FINE * 1.3, line, FINE)
        self.y += max(self._height(*each) for each in row)

    def _height(self, part: Part, lines: list[str]) -> float:
        return 36 + part.picture.height * self._side(part) / part.picture.width + len(lines) * FINE * 1.3

    def _side(self, part: Part) -> float:
        """The width of a picture: boards of few cells are smaller."""
        return self.width * (0.82 if part.picture.width < SMALL + 2 else 1.0)
