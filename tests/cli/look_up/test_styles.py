"""Styles from the shell: the list, the file of one, and a file that is checked."""

from cpgen import resources
from tests.cli.running import call


def test_all_styles_are_listed():
    rows = call("styles", "--json").objects
    assert [row["name"] for row in rows] == resources.names("styles")
    assert all(row["title"] and row["about"].endswith(".") and row["kinds"] for row in rows)
    assert call("styles", "--lang", "ja", "--json").objects[0]["about"].endswith("。")


def test_the_file_of_a_style_is_shown():
    assert call("styles", "温度計").out == resources.text("styles", "thermo")
    assert call("styles", "mixed", "--json").objects[0]["kinds"] == ["thermo", "arrow", "cage", "dot?"]


def test_a_file_is_checked(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(resources.text("styles", "killer"))
    assert call("styles", str(path)).out == path.read_text()
    path.write_text('[[draw]]\nkind = "cages"\n')
    ran = call("styles", str(path))
    assert ran.code == 2
    assert "The style mine, line 2: 'cages' is not a kind of constraint that can be drawn" in ran.err
    assert "Did you mean 'killer'?" in call("styles", "killr").err
