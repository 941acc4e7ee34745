"""Clues that digging leaves, compared with an article, and the classes of the grids."""

from tests.cli.running import call


def test_the_study_reproduces_the_table_of_the_article():
    ran = call("study", "digging", "--count", "120", "--symmetry", "rot180", "--json")
    assert ran.code == 0
    rows = {(row["source"], row["check"], row["way"]): row for row in ran.objects if row["table"] == "figures"}
    for source in ("oracle", "shuffle"):
        for way, article, unique in (("single", 42.7, 24.3), ("orbits", 47.8, 27.4), ("two-stage", 42.5, 24.2)):
            assert rows[source, "apart", way]["article"] == article
            assert abs(rows[source, "apart", way]["clues_mean"] - article) < 1
            assert abs(rows[source, "unique", way]["clues_mean"] - unique) < 1
    classes = {row["source"]: row["classes_at_least"] for row in ran.objects if row["table"] == "sources"}
    assert classes == {"oracle": 120, "shuffle": 1}


def test_other_layouts_are_not_compared_with_the_article():
    ran = call("study", "digging", "--layout", "latin-4", "-n", "2", "--symmetry", "rot180", "--symmetry", "diagonal")
    assert ran.lines[0].startswith("| source | check | way | symmetry | grids | clues mean |")
    assert "42.7" not in ran.out
    assert "| oracle | unique | orbits | diagonal | 2 |" in ran.out
