"""Puzzles are made here: a pattern is filled (generation phase) and repaired (replacement phase) until it matches."""
