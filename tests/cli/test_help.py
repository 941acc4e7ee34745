"""Help for every command, with examples that run, and suggestions for unknown words."""

import re
import shlex
import sys
from collections.abc import Iterator

import click
import pytest

import cpgen
from cpgen import resources
from cpgen.cli.app import COMMANDS, HEADING_OF, app
from cpgen.cli.help import SECTIONS, paths
from cpgen.oracles import ORACLES
from cpgen.synonyms import sections
from tests.cli.running import ENVIRONMENT, LEFT, RIGHT, call, run, subprocess, through_shell

PATHS = list(paths(app, "cpgen"))
GROUPS = ["cpgen", *dict.fromkeys(path.rpartition(" ")[0] for path in PATHS if path.count(" ") > 1)]
EXAMPLE = re.compile(r"^ *Example(?: \(exit code (\d)\))?: (cpgen .*)$", re.MULTILINE)
SECTION = re.compile(r"^(\w[^\n]*):\n((?:  .*\n)+)", re.MULTILINE)
ELSEWHERE_TESTED = {
    "cpgen serve": "tests/web/test_life.py",
    "cpgen demo": "tests/cli/make/test_demo.py",
    "cpgen dataset": "tests/dataset/test_dataset.py",
    "cpgen study difficulty": "tests/study/test_difficulty_study.py",
}
FIXTURE = [
    LEFT,
    RIGHT,
    ".9.....2.5..87...9.....6.....69...4..5..6..1..4...18.....4.....3...82..7.6.....9.",
    ".3.....6.4..72...8.....1.....95...4..5..1..9..8...26.....4.....9...63..2.6.....5.",
]
"""The puzzles in the file that some examples read"""


def help_of(path: str) -> str:
    return call(*path.split()[1:], "--help").out


def examples(path: str) -> list[tuple[int, str]]:
    return [(int(code or 0), line) for code, line in EXAMPLE.findall(help_of(path))]


def shortened(line: str) -> str:
    """The example, with less time for those of studies and of the hardest puzzles, and smaller samples."""
    if line.startswith("cpgen practice"):
        return re.sub(r"--count \d+", "--count 3", line)
    if line.startswith("cpgen calibrate"):
        return line.replace("--count 100", "--count 60")
    if "study" not in line and "hardest" not in line:
        return line
    line = line.replace("study patterns", "study patterns --ratings 5")  # by default minutes for a rare grade
    return re.sub(r"(--(?:workload-)?time-limit) \S+", r"\1 0.1", re.sub(r"--count \d+", "--count 2", line))


def test_help_and_version_work_from_a_shell():
    ran = run("--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith("Usage: cpgen [OPTIONS] COMMAND")
    assert ran.lines[2] == "  Sudoku and its relatives: a pattern and a grade in, verified puzzles out."
    for flag in ("--version", "-V"):
        assert run(flag) == (0, f"cpgen {cpgen.__version__}\n", "")
    command = [sys.executable, "-m", "cpgen", "--version"]
    assert subprocess.check_output(command, env=ENVIRONMENT, text=True) == f"cpgen {cpgen.__version__}\n"


@pytest.mark.parametrize("path", GROUPS)
def test_a_group_without_a_command_shows_its_help(path):
    ran = call(*path.split()[1:])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == help_of(path)


@pytest.mark.parametrize("path", GROUPS)
def test_each_command_is_listed_on_one_line_under_a_heading(path):
    listed = dict(listed_commands(help_of(path)))
    assert None not in listed
    assert [name for names in listed.values() for name in names] == [
        one.removeprefix(f"{path} ") for one in PATHS if one.rpartition(" ")[0] == path
    ]
    assert max(map(len, help_of(path).splitlines())) <= 80


def listed_commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The headings of a help text with their commands."""
    for heading, lines in SECTION.findall(text):
        if heading != "Options":
            rows = [re.fullmatch(r"  ([a-z]+) +(\S.*[.?])", line) for line in lines.splitlines()]
            assert all(row and not row[2].endswith(("..", "…")) for row in rows), lines
            yield heading, [row[1] for row in rows]


def test_the_table_of_commands_repeats_their_help():
    for name, heading in HEADING_OF.items():
        assert app.get_command(None, name).short_help.startswith(COMMANDS[heading][name]), name


@pytest.mark.parametrize("path", ["cpgen generate", "cpgen dig", "cpgen batch", "cpgen collection export"])
def test_many_options_are_listed_under_headings(path):
    options = {
        heading: re.findall(r"^  (?:-\w, )?--([a-z-]+)", lines, re.MULTILINE)
        for heading, lines in SECTION.findall(call(*path.split()[1:], "--help-all").out)
    }
    headings = [heading for heading in options if heading not in ("Usage", "Arguments")]
    order = ["Most used", *SECTIONS, "Advanced"]
    assert headings == [heading for heading in order if heading in headings]
    assert len(options["Most used"]) <= 6
    named = [name for names in options.values() for name in names]
    assert len(named) == len(set(named)) > 12


def options_in(text: str) -> list[str]:
    """The options that a help text lists."""
    listed = "".join(lines for heading, lines in SECTION.findall(text) if heading != "Arguments")
    return re.findall(r"^  (?:-\w, )?--([a-z-]+)", listed, re.MULTILINE)


LEAVES = [path for path in PATHS if path not in GROUPS]


@pytest.mark.parametrize("path", LEAVES)
def test_help_shows_twenty_options_at_most(path):
    shown, everything = options_in(help_of(path)), options_in(call(*path.split()[1:], "--help-all").out)
    assert len(shown) <= 20
    assert {*shown, "help-all"} <= {*everything}
    assert {"help", "quiet"} <= {*shown}
    assert len(shown) < 20 or "help-all" in shown or len(everything) == 21


def test_help_all_shows_every_option():
    for path in LEAVES:
        context, command = click.Context(app), app
        for word in path.split()[1:]:
            command = command.get_command(context, word)
        names = {max(one.opts, key=len)[2:] for one in command.get_params(context) if isinstance(one, click.Option)}
        assert set(options_in(call(*path.split()[1:], "--help-all").out)) == names


def test_the_most_important_options_come_first():
    first = help_of("cpgen generate").partition("Most used:")[2].partition("Pattern and clues:")[0]
    assert re.findall(r"--([a-z-]+) ", first) == ["pattern", "grade", "count", "layout", "out", "seed"]


@pytest.mark.parametrize("group", GROUPS[1:] + [path for path in PATHS if path.count(" ") == 1 and path not in GROUPS])
def test_each_example_runs(group, tmp_path, monkeypatch):
    """The examples of a group run in one folder, since some need the files of others."""
    monkeypatch.chdir(tmp_path)
    if group == "cpgen cache":  # the other tests keep theirs
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "puzzles.sdm").write_text("\n".join(FIXTURE))
    members = [path for path in [group, *PATHS] if f"{path} ".startswith(f"{group} ")]
    for path in dict.fromkeys(members):
        assert examples(path), f"{path} has no example"
        for code, example in examples(path) if path not in ELSEWHERE_TESTED else ():
            assert f"{example} ".startswith(f"{path} ")
            before = set(tmp_path.iterdir())
            line = shortened(example)
            ran = through_shell(line) if "|" in line else call(*shlex.split(line)[1:])
            assert ran.code in {code, 3 if "hardest" in line else code}, (line, ran.err)  # 3: out of time
            assert ran.out or ran.err or set(tmp_path.iterdir()) > before, line


def test_the_example_of_the_top_help_runs():
    [(_, example)] = examples("cpgen")
    assert call(*shlex.split(example)[1:]).code == 0


MEANT = {
    "genrate": "'cpgen generate'",
    "GENERATE": "'cpgen generate'",
    "make": "'cpgen generate'",
    "print": "'cpgen book'",
    "grade": "'cpgen rate'",
    "stats": "'cpgen collection stats'",
    "list": "'cpgen layouts list' or 'cpgen collection list'",
    "diversty": "'cpgen study diversity'",
    "help": "'cpgen --help'",
    "help generate": "'cpgen generate --help'",
    "generate heart": "'--pattern heart'",
    "generate expert": "'--grade expert'",
    "generate jigsaw-7": "'--layout jigsaw-7'",
    "dig rot180": "'--symmetry rot180'",
    "layouts lst": "'cpgen layouts list'",
    "layouts generate": "'cpgen generate'",
    "study digging2": "'cpgen study digging'",
    "generate --patern heart": "'--pattern'",
    "generate --difficulty expert": "'--grade'",
    "rate --jsn": "'--json'",
    "layouts random --number 3": "'--count'",
    "--vesion": "'--version'",
    "generate -g expret": "'expert'",
    "generate -g 初扱": "'初級'",
    "solve --oracle bitset+sta 1....2....3....4": "'sat'",
    "generate --needs xwng": "'x-wing'",
    "grid --source shuffle --operations digts": "'digits'",
    "pentomino --boards pentomno-1": "'pentomino-1'",
}
"""Wrong calls, and the word that was meant"""


@pytest.mark.parametrize("line", MEANT)
def test_a_wrong_word_is_answered_with_the_right_one(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzles.sdm").write_text(LEFT)
    ran = call(*line.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("error: ")
    assert re.search(rf"Did you mean {MEANT[line]}(, .*)?\?", ran.err), ran.err


@pytest.mark.parametrize("word", ["xyzzy", "", "🧩", "x" * 5000, "1....2....3....4"])
def test_an_unknown_word_is_answered_with_the_help(word):
    ran = call(word)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("is not a command of cpgen. See `cpgen --help`.\n")
    assert len(ran.err) < 200


def test_names_of_other_programs_lead_to_commands():
    options = {option for parameter in app.params for option in parameter.opts} | {"--help"}
    commands = sections()["commands"]
    others = {name for languages in commands.values() for names in languages.values() for name in names}
    assert not others & set(HEADING_OF)
    assert {f"cpgen {here}" for here in commands} <= {*PATHS, *(f"cpgen {option}" for option in options)}


@pytest.mark.parametrize("command", ["patterns", "layouts list"])
def test_lists_name_all_shipped_files(command):
    kind, *words = command.split()
    lines = [line.split("\t") for line in call(kind, *words).lines]
    objects = call(kind, *words, "--json").objects
    assert [line[0] for line in lines] == [one["name"] for one in objects] == resources.names(kind)
    assert all(one["about"] for one in objects)


def test_oracles_are_listed_with_their_availability():
    lines = [line.split("\t") for line in call("oracles").lines]
    objects = call("oracles", "--json").objects
    assert [line[0] for line in lines] == [one["name"] for one in objects] == list(ORACLES)
    assert all(one["available"] == (one["here"] == "available") for one in objects)
    assert {one["name"] for one in objects if one["available"]} >= {"cpsat", "bitset", "checked", "sat", "asp", "z3"}


def test_a_named_pattern_or_layout_is_drawn():
    ran = call("patterns", "kamio-a")
    assert ran.lines[0].split("\t")[:4] == ["kamio-a", "9", "23", "rot180"]
    assert ran.lines[1] == ". x . . . . . x ."
    assert len(ran.lines) == 10
    assert call("layouts", "list", "pentomino-1").lines[1].startswith("┌")
    assert len(call("layouts", "list", "windoku").out.split("o")) > 36


def test_grades_are_listed_in_both_languages():
    objects = call("grades", "nikoli100", "--json").objects
    assert [one["grade"] for one in objects] == ["beginner", "intermediate", "advanced", "expert", "any"]
    assert [one["japanese"] for one in objects][:4] == ["初級", "中級", "上級", "超上級"]
    assert "超上級" in call("grades").out
