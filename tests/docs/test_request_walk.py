"""The way of a request in docs/architecture.md is the one that the program goes."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys

from tests.docs.pages import ROOT, text_of

ROW = re.compile(r"^\| `([\w.]+)` \| `([\w/]+\.py)` \|", re.MULTILINE)
BESIDE = re.compile(r"`([\w.]+)` \(`([\w/]+\.py)`\)")
PROGRAM = """
import json, os, sys

def profile(frame, event, argument):
    if event != "call" or frame.f_code.co_name != "_propagate_houses":
        return
    calls = []
    while frame:
        _, _, file = frame.f_code.co_filename.replace(os.sep, "/").rpartition("/cpgen/")
        calls.append((frame.f_code.co_qualname, file))
        frame = frame.f_back
    if any(file == "generation/anneal.py" for _, file in calls):
        print(json.dumps(calls[::-1]), flush=True)
        os._exit(0)

from cpgen.cli import main
sys.argv = ["cpgen", *"generate --pattern heart --grade expert --seed 1".split()]
sys.setprofile(profile)
main()
"""
"""Prints the calls that lead to the engine's first propagation in the replacement phase, and ends"""


def the_walk() -> str:
    """Return the section of the page about the functions that a request goes through."""
    page = text_of(ROOT / "docs" / "architecture.md")
    return page.partition("## A request, from the command to the engine")[2].partition("\n## ")[0]


def test_a_request_goes_through_the_functions_described() -> None:
    # Only interpreted functions are seen by a profile function; the loops of the kernel lie between some of them.
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    calls = [(name, file) for name, file in json.loads(ran.stdout) if file and not file.startswith("kernel/")]
    walk = [(name, file) for name, file in ROW.findall(the_walk())]
    assert calls[-len(walk) :] == walk


def test_what_stands_beside_the_walk_exists() -> None:
    named = BESIDE.findall(the_walk())
    assert len(named) >= 4
    for name, file in named:
        tree = ast.parse(text_of(ROOT / "cpgen" / file))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
