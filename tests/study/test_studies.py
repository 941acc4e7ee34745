"""Every study: the files of its folder, snake_case columns, reproducible rows, and resume after any stop."""

import csv
import json
import re
import subprocess
import time
from pathlib import Path
from signal import SIGINT, SIGKILL
from typing import NamedTuple

import pytest

from tests.cli.running import CPGEN, ENVIRONMENT, call

SNAKE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class Tiny(NamedTuple):
    """A study made small: its command and options, the options of another study, and a signal that stops it.

    Without a signal, the journal is truncated within a line instead, which needs no process.
    """

    command: str
    small: str
    other: str = ""
    signal: int | None = None
    longer: str = ""


STUDIES = {
    "methods": Tiny(
        "study methods --oracle bitset --generation sample -g beginner", "-n 4", signal=SIGINT, longer="-n 100000"
    ),
    "patterns": Tiny("study patterns -p 4x4-x --random 4", "-n 2 --ratings 400", "-n 2 --ratings 500"),
    "rules": Tiny("study rules -p kamio-b", "-n 1 --time-limit 60", "-n 1 --time-limit 50"),
    "diversity": Tiny("study diversity -g beginner", "-n 8 -p kamio-a", "-n 8 -p kamio-b"),
    "difficulty": Tiny("study difficulty --boxes 2x2", "-n 30"),
    "digging": Tiny("study digging --boxes 2x2 --symmetry rot180", "-n 30", "-n 31", SIGKILL),
    "oracles": Tiny(
        "study oracles --oracle bitset --oracle cpsat --workload easy",
        "-n 6 --repeat 2 --time-limit 60 --workload-time-limit 600",
    ),
    "cpsat": Tiny("study cpsat --way rebuilt", "-n 4 --repeat 1 --time-limit 60 --workload-time-limit 600"),
    "pentomino": Tiny("study pentomino --corners-apart", "", "--up-to rotation"),
}


def asked(name: str, folder: Path, *more: str) -> list[str]:
    """Return the words of the command for the small study."""
    return command_of(name, STUDIES[name].small, folder, *more)


def asked_otherwise(name: str, folder: Path) -> list[str]:
    """Return the words of the command for another study: with other options, or by default another seed."""
    tiny = STUDIES[name]
    return command_of(name, tiny.other or f"{tiny.small} --seed 2", folder)


def command_of(name: str, options: str, folder: Path, *more: str) -> list[str]:
    return [*STUDIES[name].command.split(), *options.split(), *more, "--out", str(folder)]


class Whole(NamedTuple):
    """Results of a study that ran without a stop: its folder and its output as JSON objects."""

    folder: Path
    told: list[dict]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return each study's results, running it on first use."""
    done: dict[str, Whole] = {}

    def made(name: str) -> Whole:
        if name not in done:
            folder = tmp_path_factory.mktemp(name) / "new" / "folder"
            ran = call(*asked(name, folder), "--json")
            assert (ran.code, ran.err) == (0, "")
            done[name] = Whole(folder, ran.objects)
        return done[name]

    return made


@pytest.fixture(params=STUDIES, scope="module")
def name(request) -> str:
    return request.param


def journal(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()]


def without_times(value):
    """Remove all seconds from a value."""
    if isinstance(value, list):
        return [without_times(one) for one in value]
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if "seconds" not in key}
    return value


def rows(folder: Path) -> list[dict]:
    """Return the measured rows of a finished study, without times, sorted."""
    table = pytest.importorskip("pyarrow.parquet").read_table(folder / "rows.parquet").to_pylist()
    return sorted(map(without_times, table), key=str)


def break_off(whole: Path, folder: Path) -> None:
    """Leave a journal in the folder that ends in the middle of a line."""
    content = (whole / "rows.jsonl").read_bytes()
    (folder / "rows.jsonl").write_bytes(content[: content.rindex(b"\n", 0, 2 * len(content) // 3) + 9])


def stop(name: str, folder: Path) -> None:
    """Stop the study by its signal when a few rows are there."""
    tiny, kept = STUDIES[name], folder / "rows.jsonl"
    command = [CPGEN, *tiny.command.split(), *(tiny.longer or tiny.small).split(), "--out", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as process:
        while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 5):
            time.sleep(0.01)
        process.send_signal(tiny.signal or SIGKILL)
        out, err = process.communicate(timeout=300)
    if tiny.signal == SIGKILL:
        assert process.returncode == -SIGKILL
        return
    assert process.returncode == 130
    assert out
    assert re.search(r"error: interrupted after \d+ .*; the same command resumes it\.", err.decode())


def test_interrupted_study_resumes_to_the_same_rows(name, whole, tmp_path):
    if STUDIES[name].signal:
        stop(name, tmp_path)
    else:
        break_off(whole(name).folder, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]
    before = (tmp_path / "rows.jsonl").read_bytes()
    ran = call(*asked(name, tmp_path))
    assert (ran.code, ran.out, ran.err) == (0, f"{tmp_path}/report.md\n", "")
    assert rows(tmp_path) == rows(whole(name).folder)
    assert (tmp_path / "rows.jsonl").read_bytes().startswith(before[: before.rfind(b"\n") + 1])


def test_all_keys_are_snake_case(name, whole):
    folder, told = whole(name)
    with (folder / "figures.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == sum(one["table"] == "figures" for one in told) > 0
    keys = {key for one in (*told, *journal(folder), *rows(folder)) for key in one}
    for path in folder.glob("*.csv"):
        keys |= set(path.read_text(encoding="utf-8").partition("\n")[0].split(","))
    assert [key for key in keys if not SNAKE.fullmatch(key)] == []


@pytest.mark.parametrize("name", ["diversity", "pentomino"])
def test_rerun_gives_the_same_output_and_files(name, whole):
    """Two studies suffice: all of them use the same functions."""
    folder, told = whole(name)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert call(*asked(name, folder), "--json").objects == told
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {name for name in before if after[name] != before[name]} == set()


def test_its_folder_has_the_same_files(name, whole):
    folder, _ = whole(name)
    written = {path.name for path in folder.iterdir()}
    assert written >= {"rows.jsonl", "figures.csv", "report.md"}
    assert len(written & {"rows.parquet", "rows.csv"}) == 1
    report = (folder / "report.md").read_text(encoding="utf-8")
    plots = {path for path in written if path.endswith(".svg")}
    assert plots
    assert all(f"]({plot})" in report for plot in plots)


def test_another_study_in_the_folder_is_refused(name, whole):
    folder, _ = whole(name)
    before = (folder / "rows.jsonl").read_bytes()
    ran = call(*asked_otherwise(name, folder))
    assert ran.code == 2
    assert "is not the journal of this request" in ran.err
    assert (folder / "rows.jsonl").read_bytes() == before
