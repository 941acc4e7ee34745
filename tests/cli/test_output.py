"""Lines that come quickly are written together, and none is held back until another comes."""

from __future__ import annotations

import io
import os
import sys

import pytest

from cpgen.cli import output
from cpgen.cli.output import lines_together, show


def test_a_line_is_written_although_none_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.pipe()
    with os.fdopen(theirs, "w", encoding="utf-8") as stream, os.fdopen(ours, "rb") as reading:
        monkeypatch.setattr(sys, "stdout", stream)
        with lines_together():
            show("one")
            show("two")
            assert [reading.readline(), reading.readline()] == [b"one\n", b"two\n"]


def test_lines_that_come_quickly_are_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Written(io.BytesIO):
        pieces = 0

        def write(self, piece: object) -> int:
            self.pieces += 1
            return super().write(piece)  # type: ignore[arg-type]

    written = Written()
    monkeypatch.setattr(output, "HELD", 1e6)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
    with lines_together():
        for number in range(50):
            show(str(number))
    assert written.getvalue().split() == [str(number).encode() for number in range(50)]
    assert written.pieces == 2
