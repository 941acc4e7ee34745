"""`cpgen demo`: a tour of real commands with their output."""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from time import perf_counter
from typing import NamedTuple

import click

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Json, SeedOrDefault
from cpgen.cli.output import as_at_terminal, print_json, show
from cpgen.puzzle import Puzzle

LAST_LINE = " | tail -n 1"
"""End of a line of the tour whose command prints many puzzles; only the last one is shown"""
NEXT = """Where to go next:
  cpgen serve --open                            draw a pattern, make, play and print in the browser
  cpgen generate -p heart -g expert -n 5        five experts; `cpgen patterns` lists the patterns
  cpgen generate -p ".x.x x.x. .x.x x.1."       a pattern of your own; the 1 stays a 1
  cpgen generate -n 8 | cpgen book sudoku.pdf - a booklet to print, solutions at the end
  cpgen explain PUZZLE --html steps.html        every step of a puzzle with a picture
  cpgen --help                                  everything else"""


class CommandRun(NamedTuple):
    """A command that was run: its output, its exit code, and the seconds that it took."""

    text: str
    exit_code: int
    seconds: float


@command
def demo(seed: SeedOrDefault = 7, as_json: Json = False) -> None:
    """Take a one-minute tour of cpgen.

    Each stop shows a command and its output; the command prints the same when you type it. --seed selects other
    puzzles.

    \b
    Example: cpgen demo
    """
    for number, (about, lines) in enumerate(stops(seed), 1):
        if not as_json:
            show(f"{number}. {about}")
        for line in lines:
            answer = answer_of(line)
            if as_json:
                print_json({"stop": number, "about": about, "command": line, **answer._asdict()})
            else:
                show(f"$ {line}\n{answer.text}{rate_line(line, answer.seconds)}")
        if not as_json:
            show("")
    if not as_json:
        click.echo(NEXT)


def stops(seed: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the topic of each stop of the tour, and its commands."""
    heart = api.generate("heart", "advanced", seed=seed).puzzle
    graded = "cpgen generate --pattern heart --grade"
    yield "A heart of a given grade: exactly these clues, one solution.", [f"{graded} advanced --seed {seed}"]
    yield (
        "The same heart from beginner to expert, fifty of each.",
        [
            f"{graded} {grade} --count 50 --seed {seed}{LAST_LINE}"
            for grade in ("beginner", "intermediate", "advanced", "expert")
        ],
    )
    impossible = "cpgen patterns --check 'x.x. .x.x .... ....'"
    yield "A pattern that no puzzle can have, with the proof (exit code 4).", [impossible]
    yield "A jigsaw.", [f"cpgen generate --layout jigsaw-7 --grade beginner --seed {seed}"]
    yield "A board of five pentominoes: four clues are enough.", [f"cpgen pentomino --seed {seed}"]
    killer = f"cpgen generate --kind killer --layout 2x3 --symmetry rot180 --seed {seed}"
    yield "A killer without given digits: cages drawn at random, with their sums.", [killer]
    hardest = f"cpgen hint --full --round {hardest_round(heart)} {heart.line}"
    yield "How a person takes the hardest step of the first heart.", [hardest]
    fewer = without_a_clue(heart)
    yield "The same heart without one clue has two solutions (exit code 5).", [f"cpgen check {fewer.line}"]
    many = f"cpgen generate --pattern kamio-a --grade beginner --count 200 --seed {seed}{LAST_LINE}"
    yield "Two hundred from one pattern, no two essentially the same.", [many]


def hardest_round(puzzle: Puzzle) -> int:
    """Return the number, from 1, of the first round in which a puzzle needs its hardest technique."""
    explanation = api.explain(puzzle)
    return next(round_.number for round_ in explanation if round_.complexity == explanation.rating.level)


def without_a_clue(puzzle: Puzzle) -> Puzzle:
    """Remove the first clue that the puzzle needs for a unique solution."""
    clues = list(puzzle.clues)
    for cell in filter(clues.__getitem__, range(len(clues))):
        fewer = Puzzle(puzzle.layout, (*clues[:cell], 0, *clues[cell + 1 :]))
        if not api.check(fewer).unique:
            return fewer
    raise AssertionError


def answer_of(line: str) -> CommandRun:
    """Run a command and capture its output for people or, if it ends with a pipe, the last line.

    Raises:
        KeyboardInterrupt: The command was interrupted.
    """
    from cpgen.cli.app import app
    from cpgen.kernel import compiling_seconds

    is_piped, words = line.endswith(LAST_LINE), shlex.split(line.removesuffix(LAST_LINE))[1:]
    # Compiling happens once per machine, so it does not count in the time that is shown.
    page, begun = io.StringIO(), perf_counter() - compiling_seconds()
    with redirect_stdout(page), redirect_stderr(page), as_at_terminal(not is_piped):
        code = app.main(words, prog_name="cpgen", standalone_mode=False) or 0
    if code == 130:
        raise KeyboardInterrupt
    lines = page.getvalue().rstrip("\n").split("\n")
    return CommandRun("\n".join(lines[-1:] if is_piped else lines), code, perf_counter() - compiling_seconds() - begun)


def rate_line(line: str, seconds: float) -> str:
    """Return a line with the puzzles per second of a command that makes many; "" for any other command."""
    if not line.endswith(LAST_LINE):
        return ""
    words = line.split()
    count = int(words[words.index("--count") + 1])
    return f"\n   {count} in {seconds:.2f} s on this machine: {count / seconds:.0f} per second"
