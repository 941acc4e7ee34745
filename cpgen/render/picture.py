"""Picture of a board: its content (`Scene`: digits, candidates, what a step marks) and its appearance (`Look`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, cos, pi, sin, sqrt

from cpgen.constraints.geometry import neighbours
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import SYMBOLS
from cpgen.puzzle import Puzzle
from cpgen.render.arrows import Obstacle, curve, head
from cpgen.render.constraint_shapes import ConstraintPicture, drawing_of
from cpgen.render.cosmetic_shapes import with_cosmetics
from cpgen.render.figure import Effect, Figure
from cpgen.render.picture_shapes import (
    Area,
    Circle,
    Line,
    Picture,
    Point,
    Shape,
    Text,
    around,
    box,
    cell_lines,
    region_lines,
    text_width,
)
from cpgen.rules_text import shaded_houses
from cpgen.state import State

TINTS = 6
"""Number of soft colours for regions; a map needs four, the greedy colouring below at most six"""

SETS = 6
"""Number of tints for almost locked sets"""
DISC = tuple((cos(k * pi / 8), sin(k * pi / 8)) for k in (*range(16), 0))
"""Mark behind a candidate: a circle of radius 1"""
FIN = box(-0.9, -0.9, 1.8, 1.8)
"""Mark behind a candidate of a fin"""
RINGED = ("off", "common")
"""Kinds of candidates in a figure whose marks have a ring"""

THIN, THICK, DIAGONAL, STRIKE = 0.022, 0.07, 0.06, 0.035
"""Widths of lines in cells: thin and thick lines, diagonals, strikes through candidates"""
MARGIN, LABELS = 0.15, 0.55
"""Margin around the board in cells, and additional margin for the numbers of rows and columns"""
ARROW, DASH = 0.03, 0.09
"""Width of the arrows of links in cells, and length of their dashes"""
DIGIT, LARGE_DIGIT, CANDIDATES, TITLE = 0.62, 0.7, 0.84, 0.066
"""Heights of a digit on small and on large boards, share of a cell for candidates, height of the title

Digits are measured in cells, the title as a share of the board's side.
"""
SQUEEZED = 0.8
"""Scale of candidates that leave room for texts in corners of cells"""
MANY_CELLS = 13
"""Smallest side of a board with many cells, in which digits fill more of the cell"""

NO_FIGURE = Figure()


@dataclass(frozen=True)
class Scene:
    """Content of a board's picture: clues, other digits, candidates, and what a solving step highlights."""

    layout: Layout
    clues: tuple[int, ...]
    cosmetics: str = field(default="", kw_only=True)
    """Drawings that are no constraints, as text (see `cpgen.cosmetics`)"""
    digits: tuple[int, ...] = ()
    """n² digits, clues included, 0 for an open cell; empty if there are only the clues"""
    candidates: Mapping[int, Collection[int]] = field(default_factory=dict)
    looks: tuple[tuple[int, ...], ...] = ()
    """Cells of the houses that a step looks at"""
    focus: Collection[int] = ()
    """Cells that a step is about"""
    new: Collection[Effect] = ()
    """Digits that a step places"""
    keys: Collection[Effect] = ()
    """Candidates that a step rests on"""
    gone: Collection[Effect] = ()
    """Candidates that a step removes"""
    figure: Figure = NO_FIGURE
    """Figure of a single finding, if highlighted houses, cells and digits do not show all of it"""

    @property
    def drawing(self) -> ConstraintPicture:
        """Picture elements of the board's constraints and cosmetic drawings."""
        return with_cosmetics(drawing_of(self.layout), self.cosmetics, self.layout.size)

    @property
    def has_corner_texts(self) -> bool:
        """True if constraints have texts in corners of cells; candidates leave room for them."""
        return self.drawing.has_corner_texts

    def centre_of(self, cell: int, digit: int) -> Point:
        """Return the point (x, y), in cells, at which a candidate digit of a cell is centred."""
        x, y = candidate_centre(self.layout.size, cell, digit)
        if not self.has_corner_texts:
            return x, y
        middle_x, middle_y = cell % self.layout.size + 0.5, cell // self.layout.size + 0.5
        return middle_x + (x - middle_x) * SQUEEZED, middle_y + (y - middle_y) * SQUEEZED + (1 - SQUEEZED) / 2 * 0.8

    @property
    def small_sizes(self) -> tuple[float, float]:
        """Height of a candidate, and distance between two, in cells."""
        size, step = _small_sizes(self.layout.size)
        return (size * SQUEEZED, step * SQUEEZED) if self.has_corner_texts else (size, step)

    @property
    def mark_radius(self) -> float:
        """Radius of the mark behind a candidate, in cells."""
        return min(self.small_sizes) * 0.54

    @classmethod
    def of(cls, puzzle: Puzzle | State) -> Scene:
        """Return the scene of a puzzle's clues, or of a state's digits and candidates."""
        state = State.of(puzzle)
        return cls(state.layout, state.puzzle.clues, state.digits, state.noted)


@dataclass(frozen=True)
class Look:
    """Appearance of a board's picture, independent of its content: symbols of digits, colours, row numbers, title."""

    symbols: tuple[str, ...] = tuple(SYMBOLS)
    coloured: bool = False
    labels: bool = False
    """True to number the rows and columns"""
    title: str = ""


PLAIN = Look()


def picture_of(scene: Scene, look: Look = PLAIN, about: str = "") -> Picture:
    """Return the picture of a scene; raise InputError if the look has too few symbols for its digits.

    The board is drawn with its corner at (0, 0) and then moved to make room for margins and the title. `about`
    describes the picture to screen readers; by default it is the board in words.
    """
    n = scene.layout.size
    if n > len(look.symbols):
        raise InputError(Message("symbols-few", side=n, symbols=len(look.symbols)))
    clues = scene.drawing
    beyond_left, beyond_top, beyond_right, beyond_bottom = clues.reach
    margin = MARGIN + (LABELS if look.labels else 0)
    height = TITLE * n if look.title else 0.0
    left = margin + beyond_left
    top = margin + beyond_top + (1.75 * height if look.title else 0.0)
    shapes = (
        *_areas(scene, look),
        *clues.under,
        *_lines(scene.layout),
        *clues.over,
        *_marks(scene),
        *_texts(scene, look),
        *_links(scene),
        *(
            Text("label", x, y, 0.3, str(k + 1))
            for k in range(n if look.labels else 0)
            for x, y in ((k + 0.5, -0.32 - beyond_top), (-0.34 - beyond_left, k + 0.5))
        ),
    )
    moved = [moved_by(left, top, shape) for shape in shapes]
    if look.title:
        size = min(height, n / max(text_width(look.title, 1), 0.1))
        moved.append(Text("title", left, MARGIN + height * 0.75, size, look.title, left=True))
    width, depth = left + n + beyond_right + MARGIN, top + n + beyond_bottom + MARGIN
    return Picture(width, depth, tuple(moved), look.title or f"{n}×{n}", about or _described(scene, look))


SHEET = 11
"""Largest number of boards in a row of a sheet"""
CAPTION = 0.9
"""Size of the caption below a board, in cells"""


def sheet_of(size: int, panels: Mapping[str, Collection[int]], title: str) -> Picture:
    """Return a picture of small boards of side `size` in rows; each caption in `panels` maps to the marked cells."""
    across = min(SHEET, len(panels))
    step, shapes = (size + 1, size + 2.2 * CAPTION), []
    board = Line("thin", (*cell_lines(Layout.latin(size)), box(0, 0, size, size)), THICK)
    for place, (caption, cells) in enumerate(panels.items()):
        x, y = 1 + place % across * step[0], 1 + place // across * step[1]
        edge, text = Line("thick", around(size, cells), 2 * THICK), Text("title", size / 2, size + CAPTION, 1, caption)
        shapes += [moved_by(x, y, one) for one in (Area("focus", around(size, cells)), board, edge, text)]
    rows = ceil(len(panels) / across)
    return Picture(1 + across * step[0], 1 + rows * step[1], tuple(shapes), title, ", ".join(panels))


def moved_by(x: float, y: float, shape: Shape) -> Shape:
    """Return the picture element moved by (x, y) cells."""
    if isinstance(shape, Text):
        return Text(shape.role, shape.x + x, shape.y + y, shape.size, shape.text, shape.left)
    if isinstance(shape, Circle):
        return replace(shape, x=shape.x + x, y=shape.y + y)
    return replace(shape, paths=tuple(tuple((px + x, py + y) for px, py in path) for path in shape.paths))


def _described(scene: Scene, look: Look) -> str:
    """Describe a scene's board in words: its rows, with a dot for an open cell, and the lines of its constraints."""
    layout, filled = scene.layout, scene.digits or scene.clues
    rows = " / ".join(layout.draw(look.symbols[digit - 1] if digit else "." for digit in filled))
    return "; ".join([rows, *(constraint.text(layout.size) for constraint in layout.further)])


def _areas(scene: Scene, look: Look) -> Iterator[Shape]:
    layout, n = scene.layout, scene.layout.size
    yield Area("paper", (box(0, 0, n, n),))
    if look.coloured and layout.regions:
        colours = tints(layout)
        for tint in sorted(set(colours)):
            tinted = [cell for cell, region in enumerate(layout.regions) if colours[region] == tint]
            yield Area(f"tint-{tint}", around(n, tinted))
    if shaded := {cell for cells in shaded_houses(layout) for cell in cells}:
        yield Area("shade", around(n, shaded))
    for role, houses in (("cover", scene.figure.covers), ("look", scene.looks)):
        if seen := {cell for cells in houses for cell in cells}:
            yield Area(role, around(n, seen))
    for k, cells in enumerate(scene.figure.sets):
        yield Area(f"set-{k % SETS}", around(n, cells))
    if scene.focus:
        yield Area("focus", around(n, set(scene.focus)))


def is_diagonal(layout: Layout, cells: tuple[int, ...]) -> bool:
    """Return True if the cells, in this order, are one of the two main diagonals."""
    n = layout.size
    return cells in (tuple(range(0, n * n, n + 1)), tuple(range(n - 1, n * n - 1, n - 1)))


def _lines(layout: Layout) -> Iterator[Shape]:
    n = float(layout.size)
    pen = min(1.0, (n / 9) ** 0.7)  # the cells of a small board are drawn large, and its lines would be heavy
    diagonals = [cells for cells in layout.extras if is_diagonal(layout, cells)]
    if diagonals:
        paths = (((0.0, 0.0), (n, n)) if cells[0] == 0 else ((n, 0.0), (0.0, n)) for cells in diagonals)
        yield Line("diagonal", tuple(paths), DIAGONAL * pen)
    yield Line("thin", cell_lines(layout), THIN * pen)
    yield Line("thick", (*region_lines(layout), box(0, 0, n, n)), THICK * pen)


def _texts(scene: Scene, look: Look) -> Iterator[Shape]:
    n, filled = scene.layout.size, scene.digits or scene.clues
    size = digit_height(n) if all(text_width(symbol, 1) <= 1.01 for symbol in look.symbols[:n]) else 0.42
    new = dict(scene.new)
    for cell in range(n * n):
        digit = new.get(cell, filled[cell])
        if digit:
            role = "new" if cell in new else "clue" if scene.clues[cell] else "digit"
            yield Text(role, cell % n + 0.5, cell // n + 0.5, size, look.symbols[digit - 1])
    yield from _small_digits(scene, look)


def digit_height(n: int) -> float:
    """Return the height of a digit on a board of side n, in cells."""
    return DIGIT if n < MANY_CELLS else LARGE_DIGIT


def _small_digits(scene: Scene, look: Look) -> Iterator[Shape]:
    """Yield the texts of all candidates in a scene, and lines through those that the round removes."""
    new = dict(scene.new)
    shown = {(cell, digit) for cell, digits in scene.candidates.items() if cell not in new for digit in digits}
    shown |= {effect for effect in scene.gone if effect[0] not in new}
    keys, gone, marked = set(scene.keys), set(scene.gone), scene.figure.kinds
    strikes = []
    size, step = scene.small_sizes
    for cell, digit in sorted(shown, key=lambda effect: (effect in gone, effect in keys, effect)):
        x, y = scene.centre_of(cell, digit)
        role = "key" if (cell, digit) in keys else "candidate"
        role = "gone" if (cell, digit) in gone else "marked" if (cell, digit) in marked else role
        yield Text(role, x, y, size, look.symbols[digit - 1])
        if role == "gone":
            reach = min(size, step) * 0.46
            strikes.append(((x - reach, y + reach), (x + reach, y - reach)))
    if strikes:
        yield Line("strike", tuple(strikes), STRIKE * size / 0.25)


def _marks(scene: Scene) -> Iterator[Shape]:
    """Yield the discs, squares (for fins) and rings that highlight candidates of a scene, according to their kind."""
    kinds, radius = scene.figure.kinds, scene.mark_radius
    for kind in sorted(set(kinds.values())):
        middles = [scene.centre_of(*effect) for effect, own in sorted(kinds.items()) if own == kind]
        corners = FIN if kind == "fin" else DISC
        paths = tuple(tuple((x + dx * radius, y + dy * radius) for dx, dy in corners) for x, y in middles)
        yield Area(f"mark-{kind}", paths)
        if kind in RINGED:
            yield Line(f"ring-{kind}", paths, ARROW * radius / 0.14)


def _links(scene: Scene) -> Iterator[Shape]:
    """Yield an arrow for each link of a scene's chain, avoiding digits and candidates.

    A link between groups of candidates joins their centres.
    """
    n, radius = scene.layout.size, scene.mark_radius
    width, obstacles = ARROW * radius / 0.14, list(_obstacles(scene))
    for link in scene.figure.links:
        source, target = (_middle(scene, effects) for effects in (link.source, link.target))
        if source == target:
            continue
        path = curve(source, target, 1.15 * radius, obstacles, n)
        obstacles += [Obstacle(x, y, 0.7 * radius) for x, y in path[3:-3:2]]
        yield Line("link", (path,), width, 0.0 if link.strong else DASH * radius / 0.14)
        yield Area("head", (head(path, 0.85 * radius),))


def _middle(scene: Scene, effects: Collection[Effect]) -> Point:
    places = [scene.centre_of(*effect) for effect in effects]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _obstacles(scene: Scene) -> Iterator[Obstacle]:
    """Yield an obstacle, which arrows avoid, for each digit and candidate of a scene."""
    n = scene.layout.size
    for cell, digit in enumerate(scene.digits or scene.clues):
        if digit:
            yield Obstacle(cell % n + 0.5, cell // n + 0.5, DIGIT * 0.48)
    for cell, digits in scene.candidates.items():
        for digit in digits:
            yield Obstacle(*scene.centre_of(cell, digit), scene.mark_radius)


def _small_sizes(n: int) -> tuple[float, float]:
    """Return the height of a candidate and the distance between two, in cells, on a board of side n."""
    step = CANDIDATES / ceil(sqrt(n))
    return step * 0.88, step


def candidate_centre(n: int, cell: int, digit: int) -> tuple[float, float]:
    """Return the point (x, y), in cells, of a candidate on a board of side n; a cell's digits form a square."""
    across = ceil(sqrt(n))
    down = ceil(n / across)
    row, column = divmod(digit - 1, across)
    inside = CANDIDATES / across
    x = cell % n + 0.5 + (column - (across - 1) / 2) * inside
    y = cell // n + 0.5 + (row - (down - 1) / 2) * CANDIDATES / max(down, across - 1)
    return x, y


def tints(layout: Layout) -> list[int]:
    """Return a colour number for each region, different for regions with a common border.

    Greedy colouring: the region whose neighbours already have the most colours comes next (Brélaz, 1979).
    """
    near = _adjacent_regions(layout)
    chosen: dict[int, int] = {}
    while len(chosen) < len(near):
        taken = {region: {chosen[other] for other in others & chosen.keys()} for region, others in near.items()}
        region = max(near.keys() - chosen.keys(), key=lambda r: (len(taken[r]), len(near[r]), -r))
        chosen[region] = min(set(range(len(near) + 1)) - taken[region]) % TINTS
    return [chosen[region] for region in sorted(chosen)]


def _adjacent_regions(layout: Layout) -> dict[int, set[int]]:
    """Return, for each region by number, the regions with which it shares a border."""
    n, regions = layout.size, layout.regions
    near: dict[int, set[int]] = {region: set() for region in regions}
    for cell, region in enumerate(regions):
        near[region] |= {regions[other] for other in neighbours(cell, n)} - {region}
    return near
