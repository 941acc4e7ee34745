"""Puzzles made by removing clues from full grids."""
