"""Commands that make puzzles and grids."""
