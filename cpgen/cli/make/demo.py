"""`cpgen demo`: a tour of real commands with their output."""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from time import perf_counter

import click

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Json, SeedOrDefault
from cpgen.cli.output import as_at_terminal, print_json, show
from cpgen.puzzle import Puzzle

GRADES = ("beginner", "intermediate", "advanced", "expert")


NEXT = """Where to go next:
  cpgen serve --open                            draw a pattern, make, play and print in the browser
  cpgen generate -p heart -g 超上級 -n 5        five experts; `cpgen patterns` lists the patterns
  cpgen generate -p ".x.x x.x. .x.x x.1."       a pattern of your own; the 1 stays a 1
  cpgen generate -n 8 | cpgen book sudoku.pdf - a booklet to print, solutions at the end
  cpgen explain PUZZLE --html steps.html        every step of a puzzle with a picture
  cpgen --help                                  everything else"""


@dataclass(frozen=True)
class Call:
    """A command of the tour; with a count, it prints that many puzzles on a pipe, and only the last is shown."""

    words: tuple[str, ...]
    count: int = 0

    @property
    def line(self) -> str:
        """The command as typed."""
        return f"cpgen {shlex.join(self.words)}" + (" | tail -n 1" if self.count else "")


@dataclass(frozen=True)
class Answer:
    """The output, exit code and time of a command."""

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
    show_stop = show_to_programs if as_json else show_to_people
    for number, (about, calls) in enumerate(stops(seed), 1):
        show_stop(number, about, calls)
    if not as_json:
        click.echo(NEXT)


def show_to_people(number: int, about: str, calls: list[Call]) -> None:
    """Show a stop of the tour: each command with its output below."""
    show(f"{number}. {about}")
    for call in calls:
        answer = answer_of(call)
        show(f"$ {call.line}\n{answer.text}{rate(call, answer)}")
    show("")


def show_to_programs(number: int, about: str, calls: list[Call]) -> None:
    """Show a stop of the tour as one object per command."""
    for call in calls:
        print_json({"stop": number, "about": about, "command": call.line, **vars(answer_of(call))})


def stops(seed: int) -> Iterator[tuple[str, list[Call]]]:
    """Yield the topic of each stop of the tour, and its commands."""
    heart = api.generate("heart", "advanced", seed=seed).puzzle
    seeded = ("--seed", str(seed))
    yield "A heart of a given grade: exactly these clues, one solution.", [_heart("advanced", *seeded)]
    many = ("--count", "50", *seeded)
    yield "The same heart from beginner to expert, fifty of each.", [_heart(grade, *many, count=50) for grade in GRADES]
    impossible = Call(("patterns", "--check", "x.x. .x.x .... ...."))
    yield "A pattern that no puzzle can have, with the proof (exit code 4).", [impossible]
    jigsaw = ("generate", "--layout", "jigsaw-7", "--grade", "beginner", *seeded)
    yield "A jigsaw.", [Call(jigsaw)]
    yield "A board of five pentominoes: four clues are enough.", [Call(("pentomino", *seeded))]
    step = ("hint", "--full", "--round", str(hardest_round(heart)), heart.line)
    yield "How a person takes the hardest step of the first heart.", [Call(step)]
    yield (
        "The same heart without one clue has two solutions (exit code 5).",
        [Call(("check", without_a_clue(heart).line))],
    )
    fast = ("generate", "--pattern", "kamio-a", "--grade", "beginner", "--count", "200", *seeded)
    yield "Two hundred from one pattern, no two essentially the same.", [Call(fast, 200)]


def _heart(grade: str, *more: str, count: int = 0) -> Call:
    return Call(("generate", "--pattern", "heart", "--grade", grade, *more), count)


def hardest_round(puzzle: Puzzle) -> int:
    """Return the first round that needs the puzzle's level."""
    explanation = api.explain(puzzle)
    return next(one.number for one in explanation if one.complexity == explanation.rating.level)


def without_a_clue(puzzle: Puzzle) -> Puzzle:
    """Remove the first clue that the puzzle needs for a unique solution."""
    clues = list(puzzle.clues)
    for cell in filter(clues.__getitem__, range(len(clues))):
        fewer = Puzzle(puzzle.layout, (*clues[:cell], 0, *clues[cell + 1 :]))
        if not api.check(fewer).unique:
            return fewer
    raise AssertionError


def answer_of(call: Call) -> Answer:
    """Run a command and capture its output for people, or, with a count, its last line on a pipe.

    Raises:
        KeyboardInterrupt: The command was interrupted.
    """
    from cpgen.cli.app import app
    from cpgen.kernel import compiling_seconds

    page, begun = io.StringIO(), perf_counter() - compiling_seconds()
    with redirect_stdout(page), redirect_stderr(page), as_at_terminal(not call.count):
        code = app.main(list(call.words), prog_name="cpgen", standalone_mode=False) or 0
    if code == 130:
        raise KeyboardInterrupt
    lines = page.getvalue().rstrip("\n").split("\n")
    return Answer("\n".join(lines[-1:] if call.count else lines), code, perf_counter() - compiling_seconds() - begun)


def rate(call: Call, answer: Answer) -> str:
    """Return a line with the measured rate of puzzles, if the command makes many."""
    if not call.count:
        return ""
    return f"\n   {call.count} in {answer.seconds:.2f} s on this machine: {call.count / answer.seconds:.0f} per second"
