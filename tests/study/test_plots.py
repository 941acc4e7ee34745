"""Plots as small SVG files: nothing that can be seen is lost, and the figures of the docs stay small."""

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from cpgen.study.plots import pyplot, small_svg, svg

DOCS = Path(__file__).parents[2] / "docs"
DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 72 36">
 <metadata>made by a program</metadata>
 <defs><style type="text/css">*{stroke-linejoin: round}</style></defs>
 <g id="axes_1">
  <path d="M 1.04 2
L 11.06 2
L 11.06 4.123456
z
" clip-path="url(#p1)" style="fill: none; stroke: #1f77b4"/>
  <path d="M 5 5 C 6.04 5 7 6.06 7 7" clip-path="url(#p1)" style="fill: none; stroke: #1f77b4"/>
  <g id="text_1"><text style="fill: none; stroke: #1f77b4" x="3.14159" y="4">a &lt; b</text></g>
 </g>
 <defs><clipPath id="p1"><rect x="0" y="0" width="72.00001" height="36"/></clipPath></defs>
</svg>"""


def test_a_picture_is_written_in_short():
    small = small_svg(DRAWN)
    assert "made by" not in small
    assert "axes_1" not in small
    assert small.count("stroke:#1f77b4") == 1
    assert small.count("url(#n0)") == 1
    assert '<clipPath id="n0"><rect x="0" y="0" width="72" height="36"/></clipPath>' in small
    assert 'd="m1 2h10.1v2.1z"' in small
    assert 'd="m5 5c1 0 2 1.1 2 2"' in small
    assert '<text x="3.1" y="4" class="s0">a &lt; b</text>' in small


def test_errors_of_rounding_do_not_add_up():
    steps = "\n".join(f"L {0.04 * number} 0" for number in range(1, 251))
    lengths = re.search(r'd="m0 0h([^"]*)"', small_svg(DRAWN.replace("M 1.04 2", f"M 0 0 {steps} L 10 3")))[1]
    assert sum(map(float, lengths.partition("v")[0].split("h"))) == pytest.approx(10)


def test_a_figure_of_matplotlib_keeps_its_words_and_points():
    pytest.importorskip("matplotlib")
    figure, axis = pyplot().subplots()
    axis.plot(range(30), range(30), "o", label="thirty points")
    axis.legend()
    content = svg(figure)
    root = Xml.fromstring(content)
    assert "thirty points" in [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}use"))) > 30
    assert len(content) < 10_000


def test_the_figures_of_the_docs_are_small():
    pictures = [path for path in DOCS.iterdir() if path.suffix in (".svg", ".png", ".webp")]
    assert sum(path.stat().st_size for path in pictures) < 450_000
    for path in DOCS.glob("*.svg"):
        Xml.fromstring(path.read_text(encoding="utf-8"))
