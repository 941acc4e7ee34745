"""The Tab key completes commands, options and their values in bash, zsh and fish."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpgen import resources
from cpgen.cli import completion
from cpgen.difficulty import shipped_ladder, shipped_model
from cpgen.formats.table import FORMATS
from cpgen.oracles import ORACLES
from cpgen.requests.grid_sources import SOURCES
from cpgen.symmetry.square import SYMMETRIES
from tests.cli.running import CPGEN, ENVIRONMENT, call


def answer(**env: str) -> str:
    """The answer of the command to a shell."""
    done = subprocess.run([CPGEN], capture_output=True, env=ENVIRONMENT | env, text=True, timeout=300, check=False)
    assert done.stderr == ""
    return done.stdout


EACH = """
import json, os, sys
from cpgen.cli import main
sys.argv = ["cpgen"]
for line in json.load(sys.stdin):
    os.environ |= {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    try:
        main()
    except SystemExit:
        print("-")
"""
"""Asks for many lines as bash does, in one process, since each start takes a quarter of a second"""


def test_completed_names_are_the_shipped_ones():
    ladders = [shipped_ladder(name) for name in resources.names("ladders")]
    assert set(completion.rules()) == {rule for model in ladders for rule in model.ladder.rules}
    assert set(completion.level_names()) == {grade.name for model in ladders for grade in model.grades}
    for name in resources.names("difficulty"):
        model = shipped_model(name)
        words = [word for one in (*model.grades, model.any_grade) for word in (one.name, one.japanese)]
        assert set(words) <= set(completion.grades())


OFFERED = {
    "cpgen ge": ["generate"],
    "cpgen layouts c": ["corners", "count", "check"],
    "cpgen generate --pat": ["--pattern"],
    "cpgen generate --pattern hea": ["heart"],
    "cpgen generate --pattern ": resources.names("patterns"),
    "cpgen generate --layout jigsaw-": ["jigsaw-11", "jigsaw-7", "jigsaw-9", "jigsaw-9-diagonals"],
    "cpgen styles kr": ["kropki", "kropki-some"],
    "cpgen generate --grade expe": ["expert"],
    "cpgen generate --grade 超": ["超上級"],
    "cpgen generate --grade har": ["hard", "hardest"],
    "cpgen study methods --grade hardest": [],
    "cpgen generate --kind kr": ["kropki", "kropki-some"],
    "cpgen generate --kind killer+ther": ["killer+thermo"],
    "cpgen calibrate --style kil": ["killer"],
    "cpgen collection list a.db --kind pali": ["palindrome"],
    "cpgen constraints wind": ["windoku"],
    "cpgen rate --model ": resources.names("difficulty"),
    "cpgen check --oracle ": list(ORACLES),
    "cpgen check --oracle bitset+as": ["bitset+asp"],
    "cpgen generate --needs x-w": ["x-wing"],
    "cpgen rate --ladder h": ["hodoku"],
    "cpgen hint --technique xy-w": ["xy-wing"],
    "cpgen convert a b --to ": [one.name for one in FORMATS],
    "cpgen collection export s.db --to p": ["puzzlink", "penpa", "parquet"],
    "cpgen generate --symmetry rot": ["rot90", "rot180"],
    "cpgen layouts random --symmetry ": list(SYMMETRIES),
    "cpgen layouts all --up-to r": ["rotation"],
    "cpgen rate --layout jigsaw-1": ["jigsaw-11"],
    "cpgen generate --method ": ["fast", "paper"],
    "cpgen generate --replacement a": ["anneal"],
    "cpgen dig --source ": list(SOURCES),
    "cpgen dig --keep hea": ["heart"],
    "cpgen pentomino --boards co": ["corners-apart"],
    "cpgen book a.pdf --solutions ": ["end", "overleaf"],
    "cpgen book a.pdf --paper-size l": ["letter"],
    "cpgen generate --seed ": [],
    "cpgen draw --theme ": ["light", "dark", "print", "auto"],
    "cpgen explain --lang ": ["en", "ja"],
    "cpgen dig --way t": ["two-stage"],
    "cpgen patterns kamio": ["kamio-a", "kamio-b"],
    "cpgen layouts list win": ["windmill-8", "windmill-9", "windoku"],
    "cpgen layouts check win": ["windmill-8", "windmill-9", "windoku"],
    "cpgen rate puzz": ["puzz"],
    "cpgen generate --time-limit 3": [],
}


def test_values_for_bash():
    env = ENVIRONMENT | {"_CPGEN_COMPLETE": "bash_complete"}
    output = subprocess.check_output([sys.executable, "-c", EACH], input=json.dumps(list(OFFERED)), env=env, text=True)
    answers = [[line.partition(",")[2] for line in part.split()] for part in output.split("-\n")]
    assert dict(zip(OFFERED, answers, strict=False)) == OFFERED


def test_values_for_zsh():
    zsh = {"_CPGEN_COMPLETE": "zsh_complete", "COMP_WORDS": "cpgen generate --grade 超", "COMP_CWORD": "3"}
    assert answer(**zsh) == "plain\n超上級\n_\n"
    assert answer(**zsh | {"COMP_WORDS": "cpgen rate puzz", "COMP_CWORD": "2"}) == "file\npuzz\n_\n"


def test_values_for_fish():
    fish = {"_CPGEN_COMPLETE": "fish_complete", "COMP_WORDS": "cpgen generate --pattern ", "COMP_CWORD": "kam"}
    assert [line.partition(",")[2].strip() for line in answer(**fish).split()] == ["kamio-a", "kamio-b"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_installed_once(shell, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    script = call("--show-completion").out
    assert f"_CPGEN_COMPLETE={shell}_complete" in script
    for _ in range(2):
        ran = call("--install-completion")
        assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / completion.FILES[shell]).read_text() == script
    if shell in completion.START_LINES:
        name, line = completion.START_LINES[shell]
        assert (tmp_path / name).read_text() == f"\n{line}\n"


def test_an_unknown_shell_is_refused(monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    ran = call("--install-completion")
    assert (ran.code, ran.err) == (
        2,
        "error: There is no completion for the shell 'tcsh' in $SHELL; known: bash, zsh, fish.\n",
    )


def test_completion_imports_no_slow_module():
    code = "import sys; from cpgen.cli import main\ntry: main()\nfinally: print(*sorted(sys.modules), file=sys.stderr)"
    env = {"_CPGEN_COMPLETE": "bash_complete", "COMP_WORDS": "cpgen generate --needs x-w", "COMP_CWORD": "3"}
    command = [sys.executable, "-c", f"import sys; sys.argv = ['cpgen']\n{code}"]
    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT | env, text=True, timeout=300, check=True)
    assert done.stdout == "plain,x-wing\n"
    assert not {"numpy", "numba", "ortools", "rich"} & set(done.stderr.split())


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not here")
@pytest.mark.parametrize("word", ["cpgen", "scripts/cpgen"])
def test_bash_itself_completes(word, tmp_path):
    """Both for the command and for the script of a clone, which bash knows by the last part of its path."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "cpgen").symlink_to(CPGEN)
    line = f"{word} generate --pattern kam"
    asks = f"""
        source <(_CPGEN_COMPLETE=bash_source cpgen)
        [[ $(complete -p cpgen) == *"-F _cpgen_completion cpgen" ]]
        COMP_WORDS=({line}); COMP_CWORD=3; _cpgen_completion {word}; echo "${{COMPREPLY[*]}}"
    """
    env = ENVIRONMENT | {"PATH": f"{Path(CPGEN).parent}{os.pathsep}{ENVIRONMENT['PATH']}"}
    done = subprocess.run(
        ["bash", "-ec", asks], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "kamio-a kamio-b\n", "")
