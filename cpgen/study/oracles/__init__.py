"""Oracles side by side: who answers what, how fast, and whether all agree; CP-SAT asked in many ways."""
