"""The examples of docs/extending.md work: they are added to a copy of cpgen and used there."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from cpgen import resources
from cpgen.layout import Layout
from cpgen.paths import models_folder
from cpgen.rater.board import empty_board, set_up
from cpgen.rater.rating import as_array
from cpgen.rater.techniques.singles import hidden_singles_placed
from tests.cli.running import CPGEN, ENVIRONMENT, Ran, call
from tests.conftest import SHAPES, Boards
from tests.test_rooms import PACKAGE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"`([\w/.-]+)`:\n\n```(\w+)\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ cpgen (.*)$", re.MULTILINE)
TANGLED = ".....46.8...8.......7...35.5...61....61..8..2..3.....9..2..34.....485....5..7..3."
COUNTS = {5: 20, 9: 3}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of cpgen, its models and its tests with the files and changes of the page."""
    folder = tmp_path_factory.mktemp("copy")
    for part in (PACKAGE, models_folder(), ROOT / "tests"):
        shutil.copytree(part, folder / part.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name, kind, text in BLOCK.findall(PAGE):
        path = folder / name
        assert path.exists() == (kind == "diff"), f"{name} is in cpgen already"
        path.write_text(changed(path.read_text("utf-8"), text) if kind == "diff" else text, encoding="utf-8")
    return folder


def changed(text: str, diff: str) -> str:
    """Apply each hunk of a diff at the one place where it fits."""
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before, after = ("".join(line[1:] for line in lines if line[0] in kinds) for kinds in (" -", " +"))
        assert text.count(before) == 1, hunk
        text = text.replace(before, after)
    return text


def in_copy(copy: Path, *command: str) -> Ran:
    """Run a command in the copy, without compiling."""
    own = ENVIRONMENT | {"PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=copy, env=own, capture_output=True, text=True, timeout=300, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_named_files_exist() -> None:
    made = {name for name, _, _ in BLOCK.findall(PAGE)}
    named = set(re.findall(r"`((?:cpgen|docs|models|scripts|tests)/[\w/.-]*)`", PAGE))
    assert [name for name in sorted(named - made) if not (ROOT / name).exists()] == []


@pytest.fixture(scope="module")
def aligned(copy: Path) -> ModuleType:
    """Return the module of the new technique."""
    spec = importlib.util.spec_from_file_location("aligned", copy / "cpgen/rater/techniques/aligned.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("layout", [Layout.parse(SHAPES[name]) for name in ("5x5 pentominoes", "9x9")], ids=str)
def test_technique_is_sound(aligned: ModuleType, layout: Layout, boards: Boards) -> None:
    board, removed = empty_board(layout), 0
    for puzzle, grid in boards(COUNTS[layout.size], 1):
        set_up(board, as_array(puzzle.clues))
        before = -1
        while before < board.state[0].changes:
            before = board.state[0].changes
            hidden_singles_placed(board, board.tables.placing)
            placed = board.state[0].changes
            aligned.aligned_pairs(board)
            removed += board.state[0].changes - placed
            assert not board.state[0].broken
        assert all(left >> (digit - 1) & 1 for left, digit in zip(board.candidates.tolist(), grid, strict=True))
    assert removed


def test_technique_solves_and_explains(copy: Path) -> None:
    stuck, solved = (
        in_copy(copy, CPGEN, "rate", "--json", *with_, TANGLED) for with_ in ((), ("--model", "aligned.toml"))
    )
    assert stuck.objects[0]["outcome"] == "stuck"
    assert solved.objects[0]["outcome"] == "solved"
    assert solved.objects[0]["grade"] == "tangled"
    assert solved.objects[0]["rules"]["aligned-pair-exclusion"] == 1
    quoted = (text.replace("\n> ", " ") for text in re.findall(r"^> (.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL))
    for language, sentence in zip(("en", "ja"), quoted, strict=True):
        ran = in_copy(copy, CPGEN, "explain", "--lang", language, "--model", "aligned.toml", TANGLED)
        assert sentence in ran.out


def test_contract_tests_pass(copy: Path) -> None:
    contracts = [f"tests/{name}.py" for name in ("formats/test_round_trips", "test_resources")]
    chosen = ("-k", "thonky or layout or pattern")
    ran = in_copy(copy, sys.executable, "-m", "pytest", "-n", "0", *contracts, *chosen)
    assert ran.code == 0, ran.out + ran.err
    assert " passed" in ran.out


def test_new_format_is_read(copy: Path) -> None:
    *_, address = COMMAND.search(PAGE, PAGE.index("--to thonky\n"))[1].split()
    assert in_copy(copy, CPGEN, "rate", "--json", address.strip('"')).objects[0]["steps"] == 34


def test_new_constraint_is_obeyed(copy: Path) -> None:
    command = COMMAND.search(PAGE, PAGE.index("## A kind of constraint"))[1]
    ran = in_copy(copy, CPGEN, *shlex.split(command), "--seed", "1", "--oracle", "bitset", "--json")
    assert ran.code == 0, ran.err
    made = ran.objects[0]
    line = [int(digit) for digit in made["solution"]][0:22:7]
    assert all(max(pair) % min(pair) == 0 for pair in pairwise(line)), line


def test_contract_tests_pass_for_the_new_constraint(copy: Path) -> None:
    chosen = ("-k", "factor or every_kind", "-m", "not slow")
    ran = in_copy(copy, sys.executable, "-m", "pytest", "-n", "0", "tests/constraints", *chosen)
    assert ran.code == 0, ran.out + ran.err
    assert " passed" in ran.out


def test_partial_language_is_used(copy: Path) -> None:
    output = in_copy(copy, CPGEN, *COMMAND.search(PAGE, PAGE.index("## A language"))[1].split()).out
    assert "In la supra maldekstra bloko, " in output


@pytest.fixture
def models(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the layouts, patterns and grade models of the copy."""
    monkeypatch.setattr(resources, "models_folder", lambda: copy / "models")


@pytest.mark.usefixtures("models")
def test_layout_pattern_and_model_are_found_by_name() -> None:
    commands = [line.split() for line in COMMAND.findall(PAGE[PAGE.index("## A layout") :])]
    on_layout, dug, grades, graded = (call(*line, "--json", *fixed(line)) for line in commands)
    made = on_layout.objects[0]
    assert made["layout"].startswith("AABCCC/")
    assert [symbol != "." for symbol in made["puzzle"]] == [
        symbol == "x" for symbol in "x..x...x..x...x..xx..x...x..x...x..x"
    ]
    assert dug.objects[0]["clues"] == 9
    assert call("rate", "--json", "--layout", "meander-6", made["puzzle"]).objects[0]["solved"]
    assert [row["grade"] for row in grades.objects] == ["short", "long", "any"]
    assert (graded.objects[0]["grade"], graded.objects[0]["matches"]) == ("long", True)
    assert graded.objects[0]["appropriateness"] > 0.7


def fixed(line: list[str]) -> tuple[str, ...]:
    """Return options that make a generating command fast and deterministic."""
    return () if line[0] == "grades" else ("--seed", "1", "--oracle", "bitset")
