"""Stores of distinct puzzles, and batches that fill them; see README.md."""
