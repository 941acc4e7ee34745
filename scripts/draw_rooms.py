"""Draws docs/rooms.svg: the rooms of the contributor's page with their questions, and the way of a puzzle through them.

With --check it writes nothing and fails when the picture is not the one that it would write.
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURE = DOCS / "contributing.md", DOCS / "rooms.svg"
ROOM = re.compile(r"^\| `cpgen/(\w+)(?:/|\.py)` \| (.+) \|$", re.MULTILINE)
STEP = re.compile(r"^\d+\. `(\w+)`: (.+)$", re.MULTILINE)

ROW, LEFT, NAMES, QUESTIONS, STEPS, ACROSS = 26, 10, 92, 110, 640, 30
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#24292f}.name{font-weight:600}.small{fill:#57606a}"
    ".row{fill:#8b949e;fill-opacity:.1}.way{fill:none;stroke:#0969da;stroke-width:2}.step{fill:#0969da}"
    ".number{fill:#fff;font-size:11px;text-anchor:middle}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.number{fill:#fff}}"
)


def picture(page: str) -> str:
    """The SVG for the table of rooms and the list of steps in the text of the page."""
    rooms, steps = ROOM.findall(page)[::-1], STEP.findall(page)
    names = [name for name, _ in rooms]
    width, height = STEPS + ACROSS * len(steps) + LEFT, ROW * (len(rooms) + 1)
    middle = {name: ROW * (row + 1) + ROW // 2 for row, name in enumerate(names)}
    points = [(STEPS + ACROSS // 2 + ACROSS * k, middle[name]) for k, (name, _) in enumerate(steps)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="'
        f'The rooms of cpgen and the way of a puzzle through them"><style>{STYLE}</style>',
        f'<text class="small" x="{LEFT}" y="18">Each room imports only rooms below it.</text>',
        f'<text class="small" x="{STEPS}" y="18">The way of a puzzle</text>',
    ]
    for row, (name, question) in enumerate(rooms):
        if row % 2 == 0:
            parts.append(f'<rect class="row" x="0" y="{middle[name] - ROW // 2}" width="{width}" height="{ROW}"/>')
        plain = escape(question.replace("`", ""))
        parts.append(f'<text class="name" x="{LEFT}" y="{middle[name] + 5}">{name}</text>')
        parts.append(f'<text x="{QUESTIONS}" y="{middle[name] + 5}">{plain}</text>')
    parts.append(f'<polyline class="way" points="{" ".join(f"{x},{y}" for x, y in points)}"/>')
    for number, ((_, text), (x, y)) in enumerate(zip(steps, points, strict=True), 1):
        parts.append(f'<circle class="step" cx="{x}" cy="{y}" r="9"><title>{escape(text)}</title></circle>')
        parts.append(f'<text class="number" x="{x}" y="{y + 4}">{number}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main() -> int:
    wanted = picture(PAGE.read_text(encoding="utf-8"))
    if "--check" in sys.argv[1:]:
        fresh = PICTURE.is_file() and PICTURE.read_text(encoding="utf-8") == wanted
        return 0 if fresh else print("docs/rooms.svg is out of date: python scripts/draw_rooms.py") or 1
    PICTURE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
