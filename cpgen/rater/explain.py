"""Explanation of a rating: its rounds as data, each with its findings, assignments and eliminations.

`explain_puzzle` returns the rounds of a ladder from a puzzle or a state to the end, `find_in` all findings on the board
as it is. Both turn the log of a traced `Rater` into `Finding` and `Round` objects, which print themselves in English;
sentences in other languages are in `cpgen.render`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import groupby, product
from operator import attrgetter
from typing import Any, TypeVar, overload

from msgspec import UNSET

from cpgen.answers import puzzle_answers as answers
from cpgen.answers.answer_base import Recorded
from cpgen.constraints.base import Constraint
from cpgen.constraints.house import House
from cpgen.constraints.sums import derived_sums
from cpgen.layout import Layout
from cpgen.messages import counted
from cpgen.notation import symbol
from cpgen.puzzle import Puzzle
from cpgen.rater.equations import set_equations
from cpgen.rater.finding_log import LogEntry, PartEntry
from cpgen.rater.findings import COLOURS, ROLES
from cpgen.rater.ladder import TECHNIQUES, Ladder
from cpgen.rater.rating import Rating, part_entries, rater_for
from cpgen.rater.techniques import NAMED, Technique
from cpgen.state import State
from cpgen.suggestions import one_of
from cpgen.translations import LANGUAGES, words_of

T = TypeVar("T")
Effects = tuple[tuple[int, int], ...]
"""Pairs of cell and digit"""
ABOUT = ("figure", "cells", "fin", "start", "strong", "weak", "set", *COLOURS)
"""Roles of the parts whose cells a finding is about"""
FURTHER = ("fin", "start", "strong", "weak", "set", "common", "clue", "derived", "equation", *COLOURS)
"""Roles that carry information beyond houses, cells and digits"""


def title_of(rule: str) -> str:
    """Return the English name of a rule, as in `X-Wing`."""
    return words_of("en")(f"rules.{rule}.title")


def technique_named(word: str) -> str:
    """Return the name of a technique in any spelling, as in `X-Wing`, `xwing` or `x wing`.

    Raises:
        InputError: There is no such technique; the message has the nearest names.
    """
    name = word if word in NAMED else _spellings().get(_letters(word))
    if name is None:
        raise one_of(TECHNIQUES, word, "a technique")
    return name


@cache
def _spellings() -> dict[str, str]:
    """Return the name of each technique by its spellings: title and name, reduced to letters and digits."""
    titles = {_letters(words_of(language)(f"rules.{name}.title")): name for name in NAMED for language in LANGUAGES}
    return titles | {_letters(name): name for name in NAMED}


def _letters(word: str) -> str:
    return "".join(filter(str.isalnum, word.casefold().replace("colors", "colours")))


def named_effects(layout: Layout, effects: Iterable[tuple[int, int]]) -> tuple[tuple[str, str], ...]:
    """Return effects (cell, digit) as pairs of a name and a symbol, as in `("r1c1", "5")`."""
    return tuple((layout.cell_name(cell), symbol(digit)) for cell, digit in effects)


@dataclass(frozen=True)
class Part:
    """Part of a finding: its role (one of `cpgen.rater.findings.ROLES`), a house, cells in it, and digits.

    A link of a chain has as `source` the index of the part that it comes from. A part about a constraint has the
    constraint, and one about a derived sum or an equation has its total. An equation has the weight of each cell, and
    so has each house from which it follows: how often it is added, or, if negative, subtracted.
    """

    role: str
    house: House | None
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    source: int | None = None
    constraint: Constraint | None = None
    total: int | None = None
    weights: tuple[int, ...] = ()

    def as_record(self, layout: Layout) -> answers.FindingPart:
        """Return the record of the part."""
        return answers.FindingPart(
            role=self.role,
            house=str(self.house) if self.house and self.role in ("figure", "cover") else None,
            cells=tuple(map(layout.cell_name, self.cells)),
            digits=tuple(map(symbol, self.digits)),
            source=self.source,
            constraint=self.constraint.as_json(layout.size) if self.constraint else UNSET,
            total=UNSET if self.total is None else self.total,
            weights=self.weights or UNSET,
        )


@dataclass(frozen=True)
class Finding(Recorded):
    """One deduction: its houses, cells and digits, and what it assigned or eliminated (cell, digit)."""

    layout: Layout = field(repr=False)
    rule: str
    houses: tuple[House, ...]
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    placed: Effects
    removed: Effects
    parts: tuple[Part, ...] = ()

    def with_role(self, role: str) -> list[Part]:
        """Return the parts with a role."""
        return [part for part in self.parts if part.role == role]

    @property
    def contradicts_itself(self) -> bool:
        """True for chains from a candidate that is assumed true, and then is false or eliminated by the finding."""
        links = [part for part in self.parts if part.role in ("start", "strong", "weak")]
        if len(self.with_role("start")) != 1:
            return False
        first, last = links[0], links[-1]
        is_false = last.role == "weak" and (first.cells, first.digits) == (last.cells, last.digits)
        return is_false or self.removed == tuple(product(first.cells, first.digits))

    @property
    def has_figure(self) -> bool:
        """True if the finding has more to draw than its houses, cells and digits, as fish and chains have."""
        return len(self.with_role("cover")) > 1 or any(part.role in FURTHER for part in self.parts)

    @property
    def technique(self) -> Technique:
        """Technique that made this finding."""
        return NAMED[self.rule]

    def as_record(self) -> answers.PlainFinding:
        """Return the record of the finding; `parts` are included where they tell more."""
        return answers.PlainFinding(
            houses=tuple(map(str, self.houses)),
            cells=tuple(map(self.layout.cell_name, self.cells)),
            digits=tuple(map(symbol, self.digits)),
            placed=named_effects(self.layout, self.placed),
            removed=named_effects(self.layout, self.removed),
            parts=tuple(part.as_record(self.layout) for part in self.parts) if self.has_figure else UNSET,
        )

    def __str__(self) -> str:
        seen = f"{_digits(self.digits)} in {_cells(self.layout, self.cells)}"
        where = f" ({', '.join(map(str, self.houses))})" if self.houses else ""
        return f"{seen}{where}: {self._effect()}"

    def __repr__(self) -> str:
        return f"<Finding: {self}>"

    def _effect(self) -> str:
        if self.placed:
            return "placed"
        by_digits = sorted((self._cells_losing(digit), digit) for digit in {digit for _, digit in self.removed})
        groups = ((cells, tuple(d for _, d in group)) for cells, group in groupby(by_digits, key=lambda pair: pair[0]))
        return "; ".join(f"no {_digits(digits)} in {_cells(self.layout, cells)}" for cells, digits in groups)

    def _cells_losing(self, digit: int) -> tuple[int, ...]:
        return tuple(sorted(cell for cell, lost in self.removed if lost == digit))


@dataclass(frozen=True)
class Round(Recorded):
    """One round of the ladder: its number from 1, the rule with its complexity, and its findings."""

    number: int
    rule: str
    complexity: int
    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        return f"<Round {self.number}: {self.title}, {counted(len(self.findings), 'finding')}>"

    @property
    def title(self) -> str:
        """English name of the rule."""
        return title_of(self.rule)

    @property
    def placed(self) -> Effects:
        """All (cell, digit) assigned in this round."""
        return tuple(effect for finding in self.findings for effect in finding.placed)

    @property
    def removed(self) -> Effects:
        """All (cell, digit) eliminated in this round."""
        return tuple(effect for finding in self.findings for effect in finding.removed)

    def as_record(self) -> answers.PlainRound:
        """Return the record of the round."""
        return answers.PlainRound(
            round=self.number,
            rule=self.rule,
            complexity=self.complexity,
            findings=tuple(finding.as_record() for finding in self.findings),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.title}: {' | '.join(map(str, self.findings))}"


@dataclass(frozen=True)
class Explanation(Sequence[Round]):
    """Rating of a puzzle with the rounds of the ladder that led to it; a sequence of these rounds."""

    rating: Rating
    rounds: tuple[Round, ...]

    @overload
    def __getitem__(self, place: int) -> Round: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Round, ...]: ...
    def __getitem__(self, place: int | slice) -> Round | tuple[Round, ...]:
        return self.rounds[place]

    def __len__(self) -> int:
        return len(self.rounds)

    def __str__(self) -> str:
        return "\n".join(map(str, self.rounds))

    def __repr__(self) -> str:
        return f"<Explanation: {self.rating.outcome}, level {self.rating.level}, {counted(len(self), 'round')}>"


def explain_puzzle(puzzle: Puzzle | State, ladder: Ladder) -> Explanation:
    """Return the rounds in which the ladder solves a puzzle or a state, up to where it is stuck."""
    rating, log, parts = rater_for(puzzle.layout, ladder).trace(State.of(puzzle))
    rounds = (list(entries) for _, entries in groupby(log, key=attrgetter("round_number")))
    return Explanation(rating, tuple(_round(puzzle.layout, ladder, entries, parts) for entries in rounds))


def open_candidates(puzzle: Puzzle | State) -> dict[int, set[int]]:
    """Return the candidates of each open cell, as a dictionary from the cell to a set of digits."""
    state = State.of(puzzle)
    return {cell: set(state.candidates[cell]) for cell in state.open_cells}


def boards_before(
    puzzle: Puzzle | State, explanation: Explanation
) -> Iterator[tuple[Round, list[int], dict[int, set[int]]]]:
    """Yield each round with the digits and the candidates of open cells before it; both are updated in place."""
    digits, candidates = list(State.of(puzzle).digits), open_candidates(puzzle)
    for one in explanation:
        yield one, digits, candidates
        # Bring the board to its state after the round.
        for cell, digit in one.removed:
            candidates[cell].discard(digit)
        for cell, digit in one.placed:
            digits[cell] = digit
            candidates.pop(cell, None)
            for peer in puzzle.layout.peers[cell]:
                candidates.get(peer, set()).discard(digit)


def states_before(state: State, explanation: Explanation) -> Iterator[tuple[Round, State]]:
    """Yield each round of the explanation of a state, and the state before it, with all candidates noted."""
    clues, cells = state.puzzle.clues, range(state.layout.cell_count)
    for one, digits, candidates in boards_before(state, explanation):
        placed = tuple(0 if clue else digit for clue, digit in zip(clues, digits, strict=True))
        yield one, State(state.puzzle, placed, tuple(tuple(sorted(candidates.get(cell, ()))) for cell in cells))


def find_in(puzzle: Puzzle | State, ladder: Ladder) -> tuple[Finding, ...]:
    """Return all findings of all techniques on the present board, in the ladder's order, without repeats."""
    layout = puzzle.layout
    found: list[Finding] = []
    for entries, parts in rater_for(layout, ladder).find(State.of(puzzle)):
        # One log entry per effect: group them to findings, then drop findings with the same effects.
        groups = _different(_groups(entries), lambda group: (group[0].rung, _placed(group), _removed(group)))
        found += (_finding(layout, ladder, group, part_entries(parts[_parts_of(group)])) for group in groups)
    return tuple(found)


def with_joined_links(one: Round) -> Round:
    """Return the round with all findings about links of one constraint, such as a thermometer, merged into one."""
    together: dict[Any, list[Finding]] = {}
    for number, finding in enumerate(one.findings):
        line = _line_of(finding) if finding.rule == "link" else None
        together.setdefault(number if line is None else line, []).append(finding)
    return replace(one, findings=tuple(map(_joined, together.values())))


def _line_of(finding: Finding) -> Constraint | None:
    """Return the constraint whose links the finding is about, such as a thermometer.

    None if the finding has no constraint, or one that applies to the whole board.
    """
    return next((part.constraint for part in finding.with_role("clue") if part.cells), None)


def _joined(findings: list[Finding]) -> Finding:
    """Merge findings about one constraint into one finding."""
    first, *others = findings
    if not others:
        return first
    own = [part for part in first.parts if part.role == "clue"]
    parts = {part.cells: part for one in reversed(findings) for part in one.parts if part.role != "clue"}
    return replace(
        first,
        cells=tuple(sorted({cell for one in findings for cell in one.cells})),
        digits=tuple(sorted({digit for one in findings for digit in one.digits})),
        removed=tuple(dict.fromkeys(effect for one in findings for effect in one.removed)),
        parts=(*own, *parts.values()),
    )


def different(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Deduplicate findings by rule, assignments and eliminations."""
    return tuple(_different(findings, lambda one: (one.rule, one.placed, one.removed)))


def _different(found: Iterable[T], effects_of: Callable[[T], tuple[Any, Effects, Effects]]) -> Iterable[T]:
    """Yield the first item for each combination of rule, assignments and set of eliminations.

    `effects_of` returns these three for an item.
    """
    kept: dict[Any, T] = {}
    for one in found:
        rule, placed, removed = effects_of(one)
        kept.setdefault((rule, placed, frozenset(removed)), one)
    return kept.values()


def _round(layout: Layout, ladder: Ladder, entries: list[LogEntry], parts: list[PartEntry]) -> Round:
    rung = ladder.rungs[entries[0].rung]
    findings = tuple(_finding(layout, ladder, group, parts[_parts_of(group)]) for group in _groups(entries))
    return Round(entries[0].round_number, rung.technique, rung.complexity, findings)


def _groups(entries: list[LogEntry]) -> Iterator[list[LogEntry]]:
    """Yield the entries of the log in groups, one for each finding."""
    return (list(group) for _, group in groupby(entries, key=attrgetter("finding")))


def _placed(entries: list[LogEntry]) -> Effects:
    return tuple(dict.fromkeys((entry.cell, entry.placed) for entry in entries if entry.placed))


def _removed(entries: list[LogEntry]) -> Effects:
    return tuple(dict.fromkeys((entry.cell, entry.removed) for entry in entries if entry.removed))


def _parts_of(entries: list[LogEntry]) -> slice:
    """Return the slice of the log of parts that belongs to one finding, whose effects are `entries`."""
    return slice(entries[0].parts_from, entries[0].parts_to)


def _finding(layout: Layout, ladder: Ladder, entries: list[LogEntry], parts: list[PartEntry]) -> Finding:
    # The parts about the subject of a finding give its cells and digits.
    shown = tuple(part for entry in parts for part in _parts(layout, entry))
    is_derived = any(part.role in ("derived", "equation") for part in shown)
    about = [part for part in shown if part.role in ABOUT and not (is_derived and part.role == "figure")]
    return Finding(
        layout=layout,
        rule=ladder.rules[entries[0].rung],
        houses=tuple(part.house for part in shown if part.house and part.role in ("figure", "cover", "set")),
        cells=tuple(sorted({cell for part in about for cell in part.cells})),
        digits=tuple(sorted({digit for part in about for digit in part.digits})),
        placed=_placed(entries),
        removed=_removed(entries),
        parts=shown,
    )


def _parts(layout: Layout, entry: PartEntry) -> list[Part]:
    """Return the part that a log entry describes.

    A derived sum or an equation is followed by parts for its houses and constraints.
    """
    role = ROLES[entry.role]
    if role == "clue":
        return [_clue(layout.further[entry.source])]
    if role == "equation":
        one = set_equations(layout)[entry.source]
        whole = Part(role, None, one.linear.cells, (), total=one.linear.total, weights=one.linear.coefficients)
        added = [Part("figure", house, house.cells, (), weights=(times,)) for house, times in one.houses]
        return [whole, *added, *map(_clue, one.constraints)]
    if role != "derived":
        return [_part(layout, entry)]
    derived = derived_sums(layout)[entry.source]
    houses = [Part("figure", house, house.cells, ()) for house in derived.houses]
    total = Part(role, None, derived.linear.cells, (), total=derived.linear.total)
    return [total, *houses, *map(_clue, derived.constraints)]


def _clue(constraint: Constraint) -> Part:
    return Part("clue", None, constraint.cells, (), constraint=constraint)


def _part(layout: Layout, entry: PartEntry) -> Part:
    house = layout.houses[entry.house] if entry.house >= 0 else None
    return Part(
        role=ROLES[entry.role],
        house=house,
        cells=tuple(house.cells[position] for position in _bits(entry.positions)) if house else (),
        digits=tuple(position + 1 for position in _bits(entry.digits)),
        source=entry.source if entry.source >= 0 else None,
    )


@lru_cache(maxsize=1 << 14)
def _bits(mask: int) -> tuple[int, ...]:
    return tuple(k for k in range(mask.bit_length()) if mask >> k & 1)


def _digits(digits: tuple[int, ...]) -> str:
    return ", ".join(symbol(digit) for digit in digits)


def _cells(layout: Layout, cells: tuple[int, ...]) -> str:
    return ", ".join(layout.cell_name(cell) for cell in cells)


@dataclass(frozen=True)
class RoundRow:
    """Row of a table of rounds: number, open cells, rule and its complexity, and the digits placed."""

    number: int
    open_cells: int
    """Number of open cells before the round"""
    rule: str
    """Name of the rule, as in `hidden-single-region`"""
    complexity: int
    placed: Effects
    """Pairs of cell and digit; empty in a round that only eliminates candidates"""

    def as_record(self, puzzle: Puzzle) -> answers.RoundRowRecord:
        """Return the record of this row; `puzzle` is the puzzle whose rounds the table lists."""
        return answers.RoundRowRecord(
            puzzle=puzzle.line,
            round=self.number,
            open=self.open_cells,
            rule=self.rule,
            complexity=self.complexity,
            placed=named_effects(puzzle.layout, self.placed),
        )


def round_rows(puzzle: Puzzle | State, ladder: Ladder) -> list[RoundRow]:
    """Return a row for each round in which the ladder solves a puzzle or a state."""
    rows, left = [], State.of(puzzle).digits.count(0)
    for one in explain_puzzle(puzzle, ladder):
        rows.append(RoundRow(one.number, left, one.rule, one.complexity, one.placed))
        left -= len(one.placed)
    return rows
