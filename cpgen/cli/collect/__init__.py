"""Commands for large sets of puzzles."""
