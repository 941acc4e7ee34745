"""Run as a module: the fuzzer atheris (libFuzzer) on the readers of all formats, from a folder of sound inputs."""

from __future__ import annotations

import sys
import warnings

import atheris

with atheris.instrument_imports(include=["cpgen"]):
    from cpgen import formats


def read(content: bytes) -> None:
    """Reads the content as a file with puzzles; what is wrong with it comes back as Problems, and is not raised."""
    for _ in formats.read(content):
        pass


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    atheris.Setup(sys.argv, read)
    atheris.Fuzz()
