"""Puzzle generation in two phases: fill a pattern (generation) and repair it until it matches (replacement)."""
