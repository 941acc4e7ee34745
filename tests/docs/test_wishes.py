"""docs/wishes.md says what people type for their wishes: every line is understood, and almost every one runs."""

from __future__ import annotations

import importlib
import shlex
from pathlib import Path
from typing import Any

import click
import pytest

from cpgen.cli.app import app
from cpgen.synonyms import sections, wishes
from tests.cli.running import LEFT, RIGHT, call
from tests.docs.pages import ROOT
from tests.docs.test_docs import faults, named

script = importlib.import_module("write_wishes")
WISHES = [wish for listed in wishes().values() for wish in listed]


def test_page_is_what_the_script_writes() -> None:
    assert (ROOT / "docs" / "wishes.md").read_text(encoding="utf-8") == script.page()


def test_there_are_eighty_different_wishes() -> None:
    for part in ("en", "ja", "type"):
        assert len({wish[part] for wish in WISHES}) == len(WISHES) >= 80


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish["type"])
def test_every_wish_is_understood(wish: dict[str, Any]) -> None:
    assert faults(wish["type"]) == []
    command, words = named(shlex.split(wish["type"])[1:])
    if "--help" not in wish["type"] and command is not app:
        command.make_context("cpgen", words)


@pytest.mark.parametrize("listed", wishes().values(), ids=wishes())
def test_wishes_come_true(listed: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "six.txt").write_text(f"{LEFT}\n{RIGHT}\n", encoding="utf-8")
    assert [reason for wish in listed if "not_run" not in wish and (reason := failure(wish))] == []


def failure(wish: dict[str, Any]) -> str:
    """Run a wish with seed 1 unless it has one; return what went wrong, or an empty text."""
    words = shlex.split(wish["type"])[1:]
    takes_seed = "--seed" not in words and any(one.name == "seed" for one in named(words)[0].params)
    ran = call(*words, *(("--seed", "1") if takes_seed and "--help-all" not in words else ()))
    return "" if ran.code == wish.get("code", 0) else f"{wish['type']}: {ran.code} {ran.err}"


def test_words_are_those_of_a_command_or_an_option_in_the_wish() -> None:
    for wish in WISHES:
        command, _ = named(shlex.split(wish["type"])[1:])
        known = {option for one in command.params if isinstance(one, click.Option) for option in one.opts}
        assert set(wish.get("options", ())) <= known, wish["type"]
        assert wish["type"].split()[1] in sections()["commands"] or "words" not in wish
