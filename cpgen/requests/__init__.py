"""Checked requests, grid sources, clue runs, and the clock that limits and counts the work."""
