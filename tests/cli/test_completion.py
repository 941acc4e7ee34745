"""The Tab key completes commands, options and their values, in bash, zsh and fish, by the protocol of each."""

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
from tests.cli.running import CPGEN, ENVIRONMENT


def asked(**env: str) -> str:
    """What the command answers to a shell."""
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
"""Asks as bash does for many lines in one process, since the answer of each takes a quarter of a second to begin"""


def test_what_is_written_down_is_what_there_is():
    ladders = [shipped_ladder(name) for name in resources.names("ladders")]
    assert set(completion.rules()) == {rule for model in ladders for rule in model.ladder.rules}
    assert set(completion.level_names()) == {grade.name for model in ladders for grade in model.grades}
    assert completion.ladders() == resources.names("ladders")
    for name in resources.names("difficulty"):
        model = shipped_model(name)
        words = [word for one in (*model.grades, model.any_grade) for word in (one.name, one.japanese)]
        assert set(words) <= set(completion.grades())


OFFERED = {
    "cpgen ge": ["generate"],
    "cpgen pentomino s": ["study", "set"],
    "cpgen generate --pat": ["--pattern"],
    "cpgen generate --pattern hea": ["heart"],
    "cpgen generate --pattern ": resources.names("patterns"),
    "cpgen generate --regions jigsaw-": ["jigsaw-11", "jigsaw-7", "jigsaw-9", "jigsaw-9-diagonals"],
    "cpgen generate --grade expe": ["expert"],
    "cpgen generate --grade 超": ["超上級"],
    "cpgen generate --grade har": ["hard", "hardest"],
    "cpgen study methods --grade hardest": [],
    "cpgen rate --model ": resources.names("difficulty"),
    "cpgen check --oracle ": list(ORACLES),
    "cpgen check --oracle bitset+as": ["bitset+asp"],
    "cpgen generate --needs x-w": ["x-wing"],
    "cpgen rate --ladder h": ["hodoku"],
    "cpgen hint --technique xy-w": ["xy-wing"],
    "cpgen convert a b --to ": [one.name for one in FORMATS],
    "cpgen collection export s.db --to p": ["puzzlink", "penpa", "parquet"],
    "cpgen generate --symmetry rot": ["rot90", "rot180"],
    "cpgen boards random --symmetry ": list(SYMMETRIES),
    "cpgen boards list --up-to r": ["rotation"],
    "cpgen rate --layout jigsaw-1": ["jigsaw-11"],
    "cpgen generate --method ": ["fast", "paper"],
    "cpgen generate --replacement a": ["anneal"],
    "cpgen dig --source ": list(SOURCES),
    "cpgen dig --keep hea": ["heart"],
    "cpgen pentomino set --boards co": ["corners-apart"],
    "cpgen book a.pdf --solutions ": ["end", "overleaf"],
    "cpgen book a.pdf --paper-size l": ["letter"],
    "cpgen generate --seed ": [],
    "cpgen draw --theme ": ["light", "dark", "print", "auto"],
    "cpgen explain --lang ": ["en", "ja"],
    "cpgen dig --way t": ["two-stage"],
    "cpgen patterns kamio": ["kamio-a", "kamio-b"],
    "cpgen layouts win": ["windmill-8", "windmill-9", "windoku"],
    "cpgen boards check win": ["windmill-8", "windmill-9", "windoku"],
    "cpgen rate puzz": [],
}


def test_words_for_bash():
    env = ENVIRONMENT | {"_CPGEN_COMPLETE": "complete_bash"}
    told = subprocess.check_output([sys.executable, "-c", EACH], input=json.dumps(list(OFFERED)), env=env, text=True)
    assert dict(zip(OFFERED, map(str.split, told.split("-\n")), strict=False)) == OFFERED


def test_words_for_zsh():
    told = asked(_CPGEN_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="cpgen generate --grade 超")
    assert told == "_arguments '*: :((\"超上級\"))'\n"
    assert asked(_CPGEN_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="cpgen rate puzz") == "_files\n"


def test_words_for_fish():
    fish = {"_CPGEN_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    assert asked(**fish, _TYPER_COMPLETE_ARGS="cpgen generate --pattern kam") == "kamio-a\nkamio-b\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_names_the_command(shell):
    script = asked(_CPGEN_COMPLETE=f"source_{shell}")
    assert f"_CPGEN_COMPLETE=complete_{shell}" in script


def test_no_room_that_takes_long_is_imported():
    code = "import sys; from cpgen.cli import main\ntry: main()\nfinally: print(*sorted(sys.modules), file=sys.stderr)"
    env = {"_CPGEN_COMPLETE": "complete_bash", "COMP_WORDS": "cpgen generate --needs x-w", "COMP_CWORD": "3"}
    command = [sys.executable, "-c", f"import sys; sys.argv = ['cpgen']\n{code}"]
    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT | env, text=True, timeout=300, check=True)
    assert done.stdout == "x-wing\n"
    assert not {"numpy", "numba", "ortools", "rich"} & set(done.stderr.split())


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not here")
@pytest.mark.parametrize(("word", "path"), [("cpgen", Path(CPGEN).parent), ("scripts/cpgen", Path(CPGEN).parent)])
def test_bash_itself_completes(word, path, tmp_path):
    """Both for the command and for the script of a clone, which bash knows by the last part of its path."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "cpgen").symlink_to(CPGEN)
    line = f"{word} generate --pattern kam"
    asks = f"""
        source <(_CPGEN_COMPLETE=source_bash cpgen)
        [[ $(complete -p cpgen) == *"-F _cpgen_completion cpgen" ]]
        COMP_WORDS=({line}); COMP_CWORD=3; _cpgen_completion {word}; echo "${{COMPREPLY[*]}}"
    """
    env = ENVIRONMENT | {"PATH": f"{path}{os.pathsep}{ENVIRONMENT['PATH']}"}
    done = subprocess.run(
        ["bash", "-ec", asks], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "kamio-a kamio-b\n", "")
