"""Data sets of explained puzzles for machine reasoning and research; see README.md."""
