"""Patterns made from pictures and other patterns in the studio."""

from __future__ import annotations

import struct
import zlib

from tests.web.browsing import Opener, press
from tests.web.studio_page import choose_board

DRAWN = "xx...x...x......"
"""A 4×4 pattern without symmetry"""


def png(pattern: str, side: int) -> bytes:
    """Return a grey picture with a black pixel for each clue."""
    rows = [pattern[k : k + side] for k in range(0, side * side, side)]
    raw = b"".join(b"\0" + bytes(0 if mark == "x" else 255 for mark in row) for row in rows)
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(raw)), (b"IEND", b"")]
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


SHOWN = "[...document.querySelectorAll('.pattern .cell')].map((one) => (one.matches('.picked') ? 'x' : '.')).join('')"
"""An expression for the pattern on the board as one line"""


def test_a_pattern_is_read_from_a_picture_and_transformed(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_text("Shapes", exact=True).click()
    page.get_by_label("Number of clues").fill("4")
    press(page, "Tab")
    page.get_by_label("From a picture").set_input_files(
        {"name": "d.png", "mimeType": "image/png", "buffer": png(DRAWN, 4)}
    )
    page.get_by_text("4 clues").wait_for()
    assert page.evaluate(SHOWN) == DRAWN
    assert page.get_by_text("Clues by region: 3 · 0 · 1 · 0").is_visible()
    rows = [DRAWN[k : k + 4] for k in range(0, 16, 4)]
    turned = "".join("".join(column) for column in zip(*rows[::-1], strict=True))
    steps = {
        "Mirror": "".join(row[::-1] for row in rows),
        "Rotate by 90°": turned,
        "Up": DRAWN[4:] + DRAWN[:4],
        "Down": DRAWN[12:] + DRAWN[:12],
        "To the left": "".join(row[1:] + row[:1] for row in rows),
        "To the right": "".join(row[3:] + row[:3] for row in rows),
        "Invert": DRAWN.translate(str.maketrans("x.", ".x")),
    }
    for name, after in steps.items():
        page.get_by_role("button", name=name, exact=True).click()
        assert page.evaluate(SHOWN) == after
        page.get_by_role("button", name="Undo").first.click()
    assert page.evaluate(SHOWN) == DRAWN
    page.get_by_label("Add to the current pattern").check()
    other = {"name": "o.png", "mimeType": "image/png", "buffer": png("." * 15 + "x", 4)}
    page.get_by_label("From a picture").set_input_files(other)
    page.get_by_text("5 clues").wait_for()
    page.get_by_label("From a picture").set_input_files({"name": "bad.png", "mimeType": "image/png", "buffer": b"bad"})
    page.get_by_text("bad.png is not a picture that this browser can read.").wait_for()
