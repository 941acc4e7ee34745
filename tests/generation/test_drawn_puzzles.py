"""Puzzles on drawings: what is drawn is kept, values are those of the solution, and the ladder solves the puzzle."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.constraints.cage import Cage
from cpgen.difficulty import Target, model_for
from cpgen.errors import ImpossibleError, InputError
from cpgen.generation.draft_moves import DraftMoves, source_of
from cpgen.generation.drafts import Draft, Position, RatedDraft
from cpgen.generation.drawn_puzzles import DraftSearch, grid_of
from cpgen.generation.energy import energy_for
from cpgen.generation.two_phase import generate_many, make_again
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.rater.rating import rate_puzzle
from cpgen.rater.techniques import NAMED, Technique
from cpgen.requests.clock import Clock
from cpgen.requests.results import Generated
from cpgen.symmetry.square import group_of
from tests.request_helpers import asked

KINDS = ("killer", "kropki", "kropki-some", "thermo", "arrow", "whisper", "renban", "xv", "little-killer", "futoshiki")
KINDS += ("sandwich", "skyscraper", "x-sum", "quad", "between", "palindrome", "anti-knight", "non-consecutive")


def made(count: int = 1, seed: int = 0, **wanted: object) -> list[Generated]:
    return list(generate_many(asked(wanted), count, seed, Clock(300)))


def require_right(puzzle: Generated) -> None:
    """Check by independent means that a puzzle is what it claims to be."""
    layout = puzzle.puzzle.layout
    assert all(one.is_satisfied(puzzle.solution, layout) for one in layout.constraints)
    assert not layout.is_drawing
    assert open_oracle("cpsat", 60).count(puzzle.puzzle) == 1
    rating = rate_puzzle(puzzle.puzzle, puzzle.request.model.ladder)
    assert rating.digits == puzzle.solution
    assert rating.level == puzzle.rating.level


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_makes_a_puzzle_on_6x6(kind):
    (found,) = made(kind=kind, layout="2x3")
    require_right(found)


@pytest.mark.parametrize("layout", ["3x3", "jigsaw-9", "latin-5", "pentomino-1", "2x2"])
def test_killers_cover_every_board(layout):
    (found,) = made(kind="killer", layout=layout)
    require_right(found)
    cells = [cell for one in found.puzzle.layout.further for cell in one.cells]
    assert sorted(cells) == list(range(found.puzzle.layout.cell_count))
    assert not any(found.puzzle.clues)


@pytest.mark.parametrize("kind", ["thermo", "whisper"])
def test_lines_on_a_jigsaw_become_short_until_a_grid_has_them(kind):
    (found,) = made(kind=kind, layout="jigsaw-9")
    require_right(found)
    assert found.stats.attempts < 60


def test_dots_between_1_and_2_have_both_colours():
    (found,) = made(kind="kropki", layout="2x3")
    puzzle = found.puzzle
    dots = [
        one for one in puzzle.layout.further if one.cells and {found.solution[cell] for cell in one.cells} == {1, 2}
    ]
    assert {one.kind for one in dots} == {"black", "white"}


def test_cages_stay_symmetric_after_splits():
    for found in made(4, kind="killer", layout="2x3", symmetry="rot180"):
        cages = {frozenset(one.cells) for one in found.puzzle.layout.further if isinstance(one, Cage)}
        for image in group_of(6, "rot180").tolist():
            assert {frozenset(image[cell] for cell in cage) for cage in cages} == cages


def test_a_seed_repeats_and_each_index_can_be_made_again():
    request = asked({"kind": "killer", "layout": "2x3"})
    first = [(one.index, one.puzzle) for one in generate_many(request, 3, 5, Clock(300))]
    again = [(one.index, one.puzzle) for one in generate_many(request, 3, 5, Clock(300))]
    assert first == again
    index, puzzle = first[2]
    assert make_again(request, 5, index).puzzle == puzzle


def test_a_drawing_keeps_its_lines_and_chooses_its_values():
    text = "thermo r1c1 r2c1 r3c1; cage ?: r4c4 r4c5; little ? from r1c2 se; white ? r6c1 r6c2"
    (found,) = made(layout="2x3", drawing=text)
    require_right(found)
    drawn = found.request.drawing_source.text.on(found.request.layout).further
    assert [(one.kind, one.cells) for one in drawn] == [(one.kind, one.cells) for one in found.puzzle.layout.further]


@pytest.mark.parametrize("drawn", [{"kind": "mixed"}, {"drawing": "cage ?: r5c5 r5c6; cage ?: r1c5 r1c6"}])
def test_constraints_of_the_board_stay(drawn):
    lines = "thermo r1c1 r2c1 r3c1; cage 7: r4c4 r4c5"
    (found,) = made(layout="2x3", constraints=lines, **drawn)
    require_right(found)
    assert {"thermo: r1c1 r2c1 r3c1", "cage 7: r4c4 r4c5"} <= {one.text(6) for one in found.puzzle.layout.further}


def test_the_number_of_givens_is_kept():
    for givens in ("0..8", "9", "12.."):
        (found,) = made(layout="2x3", drawing="thermo r1c1 r2c1 r3c1 r4c1; thermo r1c6 r2c6 r3c6", givens=givens)
        assert found.request.drawing_source.givens.holds(found.puzzle.clue_count)


def test_givens_stand_on_the_pattern_of_a_drawing():
    text = "xxx...\n......\n...xxx\nxxx...\n......\n...xx1\ncage ?: r2c1 r2c2"
    (found,) = made(drawing=text, layout="2x3")
    require_right(found)
    assert [cell for cell, digit in enumerate(found.puzzle.clues) if digit] == list(found.request.pattern.cells)
    assert found.puzzle.clues[35] == 1


def test_few_givens_on_a_pattern_are_found_by_replacement():
    rows = "x....x\n......\n..x...\n...x..\n......\nx....x\n"
    (found,) = made(drawing=rows + "thermo r2c1 r2c2 r2c3 r2c4; thermo r5c6 r5c5 r5c4 r5c3", layout="2x3")
    require_right(found)
    assert found.puzzle.clue_count == 6


def test_no_given_is_superfluous_for_the_ladder():
    (found,) = made(layout="2x3", drawing="thermo r1c1 r2c1 r3c1 r4c1")
    clues = found.puzzle.clues
    for cell in [cell for cell, digit in enumerate(clues) if digit]:
        fewer = found.puzzle.layout, (*clues[:cell], 0, *clues[cell + 1 :])
        assert not found.request.target.accepts(rate_puzzle(type(found.puzzle)(*fewer), found.request.target.ladder))


def test_an_impossible_drawing_is_refused_with_its_contradiction():
    text = "cage 3: r1c1 r1c2; cage 3: r2c1 r2c2; thermo r5c1 r5c2"
    with pytest.raises(ImpossibleError, match=r"cage 3: r1c1 r1c2, cage 3: r2c1 r2c2"):
        made(drawing=text, layout="2x3")


@pytest.mark.parametrize(
    ("wanted", "part"),
    [
        ({"kind": "killer", "drawing": "thermo r1c1 r1c2"}, "not both"),
        ({"cages": "2..4"}, "cages"),
        ({"givens": 3}, "givens"),
        ({"kind": "killer", "clues": 20}, "clues"),
        ({"kind": "killer", "in_order": True}, "in_order"),
        ({"kind": "killer", "method": "paper"}, "method"),
        ({"drawing": "thermo r1c1 r1c2", "symmetry": "rot180"}, "symmetry"),
        ({"kind": "killre"}, "killer"),
        ({"kind": "killer", "givens": 100}, "100"),
        ({"drawing": "termo r1c1 r1c2"}, "thermo"),
    ],
)
def test_what_does_not_apply_is_refused(wanted, part):
    with pytest.raises(InputError, match=part):
        asked(wanted)


@pytest.mark.parametrize("most", [0, 1])
def test_cages_of_one_cell_are_limited(most):
    for found in made(3, kind="killer", layout="2x3", one_cell=most, cages=(2, 4)):
        sizes = [len(one.cells) for one in found.puzzle.layout.further]
        assert sizes.count(1) <= most
        assert max(sizes) <= 4


def test_a_kind_that_is_always_drawn_alike_is_refused_at_once():
    with pytest.raises(ImpossibleError, match="leaps knight"):
        made(kind="anti-knight", layout="pentomino-1")


def test_a_search_rates_no_draft_of_cages_twice(monkeypatch):
    rated = []
    before = DraftSearch._rate

    def rate(search: DraftSearch, draft: Draft) -> RatedDraft:
        rated.append((search, draft.key))
        return before(search, draft)

    monkeypatch.setattr(DraftSearch, "_rate", rate)
    made(3, seed=1, kind="killer", layout="2x3", grade="expert")
    assert len(set(rated)) == len(rated)


def tried_on_open_board(monkeypatch, *needs):
    """Return the names of the techniques that a search for an expert's puzzle tries on a board without digits."""
    tried = set()
    before = Technique.run
    monkeypatch.setattr(Technique, "run", lambda one, *rest: tried.add(one.name) or before(one, *rest))
    layout = Layout.parse("3x3").with_constraints("arrow: r1c1 > r1c2 r2c3", "arrow: r2c2 > r1c3 r2c4")
    target = Target(model_for(layout).grade("expert"), needs=needs)
    energy_for(layout, target).rated(np.zeros(81, np.uint8), Clock(60))
    return tried


def test_slow_techniques_are_not_tried_on_open_boards(monkeypatch):
    tried = tried_on_open_board(monkeypatch)
    assert "two-clues" in tried
    assert not any(NAMED[name].is_slow for name in tried)


def test_slow_techniques_are_tried_if_they_are_needed(monkeypatch):
    tried = tried_on_open_board(monkeypatch, "house-combination")
    assert "house-combination" in tried
    assert "wide-combination" not in tried


def test_a_move_on_a_stuck_board_excludes_candidates():
    request, rng = asked({"kind": "killer"}), np.random.default_rng(3)
    drawing = source_of(request).draw(request.layout, rng)
    grid = grid_of(request, drawing, open_oracle(), rng, Clock(300))
    moves = DraftMoves(request, drawing, grid, rng)
    digits = [(1 << digit - 1) | (1 << 9 - digit) for digit in grid]
    stuck = Position(moves.first, tuple(digit if cell < 27 else digit & -digit for cell, digit in enumerate(digits)))
    changed = [draft for _ in range(20) if (draft := moves.changed(stuck, 1)) != stuck.draft]
    assert changed
    for draft in changed:
        left = moves._after(draft, stuck).candidates
        assert sum(map(int.bit_count, left)) < sum(map(int.bit_count, stuck.candidates))


@pytest.mark.parametrize(("grade", "most"), [("beginner", 25), ("advanced", 11)])
def test_few_ratings_lead_to_a_killer(grade, most):
    clock = Clock(300)
    list(generate_many(asked({"kind": "killer", "grade": grade}), 8, 0, clock))
    assert clock.ratings < 8 * most
