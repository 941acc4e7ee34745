"""Commands that print, convert and serve puzzles."""
