"""Summary of a search that ended without all puzzles: how far it came, why it ended, and what may help."""

from __future__ import annotations

from cpgen.messages import Message
from cpgen.requests.clock import Clock, GaveUpError
from cpgen.requests.generation_request import Request

FEW, MANY = 0.24, 0.36
"""Shares of the cells: with fewer clues random patterns rarely have a puzzle, and with more it is rarely of a grade"""


def search_summary(request: Request, count: int, clock: Clock, error: Exception) -> Message:
    """Return a message that says how far a search came before an error ended it, and why, or what may help."""
    reason = error.reason if isinstance(error, GaveUpError) else None
    seconds, drawn = f"{clock.seconds:.1f}", bool(request.drawing_source)
    generation, replacement = request.phases
    return Message(
        "ran-out-drawn" if drawn else "ran-out",
        found=clock.found,
        count=count,
        seconds=seconds,
        attempts=clock.attempts,
        ratings=clock.ratings,
        target=request.target.message,
        generation=generation,
        replacement=replacement,
        nearest=clock.nearest[1] if clock.nearest else Message("draft-none"),
        ended=reason or (Message("drawn-advice") if drawn else _advice(request)),
    )


def _advice(request: Request) -> Message:
    """Return a sentence that says what may help after a search without result."""
    clues, cells = request.clue_count, request.layout.cell_count
    if request.pattern is None and clues < FEW * cells:
        return Message("few-clues", clues=clues)
    return Message("more" if clues < MANY * cells else "fewer")
