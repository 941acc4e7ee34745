"""`cpgen generate` with level, steps and rules asked for, the hardest, batches of such."""

import cpgen
from tests.cli.running import call, interrupted

KAMIO_A = ("--pattern", "kamio-a", "--oracle", "bitset", "--seed", "5")


def test_targets_are_met_and_shown():
    ran = call("generate", *KAMIO_A, "--steps", "28..34", "--needs", "x-wing", "--without", "naked-triple", "--json")
    (one,) = ran.objects
    rating = cpgen.rate(one["puzzle"])
    assert 28 <= rating.steps <= 34
    assert "x-wing" in rating.rules
    assert (one["grade"], one["matches"]) == ("any", True)
    assert one["target"] == {
        "level": None,
        "steps": [28, 34],
        "needs": ["x-wing"],
        "without": ["naked-triple"],
        "typical": None,
        "score": None,
    }
    plain = call("generate", *KAMIO_A, "--grade", "expert", "--json")
    assert plain.objects[0]["target"] is None
    typical = call("generate", *KAMIO_A, "--grade", "expert", "--typical", "0.9", "--json").objects[0]
    assert typical["appropriateness"] > 0.9


def test_the_same_from_python():
    made = cpgen.generate("kamio-a", level="..7", steps=(25, None), needs="x-wing", seed=1)
    assert (made.rating.level, made.rating.steps >= 25) == (7, True)
    assert next(cpgen.hardest("4x4-x", seed=1, oracle="bitset")).rating.solved


def test_rare_targets_are_reported_before_and_after_the_search():
    ran = call("generate", *KAMIO_A, "--needs", "naked-triple", "--steps", "80..", "--time-limit", "0.2")
    assert (ran.code, ran.out) == (3, "")
    assert "with naked-triple" in ran.err


def test_the_hardest_on_a_pipe_are_the_best_alone():
    ran = call("generate", *KAMIO_A, "--grade", "hardest", "--time-limit", "1", "-n", "2", "--json")
    found = [(one["level"], one["steps"]) for one in ran.objects]
    assert found == sorted(found, reverse=True)
    assert ran.code == (0 if len(found) == 2 else 3)  # a busy machine may find fewer in time


def test_an_interrupt_shows_the_hardest_so_far():
    """At a terminal the line of progress says how hard the best is; what was found comes on standard output."""
    ran = interrupted("best so far: level", "generate", *KAMIO_A, "--grade", "hardest")
    assert ran.code == 130
    assert cpgen.check(ran.out.strip(), "bitset").unique


def test_a_batch_of_targets(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('[[cell]]\npattern = "kamio-a"\nlevel = "4..5"\nneeds = ["hidden-pair-region"]\ncount = 2\n')
    store = str(tmp_path / "set.db")
    ran = call("batch", str(plan), "--out", store, "--seed", "1", "--jobs", "1", "--json")
    assert ran.code == 0, ran.err
    assert ran.objects[0]["target"]["level"] == [4, 5]
    listed = call("collection", "list", store, "--level", "4..5", "--needs", "hidden-pair-region")
    assert len(listed.lines) == 2
    plan.write_text("[[cell]]\nlevel = true\n")
    assert "level is True; it should be a text, a whole number or" in call("batch", str(plan), "--out", store).err
