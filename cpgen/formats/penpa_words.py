"""What Penpa+ expects around a puzzle: its shorthand, an empty layer, and settings that are all off."""

from __future__ import annotations

from typing import Any

NAMES = {
    "qa": "9",
    "pu_q": "Q",
    "pu_a": "A",
    "grid": "G",
    "edit_mode": "M",
    "surface": "S",
    "line": "L",
    "lineE": "E",
    "wall": "W",
    "cage": "C",
    "number": "N",
    "symbol": "Y",
    "special": "P",
    "board": "B",
    "command_redo": "R",
    "command_undo": "U",
    "command_replay": "8",
    "numberS": "1",
    "freeline": "F",
    "freelineE": "2",
    "thermo": "T",
    "arrows": "3",
    "direction": "D",
    "squareframe": "0",
    "polygon": "5",
    "deletelineE": "4",
    "killercages": "6",
    "nobulbthermo": "7",
    "__a": "_",
}
SHORT = {f'"{name}"': f"z{sign}" for name, sign in NAMES.items()} | {"null": "zO"}
LONG = {short: long for long, short in SHORT.items()} | {"zZ": "z"}

_NO_HISTORY: dict[str, Any] = {"__a": []}
EMPTY_LAYER: dict[str, Any] = {
    "command_redo": _NO_HISTORY,
    "command_undo": _NO_HISTORY,
    "command_replay": _NO_HISTORY,
    "surface": {},
    "number": {},
    "numberS": {},
    "symbol": {},
    "freeline": {},
    "freelineE": {},
    "thermo": [],
    "arrows": [],
    "direction": [],
    "squareframe": [],
    "polygon": [],
    "line": {},
    "lineE": {},
    "wall": {},
    "cage": {},
    "deletelineE": {},
    "killercages": [],
    "nobulbthermo": [],
}


def _mode(edit: str, line: int, number: int, sudoku: int) -> dict[str, Any]:
    return {
        "edit_mode": edit,
        "surface": ["", 1],
        "line": ["1", line],
        "lineE": ["1", line],
        "wall": ["", line],
        "cage": ["1", 10],
        "number": ["1", number],
        "symbol": ["circle_L", 1],
        "special": ["thermo", ""],
        "board": ["", ""],
        "move": ["1", ""],
        "combi": ["battleship", ""],
        "sudoku": ["1", sudoku],
    }


MODES: dict[str, Any] = {
    "qa": "pu_q",
    "grid": ["1", "2", "1"],
    "pu_q": _mode("number", 2, 1, 1),
    "pu_a": _mode("sudoku", 3, 2, 9),
}

_LINES = ("surface", "number", "loopline", "loopedge", "wall")
_SHAPES = ("square", "circle", "tri", "arrow", "math", "battleship", "tent", "star", "akari", "mine")
OR_SETTINGS = [f"sol_or_{kind}" for kind in (*_LINES, *_SHAPES)]
ANSWER_SETTINGS = [f"sol_{kind}" for kind in (*_LINES, "ignoreloopline", "ignoreborder", *_SHAPES)]
