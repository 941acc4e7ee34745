"""Proofs that a pattern is impossible, expected effort of a request, and diagnoses of puzzles."""
