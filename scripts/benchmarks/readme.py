"""The tables of figures in README.md: ratios between two marks, measured here."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import results
from benchmarks.claims import CLAIMS
from benchmarks.commands import CACHES
from benchmarks.measuring import Row, Values, measure
from benchmarks.references import QQWING, SOLO
from cpgen import __version__
from cpgen.files import write_whole
from cpgen.study.measuring import one_core, rounded

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- figures:begin -->", "<!-- figures:end -->"
COMMANDS = {
    "`cpgen --help`": ("cpgen --help",),
    "`rate`, `hint`, `explain`, `draw` of a puzzle": ("cpgen rate", "cpgen hint", "cpgen explain", "cpgen draw"),
    "`check`, `solve` of a puzzle by CP-SAT": ("cpgen check", "cpgen solve"),
    "`generate`: an expert's puzzle, proof by CP-SAT included": ("cpgen generate",),
    "`dig`: a minimal puzzle": ("cpgen dig",),
    "`serve`: the studio's first page": ("studio: first page",),
    "`serve`: the studio's first puzzle of expert grade": ("studio: first puzzle",),
}
"""By line: the rows, without `, warm cache`; the slowest counts"""
REFERENCES = {claim.row: claim.reference for claim in CLAIMS}
WORK = {
    "minimal 9×9 puzzles": ("cpgen dig, minimal", "dig, minimal", "qqwing, minimal"),
    "with half-turn symmetry": ("cpgen dig, half-turn", "dig, half-turn", "qqwing, half-turn"),
    "the same, proven by cpgen's own search": ("cpgen dig, half-turn, bitset", "", "qqwing, half-turn"),
    "9×9 jigsaws": ("cpgen dig, jigsaws", "dig, jigsaws", "sgt-solo, jigsaws"),
    "16×16 with half-turn symmetry": ("cpgen dig, 16×16", "dig, 16×16", "sgt-solo, 16×16"),
    "rating a file, by 13 rules": ("cpgen rate FILE", "rate advanced, compiled loop", "qqwing, solved and rated"),
    "one solution shown, the hardest 9×9 known": ("", "bitset, list hardest", "qqwing, list hardest"),
    "one solution shown by CP-SAT": ("cpgen check FILE", "one solution, cpsat", "one solution, plain cpsat"),
    "an expert's puzzle on a given pattern": (
        "cpgen generate, expert",
        "generate expert, cpsat",
        "paper's method expert, cpsat",
    ),
}
"""By line: the row of the command, that of the inner loop, and what both are compared with"""
OTHERS = {
    "qqwing, minimal": "`qqwing --generate`",
    "qqwing, half-turn": "`qqwing --generate --symmetry rotate180`",
    "sgt-solo, jigsaws": "`sgt-solo --generate 9j`, each on a board of its own",
    "sgt-solo, 16×16": "`sgt-solo --generate 4x4`, of its basic level",
    "qqwing, solved and rated": "`qqwing --solve --stats`, which guesses where its rules end",
    "qqwing, list hardest": "`qqwing --solve --count-solutions`",
    "one solution, plain cpsat": "the model as one would write it at first, built anew",
    "paper's method expert, cpsat": "the paper's method here, for each puzzle that matches",
}


def write(rows: list[Row]) -> int:
    """Measures what the tables need and writes them; README.md stays as it is unless all of it was measured."""
    text = README.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        sys.exit(f"bench: {README.name} lacks the marks {BEGIN} and {END} between which the tables go.")
    chosen = [row for row in rows if row.name in wanted()]
    if lacking := {row.needs for row in chosen if not row.is_possible}:
        sys.exit(f"bench: the tables compare with {' and '.join(sorted(lacking))}; install that first.")
    about = results.header()
    with one_core():
        samples, interrupted = measure(chosen)
    if interrupted:
        print(f"bench: interrupted; {README.name} is as it was.", file=sys.stderr)
        return 130
    before, rest = text.split(BEGIN, 1)
    tables = "\n".join([BEGIN, *lines(results.values_of(chosen, samples), about), END])
    write_whole(README, (before + tables + rest.split(END, 1)[1]).encode())
    results.warn(about)
    return 0


def wanted() -> set[str]:
    """The names of the rows that the tables need."""
    started = {f"{name}, {cache} cache" for names in COMMANDS.values() for name in names for cache in CACHES}
    starts = {REFERENCES[name] for name in started}
    return {*starts, *started, *(name for names in WORK.values() for name in names if name)}


def lines(values: Values, about: dict[str, Any]) -> Iterator[str]:
    """The tables, and under which circumstances they were measured."""
    yield "Processor time in that of `python -c 'import numpy'`, once compiled code is kept, and the first time ever:"
    yield ""
    yield "| command | time | the first time |"
    yield "|---|---|---|"
    for what, names in COMMANDS.items():
        slowest = (max(ratio(values, f"{name}, {cache} cache") for name in names) for cache in CACHES)
        yield f"| {what} | {' | '.join(map(times, slowest))} |"
    yield ""
    yield "Time in that of something else that does the same or nearly so; 1/10 is a tenth:"
    yield ""
    yield "| what | as a command | the inner loop | compared with |"
    yield "|---|---|---|---|"
    for what, (command, loop, other) in WORK.items():
        ours = (times(values[name] / values[other]) if name else "" for name in (command, loop))
        yield f"| {what} | {' | '.join(ours)} | {OTHERS[other]} |"
    yield ""
    yield (
        f"cpgen {__version__}, qqwing {about[QQWING]}, sgt-solo {about[SOLO]}, Python {about['python']} on one core of "
        f"{about['processor']}, {about['system']}, {about['day']}, load {about['load']:g}; only the studio's times, "
        "and what they are compared with, are those of the clock. In the second table a command is for hundreds of "
        "puzzles or more, its start and a proof of each included. `scripts/bench` measures this on your machine."
    )


def ratio(values: Values, name: str) -> float:
    """A row in that of what its claim compares it with."""
    return values[name] / values[REFERENCES[name]]


def times(ratio: float) -> str:
    """A ratio in words: 2.4 ×, 1/12."""
    return f"1/{rounded(1 / ratio, 2):g}" if ratio < 0.5 else f"{rounded(ratio, 2):g} ×"
