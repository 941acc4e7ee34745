"""Symmetries of the square and of boards, canonical forms of puzzles, and automorphisms that fix given cells."""
