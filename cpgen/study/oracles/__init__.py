"""Oracles side by side: which oracle answers what, how fast, and whether all agree; CP-SAT with many settings."""
