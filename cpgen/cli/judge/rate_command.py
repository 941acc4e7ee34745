"""`cpgen rate`: rate puzzles one by one, or millions into a table."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import click
from msgspec import UNSET

from cpgen.answers.answer_base import joined
from cpgen.answers.puzzle_answers import Graded, Orientation, RatedInOrientations
from cpgen.cli.board_text import draw_puzzle, line_here, rating_sentence
from cpgen.cli.command import command
from cpgen.cli.inputs import Faults, PuzzleError, PuzzleOptions, opened
from cpgen.cli.judge.faults import report_mistakes, warned_of_clues
from cpgen.cli.options import GradingOptions, Jobs, Json, file_option, flag, job_count
from cpgen.cli.output import STANDARD, for_people, note, parquet_file, print_json, show, text_file, warn
from cpgen.cli.progress import counting, note_if_unfitted
from cpgen.errors import DrawingsWarning, InputError
from cpgen.formats import PuzzleText, reader_of
from cpgen.formats.lines import layout_after
from cpgen.layout import Layout
from cpgen.messages import counted
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen.collection.bulk import RatedChunk
    from cpgen.difficulty import GradedPuzzle, GradeModel
    from cpgen.formats import ReadingRequest

Out = Annotated[
    str,
    file_option(
        "FILE",
        "Rate a file with one puzzle or state per line into a table: .parquet or .csv; - for CSV on a pipe.",
        "--out",
        "-o",
    ),
]

Orientations = Annotated[
    bool,
    flag("Rate each puzzle also turned and mirrored, and show how far the ratings differ.", "--orientations"),
]

MOST_ADVISED = 1
"""Number of puzzles on a pipe up to which advice is printed; for each of many it would take longer than the rating"""
TABLES = (".parquet", ".csv", "")
"""File extensions with which --out writes a table; without one, it is CSV"""


@command
def rate(
    *,
    inputs: PuzzleOptions,
    grading: GradingOptions,
    orientations: Orientations = False,
    out: Out = "",
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Rate how hard puzzles are: level, steps, grade and rules.

    The level is that of the hardest rule that a person needs, the steps are the rounds of solving.

    With --out, millions of puzzles are rated into a table, on --jobs processors in parallel.

    \b
    Example: cpgen rate .9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.
    """
    if out and orientations:
        raise InputError("--orientations cannot be combined with --out.")
    if out:
        rate_in_bulk(inputs.puzzles, inputs.reading, grading, jobs, out)
    elif jobs:
        raise InputError("--jobs needs --out FILE, which rates a file into a table.")
    else:
        worst = inputs.each(lambda number, entry: _show_rating(number, entry.state, grading, orientations, as_json))
        if worst:
            raise click.exceptions.Exit(worst)


def _show_rating(number: int, state: State, grading: GradingOptions, orientations: bool, as_json: bool) -> None:
    from cpgen.difficulty import GradedPuzzle
    from cpgen.rater.rating import rate_puzzle

    grades = grading.on(state.layout)
    if not grading.chosen:
        note_if_unfitted(state.layout)
    rating = rate_puzzle(state, grades.ladder)
    graded = GradedPuzzle(state, rating, grades)
    record = graded.as_record()
    judged = report_mistakes(state, rating)
    is_advised = rating.outcome == "stuck" and (for_people() or number <= MOST_ADVISED)
    advice = _advice(graded) if is_advised else ""
    turned = _in_orientations(state, grades) if orientations else {}
    if as_json:
        each = tuple(
            joined(Orientation, turned_board.as_record(), orientation=name) for name, turned_board in turned.items()
        )
        print_json(joined(RatedInOrientations, record, *judged, orientations=each or UNSET))
    elif for_people():
        show(draw_puzzle(state.puzzle, state.digits))
        show(rating_sentence(graded))
        show("\n".join(filter(None, [rules_lines(record.rules), advice])) + "\n")
        if turned:
            show(orientations_sentence(list(turned.values())) + "\n")
    else:
        for turned_board in turned.values():
            _show_row(turned_board, turned_board.as_record())
        if not turned:
            _show_row(graded, record)
        if advice:
            warn(f"The ladder {grades} is stuck. {advice}")


def _show_row(graded: GradedPuzzle, record: Graded) -> None:
    board = layout_after(graded.puzzle.layout)
    scored = [str(record.score)] if graded.model.ladder.has_scores else []
    show("\t".join([line_here(State.of(graded.puzzle).puzzle.clues) + board, *_columns(record), *scored]))


def _in_orientations(state: State, grades: GradeModel) -> dict[str, GradedPuzzle]:
    """Return the ratings of a state in the eight orientations, by their names."""
    from cpgen.difficulty import GradedPuzzle
    from cpgen.rater.rating import rate_puzzle
    from cpgen.symmetry.layout_images import orientations

    # The grades of the given orientation are used for all: 2x3 boxes become 3x2.
    images = orientations(state).items()
    return {name: GradedPuzzle(image, rate_puzzle(image, grades.ladder), grades) for name, image in images}


def orientations_sentence(turned: Sequence[GradedPuzzle]) -> str:
    """Describe how far the ratings of a puzzle in several orientations differ, on one line."""
    ratings = [graded.rating for graded in turned]
    levels, steps = (span_text([getattr(rating, name) for rating in ratings]) for name in ("level", "steps"))
    grades = Counter(graded.as_record().grade or graded.rating.outcome for graded in turned)
    parts = [f"level {levels}", f"{steps} steps", *(f"{times} × {grade}" for grade, times in grades.items())]
    if turned[0].model.ladder.has_scores:
        parts.insert(1, f"score {span_text([rating.score for rating in ratings])}")
    return f"in {len(turned)} orientations: {' · '.join(parts)}"


def span_text(values: Sequence[int]) -> str:
    """Return the lowest and the highest value, as in `3 to 5`, or the only one.

    >>> span_text([4, 3, 5]), span_text([2, 2])
    ('3 to 5', '2')
    """
    least, most = min(values), max(values)
    return str(least) if least == most else f"{least} to {most}"


def _advice(graded: GradedPuzzle) -> str:
    """Return advice for a puzzle on which its ladder is stuck: which other ladder may go further.

    If the puzzle has no solution, or several, warn of that instead and return "".
    """
    from cpgen.difficulty.scales import LARGEST, WIDE

    state = State.of(graded.puzzle)
    if warned_of_clues(state, graded.rating):
        return ""
    if graded.model.ladder.is_wide:
        return f"No technique of the ladder {graded.model} goes further; cpgen solve shows the solution."
    solves = "solves it" if state.layout.size <= LARGEST else "may go further"
    return f"The ladder {WIDE} {solves}: cpgen rate --ladder {WIDE}."


def _columns(record: Graded) -> list[str]:
    plain = (record.level, record.steps, record.outcome)
    return [str(value) for value in (*plain, record.grade or "-", record.appropriateness or 0)]


def rules_lines(rules: Mapping[str, int]) -> str:
    """Return the rules used, one per line; `rules` has the number of rounds by the name of each rule."""
    from cpgen.rater.explain import title_of

    return "\n".join(f"{rounds:>4} × {title_of(rule)}" for rule, rounds in rules.items())


def rate_in_bulk(
    files: list[str] | None, reading: ReadingRequest, grading: GradingOptions, jobs: int, out: str
) -> None:
    """Rate the puzzles of a file, one per line, on `jobs` threads, where 0 stands for one per processor.

    Raises:
        Exit: Some lines were invalid.
        InputError: There is not exactly one file, or no puzzle in it.
    """
    from cpgen.collection.bulk import BulkRater

    if not files or len(files) != 1:
        raise InputError("--out rates one file, or standard input (-).")
    if Path(out).suffix.lower() not in TABLES:
        raise InputError(f"Unknown file extension {Path(out).suffix}; --out writes a table as .csv or .parquet.")
    with opened(files[0]) as (name, stream):
        lines, layout = _lines_and_layout(stream, name, reading)
        model_of = None
        if not reading.layout_given:  # constraints are those of each puzzle
            layout, model_of = layout.base, grading.on
        rater = BulkRater(layout, grading.on(layout), job_count(jobs), reading.ignore_drawings, model_of)
        rated = rater.rate(lines)
        if out != STANDARD:
            rated = counting(rated, lambda some: len(some.puzzles))
        wrong: list[int] = []
        several: list[str] = []
        write = _write_parquet if Path(out).suffix.lower() == ".parquet" else _write_csv
        write(_with_warnings(rated, name, wrong, several), out)
    if out != STANDARD:
        note(f"Wrote {out}.")
    if several:
        have = "has" if len(several) == 1 else "have"
        warn(
            f"{counted(len(several), 'puzzle')} {have} more than one solution, but the rating assumes one: {several[0]}"
        )
    if wrong:
        raise click.exceptions.Exit(InputError.exit_code)


def _lines_and_layout(stream: IO[bytes], name: str, reading: ReadingRequest) -> tuple[Iterator[bytes], Layout]:
    """Return all lines of a stream, and the requested layout or else that of the first puzzle in it.

    Raises:
        InputError: There is no puzzle in the first 1000 lines.
    """
    translated = reading.translated(stream)
    head = list(islice(translated, 1000))
    texts = (line.decode("utf-8", "surrogateescape").strip("\ufeff \t\r\n") for line in head)
    problem = InputError(f"There is no puzzle in the first lines of {name}.")
    for number, text in enumerate(text for text in texts if text and not text.startswith("#")):
        try:
            first = PuzzleText(0, text, reader_of(text))
            layout = reading.houses_given or first.read(None, reading.ignore_drawings).puzzle.layout
            return chain(head, translated), reading.constrained(layout)
        except InputError as error:
            # The first line may be a header; if no line is a puzzle, its error says most about the file.
            problem = problem if number else error
    raise problem


def _with_warnings(
    chunks: Iterable[RatedChunk], name: str, wrong: list[int], several: list[str]
) -> Iterator[RatedChunk]:
    """Yield the ratings of a file in chunks as they come; report its invalid lines.

    Args:
        chunks: The ratings.
        name: Name of the file, for error messages.
        wrong: Gets the numbers of the invalid lines.
        several: Gets the lines of puzzles with several solutions whose rating assumes one.
    """
    with Faults() as faults:
        for rated in chunks:
            for number, problem in rated.problems:
                faults.add(PuzzleError(name, f"line {number}", problem.message))
                wrong.append(number)
            several += rated.several
            if rated.drawings:
                warnings.warn(DrawingsWarning(rated.drawings), stacklevel=2)
            yield rated


def _write_csv(some: Iterable[RatedChunk], out: str) -> None:
    from cpgen.collection.bulk import COLUMNS, csv_rows

    with text_file(out) as target:
        target.write(",".join(COLUMNS) + "\n")
        for rated in some:
            target.write(csv_rows(rated))


def _write_parquet(some: Iterable[RatedChunk], out: str) -> None:
    from cpgen.collection.bulk import arrow_table
    from cpgen.tabular import arrow

    pyarrow = arrow()
    with parquet_file(out) as target, ExitStack() as closing:
        writer = None
        for rated in some:
            table = arrow_table(rated, pyarrow)
            if writer is None:
                writer = closing.enter_context(pyarrow.parquet.ParquetWriter(target, table.schema, compression="zstd"))
            writer.write_table(table)
