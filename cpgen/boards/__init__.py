"""Boards with irregular regions: all boards up to side 6, the catalogue of 5×5 boards, and random jigsaws."""

from __future__ import annotations

LEAST_SIDE, MOST_SIDE = 4, 16
"""Smallest and largest side of random jigsaws"""
