"""Workloads: reproducible sets of queries, on boards of every kind.

Each workload has a random stream of its own, derived from the study's seed. Workloads therefore do not depend on each
other, and a larger one begins with the queries of a smaller one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice

import numpy as np

from cpgen import formats, resources
from cpgen.difficulty import model_for
from cpgen.digging.dig_request import resolve_dig
from cpgen.digging.dig_spec import DigSpec
from cpgen.digging.digger import Digger
from cpgen.drawings.random_drawings import draw
from cpgen.drawings.style import shipped_style
from cpgen.layout import Layout
from cpgen.oracles import Oracle, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.schema import build
from cpgen.study.oracle_queries import Query, recorded
from cpgen.suggestions import one_of

NINE = Layout.boxes(3, 3)
JIGSAWS = ("jigsaw-9", "windmill-9", "butterfly-9", "jigsaw-9-diagonals", "jigsaw-7")
PENTOMINOES = ("pentomino-1", "pentomino-2", "pentomino-3", "pinwheel-5")
SIDES = ("2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "3x5", "4x4", "4x5", "5x5")
PATTERN, GRADE = "kamio-a", "intermediate"
COUNTED = 50
STYLES = ("killer", "thermo", "arrow", "kropki", "whisper", "little-killer", "anti-knight")
"""Styles of the drawings of the workload `variants`"""
EVERY_FILLING = ("holes", "random")
"""Workloads that include boards with every share of filled cells, from empty to full"""

Draw = Iterator[Query]


@dataclass(frozen=True)
class Workload:
    """Named set of queries, which are timed and reported together; `about` describes them in the report."""

    name: str
    about: str
    queries: tuple[Query, ...]

    @property
    def mark(self) -> str:
        """Hash of the queries, 16 hexadecimal digits, so that a study is resumed only with the same queries."""
        parts = (f"{ask.question} {ask.number} {ask.puzzle.layout.spec} {ask.puzzle.clues}" for ask in self.queries)
        return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def board_alone(layout: Layout) -> Workload:
    """Return a workload of four queries about the empty board: consistent, a completion, uniqueness, count up to 50."""
    puzzle = Puzzle(layout, (0,) * layout.cell_count)
    questions = (("is_consistent", 0), ("complete", 0), ("uniqueness", 0), ("count", COUNTED))
    queries = tuple(Query(question, puzzle, number) for question, number in questions)
    return Workload("board", "all questions about the board without clues", queries)


def uniqueness_of(puzzles: Sequence[Puzzle], name: str, about: str) -> Workload:
    """Return a workload with a uniqueness query for each puzzle; `about` describes it in the report."""
    return Workload(name, about, tuple(Query("uniqueness", puzzle) for puzzle in puzzles))


def workload(name: str, seed: int, most: int) -> Workload:
    """Return the workload of that name with at most `most` queries; raise InputError if there is none."""
    known = workload_names()
    if name not in known:
        raise one_of(known, name, "a workload")
    if name in _shipped():
        puzzles = _shipped_puzzles(name)
        order = np.random.default_rng([seed]).permutation(len(puzzles)).tolist()[:most]
        return uniqueness_of([puzzles[k] for k in order], name, f"uniqueness of the shipped {name} puzzles")
    about, draw = DRAWN[name]
    rng = np.random.default_rng([seed, list(DRAWN).index(name)])
    return Workload(name, about, tuple(islice(draw(rng, most), most)))


def workload_names() -> list[str]:
    """Return the names of all workloads: the shipped files of puzzles, then those drawn at random."""
    return [*_shipped(), *DRAWN]


def _shipped() -> list[str]:
    return [name for name in resources.names("puzzles") if name not in DRAWN]


def _shipped_puzzles(name: str) -> list[Puzzle]:
    return [excerpt.read().puzzle for excerpt in formats.puzzle_texts(resources.text("puzzles", name))]


@cache
def _solver() -> Oracle:
    return open_oracle("bitset")


def _grid(layout: Layout, rng: np.random.Generator) -> Grid:
    grid = _solver().complete(Puzzle(layout, (0,) * layout.cell_count), rng)
    assert grid is not None
    return grid


def _thinned(layout: Layout, filled: int, rng: np.random.Generator) -> Puzzle:
    """Return a puzzle whose clues are `filled` random cells of a random grid."""
    clues = np.array(_grid(layout, rng))
    clues[rng.permutation(layout.cell_count)[filled:]] = 0
    return Puzzle(layout, tuple(clues.tolist()))


def _dug(check: str, layouts: Sequence[Layout], rng: np.random.Generator, most: int) -> Draw:
    """Yield uniqueness queries for `most` puzzles dug from random grids, on each of the layouts in turn.

    `check` is one of `cpgen dig`: `unique` gives minimal puzzles, `ladder:1` easy ones.
    """
    diggers = [Digger(resolve_dig(build(DigSpec, {"layout": layout, "check": check})), Clock()) for layout in layouts]
    for number in range(most):
        digger = diggers[number % len(diggers)]
        layout = digger.request.layout
        clues = digger.dig(np.array(_grid(layout, rng), np.uint8), rng)
        assert clues is not None
        yield Query("uniqueness", Puzzle(layout, tuple(clues.tolist())))


def _named(layouts: Sequence[str]) -> list[Layout]:
    return [Layout.parse(resources.text("layouts", name)) for name in layouts]


def _jigsaws(rng: np.random.Generator, most: int) -> Draw:
    """Yield uniqueness queries for `most` minimal puzzles, on each of the jigsaw layouts in turn."""
    return _dug("unique", _named(JIGSAWS), rng, most)


def _pentominoes(rng: np.random.Generator, most: int) -> Draw:
    """Yield `most` queries on the 5×5 boards in turn: count all completions of few clues, or test a minimal puzzle."""
    dug = _dug("unique", _named(PENTOMINOES), rng, most)
    for number, query in enumerate(dug):
        few = _thinned(query.puzzle.layout, int(rng.integers(0, 6)), rng)
        yield query if number // len(PENTOMINOES) % 2 else Query("count", few, None)


def _holes(rng: np.random.Generator, most: int) -> Draw:
    """Yield queries `complete`, `uniqueness` and `count` in turn, on 9×9 grids with each number of cells removed.

    After the quasigroups with holes of Achlioptas, Gomes, Kautz and Selman (AAAI 2000).
    """
    for number, filled in enumerate(_fillings(rng, NINE.cell_count, most)):
        puzzle = _thinned(NINE, filled, rng)
        question = ("complete", "uniqueness", "count")[number % 3]
        yield Query(question, puzzle, {"complete": number, "count": COUNTED}.get(question, 0))


def _fillings(rng: np.random.Generator, greatest: int, least: int) -> list[int]:
    """Return `least` or more numbers of filled cells: 0 to `greatest` in random order, repeated as often as needed."""
    rounds = [rng.permutation(greatest + 1) for _ in range(least // (greatest + 1) + 1)]
    return [int(filled) for filled in np.concatenate(rounds)]


def _random_boards(rng: np.random.Generator, least: int) -> Draw:
    """Yield `is_consistent` queries for `least` or more 9×9 boards filled at random without conflicts.

    Dense ones rarely have a completion.
    """
    for filled in _fillings(rng, NINE.cell_count // 2, least):
        yield Query("is_consistent", Puzzle(NINE, tuple(_filled_at_random(NINE, filled, rng))))


def _filled_at_random(layout: Layout, filled: int, rng: np.random.Generator) -> list[int]:
    clues = [0] * layout.cell_count
    for cell in rng.permutation(layout.cell_count).tolist()[:filled]:
        free = set(range(1, layout.size + 1)) - {clues[peer] for peer in layout.peers[cell]}
        if free:
            clues[cell] = int(rng.choice(sorted(free)))
    return clues


def _sides(rng: np.random.Generator, most: int) -> Draw:
    """Yield `most` uniqueness queries for half-full boards with boxes, of sides 4 to 25 in turn."""
    layouts = [Layout.parse(spec) for spec in SIDES]
    for number in range(most):
        layout = layouts[number % len(layouts)]
        yield Query("uniqueness", _thinned(layout, layout.cell_count // 2, rng))


def _variants(rng: np.random.Generator, most: int) -> Draw:
    """Yield `most` uniqueness queries for random constraints in each style in turn, with values read off a random grid.

    Up to a third of the cells are given; with few, most puzzles have several solutions.
    """
    styles = [shipped_style(name) for name in STYLES]
    for number in range(most):
        grid = None
        while grid is None:  # not every drawing has a grid
            drawn = draw(styles[number % len(styles)], NINE, rng).layout
            grid = _solver().complete(Puzzle(drawn.with_any_values(), (0,) * NINE.cell_count), rng)
        given = rng.permutation(NINE.cell_count)[: int(rng.integers(0, NINE.cell_count // 3))].tolist()
        clues = tuple(digit if cell in given else 0 for cell, digit in enumerate(grid))
        yield Query("uniqueness", Puzzle(drawn.read_from(grid), clues))


def _recorded(generation: str, replacement: str, rng: np.random.Generator, most: int) -> Draw:
    yield from recorded(request_of(generation, replacement), _solver(), int(rng.integers(2**32)), most)


def request_of(generation: str, replacement: str) -> Request:
    """Return the request for intermediate puzzles on the pattern `kamio-a`, by a method for each of the two phases."""
    method = "fast" if generation == "sample" else "paper"
    pattern = Pattern.parse(resources.text("patterns", PATTERN))
    grade = model_for(NINE).grade(GRADE)
    spec = GenerateSpec(
        layout=NINE, pattern=pattern, grade=grade, method=method, generation=generation, replacement=replacement
    )
    return resolve(spec)


DRAWN: Mapping[str, tuple[str, Callable[[np.random.Generator, int], Draw]]] = {
    "easy": ("uniqueness of 9×9 puzzles that rule 1 alone solves", partial(_dug, "ladder:1", [NINE])),
    "minimal": ("uniqueness of minimal 9×9 puzzles", partial(_dug, "unique", [NINE])),
    "large": ("uniqueness of 16×16 puzzles that rule 1 alone solves", partial(_dug, "ladder:1", [Layout.boxes(4, 4)])),
    "jigsaw": ("uniqueness of puzzles on jigsaws of side 7 and 9", _jigsaws),
    "pentomino": ("uniqueness and all completions on 5×5 boards", _pentominoes),
    "holes": (f"completion, uniqueness, count up to {COUNTED} of 9×9 grids with holes, at every filling", _holes),
    "random": ("consistency of 9×9 boards filled at random", _random_boards),
    "sides": ("uniqueness of half full boards with boxes, side 4 to 25", _sides),
    "kamio": ("questions of a generation by kamio and kamio, in their order", partial(_recorded, "kamio", "kamio")),
    "zama": ("questions of a generation by zama and zama, in their order", partial(_recorded, "zama", "zama")),
    "anneal": ("questions of a generation by sample and anneal, in order", partial(_recorded, "sample", "anneal")),
    "variants": (f"uniqueness of random 9×9 drawings: {', '.join(STYLES)}", _variants),
}
"""Description and generator of each workload that is drawn at random, by name"""
