"""Proofs and predictions about patterns: impossible patterns, expected effort, live analysis of clues."""
