"""`cpgen demo`: a tour of real calls, each shown with what it prints."""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from time import perf_counter

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Json, SeedOrDefault
from cpgen.cli.output import as_at_terminal, print_json, show

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
    """A call of `cpgen`: its arguments; with a count, so many puzzles on a pipe, of which the last is shown."""

    words: tuple[str, ...]
    count: int = 0

    @property
    def line(self) -> str:
        """The call as it is typed."""
        return f"cpgen {shlex.join(self.words)}" + (" | tail -n 1" if self.count else "")


@dataclass(frozen=True)
class Answer:
    """The output of a call, its exit code, and its time."""

    text: str
    exit_code: int
    seconds: float


@command
def demo(seed: SeedOrDefault = 7, as_json: Json = False) -> None:
    """Take a tour of what cpgen can do, in a minute.

    Each stop shows a command and its output; the command prints the same when you type it. Another seed shows other
    puzzles.

    \b
    Example: cpgen demo
    """
    show_stop = show_to_programs if as_json else show_to_people
    for number, (about, calls) in enumerate(stops(seed), 1):
        show_stop(number, about, calls)
    if not as_json:
        typer.echo(NEXT)


def show_to_people(number: int, about: str, calls: list[Call]) -> None:
    """Shows a stop of the tour, each call with its output below."""
    show(f"{number}. {about}")
    for call in calls:
        answer = answer_of(call)
        show(f"$ {call.line}\n{answer.text}{rate(call, answer)}")
    show("")


def show_to_programs(number: int, about: str, calls: list[Call]) -> None:
    """Shows a stop of the tour as one object per call."""
    for call in calls:
        print_json({"stop": number, "about": about, "command": call.line, **vars(answer_of(call))})


def stops(seed: int) -> Iterator[tuple[str, list[Call]]]:
    """The topic of each stop of the tour, and its calls."""
    heart = api.generate("heart", "advanced", seed=seed).puzzle
    seeded = ("--seed", str(seed))
    yield "A heart of a given grade: exactly these clues, one solution.", [_heart("advanced", *seeded)]
    many = ("--count", "50", *seeded)
    yield "The same heart from beginner to expert, fifty of each.", [_heart(grade, *many, count=50) for grade in GRADES]
    impossible = Call(("patterns", "--check", "x.x. .x.x .... ...."))
    yield "A pattern that no puzzle can have, with the proof (exit code 4).", [impossible]
    jigsaw = ("generate", "--regions", "jigsaw-7", "--grade", "beginner", *seeded)
    yield "A jigsaw.", [Call(jigsaw)]
    yield "A board of five pentominoes: four clues are enough.", [Call(("pentomino", "set", *seeded))]
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


def hardest_round(puzzle: api.Puzzle) -> int:
    """The first round that needs the puzzle's level."""
    explanation = api.explain(puzzle)
    return next(one.number for one in explanation if one.complexity == explanation.rating.level)


def without_a_clue(puzzle: api.Puzzle) -> api.Puzzle:
    """The puzzle without its first clue that is needed for a unique solution."""
    clues = list(puzzle.clues)
    for cell in filter(clues.__getitem__, range(len(clues))):
        fewer = api.Puzzle(puzzle.layout, (*clues[:cell], 0, *clues[cell + 1 :]))
        if not api.check(fewer).unique:
            return fewer
    raise AssertionError


def answer_of(call: Call) -> Answer:
    """The output of the call for people, or, with a count, its last line on a pipe; Ctrl-C ends the tour."""
    from cpgen.cli.app import app

    page, begun = io.StringIO(), perf_counter() - api.compiling_seconds()
    with redirect_stdout(page), redirect_stderr(page), as_at_terminal(not call.count):
        code = typer.main.get_command(app).main(list(call.words), prog_name="cpgen", standalone_mode=False) or 0
    if code == 130:
        raise KeyboardInterrupt
    lines = page.getvalue().rstrip("\n").split("\n")
    return Answer(
        "\n".join(lines[-1:] if call.count else lines), code, perf_counter() - api.compiling_seconds() - begun
    )


def rate(call: Call, answer: Answer) -> str:
    """The rate of puzzles, as just measured."""
    if not call.count:
        return ""
    return f"\n   {call.count} in {answer.seconds:.2f} s on this machine: {call.count / answer.seconds:.0f} a second"
