"""Files are written atomically."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cpgen import files
from cpgen.errors import InputError, WritingError
from cpgen.files import replacing, require_no_device, write_whole


def test_file_is_replaced_without_leftovers(tmp_path):
    path = tmp_path / "a.svg"
    write_whole(str(path), b"one")
    path.chmod(0o640)
    write_whole(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["a.svg"]


def test_symbolic_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_bytes(b"")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(str(tmp_path / "link"), b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_failed_writing_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(WritingError, match="No space left on device"):
        write_whole(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.svg"]


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "is a folder"), ("none/a.svg", "No such file"), ("x" * 300, "too long"), ("a\0b", "cannot be written")],
)
def test_unwritable_file_is_refused(tmp_path, name, why):
    with pytest.raises(InputError, match=why):
        write_whole(os.path.join(tmp_path, name), b"")


def test_file_without_permission_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")
    monkeypatch.setattr(files.os, "access", lambda *_: False)
    with pytest.raises(WritingError, match="Permission denied"):
        write_whole(str(path), b"new")
    assert path.read_bytes() == b"old"


def test_device_is_written_to():
    write_whole("/dev/null", b"gone")
    assert not Path("/dev/null").is_file()


def test_only_leftovers_of_dead_processes_are_removed(tmp_path):
    path = tmp_path / "a.svg"
    left = [tmp_path / f".a.svg.{pid}.part" for pid in (os.getpid(), 4_000_000)]
    other = tmp_path / ".b.svg.4000000.part"
    for one in (*left, other):
        one.write_bytes(b"half")
    with replacing(path) as file:
        file.write(b"one")
        alive = tmp_path / f".a.svg.{os.getpid()}.part"
        with pytest.raises(WritingError, match="File exists"):
            write_whole(str(path), b"two")
        assert sorted(tmp_path.iterdir()) == sorted([alive, other])
    assert path.read_bytes() == b"one"
    assert sorted(tmp_path.iterdir()) == sorted([path, other])


@pytest.mark.parametrize("name", ["con", "Nul.txt", "a/COM1.svg", "b\\lpt9", "aux .tar.gz"])
def test_a_device_of_windows_is_refused_there(name):
    with pytest.raises(InputError, match="is the name of a device on Windows") as refused:
        require_no_device(name, is_windows=True)
    assert name in str(refused.value)
    require_no_device(name, is_windows=False)


@pytest.mark.parametrize("name", ["console.txt", "com10.svg", "nulls", "aux/board.svg"])
def test_other_names_are_no_devices(name):
    require_no_device(name, is_windows=True)
