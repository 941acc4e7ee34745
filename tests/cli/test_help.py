"""Help is there for every command, with an example that runs; lists show all that is shipped."""

import re
import shlex

import pytest

import cpgen
from cpgen import shipped
from cpgen.oracles import ORACLES
from tests.cli.running import LEFT, call, run, through_shell


def commands() -> list[str]:
    return re.findall(r"^  ([a-z]+) ", call("--help").out.partition("Commands:")[2], re.MULTILINE)


def test_help_and_version_from_a_shell():
    ran = run("--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: cpgen [OPTIONS] COMMAND")
    assert all(f"\n  {command} " in ran.out for command in commands())
    assert run("--version") == (0, f"cpgen {cpgen.__version__}\n", "")


def test_without_arguments_the_help_is_shown():
    ran = run()
    assert "generate" in ran.out + ran.err
    assert (ran.out + ran.err).startswith("Usage: cpgen")


def test_the_commands_of_the_main_job_are_there():
    assert set(commands()) >= {"generate", "rate", "explain", "solve", "check", "patterns", "layouts", "grades"}


@pytest.mark.parametrize("command", [name for name in commands() if name != "serve"])
def test_each_command_has_an_example_that_runs(command, tmp_path, monkeypatch):
    """That of `serve` runs until it is interrupted, and is tried in tests/web/test_life.py."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzles.sdm").write_text(f"{LEFT}\n")
    examples = re.findall(r"^ *Example: (cpgen .*)$", call(command, "--help").out, re.MULTILINE)
    assert examples
    for example in examples:
        assert f"cpgen {command} " in f"{example} "
        ran = through_shell(example) if "|" in example else call(*shlex.split(example)[1:])
        assert ran.code == 0, ran.err


@pytest.mark.parametrize("kind", ["patterns", "layouts"])
def test_lists_name_all_that_is_shipped(kind):
    lines = [line.split("\t") for line in run(kind).lines]
    objects = call(kind, "--json").objects
    assert [line[0] for line in lines] == [one["name"] for one in objects] == shipped.names(kind)
    assert all(one["about"] for one in objects)


def test_the_oracles_are_listed_with_whether_they_can_be_used_here():
    lines = [line.split("\t") for line in run("oracles").lines]
    objects = call("oracles", "--json").objects
    assert [line[0] for line in lines] == [one["name"] for one in objects] == list(ORACLES)
    assert all(one["available"] == (one["here"] == "available") for one in objects)
    assert {one["name"] for one in objects if one["available"]} >= {"cpsat", "bitset", "checked", "sat", "asp", "z3"}


def test_one_pattern_is_drawn():
    ran = call("patterns", "kamio-a")
    assert ran.lines[0].split("\t")[:4] == ["kamio-a", "9", "23", "rot180"]
    assert ran.lines[1] == ". x . . . . . x ."
    assert len(ran.lines) == 10


def test_one_layout_is_drawn_with_its_regions():
    ran = call("layouts", "pentomino-1")
    assert ran.lines[1].startswith("┌")
    assert len(call("layouts", "windoku").out.split("o")) > 36


def test_grades_are_listed_in_both_languages():
    objects = call("grades", "nikoli100", "--json").objects
    assert [one["grade"] for one in objects] == ["beginner", "intermediate", "advanced", "expert", "any"]
    assert [one["japanese"] for one in objects][:4] == ["初級", "中級", "上級", "超上級"]
    assert "超上級" in call("grades").out
