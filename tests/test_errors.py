"""Errors: their exit codes, the messages that they carry, and the texts of the messages' keys."""

from __future__ import annotations

import ast
import pickle
import string
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cpgen.errors import CpgenError, ImpossibleError, InputError, NotFoundError, WritingError, needs_extra
from cpgen.messages import Message, counted, field_named, read_texts, shown
from cpgen.schema import FieldError
from cpgen.suggestions import one_of
from cpgen.translations import LANGUAGES
from tests.test_rooms import PACKAGE

COMPUTED = {
    "error": ["style-no-cages", "style-no-one-cell", "style-no-length", "style-no-elements"],
    "self.key": (),
    "self.kind": ("row", "column", "region", "extra"),
    "wrong": ("region-cell", "zone-cell"),
    "f'expression-{one}'": [f"expression-{one}" for one in ("number", "truth", "numbers", "truths", "state")],
    "f'outlook-{scale}'": ("outlook-drawing", "outlook-model"),
    "f'outlook-{scale}-none'": ("outlook-drawing-none", "outlook-model-none"),
    "f'counted-{kind}'": tuple(key.removeprefix("errors.") for key in read_texts("en") if ".counted-" in key),
}
"""The keys that an expression in the code can have"""
OF_PAGES = {"list-comma", "list-and", "list-or", "list-space", "server-silent", "server-status"}
"""The keys that only lists, and the studio itself, use"""


@pytest.mark.parametrize(
    ("error", "code"), [(WritingError, 1), (InputError, 2), (NotFoundError, 3), (ImpossibleError, 4)]
)
def test_each_error_has_its_exit_code(error: type[CpgenError], code: int) -> None:
    assert issubclass(error, CpgenError)
    assert error("…").exit_code == code


def test_an_error_may_be_a_plain_sentence() -> None:
    error = InputError("It is wrong.")
    assert str(error) == error.message == "It is wrong."


def test_a_message_is_worded_in_each_language() -> None:
    message = Message("region-cells", place=Message("place", row=2, column=1), cells=1, needed=9)
    english = "The region that begins at row 2, column 1 has 1 cell; each of the 9 regions needs 9."
    assert str(message) == str(InputError(message)) == english
    assert message.in_texts(read_texts("ja")).startswith("2行1列から始まるブロックは1マスです。")


def test_a_message_has_key_and_values_as_json() -> None:
    message = Message("row-wrong", row=3, parts=(Message("a", b=1), "c"))
    assert message.as_json() == {
        "key": "row-wrong",
        "values": {"row": 3, "parts": [{"key": "a", "values": {"b": 1}}, "c"]},
    }


@pytest.mark.parametrize(
    ("others", "end"), [((6,), "near it are 6."), ((6, 8), "6 and 8."), ((6, 8, 10), "6, 8 and 10.")]
)
def test_a_list_is_written_as_its_placeholder_says(others: tuple[int, ...], end: str) -> None:
    assert str(Message("number-near", why="No 7 cells", others=others)).endswith(end)


@pytest.mark.parametrize(
    "error",
    [
        InputError(Message("no-side", side=1, most=100)),
        ImpossibleError(Message("no-grid"), [3]),
        FieldError("count", Message("missing", expected=Message("number"))),
    ],
)
def test_errors_cross_the_border_of_a_process(error: CpgenError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert vars(again).keys() == vars(error).keys()


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    """The calls of a function or class in some code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def messages() -> Iterator[tuple[str, set[str]]]:
    """The keys in the code, each with the names of its values, listed or in a dictionary; `FieldError` adds `where`."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        about_fields = {node for call in calls(tree, "FieldError") for part in call.args for node in ast.walk(part)}
        shared = {
            ast.unparse(node.target): {key.value for key in node.value.keys if isinstance(key, ast.Constant)}
            for node in ast.walk(tree)
            if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict)
        }
        for call in calls(tree, "Message"):
            names = {word.arg for word in call.keywords if word.arg} | ({"where"} if call in about_fields else set())
            names = names.union(*(shared.get(ast.unparse(word.value), ()) for word in call.keywords if not word.arg))
            yield from ((key, names) for key in keys_of(call.args[0]))


def keys_of(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from keys_of(node.body)
        yield from keys_of(node.orelse)
    elif isinstance(node, ast.Constant):
        yield str(node.value)
    else:
        yield from COMPUTED[ast.unparse(node)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_text_with_known_placeholders(language: str) -> None:
    texts, unused = read_texts(language), dict(read_texts(language))
    for key, names in messages():
        placeholders = {name for _, name, _, _ in string.Formatter().parse(texts[f"errors.{key}"]) if name}
        assert placeholders <= names, key
        unused.pop(f"errors.{key}", None)
    assert {key for key in unused if key.startswith("errors.")} == {f"errors.{key}" for key in OF_PAGES}


def test_fields_in_a_message_may_be_written_as_options() -> None:
    message = Message("not-drawn", option=field_named("region_clues"))
    assert str(message).startswith("region_clues does not apply")
    assert str(message.with_fields(lambda name: f"--{name.replace('_', '-')}")).startswith("--region-clues does not")


def test_the_nearest_name_is_suggested() -> None:
    error = one_of(["rot90", "rot180", "diagonal"], "Rot-180", "a symmetry")
    assert str(error) == "'Rot-180' is not a symmetry. Did you mean 'rot180'? Known: rot90, rot180, diagonal."


def test_nothing_is_suggested_when_nothing_is_near() -> None:
    assert str(one_of(("zama", "kamio"), "q", "a method")) == "'q' is not a method. Known: zama, kamio."


def test_a_very_long_word_makes_a_short_sentence() -> None:
    assert len(str(one_of(["zama"], "z" * 1_000_000, "a method"))) < 200


def test_control_characters_are_escaped() -> None:
    assert shown("\x00\x1b[31m") == r"'\x00\x1b[31m'"


def test_a_noun_agrees_with_its_number() -> None:
    assert [counted(1, "cell"), counted(0, "cell"), counted(9, "cell")] == ["1 cell", "0 cells", "9 cells"]


def test_a_missing_extra_is_installed_for_the_running_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = Path(__file__).parent.parent
    monkeypatch.setattr(sys, "executable", str(root / ".venv" / "bin" / "python"))
    monkeypatch.chdir(root)
    sentence = "A PDF needs reportlab; install it with `.venv/bin/python -m pip install -e '.[print]'`."
    assert str(needs_extra("A PDF needs reportlab", "print")) == sentence
    monkeypatch.chdir(tmp_path)
    assert f"`{root}/.venv/bin/python -m pip install -e '{root}[print]'`" in str(needs_extra("A PDF", "print"))
