"""Rounds in sentences that a person understands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cpgen.layout import COLUMN, EXTRA, REGION, ROW, House, Layout
from cpgen.notation import SYMBOLS
from cpgen.rater.board import COLOURS
from cpgen.rater.explain import Finding, Part, Round
from cpgen.rater.ladder import SINGLES
from cpgen.render.picture import is_diagonal
from cpgen.state import BoardState, Judgement, Mistake, State
from cpgen.translations import Words

LINKS = {"start": "", "strong": " = ", "weak": " − "}
CELLS_WITH_ROLE = {"fins": "fin", "others": "cells", "figure": "figure"}
CELLS_WITH_ROLE |= dict(zip(("first", "second", "third", "fourth"), COLOURS, strict=True))
NAMED_BLOCKS = Layout.boxes(3, 3).regions


@dataclass(frozen=True)
class Narrator:
    """Describes rounds in a language, with these symbols for the digits."""

    words: Words
    symbols: tuple[str, ...] = tuple(SYMBOLS)

    def title(self, one: Round) -> str:
        """The name of a round's rule."""
        return self.words(f"rules.{one.rule}.title")

    def sentence(self, finding: Finding) -> str:
        """A finding as a sentence, as in `In row 5, 4 can only go in r5c2, so 4 can be removed from r4c1.`"""
        seen = self.words(f"rules.{finding.rule}.sees", **self._parts(finding))
        if finding.placed and finding.rule not in SINGLES:
            (cell, digit), *_ = finding.placed
            return self.words(
                "findings.decided", seen=seen, cell=finding.layout.cell_name(cell), digit=self.symbols[digit - 1]
            )
        if finding.placed:
            return self.words("findings.placed", seen=seen)
        effects = self.words.listed(list(self._effects(finding)), "effects-")
        return self.words("findings.removed", seen=seen, effects=effects)

    def sentences(self, one: Round) -> list[str]:
        """All findings of a round, a sentence each."""
        return [self.sentence(finding) for finding in one.findings]

    def paragraph(self, one: Round) -> str:
        """All findings of a round in one text."""
        return self.words("lists.space").join(self.sentences(one))

    def where_to_look(self, one: Round) -> str:
        """The houses that a round looks at, without saying what is there."""
        houses = {(house.kind, house.number): house for f in one.findings for house in looked_at(f)}
        layout = one.findings[0].layout
        names = [self.house(layout, house) for house in houses.values()]
        return self.words(f"rules.{one.rule}.look", houses=self.words.listed(names, "houses-"))

    def as_json(self, one: Round) -> dict[str, Any]:
        """A round as an object for JSON, with a sentence for the whole and for each finding."""
        findings = zip(one.findings, self.sentences(one), strict=True)
        return {
            **one.as_json(),
            "sentence": self.paragraph(one),
            "findings": [{**finding.as_json(), "sentence": sentence} for finding, sentence in findings],
        }

    def finding_as_json(self, finding: Finding) -> dict[str, Any]:
        """A finding that stands alone as an object for JSON: what found it, its cells, its effects and a sentence."""
        data = finding.as_json()
        return {
            "technique": finding.rule,
            "code": finding.technique.code,
            **{key: data[key] for key in ("placed", "removed", "cells", "parts") if key in data},
            "sentence": self.sentence(finding),
            "assumes_one_solution": finding.technique.assumes_one_solution,
        }

    def mistake(self, mistake: Mistake) -> str:
        """A mistake as a sentence, as in `r1c2 is 3, but must be 2.`"""
        name, right = mistake.layout.cell_name(mistake.cell), self.symbols[mistake.right - 1]
        if mistake.emptied:
            return self.words("mistakes.emptied", cell=name, right=right)
        if not mistake.placed:
            return self.words("mistakes.missing", cell=name, right=right)
        return self.words("mistakes.wrong", cell=name, right=right, digit=self.symbols[mistake.placed - 1])

    def faults(self, judgement: Judgement) -> list[str]:
        """What is to be said of a state before anything else: each mistake, or that it has no solution or several."""
        if judgement.mistakes:
            return [self.mistake(one) for one in judgement.mistakes]
        wrong = judgement.board in (BoardState.NONE, BoardState.MANY)
        return [self.words(f"board.{judgement.board}")] if wrong else []

    def judgement_as_json(self, judgement: Judgement) -> dict[str, Any]:
        """A judgement as parts of an object for JSON: how the board is, and the mistakes with a sentence each."""
        return {"state": judgement.board, "mistakes": self.mistakes_as_json(judgement.mistakes)}

    def mistakes_as_json(self, mistakes: Iterable[Mistake]) -> list[dict[str, Any]]:
        """Mistakes as objects for JSON, with a sentence each."""
        return [{**one.as_json(), "sentence": self.mistake(one)} for one in mistakes]

    def why_no_round(self, judgement: Judgement) -> str:
        """Why there is no further round on a board that is judged so."""
        if judgement.board == BoardState.OPEN:
            return self.words("board.stuck")
        return self.words("lists.space").join(self.faults(judgement)) or self.words(f"board.{judgement.board}")

    def house(self, layout: Layout, house: House) -> str:
        """A house as it is called inside a sentence: by its place, or by its number and first cell."""
        if house.kind == REGION and layout.regions == NAMED_BLOCKS:
            return self.words(f"houses.block-{house.number}")
        if house.kind == EXTRA and is_diagonal(layout, house.cells):
            return self.words("houses.diagonal-up" if house.cells[0] else "houses.diagonal-down")
        return self.words(f"houses.{house.kind}", number=house.number, cell=layout.cell_name(house.cells[0]))

    def _parts(self, finding: Finding) -> dict[str, str]:
        houses = [self.house(finding.layout, house) for house in finding.houses]
        parts = {"digits": self._digits(finding.digits), "cells": self._cells(finding.layout, finding.cells)}
        parts["all"] = self.words("findings.both" if len(finding.cells) == 2 else "findings.all")
        parts.update(zip(("house", "other"), houses, strict=False))
        if finding.houses and len(looked_at(finding)) > 1:
            parts["covers"] = self._covers(finding)
        return parts | self._roles(finding)

    def _roles(self, finding: Finding) -> dict[str, str]:
        """What the parts of a finding are, role by role: houses, cells, digits, sets, the links of its chains."""
        layout, of = finding.layout, finding.with_role
        houses = {name: of(role) for name, role in (("bases", "figure"), ("across", "cover"))}
        cells = {name: of(role) for name, role in CELLS_WITH_ROLE.items()}
        named = {
            name: self.words.listed([self.house(layout, part.house) for part in parts if part.house], "houses-")
            for name, parts in houses.items()
            if parts
        }
        named |= {
            name: self._cells(layout, sorted({cell for part in parts for cell in part.cells}))
            for name, parts in cells.items()
            if parts
        }
        if sets := of("set"):
            named["sets"] = self.words.listed([self._set(layout, part) for part in sets], "houses-")
            named["linked"] = self._linked(finding)
        for name, role in (("common", "common"), ("digit", "figure")):
            if parts := of(role):
                named[name] = self._digits(sorted({digit for part in parts for digit in part.digits}))
        if of("start"):
            named["chain"] = self._chain(finding)
            named["ends"] = self._ends(finding)
            named["ways"] = self._ways(finding)
        return named

    def _set(self, layout: Layout, part: Part) -> str:
        return self.words("findings.set", cells=self._cells(layout, part.cells), digits=self._digits(part.digits))

    def _linked(self, finding: Finding) -> str:
        """Sets with the digits that link each to the next, as in `r1c2 (4 and 6) −6− r3c2 and r3c4 (1, 4 and 6)`."""
        links = [part for part in finding.parts if part.role in ("set", "common")]
        texts = (
            self._set(finding.layout, part) if part.role == "set" else f" −{self._digits(part.digits)}− "
            for part in links
        )
        return "".join(texts)

    def _ways(self, finding: Finding) -> str:
        """What follows from each assumption, as in `if r1c1 is 6, r1c2 is not 6; if r1c1 is 7, r1c2 is not 6`."""
        ways: list[list[str]] = []
        for place, part in enumerate(finding.parts):
            if part.role not in LINKS:
                continue
            node = self._node(finding.layout, part)
            if part.role == "start":
                first = next((link.role for link in finding.parts if link.source == place), "")
                off = first == "strong" or (not first and bool(finding.placed))
                ways.append([self.words(f"findings.assumed-{'off' if off else 'on'}", **node)])
            else:
                ways[-1].append(self.words(f"findings.then-{'on' if part.role == 'strong' else 'off'}", **node))
        return self.words("findings.ways").join(self.words("lists.comma-clauses").join(way) for way in ways)

    def _ends(self, finding: Finding) -> str:
        """The first and the last candidates of a chain."""
        links = [part for part in finding.parts if part.role in LINKS]
        nodes = [self._node(finding.layout, part) for part in (links[0], links[-1])]
        return self.words.listed([self.words("findings.node", link="", **node) for node in nodes])

    def _node(self, layout: Layout, part: Part) -> dict[str, str]:
        return {"cells": self._cells(layout, part.cells), "digits": self._digits(part.digits)}

    def _chain(self, finding: Finding) -> str:
        """The links of chains, as in `5 in r1c2 = 5 in r1c8 − 5 in r7c8`: = is a strong link, − a weak one."""
        chains: list[str] = []
        sets = {part.source: self._node(finding.layout, part) for part in finding.with_role("set")}
        for place, part in enumerate(finding.parts):
            if part.role in LINKS:
                chains += [""] if part.role == "start" else []
                node = self._node(finding.layout, part) | {"link": LINKS[part.role]}
                if place in sets:
                    node |= {"set": sets[place]["cells"], "held": sets[place]["digits"]}
                chains[-1] += self.words("findings.node-in-set" if place in sets else "findings.node", **node)
        return self.words("findings.ways").join(chains)

    def _covers(self, finding: Finding) -> str:
        """The columns in which rows are crossed at the cells, or the rows in which columns are."""
        kind = COLUMN if finding.houses[0].kind == ROW else ROW
        houses = [h for h in finding.layout.houses if h.kind == kind and set(h.cells) & set(finding.cells)]
        return self.words.listed([self.house(finding.layout, house) for house in houses], "houses-")

    def _effects(self, finding: Finding) -> Iterable[str]:
        *_, last = groups = grouped(finding.removed)
        for group in groups:
            digits, cells = group
            key = "findings.effect" if group is last else "findings.effect-first"
            yield self.words(key, digits=self._digits(digits), cells=self._cells(finding.layout, cells))

    def _digits(self, digits: Sequence[int]) -> str:
        return self.words.listed([self.symbols[digit - 1] for digit in digits])

    def _cells(self, layout: Layout, cells: Sequence[int]) -> str:
        return self.words.listed([layout.cell_name(cell) for cell in cells])


@dataclass(frozen=True)
class Hint:
    """Help with a state: what its solutions say of it, and the round to look for, if there is one."""

    state: State
    judgement: Judgement
    one: Round | None

    def as_json(self, narrator: Narrator, full: bool) -> dict[str, Any]:
        """The hint as an object for JSON: mistakes, where to look and, when it is wanted in full, the round."""
        puzzle = self.state.puzzle
        data: dict[str, Any] = {"puzzle": puzzle.line, "layout": puzzle.layout.spec, **self.state.as_json()}
        data |= narrator.judgement_as_json(self.judgement)
        if self.one:
            data |= {
                "rule": self.one.rule,
                "complexity": self.one.complexity,
                "look": narrator.where_to_look(self.one),
            }
        return {**data, **narrator.as_json(self.one)} if self.one and full else data


def looked_at(finding: Finding) -> tuple[House, ...]:
    """The houses where a finding is seen: those that have its cells, or the row of the cell when it needs none.

    Houses that it clears are left out, as they would give the rest away.
    """
    if finding.houses:
        cleared = [part.house for part in finding.with_role("cover")]
        houses = tuple(house for house in finding.houses if house not in cleared) or finding.houses
        return houses[:1] if set(finding.cells) <= set(houses[0].cells) else houses
    layout = finding.layout
    return tuple(layout.houses[layout.houses_of[cell][0]] for cell in finding.cells)


def grouped(removed: Sequence[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Removed candidates (cell, digit) as few pairs of digits and cells, grouped by digit or by cell.

    >>> grouped([(3, 1), (3, 2), (5, 2), (5, 1)])
    [((1, 2), (3, 5))]
    """
    by_digit = _joined([(digit, cell) for cell, digit in removed])
    by_cell = [(digits, cells) for cells, digits in _joined(list(removed))]
    return min(by_digit, by_cell, key=len)


def _joined(pairs: list[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pairs of a key and a value with the keys put together that have the same values."""
    values: dict[int, set[int]] = {}
    for key, value in pairs:
        values.setdefault(key, set()).add(value)
    keys: dict[tuple[int, ...], list[int]] = {}
    for key in sorted(values):
        keys.setdefault(tuple(sorted(values[key])), []).append(key)
    return [(tuple(group), shared) for shared, group in keys.items()]
