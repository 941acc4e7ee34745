"""Irregular boards: all boards of a side up to 6, the pentomino catalogue, random jigsaws."""

from __future__ import annotations

LEAST_SIDE, MOST_SIDE = 4, 16
"""The sides of random jigsaws"""
