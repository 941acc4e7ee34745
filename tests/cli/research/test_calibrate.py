"""`cpgen calibrate`: models of samples and of graded puzzles, used at once, and what is refused."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

import cpgen
from cpgen.difficulty import model_from, shipped_model
from tests.cli.running import at_terminal, call, interrupted

SAMPLE = ("--boxes", "2x2", "--count", "150", "--seed", "3")


def test_a_model_of_a_sample_is_used_at_once(tmp_path: Path) -> None:
    file = str(tmp_path / "four.toml")
    ran = call("calibrate", *SAMPLE, "-o", file)
    assert ran.code == 0
    assert [line.split("\t")[2] for line in ran.lines] == ["beginner", "intermediate", "advanced", "expert", "any"]
    model = model_from(file)
    for grade in model.grades:
        made = call("generate", "--boxes", "2x2", "--model", file, "-g", grade.name, "--seed", "1", "--json").objects[0]
        assert grade.matches(cpgen.rate(made["puzzle"], model))
        assert made["matches"]


def test_seed_and_stored_command_reproduce_the_model(tmp_path: Path) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    call("calibrate", *SAMPLE, "-o", str(first))
    model = model_from(str(first))
    assert model.made is not None
    assert "first" not in model.made.command
    call(*shlex.split(model.made.command)[1:], "-o", str(second))
    assert first.read_bytes() == second.read_bytes()
    assert call("calibrate", *SAMPLE).out.encode() == first.read_bytes()


@pytest.mark.parametrize("name", ["2x2", "2x3"])
def test_a_shipped_model_is_what_its_command_makes(name: str, tmp_path: Path) -> None:
    """The large models take minutes; these two represent them. Their samples were drawn by version 0.1.0."""
    model = shipped_model(name)
    assert model.made is not None
    (tmp_path / "again.toml").write_text(call(*shlex.split(model.made.command)[1:]).out, encoding="utf-8")
    again = model_from(str(tmp_path / "again.toml"))
    assert again.made == replace(model.made, version=cpgen.__version__)
    for grade, shipped in zip(again.grades, model.grades, strict=True):
        assert (grade.name, grade.levels) == (shipped.name, shipped.levels)
        assert grade.steps is not None
        assert shipped.steps is not None
        assert grade.steps.mean == pytest.approx(shipped.steps.mean, rel=0.01)
        assert grade.steps.sd == pytest.approx(shipped.steps.sd, rel=0.05)


def test_a_style_makes_a_model_of_its_puzzles(tmp_path: Path) -> None:
    file = str(tmp_path / "small.toml")
    options = ("--layout", "2x2", "--style", "killer", "--count", "40", "--seed", "1")
    assert call("calibrate", *options, "-o", file).code == 0
    model = model_from(file)
    assert model.made is not None
    assert model.made.command == "cpgen calibrate --layout 2x2 --style killer --count 40 --seed 1"
    assert model.layouts == ("2x2+cage",)
    made = call("generate", "--layout", "2x2", "--kind", "killer", "--model", file, "--seed", "1", "--json").objects[0]
    puzzle = cpgen.Puzzle.parse(made["puzzle"], cpgen.Layout.parse(made["layout"]))
    assert model.grade("intermediate").matches(cpgen.rate(puzzle, model))


def test_grades_of_a_family_are_listed() -> None:
    rows = [line.split("\t") for line in call("grades", "killer").lines]
    assert [row[2:4] for row in rows][:2] == [["beginner", "初級"], ["intermediate", "中級"]]
    assert {row["model"] for row in call("grades", "--layout", "3x3+cage 5: r1c1 r1c2", "--json").objects} == {"killer"}


def test_files_of_one_grade_each_make_a_model(tmp_path: Path) -> None:
    model = shipped_model("nikoli100")
    options = []
    for grade in ("beginner", "expert"):
        made = call("generate", "-p", "kamio-a", "-g", grade, "-n", "40", "--seed", "1")
        (tmp_path / grade).write_text(made.out)
        options += ["--graded", f"{grade}={tmp_path / grade}"]
    file = str(tmp_path / "mine.toml")
    assert call("calibrate", *options, "--out", file).code == 0
    found = model_from(file)
    assert found.layouts == ("3x3",)
    for grade in found.grades:
        expected = model.grade(grade.name)
        assert grade.problems == 40
        for one, other in ((grade.level, expected.level), (grade.steps, expected.steps)):
            assert one is not None
            assert other is not None
            assert abs(one.mean - other.mean) <= other.sd
            assert one.sd <= other.sd


def test_batch_refits_its_own_model(tmp_path: Path) -> None:
    """The means are recovered; the spreads are smaller, since only puzzles near the middle of a grade match it."""
    store, file = str(tmp_path / "set.db"), str(tmp_path / "mine.toml")
    grades = [word for grade in shipped_model("nikoli100").grades for word in ("-g", grade.name)]
    call("batch", "--out", store, "-p", "kamio-a", *grades, "-n", "8", "--seed", "1", "-j", "1")
    assert call("calibrate", store, "-o", file).code == 0
    for mine, theirs in zip(model_from(file).grades, shipped_model("nikoli100").grades, strict=True):
        assert mine.name == theirs.name
        assert mine.japanese == theirs.japanese
        assert mine.steps is not None
        assert theirs.steps is not None
        assert abs(mine.steps.mean - theirs.steps.mean) < theirs.steps.sd
        assert mine.steps.sd < theirs.steps.sd


def test_ungraded_and_stuck_puzzles_are_left_out(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in call("generate", "--boxes", "2x2", "-n", "6", "--seed", "1", "--json").lines]
    rows = [{**row, "grade": "easy"} for row in rows] + [{**rows[0], "grade": None}]
    rows += [{**rows[0], "puzzle": "." * 16, "solution": None}, {"puzzle": "1234"}]
    file = tmp_path / "graded.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ran = call("calibrate", str(file), "--json")
    assert ran.code == 0
    assert "left out 1 puzzle without a grade." in ran.err
    assert "left out 1 puzzle that the ladder does not solve." in ran.err
    assert f"{file}, line 9: " in ran.err
    assert [(row["grade"], row["problems"]) for row in ran.objects] == [("easy", 6), ("any", None)]


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    for arguments, sentence in [
        (("1.....3..2.....4",), "No puzzle has a grade. JSON and CSV have it in `grade`"),
        (("--graded", "easy"), "'easy' is not GRADE=FILE, as in beginner=easy.txt."),
        (("--graded", "=x"), "'=x' is not GRADE=FILE"),
        (("--graded", "easy=missing.txt"), "No puzzle has a grade"),
        (
            ("--graded", "easy=1.....3..2.....4"),
            "Grade 'easy' has 1 puzzle that the ladder solves; at least 5 are needed to fit a grade",
        ),
        (
            ("x.txt", "--seed", "1"),
            "--kind, --style, --count, --seed, --clues and --symmetry are for a sample; leave them out.",
        ),
        (("--kind", "jigsaw"), "'jigsaw' is not a layout"),
        (("--kind", "jigsaw 3"), "Random boards have sides from 4 to 16, not 3."),
        (("--kind", "jigsaw 5"), "'jigsaw 5' is not a kind of layout; boards of side 5 are 'pentomino 5'."),
        (("--style", "kilelr"), "'kilelr' is not a style. Did you mean 'killer'?"),
        (("--style", "killer", "--clues", "9"), "--clues and --symmetry are for puzzles that are dug"),
        (("--kind", "2x2", "--boxes", "2x2"), "Give --kind or a layout, not both."),
        (("--boxes", "2x2", "--count", "3"), "Grade 'beginner' has "),
        (("--boxes", "2x2", "--symmetry", "odd"), "'odd' is not a symmetry"),
        (("--boxes", "2x2", "--model", "missing.toml"), "The grade model 'missing.toml' cannot be read"),
    ]:
        ran = call("calibrate", *arguments)
        assert ran.code == 2
        assert sentence in ran.err
        assert ran.out == ""


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    ran = call("calibrate", *SAMPLE, "-o", str(tmp_path / "none" / "x.toml"))
    assert ran.code == 2
    assert "cannot be written: No such file or directory." in ran.err


def test_an_interrupted_sample_is_a_smaller_one(tmp_path: Path) -> None:
    file = tmp_path / "found.toml"
    asked = ("calibrate", "--boxes", "2x2", "--count", "1000000000", "--seed", "3", "-o", str(file))
    ran = interrupted(r"\d{4} puzzles", *asked)
    found = model_from(str(file))
    assert found.made is not None
    assert ran.code == 130
    assert f"interrupted with {found.made.problems} of 1000000000 puzzles." in ran.err
    assert f"--count {found.made.problems} --seed 3" in found.made.command


# Hint about a layout without a model


@pytest.mark.parametrize(
    "command", [("grades",), ("generate", "-g", "beginner", "--seed", "1"), ("generate", "--steps", "1..9")]
)
def test_a_layout_without_a_model_says_so_to_people(command: tuple[str, ...]) -> None:
    told = at_terminal(*command, "--boxes", "2x4", watched="stderr")
    noted = "no grade model has been fitted to 2x4, so its grades are those of the one scale" in told
    assert noted == ("--steps" not in command)


def test_no_hint_on_a_pipe_or_for_a_layout_with_a_model() -> None:
    assert call("grades", "--boxes", "2x4").err == ""
    assert "no grade model" not in at_terminal("grades", "--boxes", "2x3", watched="stderr")
    assert {row["model"] for row in call("grades", "--boxes", "3x2", "--json").objects} == {"2x3"}
    assert call("grades", "2x3", "--boxes", "2x3").code == 2
