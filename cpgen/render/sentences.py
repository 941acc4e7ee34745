"""Findings, hints and mistakes as sentences in English or Japanese."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import UNSET
from msgspec.structs import replace

from cpgen.answers import puzzle_answers as answers
from cpgen.answers.answer_base import joined
from cpgen.constraints.house import COLUMN, EXTRA, REGION, ROW, House
from cpgen.layout import Layout
from cpgen.notation import SYMBOLS, symbol
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Finding, Part, Round
from cpgen.rater.findings import COLOURS
from cpgen.rater.ladder import SINGLES
from cpgen.rater.refutation import Contradiction, Refutation
from cpgen.render.picture import is_diagonal
from cpgen.rules_text import name_of
from cpgen.state import BoardState, Judgement, Mistake, State
from cpgen.translations import Translations

LINKS = {"start": "", "strong": " = ", "weak": " − "}
"""Sign before each link of a chain, by its role"""
CELLS_WITH_ROLE = {"fins": "fin", "others": "cells", "figure": "figure", "cases": "also"}
"""Role of the parts of a finding whose cells a placeholder of its sentence stands for, by placeholder"""
CELLS_WITH_ROLE |= dict(zip(("first", "second", "third", "fourth"), COLOURS, strict=True))
ELIMINATING_SINGLES = ("hidden-single-line", "naked-single")
"""Rules for singles that only eliminate candidates on the paper's ladder"""
NAMED_BLOCKS = Layout.boxes(3, 3).regions
"""Regions whose houses have names (such as top left): the boxes of the 9×9 board"""


@dataclass(frozen=True)
class Narrator:
    """Writer of sentences about rounds and findings in one language, with given symbols for the digits."""

    words: Translations
    symbols: tuple[str, ...] = tuple(SYMBOLS)

    def title(self, one: Round) -> str:
        """Return the name, in the narrator's language, of the rule that a round applies."""
        return self.words(f"rules.{one.rule}.title")

    def sentence(self, finding: Finding) -> str:
        """Describe a finding, as in `In row 5, 4 can only go in r5c2, so 4 can be removed from r4c1.`"""
        parts = self._parts(finding)
        seen = self.words(f"rules.{finding.rule}.sees{self._form(finding, parts)}", **parts)
        if finding.placed and finding.rule in SINGLES:
            return self.words("findings.placed", seen=seen)
        decided = finding.placed
        # A person would write the digit, though the ladder only eliminates candidates.
        if finding.rule in ELIMINATING_SINGLES and not decided:
            decided = tuple(zip(finding.cells, finding.digits, strict=False))
        if decided:
            (cell, digit), *_ = decided
            return self.words(
                "findings.decided", seen=seen, cell=finding.layout.cell_name(cell), digit=self.symbols[digit - 1]
            )
        effects = self.words.listed(list(self._effects(finding)), "effects-")
        return self.words("findings.removed", seen=seen, effects=effects)

    def _form(self, finding: Finding, parts: dict[str, str]) -> str:
        """Return the ending of the key of a finding's sentence: "-many", "-alone", or "" for the usual one.

        "-many" is for too many sets or cells to list, and "-alone" for a finding to which no constraint contributes.
        `parts` holds the texts for the placeholders of the sentence.
        """
        if finding.rule == "link":
            return "-many" if len(finding.cells) > 2 else ""
        form = "-many" if finding.with_role("clue") or "cases" in parts else "-alone"
        return form if "sets" not in parts and f"rules.{finding.rule}.sees{form}" in self.words.texts else ""

    def sentences(self, one: Round) -> list[str]:
        """Return one sentence per finding of a round."""
        return [self.sentence(finding) for finding in one.findings]

    def paragraph(self, one: Round) -> str:
        """Return the sentences on all findings of a round as one text."""
        return self.words("lists.space").join(self.sentences(one))

    def where_to_look(self, one: Round) -> str:
        """Describe the houses to look at for a round, and the idea of its technique, without its findings."""
        clue = self._clue(one.findings[0].layout, one.findings[:1])
        return self.words(f"rules.{one.rule}.look", houses=self._houses(one.findings), clue=clue)

    def where(self, finding: Finding) -> str:
        """Name only the constraints, or else the houses, in which a finding is to be found."""
        place = self._clue(finding.layout, [finding]) or self._houses([finding])
        return self.words("findings.where", place=place)

    def _houses(self, findings: Iterable[Finding]) -> str:
        """Return the names of the houses in which findings are visible, as a list in words."""
        houses = {(house.kind, house.number): (f.layout, house) for f in findings for house in looked_at(f)}
        return self.words.listed([self.house(*one) for one in houses.values()], "houses-")

    def round_as_record(self, one: Round) -> answers.RoundRecord:
        """Return the JSON record of a round, with a sentence for the whole round and one for each finding."""
        told = zip(one.findings, self.sentences(one), strict=True)
        return joined(
            answers.RoundRecord,
            one.as_record(),
            findings=tuple(joined(answers.FindingRecord, finding.as_record(), sentence=text) for finding, text in told),
            sentence=self.paragraph(one),
            title=self.title(one),
            look=self.where_to_look(one),
        )

    def finding_as_record(self, finding: Finding) -> answers.FoundFinding:
        """Return the JSON record of a finding on its own, with its technique and sentence."""
        return joined(
            answers.FoundFinding,
            finding.as_record(),
            technique=finding.rule,
            code=finding.technique.code,
            sentence=self.sentence(finding),
            assumes_one_solution=finding.technique.assumes_one_solution,
        )

    def mistake(self, mistake: Mistake) -> str:
        """Return a sentence about a mistake, as in `r1c2 is 3, but must be 2.`"""
        name, right = mistake.layout.cell_name(mistake.cell), self.symbols[mistake.right - 1]
        if mistake.emptied:
            return self.words("mistakes.emptied", cell=name, right=right)
        if not mistake.placed:
            return self.words("mistakes.missing", cell=name, right=right)
        return self.words("mistakes.wrong", cell=name, right=right, digit=self.symbols[mistake.placed - 1])

    def faults(self, judgement: Judgement) -> list[str]:
        """Return sentences on what is wrong with a board: each mistake, or that it has no solution or several."""
        if judgement.mistakes:
            return [self.mistake(one) for one in judgement.mistakes]
        wrong = judgement.board in (BoardState.NONE, BoardState.MANY)
        return [self.words(f"board.{judgement.board}")] if wrong else []

    def judgement_as_record(self, judgement: Judgement) -> answers.Judged:
        """Return the JSON record of a judgement, with a sentence for each mistake."""
        return answers.Judged(state=judgement.board, mistakes=self.mistakes_as_records(judgement.mistakes))

    def mistakes_as_records(self, mistakes: Iterable[Mistake]) -> tuple[answers.MistakeRecord, ...]:
        """Return the JSON records of mistakes, with a sentence for each."""
        return tuple(
            answers.MistakeRecord(
                cell=one.layout.cell_name(one.cell),
                placed=symbol(one.placed) if one.placed else None,
                right=symbol(one.right),
                sentence=self.mistake(one),
            )
            for one in mistakes
        )

    def why_no_round(self, judgement: Judgement) -> str:
        """Return a sentence on why there is no next round: the board is solved or wrong, or the ladder is stuck."""
        if judgement.board == BoardState.OPEN:
            return self.words("board.stuck")
        return self.words("lists.space").join(self.faults(judgement)) or self.words(f"board.{judgement.board}")

    def refutation(self, one: Refutation, puzzle: Puzzle) -> list[str]:
        """Return sentences on why a cell cannot hold a digit: the assumption, each step, and the contradiction."""
        layout, cell, digit = one.layout, one.layout.cell_name(one.cell), self.symbols[one.digit - 1]
        other = self.symbols[puzzle.clues[one.cell] - 1] if one.reason == "given" else ""
        seen = layout.cell_name(one.found) if one.found is not None else other
        first = self.words(f"refutation.{one.reason}", cell=cell, digit=digit, other=seen)
        steps = [self.sentence(finding) for finding in one.steps]
        if one.reason != "assumed":
            return [first, *steps]
        therefore = self.words("refutation.therefore", cell=cell, digit=digit)
        return [first, *steps, self._contradiction(layout, one.contradiction), therefore]

    def _contradiction(self, layout: Layout, one: Contradiction | None) -> str:
        if one and one.cell is not None:
            return self.words("refutation.no-candidate", cell=layout.cell_name(one.cell))
        if one and one.house and one.digit:
            digit = self.symbols[one.digit - 1]
            return self.words("refutation.no-place", digit=digit, house=self.house(layout, one.house))
        if one and one.constraint:
            return self.words("refutation.violated", clue=name_of(one.constraint, layout.size, self.words))
        return self.words("refutation.contradiction")

    def refutation_as_record(self, one: Refutation, state: State) -> answers.RefutedRecord:
        """Return the JSON record of a refutation, with its sentences."""
        end = one.contradiction
        cells = (end.cell,) if end and end.cell is not None else end.house.cells if end and end.house else ()
        return joined(
            answers.RefutedRecord,
            state.puzzle.as_record(),
            state.as_record(),
            cell=one.layout.cell_name(one.cell),
            digit=symbol(one.digit),
            reason=one.reason,
            steps=tuple(map(self.finding_as_record, one.steps)),
            contradiction=tuple(map(one.layout.cell_name, cells)),
            sentences=tuple(self.refutation(one, state.puzzle)),
        )

    def house(self, layout: Layout, house: House) -> str:
        """Return the name of a house, such as `row 5`; a house that is no line, by its number and first cell."""
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
        """Return the texts that fill the placeholders of a finding's sentence, by placeholder name."""
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
            if any(part.cells for part in parts)
        }
        if sets := of("set"):
            named["sets"] = self.words.listed([self._set(layout, part) for part in sets], "houses-")
            named["linked"] = self._linked(finding)
        for name, role in (("common", "common"), ("digit", "figure")):
            if digits := sorted({digit for part in of(role) for digit in part.digits}):
                named[name] = self._digits(digits)
        if of("clue"):
            named |= self._clues(finding)
        if of("equation"):
            named |= self._equation(finding)
        if of("start"):
            named["chain"] = self._chain(finding)
            named["ends"] = self._ends(finding)
            named["ways"] = self._ways(finding)
            named["end"] = self._end(finding)
        return named

    def _clue(self, layout: Layout, findings: Iterable[Finding]) -> str:
        """Return the names of the constraints that findings use, as a list in words; "" if there are none."""
        clues = [part.constraint for finding in findings for part in finding.with_role("clue") if part.constraint]
        names = [name_of(constraint, layout.size, self.words) for constraint in dict.fromkeys(clues)]
        return self.words.listed(names, "houses-") if names else ""

    def _clues(self, finding: Finding) -> dict[str, str]:
        """Return the placeholder texts of a finding about constraints: their names, remaining sets of digits, a sum."""
        named = {"clue": self._clue(finding.layout, [finding])}
        if common := finding.with_role("common"):
            named["sets"] = self.words("lists.or").join(self._digits(part.digits) for part in common)
        for part in finding.with_role("derived"):
            named |= {"total": str(part.total), "cells": self._cells(finding.layout, part.cells)}
            houses = [self.house(finding.layout, house) for house in finding.houses]
            named["houses"] = self.words.listed(houses, "houses-")
        return named

    def _equation(self, finding: Finding) -> dict[str, str]:
        """Return the texts for an equation: the sums that it follows from, and what is left of it in open cells."""
        layout, (whole,) = finding.layout, finding.with_role("equation")
        names = self._counted(layout, {one.house: one.weights[0] for one in finding.with_role("figure") if one.house})
        clues = [one.constraint for one in finding.with_role("clue") if one.constraint]
        names += [name_of(constraint, layout.size, self.words) for constraint in dict.fromkeys(clues)]
        digits = {cell: part.digits for part in finding.with_role("cells") for cell in part.cells}
        total, terms = whole.total or 0, list[tuple[int, str]]()
        for cell, weight in zip(whole.cells, whole.weights, strict=True):
            if len(digits[cell]) == 1:
                total -= weight * digits[cell][0]
            else:
                terms.append((weight, layout.cell_name(cell)))
        return {"sources": self.words.listed(names, "houses-"), "equation": equation_text(terms, total)}

    def _counted(self, layout: Layout, counts: dict[House, int]) -> list[str]:
        """Return the names of houses that are added or subtracted, each with its count; one name for all rows."""
        for kind in (ROW, COLUMN, REGION):
            every = [house for house in layout.houses if house.kind == kind]
            together = {counts.get(house, 0) for house in every}
            if len(together) == 1 and abs(together.pop()) == 1:
                rest = {house: count for house, count in counts.items() if house not in every}
                return [self.words(f"houses.all-{kind}"), *self._counted(layout, rest)]
        return [self._times(layout, house, count) for house, count in counts.items()]

    def _times(self, layout: Layout, house: House, count: int) -> str:
        """Return the name of a house that is added or subtracted, with how often it is if not once."""
        name = self.house(layout, house)
        return name if abs(count) == 1 else self.words("findings.times", count=abs(count), name=name)

    def _set(self, layout: Layout, part: Part) -> str:
        return self.words("findings.set", cells=self._cells(layout, part.cells), digits=self._digits(part.digits))

    def _linked(self, finding: Finding) -> str:
        """Describe sets of cells linked by common digits, as in `r1c2 (4 and 6) −6− r3c2 and r3c4 (1, 4 and 6)`."""
        links = [part for part in finding.parts if part.role in ("set", "common")]
        texts = (
            self._set(finding.layout, part) if part.role == "set" else f" −{self._digits(part.digits)}− "
            for part in links
        )
        return "".join(texts)

    def _ways(self, finding: Finding) -> str:
        """Describe each assumption of a chain, as in `if r1c1 is 6, r1c2 is not 6; if r1c1 is 7, r1c2 is not 6`."""
        ways: list[list[str]] = []
        for place, part in enumerate(finding.parts):
            if part.role not in LINKS:
                continue
            node = self._node(finding.layout, part)
            if part.role == "start":
                # A strong first link starts from a false candidate, a weak one from a true one; contradictions start
                # from true.
                first = next((link.role for link in finding.parts if link.source == place), "")
                off = first == "strong" if first else bool(finding.placed)
                off = off and not finding.contradicts_itself
                ways.append([self.words(f"findings.assumed-{'off' if off else 'on'}", **node)])
            else:
                ways[-1].append(self.words(f"findings.then-{'on' if part.role == 'strong' else 'off'}", **node))
        return self.words("findings.ways").join(self.words("lists.comma-clauses").join(way) for way in ways)

    def _end(self, finding: Finding) -> str:
        """Describe the contradiction in which chains end, of a constraint, a house or a cell; "" if there is none."""
        layout, last = finding.layout, finding.parts[-1]
        if last.constraint:
            return self.words("findings.no-filling", clue=name_of(last.constraint, layout.size, self.words))
        if last.role == "figure" and last.house and last.digits:
            house, digit = self.house(layout, last.house), self._digits(last.digits)
            return self.words("findings.no-place", digit=digit, house=house)
        return self.words("findings.no-digit", cell=self._cells(layout, last.cells)) if last.role == "cells" else ""

    def _ends(self, finding: Finding) -> str:
        """Describe the first and the last candidates of a chain, as in `5 in r1c2 and 5 in r7c8`."""
        links = [part for part in finding.parts if part.role in LINKS]
        nodes = [self._node(finding.layout, part) for part in (links[0], links[-1])]
        return self.words.listed([self.words("findings.node", link="", **node) for node in nodes])

    def _node(self, layout: Layout, part: Part) -> dict[str, str]:
        return {"cells": self._cells(layout, part.cells), "digits": self._digits(part.digits)}

    def _chain(self, finding: Finding) -> str:
        """Describe chains, as in `5 in r1c2 = 5 in r1c8 − 5 in r7c8`; = is a strong link, − a weak one."""
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
        """Return the names of the columns (or rows) that cross the finding's rows (or columns) at its cells."""
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
    """Hint on a puzzle in play: mistakes made so far, and the next round if there is one.

    Attributes:
        state: The puzzle or position.
        judgement: The status of the board, and its mistakes.
        one: The round that the hint is about, or None.
        explanation: All rounds from the state.
        narrator: Writer of the sentences.
    """

    state: State
    judgement: Judgement
    one: Round | None
    explanation: Explanation
    narrator: Narrator

    @classmethod
    def of(cls, state: State, judgement: Judgement, number: int, explanation: Explanation, narrator: Narrator) -> Hint:
        """Return the hint about round `number`, counted from 1.

        Without a round if there is none or the board is wrong.
        """
        is_open = judgement.board in (BoardState.OPEN, BoardState.MANY)
        one = explanation.rounds[number - 1] if is_open and 1 <= number <= len(explanation) else None
        return cls(state, judgement, one, explanation, narrator)

    @property
    def look(self) -> str:
        """Sentence on where to look, without what is found there; "" if there is no round."""
        return self.narrator.where_to_look(self.one) if self.one else ""

    @property
    def sentence(self) -> str:
        """Sentence about the findings of the round, or the reason why there is none."""
        return self.narrator.paragraph(self.one) if self.one else self.narrator.why_no_round(self.judgement)

    def __str__(self) -> str:
        faults = self.narrator.faults(self.judgement)
        step = [f"{self.narrator.title(self.one)}: {self.look}"] if self.one else [] if faults else [self.sentence]
        return "\n".join([*faults, *step])

    def __repr__(self) -> str:
        return f"<Hint: {self}>"

    def as_record(self, full: bool) -> answers.ShortHint:
        """Return the JSON record of the hint: mistakes, where to look and, if `full`, the findings of the round."""
        told = [self.narrator.round_as_record(self.one)] if self.one else []
        hint = joined(
            answers.ShortHint,
            self.state.puzzle.as_record(),
            self.state.as_record(),
            self.narrator.judgement_as_record(self.judgement),
            *told,
        )
        return hint if full else replace(hint, round=UNSET, findings=UNSET, sentence=UNSET)


def looked_at(finding: Finding) -> tuple[House, ...]:
    """Return the houses in which a person sees a finding: those of its pattern, else the row of each of its cells.

    Houses in which it removes candidates are omitted, since they would reveal the result.
    """
    if finding.houses:
        cleared = [part.house for part in finding.with_role("cover")]
        houses = tuple(house for house in finding.houses if house not in cleared) or finding.houses
        return houses[:1] if set(finding.cells) <= set(houses[0].cells) else houses
    layout = finding.layout
    return tuple(layout.houses[layout.houses_of[cell][0]] for cell in finding.cells)


def grouped(removed: Sequence[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Group removed candidates (cell, digit) into as few pairs (digits, cells) as possible, by digit or by cell.

    >>> grouped([(3, 1), (3, 2), (5, 2), (5, 1)])
    [((1, 2), (3, 5))]
    """
    by_digit = _joined([(digit, cell) for cell, digit in removed])
    by_cell = [(digits, cells) for cells, digits in _joined(list(removed))]
    return min(by_digit, by_cell, key=len)


def _joined(pairs: list[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Group the keys of (key, value) pairs that have the same set of values; return pairs (keys, values)."""
    values: dict[int, set[int]] = {}
    for key, value in pairs:
        values.setdefault(key, set()).add(value)
    keys: dict[tuple[int, ...], list[int]] = {}
    for key in sorted(values):
        keys.setdefault(tuple(sorted(values[key])), []).append(key)
    return [(tuple(group), shared) for shared, group in keys.items()]


def equation_text(terms: Sequence[tuple[int, str]], total: int) -> str:
    """Return an equation of weighted terms, those that are added first; with the total 0 the others are on the right.

    >>> equation_text([(-1, "r1c1"), (2, "r1c2"), (1, "r2c1")], 3)
    '2 × r1c2 + r2c1 − r1c1 = 3'
    >>> equation_text([(1, "r1c1"), (-1, "r2c2")], 0)
    'r1c1 = r2c2'
    """
    added, subtracted = (
        [name if abs(weight) == 1 else f"{abs(weight)} × {name}" for weight, name in terms if (weight > 0) == positive]
        for positive in (True, False)
    )
    if subtracted and not added:
        return equation_text([(-weight, name) for weight, name in terms], -total)
    if not total and subtracted:
        return f"{' + '.join(added)} = {' + '.join(subtracted)}"
    sign = "−" if total < 0 else ""
    return f"{' − '.join([' + '.join(added), *subtracted])} = {sign}{abs(total)}"
