"""Folder of the files that are shipped with cpgen."""

from __future__ import annotations

from pathlib import Path


def models_folder() -> Path:
    """Return the folder of the shipped models: inside the package in a wheel, next to it in a checkout."""
    inside = Path(__file__).parent / "models"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "models"
