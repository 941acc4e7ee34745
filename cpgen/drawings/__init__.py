"""Drawings: boards with constraints whose values are still open, drawn at random in a style."""

from __future__ import annotations

from cpgen.drawings.random_drawings import Drawing, draw
from cpgen.drawings.style import Element, Style, style_named

__all__ = ["Drawing", "Element", "Style", "draw", "style_named"]
