"""docs/measures.md names every measure of the study of difficulty, with values that the study finds."""

from __future__ import annotations

import re

import numpy as np
import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.study.difficulty_study import MEASURES, Judge
from tests.cli.running import LEFT, RIGHT
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "measures.md").read_text(encoding="utf-8")
ROYLE = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
ROWS = {"figure 3 of the paper, right": RIGHT, "figure 3 of the paper, left": LEFT, "one of 17 clues (Royle)": ROYLE}


def test_every_measure_is_on_the_page() -> None:
    words = {"hodoku_score": "score", "hodoku_level": "level name", "explainer": "Sudoku Explainer"}
    table = PAGE.partition("## How they rank")[0]
    missing = [name for name in MEASURES if words.get(name, name.replace("_", " ")) not in table]
    assert missing == []


@pytest.mark.parametrize("name", ROWS)
def test_values_of_the_examples_are_measured(name: str) -> None:
    found = re.search(
        rf"^\| {re.escape(name)} \| (\d+), (\d+) \| (\d+) \| easy, (\d+) \| ([\d.]+) \|", PAGE, re.MULTILINE
    )
    assert found
    layout = Layout.boxes(3, 3)
    judged = Judge(layout).judged(Puzzle.parse(ROWS[name]), np.random.default_rng(1))
    measures = ("level", "steps", "one_scale", "hodoku_score", "explainer")
    assert [float(one) for one in found.groups()] == [judged[one] for one in measures]
