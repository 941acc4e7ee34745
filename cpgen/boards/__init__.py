"""Irregular boards: all boards of a side up to 6, the pentomino catalogue, random jigsaws."""
