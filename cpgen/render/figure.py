"""Figure of a finding, independent of colours: houses and sets of cells, candidates by kind, and links between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cpgen.rater.explain import Finding, Part
from cpgen.rater.findings import COLOURS

Effect = tuple[int, int]
"""Candidate: a cell and a digit"""

KINDS = ("on", "off", "common", "fin", "figure", "placed")
"""Kinds of candidates in a figure, by priority if several apply

`placed` digits come last; `on` and `off` alternate along a chain or cluster, `common` candidates belong to several sets
or wings, `fin` to the fins of a fish, and `figure` are other candidates that the finding rests on.
"""
OF_COLOURS = dict(zip(COLOURS, ("on", "off", "common", "figure"), strict=True))
"""Kind of the candidates of each cluster colour"""


@dataclass(frozen=True)
class Link:
    """Link of a chain from one group of candidates to another; `strong` or weak."""

    source: tuple[Effect, ...]
    target: tuple[Effect, ...]
    strong: bool


@dataclass(frozen=True)
class Figure:
    """Candidates and cells that a picture of a finding highlights; `kinds` maps each candidate to one of `KINDS`.

    `bases` and `covers` are houses as tuples of cells, such as the rows and columns of a fish; `sets` are almost locked
    sets.
    """

    bases: tuple[tuple[int, ...], ...] = ()
    covers: tuple[tuple[int, ...], ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    kinds: Mapping[Effect, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()


def figure_of(finding: Finding) -> Figure:
    """Return the figure of a finding; a candidate with several kinds keeps the first in the order of `KINDS`."""
    kinds: dict[Effect, str] = {}
    marked = sorted(_marked(finding), key=lambda pair: KINDS.index(pair[0]))
    for kind, effects in marked:
        for effect in effects:
            kinds.setdefault(effect, kind)
    clues = tuple(dict.fromkeys(part.cells for part in finding.with_role("clue") if part.cells))
    return Figure(
        bases=_houses(finding, "figure") + clues,
        covers=_houses(finding, "cover"),
        sets=tuple(dict.fromkeys(part.cells for part in finding.with_role("set"))),
        kinds=kinds,
        links=tuple(_links(finding)),
    )


def _houses(finding: Finding, role: str) -> tuple[tuple[int, ...], ...]:
    return tuple(dict.fromkeys(part.house.cells for part in finding.with_role(role) if part.house))


def _marked(finding: Finding) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield pairs of a kind (see `KINDS`) and the candidates that a part of the finding gives this kind."""
    of_figure = tuple(sorted({digit for part in finding.with_role("figure") for digit in part.digits}))
    sharing = finding.with_role("set") or [*finding.with_role("cells"), *finding.with_role("fin")]
    in_sharing = tuple(cell for part in sharing for cell in part.cells)
    yield "placed", finding.placed
    lost = {digit for _, digit in finding.removed}
    is_on = _turns(finding)
    for k, part in enumerate(finding.parts):
        if k in is_on:
            yield "on" if is_on[k] else "off", _candidates(part)
        elif part.role in OF_COLOURS:
            yield OF_COLOURS[part.role], _candidates(part)
        elif part.role == "fin":
            yield "fin", _candidates(part, digits=of_figure)
        # With a clue, `common` holds the digits of one way to fill it.
        elif part.role == "common" and not finding.with_role("clue"):
            yield "common", _candidates(part, cells=in_sharing)
        elif part.role in ("figure", "cells"):
            yield "figure", _candidates(part, digits=of_figure)
        elif part.role == "set":
            yield "figure", tuple(effect for effect in _candidates(part) if effect[1] in lost)


def _candidates(part: Part, cells: tuple[int, ...] = (), digits: tuple[int, ...] = ()) -> tuple[Effect, ...]:
    """Return the candidates of a part of a finding; `cells` and `digits` are used if it has none of its own."""
    return tuple((cell, digit) for cell in part.cells or cells for digit in part.digits or digits)


def _turns(finding: Finding) -> dict[int, bool]:
    """Map each part of a chain, by index, to True if its candidates are assumed true there, else to False.

    They alternate along a chain, except where a constraint makes another candidate true.
    """
    parts = finding.parts
    is_on: dict[int, bool] = {}
    for k, part in enumerate(parts):
        if part.role == "start":
            # The first link decides: a weak link starts at a candidate that is on, a strong one at one that is off.
            none = "strong" if finding.placed else "weak"
            first = next((other.role for other in parts if other.source == k and other.role != "also"), none)
            is_on[k] = first == "weak" or finding.contradicts_itself
        elif part.role in ("strong", "weak"):
            # A constraint can make another candidate true, so its chains do not always alternate.
            is_on[k] = part.role == "strong"
            if part.source in is_on and not finding.contradicts_itself:
                is_on[k] = not is_on[part.source]
    return is_on


def _links(finding: Finding) -> Iterator[Link]:
    parts, target, strong = finding.parts, 0, False
    for k, part in enumerate(parts):
        if part.role in ("strong", "weak"):
            target, strong = k, part.role == "strong"
        if part.role in ("strong", "weak", "also") and part.source is not None:
            yield Link(_candidates(parts[part.source]), _candidates(parts[target]), strong)
