"""Irregular boards: all boards up to side 6, the catalogue of pentomino boards, and random jigsaws."""

from __future__ import annotations

LEAST_SIDE, MOST_SIDE = 4, 16
"""Bounds on the side of random jigsaws"""
