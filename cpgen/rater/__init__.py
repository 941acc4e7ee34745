"""Rater: solve a puzzle as a person would, and report the rounds, level and steps on a ladder of rules."""
