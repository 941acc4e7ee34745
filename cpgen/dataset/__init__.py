"""Data sets for training and tests: puzzles of a batch with explanations, divided into splits."""
