"""Every end of a run is reported without a traceback, and keeps what was found."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from cpgen.cli.options import job_count
from tests.cli.running import CPGEN, ENVIRONMENT, LEFT, call, run, through_shell, without_compiling

ENDLESS = ("--count", "1000000", "--oracle", "bitset")
MANY = [(CPGEN, "generate", "-p", "kamio-a", "-g", "intermediate", *ENDLESS), (CPGEN, "dig", *ENDLESS)]
DISK_FULL = "error: the output cannot be written: No space left on device.\n"


def start(*command: str) -> subprocess.Popen:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, env=ENVIRONMENT, text=True)


@pytest.mark.parametrize("many", MANY, ids=["generate", "dig"])
def test_ctrl_c_ends_with_130_and_what_was_found(many):
    with start(*many) as process:
        first = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        puzzles = [*first, *process.stdout]  # `communicate` leaves out what has been read ahead
        err = process.stderr.read()
    assert process.returncode == 130
    assert all(re.fullmatch(r"[1-9.]{81}\n", line) for line in puzzles)
    told = re.fullmatch(r"error: interrupted with (\d+) of 1000000 found \(seed \d+\)\.\n", without_compiling(err))
    assert told
    assert abs(int(told[1]) - len(puzzles)) <= 1


LOSES_ONE = """
import os, signal, sys, time
import cpgen.cli.app
from cpgen.cli import main

class Fragile:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)  # the interrupt comes here, and Python ignores it

def work(*_):
    Fragile()
    print("going on", flush=True)
    time.sleep(300)

cpgen.cli.app.app = work
main()
"""


def test_ctrl_c_within_a_destructor_is_not_lost():
    with start(sys.executable, "-c", LOSES_ONE) as process:
        out, _ = process.communicate()
    assert (process.returncode, out) == (130, "going on\n")


ENDING = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.mark.parametrize("name", ENDING)
def test_other_signals_end_as_ctrl_c_does(name):
    with start(*MANY[0]) as process:
        process.stdout.readline()
        process.send_signal(getattr(signal, name))
        process.stdout.read()
        err = process.stderr.read()
    assert process.returncode == 128 + getattr(signal, name)
    assert re.fullmatch(r"error: interrupted with \d+ of 1000000 found \(seed \d+\)\.\n", without_compiling(err))


@pytest.mark.parametrize("name", ENDING)
def test_a_batch_that_is_ended_leaves_one_file(name, tmp_path):
    path = tmp_path / "set.db"
    with start(CPGEN, "batch", "-p", "kamio-a", *ENDLESS, "--jobs", "1", "--out", str(path)) as process:
        while not (tmp_path / "set.db-wal").exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(getattr(signal, name))
        _, err = process.communicate()
    assert process.returncode == 128 + getattr(signal, name), err
    assert {one.name for one in tmp_path.iterdir()} <= {"set.db"}


def test_ctrl_c_in_a_long_question_is_heard():
    with start(CPGEN, "check", "--layout", "latin-60", "." * 3599, "." * 3600) as process:
        process.stderr.readline()  # the first is wrong; then comes the long one
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert without_compiling(err) == "error: interrupted.\n"


@pytest.mark.parametrize("many", MANY, ids=["generate", "dig"])
def test_a_reader_that_leaves_is_no_error(many):
    with start(*many) as process:
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(300) == 0
    assert without_compiling(err) == ""


@pytest.mark.parametrize("command", [("rate", LEFT), ("patterns",), ("--help",)])
def test_a_pipe_that_is_closed_from_the_start_makes_no_noise(command):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [CPGEN, *command], stdout=writing, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True, check=False
    )
    os.close(writing)
    assert without_compiling(done.stderr) == ""
    assert done.returncode in (0, 1)


@pytest.mark.parametrize("command", [("rate", LEFT), ("--help",)])
def test_a_full_disk_is_told(command):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [CPGEN, *command], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True, check=False
        )
    assert (done.returncode, without_compiling(done.stderr)) == (1, DISK_FULL)


@pytest.mark.parametrize(
    "line",
    [
        "convert SDM full.sdm",
        "rate SDM --out full.csv",
        "draw PUZZLE -o full.svg",
        "book full.pdf PUZZLE",
        "export PUZZLE --html full.html",
        "explain PUZZLE --html full.html",
        "collection export SET full.csv",
    ],
)
def test_a_disk_that_is_full_below_a_file_is_no_bad_input(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "SDM").write_text(LEFT)
    command = line.replace("PUZZLE", LEFT).split()
    name = next(word for word in command if word.startswith("full."))
    (tmp_path / name).symlink_to("/dev/full")
    if "SET" in command:
        call("collection", "import", "SET", LEFT)
    ran = call(*command)
    assert (ran.code, ran.err) == (1, f"error: The file {name} cannot be written: No space left on device.\n")


@pytest.mark.parametrize("arguments", [("-q", "solve"), ("solve", "--quiet")])
def test_quiet_commands_print_errors_only(arguments):
    assert call("solve", "1" + "." * 15).err.startswith("warning: ")
    assert call(*arguments, "1" + "." * 15).err == ""
    assert call(*arguments, "11" + "." * 14).err.startswith("error: ")
    assert call("solve", "1" + "." * 15).err.startswith("warning: ")


def test_closed_streams_do_no_harm():
    assert through_shell("cpgen rate <&-") == (2, "", "error: There is no puzzle in standard input.\n")
    assert through_shell("cpgen rate 1 2>&-") == (2, "", "")


@pytest.mark.parametrize("command", ["--version", f"rate {LEFT}"])
def test_a_closed_output_is_told(command):
    told = "error: the output cannot be written: standard output is closed.\n"
    assert through_shell(f"cpgen {command} >&-") == (1, "", told)
    assert through_shell(f"cpgen {command} >&- 2>&-") == (1, "", "")


NARROW = ({"PYTHONIOENCODING": "ascii"}, {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})


@pytest.mark.parametrize("env", NARROW)
def test_an_output_without_the_letters_says_so(env):
    ran = run("explain", "1234341221434...", env=env)
    assert ran.code == 0
    assert "level 1 ? 1 step ? 13 clues" in ran.out
    assert re.fullmatch(
        r"warning: the output is in \S+, which lacks some characters; they are shown as \? .*\n", ran.err
    )
    assert "\\u4e2d\\u7d1a" in run("grades", "nikoli100", "--json", env=env).out


@pytest.mark.parametrize(
    "command",
    [("grid", "--boxes", "2x2"), ("hint", "1234341221434...", "--json")],
)
def test_symbols_that_the_output_lacks_are_refused(command):
    ran = run(*command, "--symbols", "春夏秋冬", env={"PYTHONIOENCODING": "ascii"})
    assert (ran.code, ran.out) == (2, "")
    assert "'春' cannot be shown: the output is in " in ran.err


@pytest.mark.parametrize(
    ("raised", "reported"),
    [
        ("28, 'No space left on device'", "the output cannot be written: No space left on device."),
        (
            "24, 'Too many open files', 'x'",
            "the operating system reports an error: [Errno 24] Too many open files: 'x'.",
        ),
        ("'libx.so: cannot open'", "the operating system reports an error: libx.so: cannot open."),
    ],
)
def test_an_error_of_the_system_is_named(raised, reported):
    fail = f"def app(): raise OSError({raised})"
    code = f"import cpgen.cli, cpgen.cli.app\n{fail}\ncpgen.cli.app.app = app\ncpgen.cli.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"error: {reported}\n")


def test_japanese_names_of_files_work_in_any_locale(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "数独.sdm").write_text(LEFT)
    for command in (
        ("collection", "import", "集.db", "数独.sdm"),
        ("book", "本.pdf", "数独.sdm", "--title", "数独"),
        ("generate", "--grade", "初級", "--layout", "ああいい/ああいい/ううええ/ううええ"),
    ):
        ran = run(*command, env=NARROW[1])
        assert (ran.code, ran.err) == (0, "")
    (tmp_path / "\udcff.sdm").write_text(LEFT)
    assert call("collection", "import", "集.db", "\udcff.sdm") == (0, "0 new, 1 already there, 0 refused\n", "")
    missing = run("rate", "無.sdm", "数独.sdm", env=NARROW[1])
    assert (missing.code, missing.out[:81], missing.err[:21]) == (2, LEFT, "error: No such file: ")


def test_a_wrong_date_for_pdfs_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "abc")
    ran = call("book", str(tmp_path / "book.pdf"), LEFT)
    assert (ran.code, ran.err) == (
        2,
        "error: SOURCE_DATE_EPOCH is 'abc'; it should be a whole number of seconds since 1970.\n",
    )


def test_no_more_jobs_run_than_processors_can_work_on(monkeypatch, capsys):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    assert job_count(0) == 2
    assert job_count(3) == 3
    assert job_count(100_000) == 8
    assert capsys.readouterr().err == "warning: this machine has 2 processors, so 8 jobs run instead of 100000.\n"
