"""Searches with one signature, for calls by address from compiled code until that is gone."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled
from cpgen.rater.board import RaterBoard, RaterTables
from cpgen.rater.techniques.als import als_chains, als_xy_wings, als_xz, death_blossoms
from cpgen.rater.techniques.chains import chains, remote_pairs
from cpgen.rater.techniques.colours import multi_colours, simple_colours
from cpgen.rater.techniques.complex_fish import finned_franken_fish, finned_mutant_fish, franken_fish, mutant_fish
from cpgen.rater.techniques.fish import finned_fish, fish, sashimi_fish, x_wings
from cpgen.rater.techniques.last_resorts import brute_force, forcing, templates
from cpgen.rater.techniques.locked import locked_candidates, locked_sets
from cpgen.rater.techniques.single_digit import dual_kites, empty_rectangles, two_links
from cpgen.rater.techniques.singles import full_houses, hidden_singles, hidden_singles_placed, naked_singles
from cpgen.rater.techniques.subsets import hidden_subsets, naked_subsets
from cpgen.rater.techniques.sue_de_coq import sue_de_coq
from cpgen.rater.techniques.uniqueness import avoidable_rectangles, bug_plus_1, unique_rectangles
from cpgen.rater.techniques.wings import pivot_wings, w_wings


@compiled
def _hidden_singles_placed(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    hidden_singles_placed(tables, board, houses)


@compiled
def _full_houses(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    full_houses(tables, board)


@compiled
def _hidden_singles(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    hidden_singles(tables, board, houses)


@compiled
def _naked_singles(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    naked_singles(tables, board)


@compiled
def _locked_candidates(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    locked_candidates(tables, board, houses)


@compiled
def _locked_sets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    locked_sets(tables, board, size)


@compiled
def _hidden_subsets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    hidden_subsets(tables, board, houses, size)


@compiled
def _naked_subsets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    naked_subsets(tables, board, size)


@compiled
def _x_wings(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    x_wings(tables, board)


@compiled
def _fish(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    fish(tables, board, size)


@compiled
def _finned_fish(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    finned_fish(tables, board, size)


@compiled
def _sashimi_fish(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    sashimi_fish(tables, board, size)


@compiled
def _franken_fish(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    franken_fish(tables, board, size)


@compiled
def _finned_franken_fish(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    finned_franken_fish(tables, board, size)


@compiled
def _mutant_fish(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    mutant_fish(tables, board, size)


@compiled
def _finned_mutant_fish(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    finned_mutant_fish(tables, board, size)


@compiled
def _two_links(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    two_links(tables, board, size)


@compiled
def _empty_rectangles(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    empty_rectangles(tables, board, size)


@compiled
def _dual_kites(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    dual_kites(tables, board)


@compiled
def _pivot_wings(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    pivot_wings(tables, board, size)


@compiled
def _w_wings(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    w_wings(tables, board)


@compiled
def _simple_colours(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    simple_colours(tables, board, size)


@compiled
def _multi_colours(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    multi_colours(tables, board, size)


@compiled
def _remote_pairs(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    remote_pairs(tables, board)


@compiled
def _chains(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    chains(tables, board, size)


@compiled
def _als_xz(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    als_xz(tables, board)


@compiled
def _als_xy_wings(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    als_xy_wings(tables, board)


@compiled
def _als_chains(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    als_chains(tables, board)


@compiled
def _death_blossoms(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    death_blossoms(tables, board)


@compiled
def _sue_de_coq(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    sue_de_coq(tables, board)


@compiled
def _unique_rectangles(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    unique_rectangles(tables, board, size)


@compiled
def _avoidable_rectangles(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    avoidable_rectangles(tables, board, size)


@compiled
def _bug_plus_1(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    bug_plus_1(tables, board)


@compiled
def _templates(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    templates(tables, board, size)


@compiled
def _forcing(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    forcing(tables, board, size)


@compiled
def _brute_force(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    brute_force(tables, board)


ADDRESSED = {
    hidden_singles_placed: _hidden_singles_placed,
    full_houses: _full_houses,
    hidden_singles: _hidden_singles,
    naked_singles: _naked_singles,
    locked_candidates: _locked_candidates,
    locked_sets: _locked_sets,
    hidden_subsets: _hidden_subsets,
    naked_subsets: _naked_subsets,
    x_wings: _x_wings,
    fish: _fish,
    finned_fish: _finned_fish,
    sashimi_fish: _sashimi_fish,
    franken_fish: _franken_fish,
    finned_franken_fish: _finned_franken_fish,
    mutant_fish: _mutant_fish,
    finned_mutant_fish: _finned_mutant_fish,
    two_links: _two_links,
    empty_rectangles: _empty_rectangles,
    dual_kites: _dual_kites,
    pivot_wings: _pivot_wings,
    w_wings: _w_wings,
    simple_colours: _simple_colours,
    multi_colours: _multi_colours,
    remote_pairs: _remote_pairs,
    chains: _chains,
    als_xz: _als_xz,
    als_xy_wings: _als_xy_wings,
    als_chains: _als_chains,
    death_blossoms: _death_blossoms,
    sue_de_coq: _sue_de_coq,
    unique_rectangles: _unique_rectangles,
    avoidable_rectangles: _avoidable_rectangles,
    bug_plus_1: _bug_plus_1,
    templates: _templates,
    forcing: _forcing,
    brute_force: _brute_force,
}
