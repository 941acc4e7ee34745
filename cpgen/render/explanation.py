"""An explanation as PDF: a picture a round with its sentences beside it, and the puzzle in front."""

from __future__ import annotations

from dataclasses import dataclass

from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Round
from cpgen.render.board import Look, Scene, picture_of
from cpgen.render.book_pages import Frame, dress
from cpgen.render.colours import LIGHT
from cpgen.render.paper import GREY, MM, Paper
from cpgen.render.sentences import Narrator
from cpgen.render.shapes import Picture
from cpgen.render.steps import scenes_of

BODY, LINE = 9.5, 14.0
LARGE = 12
"""A board of a greater side gets the whole width of a sheet"""


@dataclass(frozen=True)
class Part:
    """A picture and what is said beside or below it: a line in small letters, a heading, sentences."""

    picture: Picture
    above: str
    heading: str
    sentences: tuple[str, ...]


def explanation_pdf(
    puzzle: Puzzle, explanation: Explanation, narrator: Narrator, title: str = "", size: str = "a4", font: str = ""
) -> bytes:
    """The whole PDF file."""
    words, rating = narrator.words, explanation.rating
    title = title or words("explanation.title")
    paper = Paper(size, title, font=font)
    flow = _Flow(paper, Frame.of(paper, title), narrator)
    told = words("explanation.rating", level=rating.level, steps=rating.steps, clues=puzzle.clue_count)
    flow.head(title, told)
    flow.add(Part(_picture(Scene.of(puzzle), narrator), "", words("explanation.puzzle"), (words("explanation.cells"),)))
    for one, scene in scenes_of(puzzle, explanation):
        flow.add(part_of(one, scene, narrator))
    left = Scene(puzzle.layout, puzzle.clues, rating.digits)
    end = words("explanation.end") if rating.solved else ""
    flow.add(Part(_picture(left, narrator), "", end, (words(f"board.{rating.outcome}"),)))
    return paper.finished()


def part_of(one: Round, scene: Scene, narrator: Narrator) -> Part:
    """A round as a part of the page."""
    number = narrator.words("explanation.round", number=one.number)
    complexity = narrator.words("explanation.complexity", number=one.complexity)
    return Part(
        _picture(scene, narrator), f"{number} · {complexity}", narrator.title(one), tuple(narrator.sentences(one))
    )


def _picture(scene: Scene, narrator: Narrator) -> Picture:
    return picture_of(scene, Look(narrator.symbols, labels=True))


class _Flow:
    """Parts one below the other, a new sheet whenever one does not fit."""

    def __init__(self, paper: Paper, frame: Frame, narrator: Narrator) -> None:
        self.paper, self.frame, self.words = paper, frame, narrator.words
        self.y = frame.top

    def head(self, title: str, told: str) -> None:
        """The title of the whole, on the first sheet."""
        self._dress()
        self.paper.text(self.frame.left, self.y + 8 * MM, title, 24, strong=True)
        self.paper.text(self.frame.left, self.y + 15 * MM, told, 10, colour=GREY)
        self.y += 24 * MM

    def add(self, part: Part) -> None:
        """Puts a part where the one before ends, its text going on over sheets when it is long."""
        large = part.picture.width > LARGE + 1
        wide = self.frame.width if large else self.frame.width * 0.405
        unit = wide / part.picture.width
        high = part.picture.height * unit
        x = self.frame.left if large else self.frame.left + wide + 8 * MM
        lines = self._lines(part, self.frame.left + self.frame.width - x)
        text = len(lines) * LINE + 12 * MM
        self._room(high if not large else min(high + text, self.frame.height))
        self.paper.picture(part.picture, self.frame.left, self.y, unit, LIGHT)
        below, sheet = self.y + high, self.paper.number
        self.y = below + 4 * MM if large else self.y + 4 * MM
        self._write(x, part, lines)
        self.y = (self.y if self.paper.number > sheet else max(self.y, below)) + 9 * MM

    def _lines(self, part: Part, width: float) -> list[tuple[str, bool]]:
        """The lines of all sentences, each with whether it begins one."""
        broken = [self.paper.faces.lines(sentence, BODY, width - 4 * MM) for sentence in part.sentences]
        return [(line, k == 0) for lines in broken for k, line in enumerate(lines)]

    def _write(self, x: float, part: Part, lines: list[tuple[str, bool]]) -> None:
        if part.above:
            self.paper.text(x, self.y + 3, part.above, 8.5, colour=GREY)
            self.y += 6.2 * MM
        if part.heading:
            self.paper.text(x, self.y + 3, part.heading, 12.5, strong=True)
            self.y += 8 * MM
        for line, begins in lines:
            if self.y + LINE > self.frame.top + self.frame.height:
                self._turn()
            if begins and len(part.sentences) > 1:
                self.paper.dot(x + 1.2, self.y - 0.5, 1.2, GREY)
            self.paper.text(x + (4 * MM if len(part.sentences) > 1 else 0), self.y + 3, line, BODY)
            self.y += LINE

    def _room(self, height: float) -> None:
        if self.y + height > self.frame.top + self.frame.height and self.y > self.frame.top:
            self._turn()

    def _turn(self) -> None:
        self.paper.next_sheet()
        self._dress()

    def _dress(self) -> None:
        dress(self.paper, self.frame, "")
        self.y = self.frame.top
