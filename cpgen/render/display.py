"""Boards as Python and notebooks show them: text for `print`, and a picture."""

from __future__ import annotations

from cpgen.notation import MAX_DIGIT, symbol
from cpgen.puzzle import Puzzle
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.svg import svg_of
from cpgen.render.terminal import draw_board
from cpgen.state import State

PIXELS = 360
"""Width of a picture in a notebook, in pixels"""


def board_text(board: Puzzle | State) -> str:
    """Return the board as lines of characters; digits are written as numbers if the side is above 36."""
    state = State.of(board)
    if state.layout.size <= MAX_DIGIT:
        return draw_board(state.layout, [symbol(digit) for digit in state.digits])
    width = len(str(state.layout.size))
    return draw_board(state.layout, [f"{digit or '.':>{width}}" for digit in state.digits], width)


def board_svg(board: Puzzle | State) -> str:
    """Return the board as an SVG element."""
    size = State.of(board).layout.size
    look = Look() if size <= MAX_DIGIT else Look(tuple(map(str, range(1, size + 1))))
    return svg_of(picture_of(Scene.of(board), look), width=PIXELS).partition("\n")[2]
