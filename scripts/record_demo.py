"""Records the stops of `cpgen demo` as docs/demo.svg, a film that browsers play in a loop.

Each stop is a group of texts that is visible for some seconds: first the command, then its output, as at a terminal. A
reader who prefers no motion sees the first stop. Stops that measure a rate are left out, so that the film is the same
on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from cpgen.cli.make.demo_command import LAST_LINE, answer_of, stops

FILM = Path(__file__).resolve().parent.parent / "docs" / "demo.svg"
SEED = 7
COLUMNS = 100
SECONDS = 6
"""Time that each stop is visible"""
PAUSE = 1.2
"""Seconds between a command and its output"""
WIDTH, HEIGHT = 8.4, 17
"""Size of a character in pixels; the strokes of boards touch each other at this height"""
MARGIN = 16


class Scene(NamedTuple):
    """The lines of a stop: its topic with its commands, and their output."""

    typed: list[str]
    printed: list[str]


def main() -> None:
    FILM.write_text(film([*scenes()]), encoding="utf-8")


def scenes() -> Iterator[Scene]:
    """Run the commands of each stop."""
    for about, lines in stops(SEED):
        if not any(line.endswith(LAST_LINE) for line in lines):
            typed = [f"# {about}", *(part for line in lines for part in broken(f"$ {line}"))]
            printed = chain.from_iterable(answer_of(line).text.split("\n") for line in lines)
            yield Scene(typed, [part for line in printed for part in broken(line)])


def broken(line: str) -> list[str]:
    """Return a line as a terminal shows it, broken where it is too long."""
    return [line[start : start + COLUMNS] for start in range(0, max(len(line), 1), COLUMNS)]


def film(shown: list[Scene]) -> str:
    """Return the scenes as an animated SVG picture."""
    whole = SECONDS * len(shown)
    height = HEIGHT * max(len(typed) + len(printed) for typed, printed in shown) + 2 * MARGIN
    width = round(COLUMNS * WIDTH) + 2 * MARGIN
    share, pause = 100 / len(shown), 100 * PAUSE / whole
    delays = "".join(f".s{number}{{animation-delay:{number * SECONDS}s}}" for number in range(len(shown)))
    style = (
        f"text{{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#e6e6e6;white-space:pre}}"
        f".a{{fill:#7fbf7f}}.c{{fill:#ffffff;font-weight:bold}}"
        f".s,.o{{opacity:0;animation:{whole}s step-end infinite}}.s{{animation-name:s}}.o{{animation-name:o}}"
        f"@keyframes s{{0%{{opacity:1}}{share:.4g}%{{opacity:0}}}}@keyframes o{{{pause:.4g}%{{opacity:1}}}}{delays}"
        f"@media(prefers-reduced-motion:reduce){{.s,.o{{animation:none}}.s0,.o{{opacity:1}}}}"
    )
    groups = "\n".join(map(group, range(len(shown)), shown))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" xml:space="preserve">\n'
        f"<title>cpgen demo: commands and their output</title>\n<style>{style}</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="#1c1e26"/>\n{groups}\n</svg>\n'
    )


def group(number: int, scene: Scene) -> str:
    """Return the texts of a scene; its output is a group of its own, which appears later."""
    about, *commands = scene.typed
    typed = [text(0, about, "a"), *(text(row, line, "c") for row, line in enumerate(commands, 1))]
    printed = [text(row, line) for row, line in enumerate(scene.printed, len(scene.typed)) if line.strip()]
    late = f'<g class="o s{number}">{"".join(printed)}</g>'
    return f'<g class="s s{number}">{"".join(typed)}{late}</g>'


def text(row: int, line: str, kind: str = "") -> str:
    """Return a line at its row, exactly as wide as its characters in whatever font the reader has."""
    line = line.rstrip()
    place = f'x="{MARGIN}" y="{MARGIN + round((row + 0.75) * HEIGHT)}" textLength="{len(line) * WIDTH:.4g}"'
    look = f' class="{kind}"' if kind else ""
    return f"<text{look} {place}>{escape(line, quote=False)}</text>"


if __name__ == "__main__":
    main()
