"""A third language needs only a file in `models/words/`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cpgen.paths import models_folder
from tests.cli.running import CPGEN, ENVIRONMENT, RIGHT
from tests.test_rooms import PACKAGE
from tests.web.browsing import Opener, opener, seriously_inaccessible
from tests.web.running import studio

ESPERANTO = """
[houses]
row = "vico {number}"
block-1 = "la supra maldekstra bloko"
block-2 = "la supra meza bloko"

[play]
language = "Esperanto"
pause-game = "Paŭzi"

[studio]
language = "Esperanto"
generate = "Krei"

[errors]
least = "{side}×{side} puzzle kun unu solvo bezonas {least} aŭ pli ({source})."
"""
"""Some texts of the language; all others are in English"""


@pytest.fixture(scope="module")
def with_esperanto(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment variables of a cpgen with a third language."""
    folder = tmp_path_factory.mktemp("languages")
    (folder / PACKAGE.name).symlink_to(PACKAGE)
    shutil.copytree(models_folder(), folder / "models")
    (folder / "models" / "words" / "eo.toml").write_text(ESPERANTO, encoding="utf-8")
    return {"PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1"}


def call(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [CPGEN, *words]
    return subprocess.run(command, env=ENVIRONMENT | env, capture_output=True, text=True, timeout=300, check=False)


def test_the_command_line_uses_its_texts_and_else_english(with_esperanto: dict[str, str]) -> None:
    output = call(with_esperanto, "explain", "--lang", "eo", RIGHT).stdout
    assert "In la supra maldekstra bloko, " in output
    assert call(with_esperanto, "explain", "--lang", "fr", RIGHT).returncode == 2
    assert "en|eo|ja" in call(with_esperanto, "explain", "--help").stdout


def test_the_studio_offers_an_added_language(browser: Any, with_esperanto: dict[str, str]) -> None:
    with studio(env=with_esperanto) as server, opener(browser, (server.address, "data:")) as open_one:
        page = open_one(server.address, locale="eo")
        page.get_by_role("button", name="Krei").wait_for()
        assert page.evaluate("document.documentElement.lang") == "eo"
        assert seriously_inaccessible(page) == []
        page.get_by_role("gridcell").nth(1).click()
        page.get_by_text("9×9 puzzle kun unu solvo bezonas 17 aŭ pli").wait_for()
        page.get_by_role("combobox", name="Language").select_option("日本語")
        page.get_by_role("button", name="生成する").wait_for()
        page.reload()
        page.get_by_role("combobox", name="言語").select_option("Esperanto")
        page.get_by_role("button", name="Krei").wait_for()


def test_an_exported_page_offers_an_added_language(
    open_page: Opener, with_esperanto: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "play.html"
    assert call(with_esperanto, "export", RIGHT, "--html", str(file), "--lang", "eo").returncode == 0
    page = open_page(file.as_uri())
    assert page.get_by_role("button", name="Paŭzi").is_visible()
    page.get_by_role("button", name="Hint").click()
    assert "bloko" in page.get_by_role("region", name="Hint").inner_text()
    page.get_by_role("combobox", name="Language").select_option("English")
    assert page.get_by_role("button", name="Pause").is_visible()
    assert page.get_by_role("combobox", name="Language").evaluate("one => one === document.activeElement")
    assert seriously_inaccessible(page) == []
