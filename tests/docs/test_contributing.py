"""docs/contributing.md does what it says: its code is put into a copy of cpgen, and the new things are used there."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from cpgen import resources
from cpgen.kernel import compiler
from cpgen.layout import Layout
from cpgen.rater.board import empty_board, rater_tables, set_up
from cpgen.rater.rating import as_array
from cpgen.rater.techniques.singles import hidden_singles_placed
from tests.cli.running import CPGEN, ENVIRONMENT, Ran, call
from tests.conftest import SHAPES, Boards
from tests.test_rooms import PACKAGE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"`([\w/.-]+)`:\n\n```(\w+)\n(.*?)```", re.DOTALL)
COMMAND = re.compile(r"^\$ cpgen (.*)$", re.MULTILINE)
TANGLED = ".....46.8...8.......7...35.5...61....61..8..2..3.....9..2..34.....485....5..7..3."
COUNTS = {5: 20, 9: 3}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of cpgen, its models and its tests, with all that the page shows put in."""
    folder = tmp_path_factory.mktemp("copy")
    for part in (PACKAGE, resources.folder(), ROOT / "tests"):
        shutil.copytree(part, folder / part.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name, kind, text in BLOCK.findall(PAGE):
        path = folder / name
        assert path.exists() == (kind == "diff"), f"{name} is in cpgen already"
        path.write_text(changed(path.read_text("utf-8"), text) if kind == "diff" else text, encoding="utf-8")
    return folder


def changed(text: str, diff: str) -> str:
    """The text with each hunk of a diff applied at the one place where it fits."""
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before, after = ("".join(line[1:] for line in lines if line[0] in kinds) for kinds in (" -", " +"))
        assert text.count(before) == 1, hunk
        text = text.replace(before, after)
    return text


def in_copy(copy: Path, *command: str) -> Ran:
    """A command in the copy, its loops left in Python so that nothing has to be compiled."""
    told = ENVIRONMENT | {"PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=copy, env=told, capture_output=True, text=True, timeout=300, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_all_that_the_page_names_is_there() -> None:
    made = {name for name, _, _ in BLOCK.findall(PAGE)}
    named = set(re.findall(r"`((?:cpgen|docs|models|scripts|tests)/[\w/.-]*)`", PAGE))
    assert [name for name in sorted(named - made) if not (ROOT / name).exists()] == []


@pytest.fixture(scope="module")
def aligned(copy: Path) -> Iterator[ModuleType]:
    """The module of the new rule, compiled for this process alone."""
    spec = importlib.util.spec_from_file_location("aligned", copy / "cpgen/rater/techniques/aligned.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "cache_folder", lambda: "")
        spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("layout", [Layout.parse(SHAPES[name]) for name in ("5x5 pentominoes", "9x9")], ids=str)
def test_the_rule_never_removes_what_the_solution_has(aligned: ModuleType, layout: Layout, boards: Boards) -> None:
    tables = rater_tables(layout)
    board, removed = empty_board(tables), 0
    for puzzle, grid in boards(COUNTS[layout.size], 1):
        set_up(tables, board, as_array(puzzle.clues))
        before = -1
        while before < board.state[0].changes:
            before = board.state[0].changes
            hidden_singles_placed(tables, board, tables.placing)
            placed = board.state[0].changes
            aligned.aligned_pairs(tables, board)
            removed += board.state[0].changes - placed
            assert not board.state[0].broken
        assert all(left >> (digit - 1) & 1 for left, digit in zip(board.candidates.tolist(), grid, strict=True))
    assert removed


def test_the_rule_solves_and_tells_what_the_others_cannot(copy: Path) -> None:
    stuck, solved = (
        in_copy(copy, CPGEN, "rate", "--json", *with_, TANGLED) for with_ in ((), ("--model", "aligned.toml"))
    )
    assert stuck.objects[0]["outcome"] == "stuck"
    assert solved.objects[0]["outcome"] == "solved"
    assert solved.objects[0]["grade"] == "tangled"
    assert solved.objects[0]["rules"]["aligned-pair-exclusion"] == 1
    quoted = (text.replace("\n> ", " ") for text in re.findall(r"^> (.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL))
    for language, sentence in zip(("en", "ja"), quoted, strict=True):
        told = in_copy(copy, CPGEN, "explain", "--lang", language, "--model", "aligned.toml", TANGLED)
        assert sentence in told.out


def test_the_new_things_keep_the_contracts_of_their_kinds(copy: Path) -> None:
    contracts = [f"tests/{name}.py" for name in ("formats/test_round_trips", "formats/test_reading", "test_shipped")]
    chosen = ("-k", "[iss] or told_apart or each_layout or each_pattern")
    ran = in_copy(copy, sys.executable, "-m", "pytest", "-n", "0", *contracts, *chosen)
    assert ran.code == 0, ran.out + ran.err
    assert "8 passed" in ran.out


def test_an_address_of_the_format_is_read_like_any_puzzle(copy: Path) -> None:
    *_, address = COMMAND.search(PAGE, PAGE.index("--to iss\n"))[1].split()
    assert in_copy(copy, CPGEN, "rate", "--json", address.strip('"')).objects[0]["steps"] == 34


def test_a_language_is_spoken_as_far_as_its_file_goes(copy: Path) -> None:
    told = in_copy(copy, CPGEN, *COMMAND.search(PAGE, PAGE.index("### A language"))[1].split()).out
    assert "In la supra maldekstra bloko, " in told


@pytest.fixture
def models(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy's layouts, patterns and grade models as the shipped ones."""
    monkeypatch.setattr(resources, "folder", lambda: copy / "models")


@pytest.mark.usefixtures("models")
def test_the_layout_the_pattern_and_the_model_are_used_by_name() -> None:
    commands = [line.split() for line in COMMAND.findall(PAGE[PAGE.index("### A layout") :])]
    on_layout, dug, grades, graded = (call(*line, "--json", *fixed(line)) for line in commands)
    made = on_layout.objects[0]
    assert made["layout"].startswith("AABCCC/")
    assert [symbol != "." for symbol in made["puzzle"]] == [
        symbol == "x" for symbol in "x..x...x..x...x..xx..x...x..x...x..x"
    ]
    assert dug.objects[0]["clues"] == 9
    assert call("rate", "--json", "--regions", "meander-6", made["puzzle"]).objects[0]["solved"]
    assert [row["grade"] for row in grades.objects] == ["short", "long", "any"]
    assert (graded.objects[0]["grade"], graded.objects[0]["matches"]) == ("long", True)
    assert graded.objects[0]["appropriateness"] > 0.7


def fixed(line: list[str]) -> tuple[str, ...]:
    """What makes a command that looks for puzzles quick and the same every time."""
    return () if line[0] == "grades" else ("--seed", "1", "--oracle", "bitset")
