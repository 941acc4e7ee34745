"""Compiled code is kept between processes: named after all that it depends on, checked, private, and pruned."""

import errno
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cpgen.kernel import code_cache, compiled_at_once, compiler
from cpgen.kernel.structs import Struct

pytestmark = pytest.mark.skipif(compiler.INTERPRETED, reason="compiling is switched off by NUMBA_DISABLE_JIT")


def named(loop: str) -> str:
    return f"module.{loop}-{'0' * 24}{code_cache.SUFFIX}"


NAME = named("loop")

MODULE = """
from cpgen.kernel import compiled, compiled_at_once, inlined, report_compiling

SCALE = 3

@compiled
def scaled(number, by=1):
    return SCALE * number * by

@compiled_at_once
def loop(number):
    return scaled(number) + 4

def main():
    reports = []
    with report_compiling(lambda number, of: reports.append(number)):
        result = loop(5)
    print(result, len(reports))
"""


LOOP_OVER_ONES = """
from cpgen.kernel import compiled_at_once, ones, report_compiling
import numpy as np

@compiled_at_once
def loop(mask):
    total = 0
    for index in ones(mask):
        total += index
    return total

def main():
    notes = []
    with report_compiling(lambda number, of: notes.append(number)):
        print(loop(np.uint64(11)), len(notes))
"""


def ran(folder: Path, *replaced: str, cache: Path | None = None, processes: int = 1) -> str:
    """Return what new processes print that call the loop of MODULE at the same time, with one part of it replaced."""
    (folder / "looping.py").write_text(MODULE.replace(*replaced) if replaced else MODULE)
    paths = os.pathsep.join([str(folder), str(Path(code_cache.__file__).parents[2])])
    env = os.environ | {"XDG_CACHE_HOME": str(cache or folder), "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", "import looping; looping.main()"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    begun = [subprocess.Popen(command, env=env, **pipes) for _ in range(processes)]
    outputs = [process.communicate(timeout=300) for process in begun]
    assert [process.returncode for process in begun] == [0] * processes
    assert [err for _, err in outputs] == [""] * processes
    return "".join(out for out, _ in outputs)


def names(folder: Path) -> set[str]:
    return {path.name for path in (folder / "cpgen" / "compiled").iterdir()}


def is_whole(path: Path) -> bool:
    content = path.read_bytes()
    return content[:32] == sha256(path.name.encode() + b"\0" + content[32:]).digest()


def test_another_process_loads_compiled_code(tmp_path):
    assert ran(tmp_path) == "19 2\n"
    assert ran(tmp_path) == "19 0\n"


def test_a_loop_over_the_ones_of_a_mask_is_loaded(tmp_path):
    assert ran(tmp_path, MODULE, LOOP_OVER_ONES) == "4 1\n"
    assert ran(tmp_path, MODULE, LOOP_OVER_ONES) == "4 0\n"


def test_code_that_checks_indices_has_its_own_files(tmp_path, monkeypatch):
    assert ran(tmp_path) == "19 2\n"
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert ran(tmp_path) == "19 2\n"
    assert ran(tmp_path) == "19 0\n"


def test_processes_fill_an_empty_cache_at_the_same_time(tmp_path):
    for line in ran(tmp_path, processes=3).splitlines():
        assert line in ("19 2", "19 1", "19 0")  # as much as the others had not saved yet
    assert ran(tmp_path) == "19 0\n"
    assert not [name for name in names(tmp_path) if name.endswith(".part")]


def test_a_process_whose_cache_cannot_be_made_compiles(tmp_path):
    (tmp_path / "file").write_text("")
    for _ in range(2):
        assert ran(tmp_path, cache=tmp_path / "file") == "19 2\n"


def test_a_process_with_a_read_only_cache_loads_and_compiles(tmp_path):
    assert ran(tmp_path) == "19 2\n"
    folder, before = tmp_path / "cpgen" / "compiled", names(tmp_path)
    folder.chmod(0o500)
    try:
        assert ran(tmp_path) == "19 0\n"
        assert ran(tmp_path, "+ 4", "+ 5") == "20 1\n"
        assert os.geteuid() == 0 or names(tmp_path) == before  # root may write anyway
    finally:
        folder.chmod(0o700)


def test_a_damaged_or_planted_file_is_replaced(tmp_path):
    assert ran(tmp_path) == "19 2\n"
    folder = tmp_path / "cpgen" / "compiled"
    good = {path: path.read_bytes() for path in folder.iterdir()}
    planted = b"cos\nsystem\n(S'echo planted; kill -9 $PPID'\ntR."
    for damage in [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: bytes(len(content)),
        lambda content: content[:99] + bytes([content[99] ^ 4]) + content[100:],
        lambda content: planted,
        lambda content: bytes(32) + planted,
    ]:
        for path, content in good.items():
            path.write_bytes(damage(content))
        assert ran(tmp_path) == "19 2\n"
        assert all(is_whole(path) for path in good)
    assert ran(tmp_path) == "19 0\n"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.data())
def test_any_change_of_a_file_makes_it_absent(own_cache, data):
    payload = data.draw(st.binary(max_size=200))
    code_cache.save(NAME, payload)
    content = bytearray((own_cache / NAME).read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    (own_cache / NAME).write_bytes(content)
    assert code_cache.load(NAME) is None
    code_cache.save(NAME, payload)
    assert code_cache.load(NAME) == payload


def test_a_file_that_holds_other_code_is_replaced(tmp_path):
    assert ran(tmp_path) == "19 2\n"
    loop, scaled = sorted((tmp_path / "cpgen" / "compiled").iterdir())
    content = loop.read_bytes(), scaled.read_bytes()
    loop.write_bytes(content[1])
    scaled.write_bytes(content[0])
    assert ran(tmp_path) == "19 2\n"
    assert is_whole(loop)
    assert is_whole(scaled)


def test_code_of_an_earlier_version_of_a_function_is_not_expected(own_cache, monkeypatch):
    code_cache.save(code_cache.name_for(named, "int64"), b"code")
    monkeypatch.setattr(code_cache, "_key", lambda function: "another")
    assert not code_cache.has_code_of(named)


CHANGES = {
    "callee": ("SCALE *", "SCALE + 0 *"),
    "global": ("SCALE = 3", "SCALE = 4"),
    "default": ("by=1", "by=2"),
    "decorator": ("@compiled\n", "@inlined\n"),
    "constant": ("+ 4", "+ 5"),
}


def test_a_renamed_module_gives_another_file_name(monkeypatch):
    def loop(number):
        return number

    before = code_cache.name_for(loop, "int64")
    monkeypatch.setattr(loop, "__module__", "elsewhere." + loop.__module__.rpartition(".")[2])
    code_cache._key.cache_clear()
    assert code_cache.name_for(loop, "int64") != before


def test_a_change_gives_another_file_name(tmp_path):
    ran(tmp_path)
    for change, replaced in CHANGES.items():
        before = names(tmp_path)
        assert not ran(tmp_path, *replaced).endswith(" 0\n"), change
        assert names(tmp_path) > before, change


def test_an_entry_does_not_load_code_without_a_wrapper(tmp_path):
    ran(tmp_path)
    assert ran(tmp_path, "loop(5)", "compiled_at_once(scaled)(5)") == "15 1\n"


def test_names_depend_on_types_and_versions(monkeypatch):
    def loop(): ...

    before = code_cache.name_for(loop, "int64")
    assert code_cache.name_for(loop, "int64") == before
    assert code_cache.name_for(loop, "float64") != before
    for version in ("numba.__version__", "numpy.__version__", "cpgen.kernel.code_cache.__version__"):
        with monkeypatch.context() as patch:
            patch.setattr(version, "0.0.1")
            assert code_cache.name_for(loop, "int64") != before


def test_the_order_of_fields_is_part_of_a_struct_type():
    numba = pytest.importorskip("numba")
    from cpgen.kernel import numba_internals  # noqa: F401

    kinds = []
    for fields in ({"first": int, "second": int}, {"second": int, "first": int}):
        kind = type("Pair", (Struct,), {"__annotations__": fields, "__qualname__": "Pair"})
        kinds.append(str(numba.typeof(kind(1, 2))))
    assert kinds[0] != kinds[1]


def test_the_folder_is_private(own_cache):
    code_cache.save(NAME, b"code")
    assert own_cache.stat().st_mode & 0o777 == 0o700
    assert code_cache.load(NAME) == b"code"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no owners")
@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_folder_that_others_can_write_to_is_ignored(own_cache, mode):
    own_cache.mkdir(parents=True)
    code_cache.save(NAME, b"code")
    own_cache.chmod(mode)
    assert code_cache.load(NAME) is None
    code_cache.save(named("other"), b"code")
    assert [path.name for path in own_cache.iterdir()] == [NAME]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no owners")
def test_a_folder_of_another_user_is_ignored(own_cache, monkeypatch):
    code_cache.save(NAME, b"code")
    monkeypatch.setattr(os, "getuid", lambda: own_cache.stat().st_uid + 1)
    assert code_cache.load(NAME) is None


def test_a_link_in_place_of_the_folder_is_ignored(own_cache, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    own_cache.parent.mkdir()
    own_cache.symlink_to(tmp_path / "elsewhere")
    code_cache.save(NAME, b"code")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_code_is_said_to_be_kept_only_where_it_is(own_cache):
    assert code_cache.can_save()
    code_cache.folder().rmdir()
    code_cache.folder().write_text("")
    assert not code_cache.can_save()


def test_a_file_in_place_of_the_folder_means_not_cached(own_cache):
    own_cache.parent.write_text("")
    code_cache.save(NAME, b"code")
    assert code_cache.load(NAME) is None
    assert compiled_at_once(lambda number: number + 1)(1) == 2


def test_a_full_disk_means_not_cached(own_cache, monkeypatch):
    write = Path.write_bytes

    def half_written(path, content):
        write(path, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half_written)
    code_cache.save(NAME, b"code")
    assert list(own_cache.iterdir()) == []
    assert compiled_at_once(lambda number: number + 2)(1) == 3


def test_a_cache_that_only_can_be_read_is_used(own_cache, monkeypatch):
    def read_only(path):
        raise OSError(errno.EROFS, "Read-only file system")

    code_cache.save(NAME, b"code")
    monkeypatch.setattr(os, "utime", read_only)
    assert code_cache.load(NAME) == b"code"


def test_files_that_no_process_loads_are_pruned(own_cache):
    old, loaded = named("old"), named("loaded")
    code_cache.save(old, b"code")
    code_cache.save(loaded, b"code")
    (own_cache / "notes.txt").write_text("not ours")
    long_ago = time.time() - (code_cache.DAYS + 1) * 86_400
    for name in (old, loaded, "notes.txt"):
        os.utime(own_cache / name, (long_ago, long_ago))
    assert code_cache.load(loaded) == b"code"
    code_cache.save(NAME, b"code")
    assert sorted(path.name for path in own_cache.iterdir()) == sorted([loaded, NAME, "notes.txt"])


def test_size_and_clear(own_cache):
    assert code_cache.size() == 0
    code_cache.clear()
    code_cache.save(NAME, b"code")
    assert code_cache.size() == 36
    code_cache.clear()
    assert not list(own_cache.iterdir())
    code_cache.save(NAME, b"code")
    assert code_cache.load(NAME) == b"code"


@given(st.builds(np.array, st.lists(st.integers(0, 3), max_size=3)), st.integers(0, 3))
def test_global_arrays_are_known_by_their_contents(array, added):
    assert code_cache._value_key(array) == code_cache._value_key(array.copy())
    assert code_cache._value_key(array) != code_cache._value_key(np.append(array, added))


def test_only_own_files_are_cleared(own_cache, tmp_path):
    code_cache.save(NAME, b"code")
    part = own_cache / f"{named('killed')}.123.part"
    part.write_bytes(b"half")
    (own_cache / "notes.txt").write_text("not ours")
    (own_cache / named("linked")).symlink_to(own_cache / "notes.txt")
    (own_cache / named("folder")).mkdir()
    code_cache.clear()
    assert {path.name for path in own_cache.iterdir()} == {"notes.txt", named("linked"), named("folder")}


def test_the_owner_is_checked_at_each_use(own_cache, tmp_path):
    code_cache.save(NAME, b"code")
    assert code_cache.load(NAME) == b"code"
    own_cache.rename(tmp_path / "elsewhere")
    own_cache.symlink_to(tmp_path / "elsewhere")
    assert code_cache.load(NAME) is None
    assert code_cache.size() == 0
    code_cache.clear()
    assert (tmp_path / "elsewhere" / NAME).exists()
