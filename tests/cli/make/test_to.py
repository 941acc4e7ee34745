"""`generate` and `dig` in any format, LaTeX, shortcuts, and setters who write constraints only."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cpgen import formats
from cpgen.puzzle import Puzzle
from cpgen.render.latex_writer import escaped, is_plain
from tests.cli.running import call

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KILLER = f"{LINE}\ncage 8: A1 A2; whisper: r7c7 r7c8 r8c8 r8c7 r7c7; arrow r1c9 > r2c9 r3c9"
FOUR = ("--size", "4", "--seed", "1")


@pytest.mark.parametrize("command", ["generate", "dig"])
def test_puzzles_are_made_in_any_format(command: str) -> None:
    usual = call(command, *FOUR, "--json").objects[0]["puzzle"]
    for name in ("sudokupad", "fpuzzles", "latex", "jsonl", "url"):
        made = call(command, *FOUR, "--to", name)
        assert made.code == 0
        assert [entry.puzzle.line for entry in formats.read(made.out)] == [usual]


def test_shortcut_is_written_by_its_extension(tmp_path: Path) -> None:
    path = tmp_path / "x.url"
    assert call("generate", *FOUR, "-o", str(path)).code == 0
    assert path.read_text().startswith("[InternetShortcut]\nURL=https://sudokupad.app/fpuzzles")
    refused = call("generate", *FOUR, "-n", "2", "-o", str(path))
    assert (refused.code, "holds one puzzle" in refused.err) == (2, True)


def test_convert_takes_a_puzzle() -> None:
    assert call("convert", LINE, "--to", "sdm").out == f"{LINE}\n"
    refused = call("convert", "no-such-file", "--to", "sdm")
    assert (refused.code, refused.err) == (2, "error: No such file: no-such-file.\n")


@pytest.mark.parametrize(
    "words",
    [
        ("--size", "4", "--constraints", "cage 3: A1 A2; cage 7: A3 A4"),
        ("--layout", "2x2", "--constraints", "cage 3: r1c1 r1c2; cage 7: r1c3 r1c4"),
        ("--size", "4", "cage 3: A1 A2; cage 7: A3 A4"),
        ("." * 16 + "; cage 3: A1 A2; cage 7: A3 A4",),
    ],
)
def test_constraints_need_no_empty_grid(words: tuple[str, ...]) -> None:
    done = call("solve", *words, "--json")
    assert done.objects[0]["layout"] == "2x2+cage 3: r1c1 r1c2+cage 7: r1c3 r1c4"


def test_one_error_stands_for_all_of_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("".join(f"{LINE[:70]}\n" for _ in range(5)) + f"{LINE}\n{LINE.replace('5', 'x')}\n")
    done = call("convert", str(path), "--to", "sdm")
    first, second = done.err.splitlines()
    assert (done.code, done.out) == (2, f"{LINE}\n")
    assert first.startswith(f"error: {path}, line 1: The puzzle has 70 cells")
    assert first.endswith(" 4 more puzzles have such a fault, the last in line 5.")
    assert second.startswith(f"error: {path}, line 7: ")


def test_classic_boards_use_the_package_sudoku() -> None:
    text = call("convert", LINE, "--to", "latex").out
    assert "\\usepackage{sudoku}" in text
    assert "|5|3| | |7| | | | |.\n" in text
    assert "tikz" not in text
    theirs = "\n".join(line for line in text.splitlines() if not line.startswith("% cpgen"))
    assert [entry.puzzle for entry in formats.read(theirs)] == [Puzzle.parse(LINE)]


def test_other_boards_are_drawn_by_tikz() -> None:
    text = call("convert", KILLER, "--to", "latex").out
    assert "\\usepackage{tikz}" in text
    assert "dash pattern" in text
    assert "The digits in a cage" in text
    (entry,) = formats.read(text)
    assert entry.puzzle.layout.constraint_lines[0] == "cage 8: r1c1 r1c2"


def test_signs_of_latex_are_escaped() -> None:
    assert escaped("50 % of #1 & a_b {x} \\") == r"50 \% of \#1 \& a\_b \{x\} \textbackslash{}"
    assert (is_plain("é ≤ 3"), is_plain("数独")) == (True, False)


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="install pdflatex with the packages sudoku and tikz")
@pytest.mark.parametrize("puzzle", [LINE, KILLER], ids=["sudoku", "tikz"])
def test_latex_compiles(puzzle: str, tmp_path: Path) -> None:
    path = tmp_path / "x.tex"
    assert call("convert", puzzle, str(path)).code == 0
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", path.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    if "File `sudoku.sty' not found" in done.stdout or "File `tikz.sty' not found" in done.stdout:
        pytest.skip("install the LaTeX packages sudoku and tikz")
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "x.pdf").stat().st_size > 1000
