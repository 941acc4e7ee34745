"""Explanation or exercises as a PDF: one picture per round with its sentences, or several small ones per row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Round
from cpgen.render.explanation import ALL_CANDIDATES, LARGE, labelled, rules_of_exercises, scenes_of, scenes_of_exercise
from cpgen.render.lettering import Fonts
from cpgen.render.paper import GREY, Paper, head_and_foot, require_reportlab
from cpgen.render.picture import Scene
from cpgen.render.picture_shapes import Picture
from cpgen.render.render_requests import PageRequest
from cpgen.render.sentences import Narrator
from cpgen.render.svg import LIGHT
from cpgen.render.trim import MM, TrimmedSheet
from cpgen.rules_text import rules_of_variant
from cpgen.state import State

BODY, LINE, FINE = 9.5, 14.0, 8.0
"""Size of body text, line height, and size of small text, in points"""
NARROW = 330.0
"""Page width in points up to which text goes below its picture"""
GAP = 7 * MM
SMALL, FEW_SENTENCES = 9, 2
"""On compact pages: largest side of a board that shows all candidates, and number of sentences per round"""
PAGES = PageRequest()


@dataclass(frozen=True)
class Panel:
    """Picture with text: a small line above the heading, the heading, and sentences."""

    picture: Picture
    above: str
    heading: str
    sentences: tuple[str, ...]


def explanation_pdf(
    puzzle: Puzzle | State, explanation: Explanation, narrator: Narrator, request: PageRequest = PAGES
) -> bytes:
    """Return an explanation as a PDF file: the puzzle, a panel per round, and the final board."""
    words, rating, clues = narrator.words, explanation.rating, State.of(puzzle).puzzle
    flow = _flow(request, request.title or words("explanation.title"), narrator, clues.layout.size)
    flow.head(words("explanation.rating", level=rating.level, steps=rating.steps, clues=clues.clue_count))
    about = (*rules_of_variant(puzzle.layout, words), words("explanation.cells"))
    flow.add(Panel(labelled(Scene.of(puzzle), narrator), "", words("explanation.puzzle"), about))
    for one, scene in scenes_of(puzzle, explanation):
        flow.add(panel_of(one, _with_few_candidates(scene) if request.compact else scene, narrator))
    left = Scene(puzzle.layout, clues.clues, rating.digits)
    end = words("explanation.end") if rating.solved else ""
    flow.add(Panel(labelled(left, narrator), "", end, (words(f"board.{rating.outcome}"),)))
    return flow.finished()


def practice_pdf(exercises: Sequence[tuple[State, Round]], narrator: Narrator, request: PageRequest = PAGES) -> bytes:
    """Return exercises as a PDF file, each a state and the round to be found, with all answers at the end."""
    words = narrator.words
    size = max((state.layout.size for state, _ in exercises), default=9)
    flow = _flow(request, request.title or words("practice.title"), narrator, size)
    flow.head(words("practice.about"))
    flow.write(rules_of_exercises(exercises, words))
    scenes = [
        (number, answer, *scenes_of_exercise(state, answer)) for number, (state, answer) in enumerate(exercises, 1)
    ]
    for number, answer, question, _ in scenes:
        flow.add(Panel(labelled(question, narrator), "", f"{number}. {narrator.title(answer)}", ()))
    flow.turn()
    flow.head("", words("practice.answers"))
    for number, answer, _, solved in scenes:
        sentences = tuple(narrator.sentences(answer))
        flow.add(Panel(labelled(solved, narrator), "", f"{number}. {narrator.title(answer)}", sentences))
    return flow.finished()


def _with_few_candidates(scene: Scene) -> Scene:
    """Return the scene, on boards larger than 9×9 without the candidates of cells that the round does not concern."""
    if scene.layout.size <= SMALL:
        return scene
    effects = (*scene.gone, *scene.keys, *scene.new, *scene.figure.kinds)
    cells = {*scene.focus, *(cell for cell, _ in effects)}
    return replace(scene, candidates={cell: left for cell, left in scene.candidates.items() if cell in cells})


def panel_of(one: Round, scene: Scene, narrator: Narrator) -> Panel:
    """Return the panel that shows a round: its picture, number, complexity, rule and findings."""
    number = narrator.words("explanation.round", number=one.number)
    complexity = narrator.words("explanation.complexity", number=one.complexity)
    return Panel(
        labelled(scene, narrator), f"{number} · {complexity}", narrator.title(one), tuple(narrator.sentences(one))
    )


def _flow(request: PageRequest, title: str, narrator: Narrator, size: int) -> _Flow:
    """Return an empty document for boards of side `size`, in columns if the request is for compact pages."""
    require_reportlab()
    paper = Paper(TrimmedSheet.single(request.paper_size), title, fonts=Fonts("", True), coloured=True)
    if not request.compact:
        return _Flow(paper, title)
    least = 52 * MM if size <= ALL_CANDIDATES else 80 * MM
    return _Columns(paper, title, narrator, max(1, int((paper.width + GAP) / (least + GAP))))


class _Flow:
    """PDF document of panels below one another; a panel that does not fit starts a new page."""

    def __init__(self, paper: Paper, title: str) -> None:
        self.paper, self.title, self.y = paper, title, 0.0
        self.turn()

    def head(self, summary: str, heading: str = "") -> None:
        """Write a heading (by default the title) in large print, and a summary below it."""
        lines = self.paper.fonts.lines(heading or self.title, 22, self.paper.width, True)
        for k, line in enumerate(lines):
            self.paper.text(0, self.y + 8 * MM + k * 26, line, 22, strong=True)
        self.y += 15 * MM + (len(lines) - 1) * 26
        self.paper.text(0, self.y, self.paper.fonts.fitted(summary, 10, self.paper.width), 10, colour=GREY)
        self.y += 9 * MM

    def write(self, sentences: Sequence[str]) -> None:
        """Write sentences in lines as wide as the page."""
        for sentence in sentences:
            for line in self.paper.fonts.lines(sentence, BODY, self.paper.width):
                self.paper.text(0, self.y, line, BODY)
                self.y += LINE
        self.y += 4 * MM if sentences else 0.0

    def add(self, panel: Panel) -> None:
        """Add a panel below the last one; long text continues on the next page."""
        paper = self.paper
        large = panel.picture.width > LARGE + 1 or paper.width < NARROW
        wide = min(paper.width, (paper.height - 40 * MM)) if large else paper.width * 0.405
        unit = wide / panel.picture.width
        high = panel.picture.height * unit
        x = 0.0 if large else wide + 8 * MM
        lines = self._lines(panel, paper.width - x)
        text = len(lines) * LINE + 12 * MM
        self._room(high if not large else min(high + text, paper.height))
        paper.picture(panel.picture, 0, self.y, unit, LIGHT)
        below, page = self.y + high, paper.number
        self.y = below + 4 * MM if large else self.y + 4 * MM
        self._write(x, panel, lines)
        self.y = (self.y if paper.number > page else max(self.y, below)) + 9 * MM

    def finished(self) -> bytes:
        """Return the document as a PDF file."""
        return self.paper.finished()

    def _lines(self, panel: Panel, width: float) -> list[tuple[str, bool]]:
        """Break a panel's sentences into lines of `width` points; return each with True if a sentence begins there."""
        broken = [self.paper.fonts.lines(sentence, BODY, width - 4 * MM) for sentence in panel.sentences]
        return [(line, k == 0) for lines in broken for k, line in enumerate(lines)]

    def _write(self, x: float, panel: Panel, lines: list[tuple[str, bool]]) -> None:
        if panel.above:
            self.paper.text(x, self.y + 3, panel.above, 8.5, colour=GREY)
            self.y += 6.2 * MM
        if panel.heading:
            self.paper.text(x, self.y + 3, panel.heading, 12.5, strong=True)
            self.y += 8 * MM
        for line, begins in lines:
            if self.y + LINE > self.paper.height:
                self.turn()
            if begins and len(panel.sentences) > 1:
                self.paper.dot(x + 1.2, self.y - 0.5, 1.2, GREY)
            self.paper.text(x + (4 * MM if len(panel.sentences) > 1 else 0), self.y + 3, line, BODY)
            self.y += LINE

    def _room(self, height: float) -> None:
        if self.y + height > self.paper.height and self.y > 0:
            self.turn()

    def turn(self) -> None:
        """Start a new page."""
        self.paper.next_page()
        head_and_foot(self.paper, self.title, "")
        self.y = 0.0


class _Columns(_Flow):
    """PDF document of small panels in columns, with the text below each picture.

    Of many sentences only two are shown.
    """

    def __init__(self, paper: Paper, title: str, narrator: Narrator, columns: int) -> None:
        super().__init__(paper, title)
        self.words, self.columns = narrator.words, columns
        self.width = (paper.width - (columns - 1) * GAP) / columns
        self.row: list[tuple[Panel, list[str]]] = []

    def add(self, panel: Panel) -> None:
        """Add a panel to the current row; a full row is drawn."""
        texts = list(panel.sentences[:FEW_SENTENCES])
        if more := len(panel.sentences) - len(texts):
            texts.append(self.words("explanation.others", number=more))
        lines = [line for text in texts for line in self.paper.fonts.lines(text, FINE, self.width)]
        self.row.append((panel, lines))
        if len(self.row) == self.columns:
            self._draw_row()

    def turn(self) -> None:
        """Draw the current row, and start a new page."""
        if getattr(self, "row", None):
            self._draw_row()
        super().turn()

    def finished(self) -> bytes:
        """Draw the current row, and return the document as a PDF file."""
        self._draw_row()
        return super().finished()

    def _draw_row(self) -> None:
        row, self.row = self.row, []
        if not row:
            return
        self._room(max(self._height(*each) for each in row))
        for place, (panel, lines) in enumerate(row):
            x, unit = place * (self.width + GAP), self._side(panel) / panel.picture.width
            heading = f"{panel.above.partition(' · ')[0]} · {panel.heading}".removeprefix(" · ")
            self.paper.text(x, self.y + 8, self.paper.fonts.fitted(heading, 9, self.width, True), 9, strong=True)
            self.paper.picture(panel.picture, x, self.y + 13, unit, LIGHT)
            below = self.y + 13 + panel.picture.height * unit + 9
            for k, line in enumerate(lines):
                self.paper.text(x, below + k * FINE * 1.3, line, FINE)
        self.y += max(self._height(*each) for each in row)

    def _height(self, panel: Panel, lines: list[str]) -> float:
        return 36 + panel.picture.height * self._side(panel) / panel.picture.width + len(lines) * FINE * 1.3

    def _side(self, panel: Panel) -> float:
        """Return the width of a panel's picture in points; small boards do not fill the column."""
        return self.width * (0.82 if panel.picture.width < SMALL + 2 else 1.0)
