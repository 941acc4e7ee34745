"""Checks of printed pages by external programs."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest
from pypdf import PdfReader


def require_program(name: str, package: str) -> None:
    """Skip the test unless the program is installed."""
    if not which(name):
        pytest.skip(f"no {name} here; install {package}")


def run(*words: str | Path) -> str:
    """Return the output of a program, which must succeed."""
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def fonts_of(reader: PdfReader) -> dict[str, bool]:
    """Return the fonts that a PDF names, with True for embedded ones."""
    found = {}
    for page in reader.pages:
        for reference in page["/Resources"]["/Font"].values():
            font = reference.get_object()
            found[font["/BaseFont"]] = "/FontFile2" in font.get("/FontDescriptor", {}).get_object()
    return found
