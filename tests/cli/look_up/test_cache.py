"""`cpgen cache` shows and deletes the compiled code."""

from pathlib import Path

import pytest

from cpgen.kernel import code_cache
from tests.cli.running import call

NAME = f"module.loop-{'0' * 24}{code_cache.SUFFIX}"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code_cache.save(NAME, bytes(3_000_000 - 32))
    return tmp_path / "cpgen" / "compiled"


def test_cache_shows_folder_and_size(folder):
    assert call("cache").lines == [f"Compiled code: 3.0 MB in {folder}"]
    assert call("cache", "--json").objects == [{"folder": str(folder), "bytes": 3_000_000, "cleared": False}]
    assert folder.exists()


def test_clear_deletes_the_compiled_code(folder):
    assert call("cache", "--clear").lines == [f"Deleted 3.0 MB in {folder}"]
    assert not list(folder.iterdir())
    assert call("cache", "--clear", "--json").objects == [{"folder": str(folder), "bytes": 0, "cleared": True}]


def test_a_file_that_cannot_be_deleted_is_reported(folder, monkeypatch):
    def refuse(path, missing_ok):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    ran = call("cache", "--clear")
    assert (ran.code, ran.err) == (1, f"error: The files in {folder} cannot be deleted: Permission denied.\n")


def test_a_linked_folder_is_not_cleared(folder, tmp_path):
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    for arguments in [("cache",), ("cache", "--clear")]:
        ran = call(*arguments)
        assert (ran.code, ran.err.count("\n")) == (1, 1)
        assert ran.err.startswith(f"error: cpgen does not use or clear {folder}: it has to be a folder, not a link")
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == [NAME]
