"""Chains: their links, ends and effects against a plain reading, and every pair of ends that a plain walk reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

import pytest

from cpgen.constraints.house import REGION
from cpgen.layout import Layout
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Finding, Part, explain_puzzle
from cpgen.rater.techniques.links import LARGEST
from cpgen.state import State
from tests.rater.techniques.boards import (
    LAYOUTS,
    Candidate,
    alone,
    assert_sound,
    candidates_of,
    found,
    removals,
    seen_by_all,
    states,
)

Node = tuple[int, frozenset[int]]
"""A digit, and the cells of which one holds it"""
PLAIN = ("x-chain", "xy-chain", "continuous-nice-loop", "discontinuous-nice-loop", "aic")
GROUPED = tuple(f"grouped-{name}" for name in PLAIN[2:])
WITH_SETS = tuple(f"als-{name}" for name in PLAIN[2:])
KINDS = {name: kind for kind, names in enumerate((PLAIN, GROUPED, WITH_SETS)) for name in names}
"""Which nodes chains have: candidates; groups, too; almost locked sets, too"""


@dataclass(frozen=True)
class Network:
    """The nodes of a state with the nodes that links join to each, the candidates that each excludes, and the sets."""

    strong: dict[Node, set[Node]]
    weak: dict[Node, set[Node]]
    excludes: dict[Node, set[Candidate]]
    sets: frozenset[frozenset[int]]

    def limited(self, technique: str) -> Network:
        """The network with the links that chains of a technique may use."""
        if technique not in ("x-chain", "xy-chain"):
            return self
        within = technique == "xy-chain"
        return Network(
            {node: {other for other in to if (other[0] != node[0]) == within} for node, to in self.strong.items()},
            {node: {other for other in to if other[0] == node[0]} for node, to in self.weak.items()},
            self.excludes,
            self.sets,
        )

    def walk(self, start: Node) -> dict[Node, int]:
        """Return the least number of strong links from a false node to each node that they make true."""
        true: dict[Node, int] = {}
        false = {start}
        edge = {start}
        length = 0
        while edge:
            length += 1
            new = {other for node in edge for other in self.strong[node]} - set(true)
            true |= dict.fromkeys(new, length)
            edge = {other for node in new for other in self.weak[node] if other in self.strong} - false
            false |= edge
        return true

    def shortest(self, start: Node, end: Node, lengths: dict[Node, int]) -> Iterator[tuple[Node, ...]]:
        """Yield all shortest chains from one node to another, after a walk."""
        for false in self.strong[end]:
            if lengths[end] == 1 and false == start:
                yield (start, end)
            for true in self.weak[false] if lengths[end] > 1 else ():
                if lengths.get(true) == lengths[end] - 1:
                    for chain in self.shortest(start, true, lengths):
                        yield (*chain, false, end)


@cache
def network(state: State, kind: int) -> Network:
    layout, cells = state.layout, candidates_of(state)
    peers = [frozenset(seen) for seen in layout.peers]
    nodes = [(digit, frozenset((cell,))) for cell, candidates in cells.items() for digit in candidates]
    strong: dict[Node, set[Node]] = {}

    def join(one: Node, other: Node) -> None:
        strong.setdefault(one, set()).add(other)
        strong.setdefault(other, set()).add(one)

    for cell, candidates in cells.items():
        if len(candidates) == 2:
            join(*((digit, frozenset((cell,))) for digit in candidates))
    for house in layout.houses:
        for digit in range(1, layout.size + 1):
            places = frozenset(cell for cell in house.cells if digit in cells.get(cell, ()))
            parts = [frozenset((cell,)) for cell in places] + (groups(layout, house.cells, places) if kind else [])
            for one, other in combinations(parts, 2):
                if one | other == places and not one & other:
                    join((digit, one), (digit, other))
    sets = frozenset(almost_locked_sets(layout, cells)) if kind == 2 else frozenset()
    for one_set in sets:
        holding = [(digit, holders(cells, one_set, digit)) for digit in sorted(union(cells, one_set))]
        seen = [node for node in holding if seen_by_all(layout, cells, *node)]
        for one, other in combinations(seen, 2):
            join(one, other)
    nodes += [node for node in strong if len(node[1]) > 1]
    seeing = {node: frozenset.intersection(*(peers[cell] for cell in node[1])) for node in nodes}
    alike = {digit: [node for node in nodes if node[0] == digit] for digit in range(1, layout.size + 1)}
    weak = {one: {other for other in alike[one[0]] if other[1] <= seeing[one]} for one in nodes}
    for one in nodes:
        if len(one[1]) == 1:
            weak[one] |= {(digit, one[1]) for digit in cells[min(one[1])] - {one[0]}}
    excludes = {one: {(min(cells), digit) for digit, cells in to if len(cells) == 1} for one, to in weak.items()}
    return Network(strong, weak, excludes, sets)


def union(cells: dict[int, set[int]], chosen: Iterable[int]) -> set[int]:
    return set().union(*(cells[cell] for cell in chosen))


def holders(cells: dict[int, set[int]], chosen: Iterable[int], digit: int) -> frozenset[int]:
    return frozenset(cell for cell in chosen if digit in cells[cell])


def almost_locked_sets(layout: Layout, cells: dict[int, set[int]]) -> Iterator[frozenset[int]]:
    """Two cells of a house or more, not too many, with one candidate more than there are of them."""
    for house in layout.houses:
        for size in range(2, LARGEST + 1):
            for chosen in combinations([cell for cell in house.cells if cell in cells], size):
                if len(union(cells, chosen)) == size + 1:
                    yield frozenset(chosen)


def groups(layout: Layout, cells: tuple[int, ...], places: frozenset[int]) -> list[frozenset[int]]:
    """The places in a house that it shares with a house that is a region when it is a line, and the other way round."""
    kind = next(house.kind for house in layout.houses if house.cells == cells)
    others = [house.cells for house in layout.houses if (house.kind == REGION) != (kind == REGION)]
    shared = {places & frozenset(other) for other in others}
    return [group for group in shared if len(group) > 1]


def expected(state: State, technique: str) -> set[tuple[Node, Node]]:
    """The pairs of ends of a technique."""
    kind = KINDS[technique]
    joined = network(state, kind).limited(technique)
    fewer = network(state, kind - 1) if kind else None
    least = 3 if technique == "xy-chain" else 2
    pairs = set()
    for start in joined.strong:
        without = fewer.walk(start) if fewer and start in fewer.strong else {}
        for end, length in joined.walk(start).items():
            shorter = kind and without.get(end, length + 1) <= length
            if length >= least and not shorter and name_of(joined, start, end, technique) == technique:
                pairs.add((start, end))
    return pairs


def name_of(joined: Network, start: Node, end: Node, technique: str) -> str:
    """Return the name of a chain between two ends, or "" if it eliminates nothing."""
    both = joined.excludes[start] & joined.excludes[end]
    if technique in ("x-chain", "xy-chain"):
        return technique if both and start != end and start[0] == end[0] else ""
    prefix = ("", "grouped-", "als-")[KINDS[technique]]
    if not both:
        return ""
    if start != end and end in joined.weak[start]:
        return f"{prefix}continuous-nice-loop"
    return f"{prefix}discontinuous-nice-loop" if start == end or len(both) == 1 else f"{prefix}aic"


def node_of(part: Part) -> Node:
    return part.digits[0], frozenset(part.cells)


def chain_of(finding: Finding) -> list[Node]:
    """The nodes of a chain between its ends, without what makes it a loop."""
    parts = links_of(finding)
    nodes = [node_of(part) for part in parts]
    if parts[1].role == "weak":
        return nodes[1:-1]
    return nodes[:-1] if parts[-1].role == "weak" else nodes


def links_of(finding: Finding) -> list[Part]:
    return [part for part in finding.parts if part.role != "set"]


def effects_of(finding: Finding) -> frozenset[Candidate]:
    return frozenset(finding.removed or finding.placed)


def assert_there(finding: Finding, joined: Network, technique: str, state: State) -> None:
    """Assert that the links exist, strong and weak in turn, and that the effects follow from the ends."""
    parts = links_of(finding)
    assert [part.source for part in parts] == [None, *range(len(parts) - 1)]
    for before, after in pairwise(parts):
        links = joined.strong if after.role == "strong" else joined.weak
        assert node_of(after) in links[node_of(before)]
        assert {before.role, after.role} != {after.role} or before.role == "start"
    chain = chain_of(finding)
    assert len(set(chain[1:])) == len(chain) - 1
    assert len(set(chain)) == len(chain) or chain[0] == chain[-1]
    start, end = chain[0], chain[-1]
    assert name_of(joined, start, end, technique) == technique
    both = joined.excludes[start] & joined.excludes[end]
    if "discontinuous" in technique and start == end and len(start[1]) == 1:
        assert finding.placed == ((min(start[1]), start[0]),)
    elif "-continuous" in f"-{technique}":
        weak = [(chain[k], chain[k + 1]) for k in range(1, len(chain) - 1, 2)]
        sets, cells = finding.with_role("set"), candidates_of(state)
        ends = {
            part.source: {digit for k in (0, 1) for digit in finding.parts[part.source - k].digits} for part in sets
        }
        locked = {
            effect
            for part in sets
            for digit in set(part.digits) - ends[part.source]
            for effect in seen_by_all(state.layout, cells, digit, holders(cells, part.cells, digit))
        }
        assert set(finding.removed) == both.union(locked, *(joined.excludes[a] & joined.excludes[b] for a, b in weak))
    else:
        assert set(finding.removed) == both


def assert_sets(finding: Finding, state: State) -> None:
    """Assert that each strong link that needs an almost locked set names one that has both ends."""
    cells, sets, parts = candidates_of(state), {part.source: part for part in finding.with_role("set")}, finding.parts
    assert sets
    for place, part in enumerate(parts):
        if part.role == "strong":
            before = parts[part.source or 0]
            assert (place in sets) == (node_of(part) not in network(state, 1).strong.get(node_of(before), ()))
    for place, through in sets.items():
        assert frozenset(through.cells) in network(state, 2).sets
        assert set(through.digits) == union(cells, through.cells)
        for part in (parts[place], parts[place - 1]):
            assert frozenset(part.cells) == holders(cells, through.cells, part.digits[0])


def assert_complete(findings: tuple[Finding, ...], state: State, technique: str) -> None:
    """Assert that no pair of ends is missed, unless its shortest chains pass a node twice."""
    joined = network(state, KINDS[technique]).limited(technique)
    effects = {effects_of(finding) for finding in findings}
    pairs = expected(state, technique)
    assert {(chain_of(f)[0], chain_of(f)[-1]) for f in findings} <= pairs
    for start, end in pairs:
        both = joined.excludes[start] & joined.excludes[end]
        if start == end and len(start[1]) == 1:
            both = {(min(start[1]), start[0])}
        if both not in effects and not ("-continuous" in f"-{technique}" and any(both <= one for one in effects)):
            chains = joined.shortest(start, end, joined.walk(start))
            assert any(len(set(chain)) < len(chain) - (start == end) for chain in chains), (technique, start, end)


def check(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    findings, joined = found(state, technique), network(state, KINDS[technique]).limited(technique)
    for finding in findings:
        assert_sound(finding, grid)
        assert_there(finding, joined, technique, state)
        if technique in WITH_SETS:
            assert_sets(finding, state)
    assert_complete(findings, state, technique)
    return bool(findings)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_all_chains_are_found_and_those_found_are_there(layout: Layout) -> None:
    for state, grid in states(layout, 10, 13):
        for technique in PLAIN + GROUPED:
            check(state, grid, technique)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_all_chains_with_almost_locked_sets_are_found(layout: Layout) -> None:
    for state, grid in states(layout, 6, 16):
        for technique in WITH_SETS:
            check(state, grid, technique)


def test_chains_exclude_all_that_als_xz_does() -> None:
    seen = 0
    for state, _ in states(Layout.boxes(3, 3), 12, 17):
        findings = [finding for technique in KINDS for finding in found(state, technique)]
        excluded = {effect for finding in findings for effect in finding.removed}
        for cell, digit in (effect for finding in findings for effect in finding.placed):
            excluded |= {(peer, digit) for peer in state.layout.peers[cell]}
            excluded |= {(cell, other) for other in candidates_of(state)[cell] - {digit}}
        for finding in found(state, "als-xz"):
            small = all(len(part.cells) <= LARGEST for part in finding.with_role("set"))
            if small and len(finding.with_role("common")[0].digits) == 1:
                assert set(finding.removed) <= excluded
                seen += 1
    assert seen > 50


def test_one_finding_has_the_most_eliminations() -> None:
    seen = 0
    for state, _ in states(Layout.boxes(3, 3), 10, 15):
        for technique in KINDS:
            if findings := found(state, technique):
                (one,) = explain_puzzle(state, alone(technique)).rounds[0].findings
                assert_there(one, network(state, KINDS[technique]).limited(technique), technique, state)
                assert bool(one.placed) == any(finding.placed for finding in findings)
                assert one.placed or len(one.removed) == max(len(finding.removed) for finding in findings)
                seen += 1
    assert seen > 20


def remote_pairs(state: State) -> set[frozenset[Candidate]]:
    """Return what remote pairs eliminate: both digits from cells that see two cells 3 or more (odd) links apart."""
    cells, peers = candidates_of(state), state.layout.peers
    effects = set()
    for start in cells:
        if len(cells[start]) != 2:
            continue
        lengths = {(start, 0): 0}
        queue = [(start, 0)]
        for cell, odd in queue:
            for other in peers[cell]:
                if cells.get(other) == cells[start] and (other, 1 - odd) not in lengths:
                    lengths[other, 1 - odd] = lengths[cell, odd] + 1
                    queue.append((other, 1 - odd))
        for (end, odd), length in lengths.items():
            if odd and length >= 3 and end != start:
                seeing = set(peers[start]) & set(peers[end])
                effects.add(frozenset((c, d) for c in seeing for d in cells.get(c, set()) & cells[start]))
    return {one for one in effects if one}


def check_pairs(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the remote pairs found are those of a plain search; return True if there are any."""
    cells, findings = candidates_of(state), found(state, technique)
    for finding in findings:
        assert_sound(finding, grid)
        path = [part.cells[0] for part in finding.parts]
        assert len(path) % 2 == 0
        assert all(cells[cell] == cells[path[0]] == set(finding.digits) for cell in path)
        assert all(b in state.layout.peers[a] for a, b in pairwise(path))
    assert removals(findings) == remote_pairs(state)
    return bool(findings)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_all_remote_pairs_are_found_and_those_found_are_there(layout: Layout) -> None:
    for state, grid in states(layout, 20, 14):
        check_pairs(state, grid, "remote-pair")


def test_a_board_with_too_many_candidates_has_no_chains() -> None:
    empty = State(Puzzle(Layout.boxes(4, 4), (0,) * 256))
    assert found(empty, "aic") == found(empty, "grouped-aic") == found(empty, "als-aic") == ()
