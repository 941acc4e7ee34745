"""Puzzles with constraints on the command line: reading them, and refusing what is wrong in one sentence."""

import json
from itertools import permutations
from pathlib import Path

import pytest

from tests.cli.running import call, run

GRID = "1....2....3....4"
CAGES = "cage 5: r1c1 r1c2\n# a note\n\ncage 5: r1c3 r1c4  # the rest of the row\n"


def file_with(folder: Path, text: str | bytes, name: str = "lines.txt") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_constraints_come_from_a_file_a_text_or_the_puzzle(tmp_path: Path) -> None:
    lines, whole = file_with(tmp_path, CAGES), file_with(tmp_path, f"{GRID}\n{CAGES}", "whole.txt")
    for words in (
        ["--constraints", lines, GRID],
        ["--constraints", "cage 5: r1c1 r1c2; cage 5: r1c3 r1c4", GRID],
        ["--layout", "2x2+cage 5: r1c1 r1c2+cage 5: r1c3 r1c4", GRID],
        ["--layout", "2x2+cage 5: r1c1 r1c2", "--constraints", lines, GRID],
        [whole],
        ["--constraints", lines, whole],
    ):
        (found,) = call("solve", "--oracle", "bitset", "--json", *words).objects
        assert found["layout"] == "2x2+cage 5: r1c1 r1c2+cage 5: r1c3 r1c4"
        assert (found["solution"][:2], found["unique"]) == ("14", True)


WRONG_LINES = {
    "leaves the board": ("cage 5: r1c1 r1c5", "'cage 5: r1c1 r1c5': r1c5 is not on the board"),
    "repeats a cell": ("cage 5: r1c1 r1c1", "r1c1 is listed twice"),
    "unreachable sum": ("cage 8: r1c1 r1c2", "add up to 3 at least and 7 at most, not to 8"),
    "long thermometer": ("thermo r1c1 r1c2 r1c3 r1c4 r2c4", "has 5 cells, but there are only 4 digits"),
    "unknown kind": ("thremo r1c1 r1c2", "Did you mean 'thermo'"),
    "no cells": ("cage 5:", "The cage has 0 cells"),
    "not words": ("cage 5: r1c1 & r1c2", "cannot be read"),
}


@pytest.mark.parametrize("case", WRONG_LINES)
def test_wrong_line_is_refused_with_its_place(case: str, tmp_path: Path) -> None:
    wrong, sentence = WRONG_LINES[case]
    name = file_with(tmp_path, f"# two\ncage 4: r4c4 r4c3\n\n{wrong}\n")
    for command in ("check", "solve", "rate", "hint", "explain"):
        refused = call(command, "--constraints", name, GRID)
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.startswith(f"error: {name}, line 4: ")
        assert sentence in refused.err
        assert refused.err.count("\n") == 1
    refused = call("dig", "--size", "4", "--constraints", name)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert f"{name}, line 4: " in refused.err
    refused = call("check", "-", stdin=f"{GRID}\n{wrong}\n".encode())
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_repeated_constraint_is_a_warning(tmp_path: Path) -> None:
    twice = file_with(tmp_path, "cage 5: r1c1 r1c2\n" * 2, "twice.txt")
    done = call("solve", "--oracle", "bitset", "--constraints", twice, GRID)
    assert done.code == 0
    assert done.err == f"warning: {twice}, line 2: 'cage 5: r1c1 r1c2' is there twice; it counts once.\n"


def test_wrong_files_of_constraints_are_refused(tmp_path: Path) -> None:
    cells = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    pairs = list(permutations(cells, 2))
    many = "".join(f"{kind}: {one} {other}\n" for kind in ("thermo", "slow-thermo") for one, other in pairs[:5000])
    for name, sentence in [
        (file_with(tmp_path, "", "empty.txt"), "There is no constraint in "),
        (file_with(tmp_path, "# only a comment\n", "comment.txt"), "There is no constraint in "),
        (file_with(tmp_path, b"\x00\xff\xfe\x93" * 50, "binary.txt"), "is not text in UTF-8 or UTF-16."),
        (str(tmp_path), "is a folder; give a file."),
        (str(tmp_path / "missing.txt"), "No such file: "),
        (file_with(tmp_path, many, "many.txt"), "10000 constraints; 2000 is the limit."),
    ]:
        refused = call("check", "--constraints", name, "." * 81)
        assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert sentence in refused.err


def test_wrong_types_of_constraints_in_json_are_refused() -> None:
    for wrong in (7, [7], [{"kind": 7}], [{"kind": "cage", "cells": 7}], [{"kind": "cage", "cells": [["r1c1"], 7]}]):
        refused = call("check", "-", stdin=json.dumps({"puzzle": GRID, "constraints": wrong}).encode())
        assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)


def test_commands_work_on_puzzles_with_constraints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = file_with(tmp_path, f"1...\n..4.\n....\n....\n{CAGES}thermo: r4c1 r4c2\n", "puzzle.txt")
    layout = "2x2+cage 5: r1c1 r1c2+cage 5: r1c3 r1c4+thermo: r4c1 r4c2"
    for words in (["rate", "--json"], ["check", "--json", "--exit-zero"], ["candidates", "--json"]):
        (found,) = call(*words, puzzle).objects
        assert found["layout"] == layout
    assert call("solve", "--count", puzzle).out == f"{len(call('solve', '--all', puzzle).lines)}\n"
    assert call("convert", puzzle, "--to", "line").out == f"1.....4......... {layout}\n"
    assert call("draw", puzzle, "-o", "board.svg").code == 0
    assert Path("board.svg").read_text().startswith("<?xml")
    for command in ("hint", "explain"):
        ran = call(command, puzzle)
        assert ran.code in (0, 2, 3)
        assert "Traceback" not in ran.err


@pytest.mark.parametrize("command", [["dig"], ["generate", "--grade", "any", "--clues", "6"]])
def test_puzzles_are_made_with_constraints(command: list[str]) -> None:
    ran = call(*command, "--size", "4", "--constraints", "cage 5: r1c1 r1c2", "--oracle", "bitset", "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith(" 2x2+cage 5: r1c1 r1c2\n")
    assert call("check", "--oracle", "bitset", ran.out.strip()).code == 0


def test_contradictory_constraints_have_no_puzzle() -> None:
    cages = "cage 3: r1c1 r1c2; cage 3: r1c3 r1c4"
    for command in ("dig", "generate", "grid"):
        ran = call(command, "--size", "4", "--constraints", cages, "--oracle", "bitset")
        assert (ran.code, ran.out, ran.err.count("\n")) == (4, "", 1)
    assert call("check", "--oracle", "bitset", "--constraints", cages, "." * 16).code == 4


def test_open_values_are_refused_where_values_are_needed() -> None:
    for command in (["check", GRID], ["solve", GRID], ["rate", GRID], ["hint", GRID], ["dig"], ["generate"], ["grid"]):
        ran = call(*command, "--size", "4", "--constraints", "cage ?: r1c1 r1c2")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), command
        assert "leaves its value open" in ran.err


def test_sentences_count_the_constraints() -> None:
    ran = call("check", "--oracle", "bitset", "--constraints", CAGES.partition("\n")[0], GRID)
    assert ran.out.startswith(f"{GRID} (2x2 with 1 cage) has ")


def test_own_kinds_are_words_of_a_command(tmp_path: Path) -> None:
    kind = tmp_path / "twice-dot.toml"
    kind.write_text('title = "Twice"\nrule = "a == 2 * b or b == 2 * a"', encoding="utf-8")
    call = ("candidates", "--layout", "2x2", "--constraints", "twice-dot r1c1 r1c2", "................")
    assert run(*call, "--kinds", str(kind)).lines[0].split()[:2] == ["124", "124"]
    assert run(*call).code == 2
    assert "cannot be read" in run(*call, "--kinds", str(tmp_path / "none.toml")).err


def test_solution_says_which_alternatives_hold() -> None:
    line = "any-of: (cage 3: r1c1 r1c2) or (cage 5: r1c1 r1c2) and (odd: r1c1)"
    puzzle = "12343421214343.."
    (found,) = run("solve", "--json", "--layout", "2x2", "--constraints", line, puzzle).objects
    assert found["held"] == [["cage 3: r1c1 r1c2"]]
