"""The rater: how a person would solve a puzzle, in the rounds, level and steps of a ladder of rules."""
