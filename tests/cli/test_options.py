"""An option means the same on every command, and so does a key of the JSON objects."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click
import pytest

from cpgen.cli.app import app
from cpgen.cli.help import CommandGroup, paths
from tests.cli.running import LEFT, call

OWN_HELP = {
    "--kind": "what to draw on a board, or the kind of random boards",
    "--out": "each command writes another kind of file",
    "--clues": "a number for random patterns, a number or the fewest for digging, a span for a filter",
    "--grade": "of puzzles to make, the words of all scales; of a filter, also those of the collection",
    "--check": "of a pattern, whether anything is against it; of digging, what must hold",
    "--oracle": "of digging, what is asked if none is named",
    "--time-limit": "of the whole command, or of each puzzle that is checked",
    "--size": "of a board with boxes, or of irregular boards",
    "--count": "of generated and dug puzzles, that they differ; of solutions, whether they are counted",
    "--all": "of techniques, or of solutions",
    "--unchecked": "in a collection, whether clues are needed; in a study of methods, the grade",
}
"""Options whose help differs between commands, and why"""
SHORT = {
    "-o": "--out",
    "-n": "--count",
    "-j": "--jobs",
    "-p": "--pattern",
    "-g": "--grade",
    "-h": "--help",
    "-q": "--quiet",
    "-V": "--version",
}


@dataclass(frozen=True)
class Option:
    """An option of a command, as the program has it."""

    command: str
    name: str
    short: tuple[str, ...]
    metavar: str | None
    help: str
    type: str
    repeatable: bool
    is_file: bool


def command_named(path: str) -> click.Command:
    """The command with a full name, as in `cpgen collection list`."""
    command: Any = app
    for word in path.split()[1:]:
        command = command.get_command(click.Context(command), word)
    return command


def options_of(command: Any, path: str = "") -> Iterator[Option]:
    """All options of the command and of the commands below it."""
    for name in command.list_commands(None) if isinstance(command, CommandGroup) else ():
        yield from options_of(command.get_command(None, name), f"{path} {name}".strip())
    for option in command.params:
        if option.param_type_name == "option":
            short = tuple(name for name in option.opts if not name.startswith("--"))
            name = next(name for name in option.opts if name.startswith("--"))
            kind, is_file = type_of(option), completes_files(option)
            yield Option(path, name, short, option.metavar, option.help or "", kind, option.multiple, is_file)


def completes_files(option: Any) -> bool:
    """True if the Tab key offers file names for a value that begins as no known value does."""
    found = option.shell_complete(click.Context(click.Command("cpgen"), info_name="cpgen"), "\0")
    return [one.type for one in found] == ["file"]


def type_of(option: Any) -> str:
    """The type of an option, as click names it."""
    return str(option.type.name)


OPTIONS = list(options_of(app))
BY_NAME: dict[str, list[Option]] = defaultdict(list)
REPEATABLE: dict[str, list[Option]] = defaultdict(list)
"""Options that can be repeated, as their help says"""
for _option in OPTIONS:
    (REPEATABLE if _option.repeatable else BY_NAME)[_option.name].append(_option)


def test_the_commands_have_their_options():
    commands = {option.command for option in OPTIONS}
    assert commands >= {"generate", "dig", "batch", "rate", "collection list", "pentomino", "layouts random"}
    assert len(OPTIONS) > 200


def test_an_option_of_one_name_is_the_same_everywhere():
    for name in [name for name in BY_NAME if name not in OWN_HELP]:
        assert len({(option.metavar, option.type) for option in BY_NAME[name]}) == 1, BY_NAME[name]
        assert len({option.help for option in BY_NAME[name]}) == 1, BY_NAME[name]


def test_the_help_of_an_option_for_files_says_so():
    for option in OPTIONS:
        assert option.is_file == ("FILE" in str(option.metavar)), option


def test_an_exception_is_still_one():
    for name in OWN_HELP:
        assert len({option.help for option in BY_NAME[name]}) > 1


def test_the_help_of_a_repeatable_option_says_so():
    for name in REPEATABLE:
        for option in REPEATABLE[name]:
            assert "repeatable" in option.help
            assert {option.metavar} == {one.metavar for one in (*REPEATABLE[name], *BY_NAME[name])} or name in (
                "--method",
                *OWN_HELP,
            )


def test_a_letter_always_means_the_same_option():
    letters = {(short, option.name) for option in OPTIONS for short in option.short}
    assert letters == set(SHORT.items()) & letters
    with_letter = {name: short for short, name in SHORT.items()}
    lacking = [one for one in OPTIONS if one.name in with_letter and one.short != (with_letter[one.name],)]
    assert {(one.command, one.name) for one in lacking} == {("solve", "--count")}


def test_every_option_says_what_it_is():
    assert [option for option in OPTIONS if not option.help.endswith((".", "…"))] == []


PUZZLE = "......3231......"
RUNS = {
    "generate": "generate -p 4x4-x --seed 1 --level 1..9 --json",
    "generate -g hardest": "generate -p 4x4-x --grade hardest --level 1 --steps ..4 --seed 1 --json",
    "rate": f"rate {PUZZLE} --json",
    "rate, stuck": f"rate {'.' * 16} --json",
    "explain": f"explain {PUZZLE} --json",
    "hint": f"hint {PUZZLE} --json",
    "hint --full": f"hint {PUZZLE} --full --json",
    "solve": f"solve {PUZZLE} --json",
    "candidates": f"candidates {PUZZLE} --json",
    "check": f"check {PUZZLE} {'.' * 16} --json",
    "grid": "grid --boxes 2x2 --source shuffle --json",
    "practice": "practice naked-pair --layout 2x3 --seed 1 --json",
    "dig": "dig --boxes 2x2 --seed 1 --json",
    "centres": "centres --json",
    "cache": "cache --json",
    "rounds": f"explain --rounds {PUZZLE} --json",
    "batch": "batch -o SET --boxes 2x2 --clues 6 --symmetry none -n 2 --seed 1 --jobs 1 --json",
    "formats": "formats --json",
    "patterns": "patterns kamio-a --json",
    "patterns --check": "patterns --check kamio-a --json",
    "layouts list": "layouts list windoku --json",
    "grades": "grades --json",
    "calibrate": "calibrate --boxes 2x2 --count 80 --seed 1 --json",
    "oracles": "oracles --json",
    "techniques": "techniques --json",
    "constraints": "constraints killer --json",
    "styles": "styles thermo --json",
    "layouts all": "layouts all --size 4 --json",
    "layouts count": "layouts count --size 4 --json",
    "layouts random": "layouts random --size 5 --seed 1 --json",
    "layouts check": "layouts check AABBC/AABBC/DABCC/DDEEC/DDEEE --json",
    "collection import": f"collection import SET {LEFT} --json",
    "collection list": "collection list SET --json",
    "collection sample": "collection sample SET --seed 1 --json",
    "collection stats": "collection stats SET --json",
    "collection mark": "collection mark SET november --json",
    "collection verify": "collection verify SET --json",
    "collection verify --repair": "collection verify SET --repair --json",
    "collection remove": "collection remove SET --yes --json",
    "pentomino": "pentomino --seed 1 --json",
    "layouts corners": "layouts corners 0,1,2,12 --json",
}
PLAIN = {
    "serve": "it runs until it is stopped",
    "demo": "it runs other commands, for a minute",
}
"""Commands with --json that are not tested here, and why; tests/study tests those of studies"""
NAMES_AS_KEYS = (
    "rules",
    "by_symmetry",
    "by_level",
    "by_rule",
    "by_date",
    "by_batch",
    "by_mark",
    "operations",
    "boards",
)
"""Objects whose keys are names of rules, boards and the like"""


@pytest.fixture(scope="module")
def objects(tmp_path_factory) -> dict[str, list[dict[str, Any]]]:
    """The JSON objects of every command."""
    store = str(tmp_path_factory.mktemp("set") / "set.db")
    return {name: call(*(store if word == "SET" else word for word in line.split())).objects
            for name, line in RUNS.items()}  # fmt: skip


def test_every_command_with_json_is_tried():
    told = {option.command for option in BY_NAME["--json"] if not option.command.startswith("study")}
    tried = {command for command in told for line in RUNS.values() if f"{line} ".startswith(f"{command} ")}
    assert told - tried == set(PLAIN)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path of every key of an object with the type of its value; all numbers are of one type."""
    if isinstance(value, dict):
        for key, one in value.items():
            below = f"{path}.{key}" if path else key
            yield below, kind_of(one)
            if key not in NAMES_AS_KEYS:
                yield from leaves(one, below)
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one, path)


def kind_of(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return type(value).__name__
    return "number" if isinstance(value, int | float) else type(value).__name__


def test_keys_are_in_snake_case(objects):
    for name, rows in objects.items():
        assert rows, name
        for row in rows:
            wrong = [path for path, _ in leaves(row) if not re.fullmatch(r"[a-z][a-z0-9_]*", path.rpartition(".")[2])]
            assert not wrong, name


def test_a_key_that_two_commands_share_has_one_type(objects):
    kinds: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, rows in objects.items():
        for row in rows:
            for path, kind in leaves(row):
                kinds[path][kind].add(name)
    several = {path: dict(by) for path, by in kinds.items() if len(by.keys() - {"NoneType"}) > 1}
    assert several == {}


def test_commands_agree_on_keys_and_values(objects):
    rated, explained, solved = objects["rate"][0], objects["explain"][0], objects["solve"][0]
    assert rated == {key: value for key, value in explained.items() if key != "rounds"}
    assert {key: solved[key] for key in ("puzzle", "layout", "clues", "solution")} == {
        key: rated[key] for key in ("puzzle", "layout", "clues", "solution")
    }
    full, first = objects["hint --full"][0], explained["rounds"][0]
    assert {key: full[key] for key in first} == first
    assert [row["rule"] for row in objects["rounds"]] == [one["rule"] for one in explained["rounds"]]
    made = {"seed", "index", "version"}
    for name in ("generate", "dig", "grid", "pentomino", "collection list"):
        assert made <= objects[name][0]["method"].keys(), name


def test_practice_has_no_options_of_other_targets():
    names = {option.name for option in OPTIONS if option.command == "practice"}
    assert {"--pattern", "--layout", "--ladder", "--without", "--play"} <= names
    assert not {"--needs", "--only", "--steps", "--method", "--model"} & names


def repeated(command: str, one: click.Option) -> list[str]:
    """The words of a call that gives an option twice."""
    flags = [one.opts[0], (one.secondary_opts or one.opts)[0]] if one.is_flag else [one.opts[0], "1", one.opts[0], "2"]
    return [*command.split(), *flags]


SINGLE = [
    repeated(path.removeprefix("cpgen "), one)
    for path in paths(app, "cpgen")
    for one in command_named(path).params
    if isinstance(one, click.Option) and not one.multiple and (one.secondary_opts or not one.is_flag)
]


def test_an_option_with_one_value_is_given_once() -> None:
    assert len(SINGLE) > 300
    accepted = [words for words in SINGLE if "is given 2 times; give it once." not in call(*words).err]
    assert accepted == []


def test_kinds_given_together_are_drawn_together() -> None:
    asked = ("generate", "--size", "6", "--seed", "1", "--json")
    made = call(*asked, "--kind", "killer", "--kind", "thermo").objects[0]
    assert made["layout"] == call(*asked, "--kind", "killer+thermo").objects[0]["layout"]
    assert {"cage", "thermo"} <= set(re.findall(r"[a-z]+", made["layout"]))
