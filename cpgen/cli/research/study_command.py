"""`cpgen study`: rerun the experiments.

Each command makes a study of `cpgen.study` from its options and passes it to `run`. The studies are imported inside the
commands, so that help is quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

import click
from msgspec import structs

from cpgen import resources
from cpgen.board_spec import BoardSpec
from cpgen.cli.command import command
from cpgen.cli.help import CommandGroup
from cpgen.cli.inputs import Faults, sources
from cpgen.cli.naming import as_text, spelled, text_of_file
from cpgen.cli.options import (
    CornersApart,
    Count,
    GradeName,
    Limit,
    Model,
    OracleName,
    PatternName,
    SeedOrDefault,
    UpTo,
    file_option,
    flag,
    option,
)
from cpgen.cli.output import show_error, warn
from cpgen.cli.progress import ProgressLine
from cpgen.cli.research.running import KeepOptions, run
from cpgen.errors import CpgenError, InputError
from cpgen.formats import ReadingRequest
from cpgen.layout import Layout
from cpgen.library import pattern_named
from cpgen.requests.drawing_text import drawing_text
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import resolve
from cpgen.requests.pattern_defaults import default_clues
from cpgen.schema import build
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    from cpgen.pattern import Pattern
    from cpgen.puzzle import Puzzle
    from cpgen.study.factorial import StudyMethod
    from cpgen.study.oracle_contest import Terms
    from cpgen.study.oracle_workloads import Workload

app = CommandGroup(
    "Rerun the experiments: methods, solvers, patterns, difficulty.\n\n\b\nExample: cpgen study digging --count 5"
)

GENERATION, BOARDS, DIFFICULTY, ORACLES = (
    "How puzzles are made",
    "Which boards there are",
    "How hard puzzles are",
    "How solutions are proven",
)

Names = list[str] | None
Patterns = Annotated[Names, file_option("NAME|TEXT|FILE", "A pattern as in `generate`; repeatable.", "--pattern", "-p")]
Kinds = Annotated[
    Names,
    file_option("NAME|FILE", "A kind of drawings, see `cpgen styles`, or a style file; repeatable.", "--kind"),
]
Drawings = Annotated[
    Names,
    file_option("LINES|FILE", "Constraints to draw, with ? for a value to choose; repeatable.", "--drawing"),
]
Grades = Annotated[Names, option("GRADE", "A grade; repeatable. By default all grades of the model.", "--grade", "-g")]
Oracles = Annotated[Names, option("NAME", "An oracle, see `cpgen oracles`; repeatable.", "--oracle")]
OwnPuzzles = Annotated[Names, file_option("FILE", "Your own puzzles, in any format; repeatable.", "--puzzles")]
Share = Annotated[
    float, option("SECONDS", "Time limit for each oracle and workload.", "--workload-time-limit", above=0)
]

RANDOM, FRESH = 72, 24
"""Default numbers of random patterns: those that are fitted, and those that only check the fit"""


def patterns_named(words: Iterable[str]) -> dict[str, Pattern]:
    """Return the patterns that words of the command line name, by their names in tables.

    A shipped pattern keeps its name; any other is called by its n² characters.
    """
    patterns = {word: pattern_named(spelled("patterns", word)) for word in words}
    return {
        word if word in resources.names("patterns") else pattern.line: pattern for word, pattern in patterns.items()
    }


@dataclass(frozen=True)
class MethodOptions:
    """Methods to compare: each generation with each replacement and each oracle, and the paper's method."""

    generation: Annotated[
        Names, option("NAME", "A generation phase: sample, zama, zama-open, kamio; repeatable.", "--generation")
    ] = None
    replacement: Annotated[
        Names,
        option(
            "NAME", "A replacement phase: anneal, zama, zama-open, kamio; repeatable, combined with each generation."
        ),
    ] = None
    unchecked: Annotated[bool, flag("Take the first puzzle with one solution, whatever its grade.", "--unchecked")] = (
        False
    )
    method: Annotated[Names, option("NAME", "A method as in `generate`: fast, paper; repeatable.", "--method")] = None
    oracle: Oracles = None

    def methods(self) -> tuple[StudyMethod, ...]:
        """Return the chosen methods; by default the fast one and the paper's.

        The oracle `ladder`, which can only find contradictions, is dropped from methods that ask more of an oracle,
        unless no other method is left.
        """
        from msgspec import structs

        from cpgen.study.factorial import FAST, PAPER, StudyMethod

        named = {"fast": FAST, "paper": PAPER}
        for name in self.method or []:
            if name not in named:
                raise one_of(list(named), name, "a method")
        made = [named[name] for name in self.method or []]
        if self.generation or self.replacement or self.unchecked:
            pairs = product(self.generation or [FAST.generation], self.replacement or [FAST.replacement])
            made = [
                StudyMethod(generation=fill, replacement=repair, until_match=not self.unchecked)
                for fill, repair in pairs
            ] + made
        made = made or [FAST, PAPER]
        # A method that is both named and combined from its phases is compared once.
        every = dict.fromkeys(
            structs.replace(method, oracle=name) for method in made for name in self.oracle or ["cpsat"]
        )
        return tuple(method for method in every if method.is_supported) or tuple(every)


def _drawings_named(kinds: list[str], drawings: list[str]) -> dict[str, dict[str, Any]]:
    """Return the fields of a `GenerateSpec` that ask for each style (`kinds`) and each drawing, by its name."""
    from cpgen.drawings.style import style_named

    fields_by_name: dict[str, dict[str, Any]] = {str(style): {"kind": style} for style in map(style_named, kinds)}
    for drawing in drawings:
        fields_by_name[as_text(drawing)] = {"drawing": drawing_text(text_of_file(drawing) or drawing)}
    return fields_by_name


@app.add("methods", GENERATION)
@command
def methods(
    *,
    pattern: Patterns = None,
    kind: Kinds = None,
    drawing: Drawings = None,
    grade: Grades = None,
    chosen: MethodOptions,
    count: Count = 25,
    seed: SeedOrDefault = 1,
    limit: Limit = 60,
    board: BoardSpec,
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Compare methods: match rate, time, attempts, level, steps.

    Ratings and oracle calls are counted too.

    Each cell is a pattern (kamio-a), a grade, a method (generation × replacement) and an oracle (cpsat), and gets
    --count puzzles. By default, the fast method and the paper's are compared; the oracle ladder is left out where a
    phase asks for more than contradictions. Puzzles on drawings (--kind, --drawing) are made by the fast method only.

    \b
    Example: cpgen study methods --grade expert --oracle bitset --count 5
    Example: cpgen study methods --kind killer --kind thermo --oracle bitset --count 5
    """
    from cpgen.difficulty import model_named
    from cpgen.study.method_study import MethodStudy

    named = patterns_named(pattern or ([] if kind or drawing else ["kamio-a"]))
    study = MethodStudy(
        patterns=named,
        methods=chosen.methods(),
        drawings=_drawings_named(kind or [], drawing or []),
        grades=tuple(grade or ()),
        layout=_layout_for(named, board) if board.layout_given else None,
        model=model_named(model) if model else None,
        count=count,
        seed=seed,
        limit=limit,
    )
    run(study, keeping)


@dataclass(frozen=True)
class PatternOptions:
    """Patterns to study: some by name, or the shipped ones, and random ones."""

    pattern: Patterns = None
    random: Annotated[
        int | None, option("N", f"How many random patterns; {RANDOM} without --pattern.", "--random", least=0)
    ] = None
    fresh: Annotated[
        int | None, option("N", f"How many more, only to check the fit; {FRESH} without --pattern.", least=0)
    ] = None
    clues: Annotated[str, option("SPAN", "The number of clues of random patterns; 20..36 on 9×9.")] = ""
    symmetry: Annotated[
        Names, option("NAME", "A symmetry of random patterns; repeatable. By default seven, in turn.")
    ] = None

    def drawn(self, layout: Layout, named: dict[str, Pattern], seed: int) -> tuple[dict[str, Pattern], ...]:
        """Return the patterns that the study fits, and fresh ones that only check the fit; both by name.

        By default random patterns have from a quarter fewer to a third more clues than `generate` uses.

        Args:
            layout: The board.
            named: Patterns that the user has named; without any, the shipped ones are used.
            seed: Seed of the random patterns.

        Raises:
            InputError: There are not enough random patterns of this kind.
        """
        from cpgen.difficulty import span_of
        from cpgen.study.random_patterns import SYMMETRIES, PatternKind, random_patterns, shipped_patterns

        default = default_clues(layout, "none")
        least, most = span_of(self.clues) if self.clues else (None, None)
        kind = PatternKind(
            round(default * 3 / 4) if least is None else int(least),
            round(default * 4 / 3) if most is None else int(most),
            tuple(self.symmetry or SYMMETRIES),
        )
        numbers = [
            (0 if named else default) if n is None else n for n, default in ((self.random, RANDOM), (self.fresh, FRESH))
        ]
        # Each set has a seed of its own, so that another number of random patterns leaves the fresh ones as they are.
        random, fresh = (
            random_patterns(layout, number, kind, [seed, index], name)
            for index, (number, name) in enumerate(zip(numbers, ("random", "fresh"), strict=True))
        )
        return {**(named or shipped_patterns(layout)), **random}, fresh


@app.add("patterns", GENERATION)
@command
def patterns(
    *,
    chosen: PatternOptions,
    grade: Grades = None,
    count: Count = 8,
    ratings: Annotated[
        int, option("N", "Ratings for a cell; if none gives a puzzle, the grade is not met.", least=1)
    ] = 200_000,
    seed: SeedOrDefault = 1,
    board: BoardSpec,
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Measure which patterns suit which grade.

    For every pattern and grade it counts the ratings needed for a puzzle, and looks for properties of the patterns
    that explain the numbers.

    Each cell, a pattern and a grade, gets --count puzzles. With enough patterns, the folder also gets fit.toml, from
    which `generate` says what would be easier when it warns of a request that takes long.

    \b
    Example: cpgen study patterns --pattern heart --pattern cross --count 3
    """
    from cpgen.difficulty import model_for, model_named
    from cpgen.study.pattern_study import PatternStudy

    named = patterns_named(chosen.pattern or ())
    layout = _layout_for(named, board)
    studied, fresh = chosen.drawn(layout, named, seed)
    grade_model = model_named(model) if model else model_for(layout)
    study = PatternStudy(layout, grade_model, studied, fresh, tuple(grade or ()), count, ratings, seed)
    if not any(cell.request for cell in study.cells):
        why = next((cell.why for cell in study.cells), "There is no pattern; give --pattern or --random.")
        raise InputError(f"There is nothing to study. {why}")
    run(study, keeping)


def _layout_for(named: dict[str, Pattern], board: BoardSpec) -> Layout:
    """Return the board for the patterns, which must be of one size; 9×9 without any."""
    sizes = {pattern.size for pattern in named.values()} or {9}
    if len(sizes) > 1:
        raise InputError(f"The patterns have sizes {' and '.join(map(str, sorted(sizes)))}; give patterns of one size.")
    return board.layout_for(sizes.pop())


@app.add("diversity", GENERATION)
@command
def diversity(
    *,
    pattern: PatternName,
    grade: GradeName = "",
    count: Count = 1000,
    seed: SeedOrDefault = 1,
    board: BoardSpec,
    oracle: OracleName = "bitset",
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Measure how different many puzzles from one pattern are.

    Puzzles from one random walk are compared with puzzles made independently.

    It counts the puzzles that are not the same under the board's symmetries and a renaming of the digits, and the
    clues in which pairs differ, as they are and after the renaming that makes most clues agree.

    \b
    Example: cpgen study diversity --pattern kamio-a --grade expert --count 200
    """
    from cpgen.study.diversity_study import DiversityStudy

    patterns = patterns_named([pattern] if pattern else [])
    data: dict[str, Any] = {"pattern": next(iter(patterns.values()), None), "layout": _layout_for(patterns, board)}
    data |= {"grade": grade, "oracle": oracle}
    run(DiversityStudy(resolve(build(GenerateSpec, {**data, "model": model})), count, seed), keeping)


@app.add("rules", GENERATION)
@partial(command, left_out=("grade", "typical", "needs", "without", "hardest", "only", "in_order", "along"))
def rules(
    *,
    spec: GenerateSpec,
    count: Count = 10,
    seed: SeedOrDefault = 1,
    limit: Limit = 10,
    oracle: OracleName = "bitset",
    keeping: KeepOptions,
) -> None:
    """Find which rules of the ladder a pattern can need.

    For one pattern, or random ones, it looks for --count puzzles that need each rule, and measures how long that
    takes. --json and the report explain why a rule is impossible.

    \b
    Example: cpgen study rules --pattern 6x6-wave --count 3 --time-limit 1
    """
    from cpgen.study.rule_study import RuleStudy

    run(RuleStudy(resolve(structs.replace(spec, grade="any", oracle=oracle)), count, seed, limit), keeping)


@app.add("digging", GENERATION)
@command
def digging(
    *,
    count: Count = 300,
    seed: SeedOrDefault = 1,
    symmetry: Annotated[Names, option("NAME", "Only this symmetry; repeatable.")] = None,
    board: BoardSpec,
    keeping: KeepOptions,
) -> None:
    """Measure how many clues digging leaves.

    Compared are checks, orders, symmetries and sources, with --count grids of each source. The number of classes that
    the grids belong to is counted too. The check `apart` is that of an article that measured 42.7 clues for single
    cells, 47.8 for pairs and 42.5 in two stages.

    \b
    Example: cpgen study digging --count 5 --symmetry rot180
    """
    from cpgen.study.digging_study import DiggingStudy
    from cpgen.symmetry.square import SYMMETRIES

    run(DiggingStudy(board.layout_for(9), count, seed, tuple(symmetry or SYMMETRIES)), keeping)


@app.add("pentomino", BOARDS)
@command
def pentomino(*, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, keeping: KeepOptions) -> None:
    """Make the catalogue of all 5×5 boards, with exact counts.

    For every board: its grids, its fewest clues, and its puzzles of four clues.

    \b
    Example: cpgen study pentomino --up-to rotation --corners-apart
    """
    from cpgen.study.pentomino_study import PentominoStudy

    run(PentominoStudy(up_to, corners_apart), keeping)


@app.add("difficulty", DIFFICULTY)
@command
def difficulty(
    *,
    count: Count = 10_000,
    seed: SeedOrDefault = 1,
    board: BoardSpec,
    puzzles: Annotated[
        str, file_option("FILE", "Measure the puzzles of a file, on any boards, instead of new ones.")
    ] = "",
    kind: Kinds = None,
    drawing: Drawings = None,
    keeping: KeepOptions,
) -> None:
    """Compare measures of difficulty on the same puzzles.

    Compared are the paper's level, steps and grade, the one scale, HoDoKu's score and level, Sudoku Explainer's rating,
    Pelánek's refutation sum and dependency, the guesses of a backtracking search, the share of cells with two
    candidates, and the number of clues. The report shows for each two of them how far they agree, and the puzzle on
    which they differ most.

    \b
    Example: cpgen study difficulty --count 500
    Example: cpgen study difficulty --kind thermo --layout 2x3 --count 20
    """
    from cpgen.schema import build
    from cpgen.study.difficulty_study import DifficultyStudy

    if puzzles and (kind or drawing):
        raise InputError("--puzzles excludes --kind and --drawing; give one or the other.")
    layout, own_puzzles = board.layout_for(9), tuple(_puzzles_in(puzzles, board)) if puzzles else ()
    drawings = _drawings_named(kind or [], drawing or [])
    requests = (resolve(build(GenerateSpec, {"layout": layout, "grade": "any", **what})) for what in drawings.values())
    run(DifficultyStudy(layout, count, seed, own_puzzles, tuple(requests)), keeping)


def _puzzles_in(file: str, board: BoardSpec) -> Iterator[Puzzle]:
    """Yield the puzzles of a file that can be read; report the others at the end."""
    reading = ReadingRequest(**structs.asdict(board))
    with Faults() as faults:
        for source in sources([file], reading):
            try:
                yield source.entry(reading).puzzle
            except CpgenError as error:
                faults.add(error)


@dataclass(frozen=True)
class TermOptions:
    """Options for the terms on which oracles are compared: repetitions and time limits, the same for all."""

    repeat: Annotated[int, option("N", "How often each query is repeated.", least=1)] = 3
    limit: Limit = 2.0
    share: Share = 10.0

    def terms(self, seed: int) -> Terms:
        """Return the terms that the options set; `seed` is that of all random choices."""
        from cpgen.study.oracle_contest import Terms

        return Terms(self.limit, self.share, self.repeat, seed)


@app.add("oracles", ORACLES)
@command
def oracles(
    *,
    oracle: Oracles = None,
    workload: Annotated[
        Names, option("NAME", "A workload, as in hardest; repeatable. By default all workloads.")
    ] = None,
    puzzles: OwnPuzzles = None,
    reading: ReadingRequest,
    terms: TermOptions,
    count: Count = 200,
    seed: SeedOrDefault = 1,
    keeping: KeepOptions,
) -> None:
    """Compare the oracles: answers, speed and agreement.

    Workloads are puzzles of many kinds, queries recorded during generation, and whole generations (generate-...), each
    of --count queries. The oracles take turns on one core. The exit code is 1 when any two answers disagree, and 2
    when an oracle of --oracle is not installed. --constraints and --layout are the board of your own puzzles; without
    puzzles, all questions are asked about the board alone.

    \b
    Example: cpgen study oracles --oracle bitset --oracle cpsat --workload easy --count 20 --workload-time-limit 1
    Example: cpgen study oracles --oracle bitset --oracle cpsat --constraints "thermo r1c1 r2c1 r3c1; leaps knight"
    """
    from cpgen.study.oracle_contest import METHODS, START, usable_oracles
    from cpgen.study.oracle_study import oracle_study
    from cpgen.study.oracle_workloads import workload_names

    agreed = terms.terms(seed)
    known = [*workload_names(), *METHODS, START]
    for name in workload or []:
        if name not in known:
            raise one_of(known, name, "a workload")
    wanted = workload or ([] if puzzles or reading.layout_given else known)
    own = _workloads_of(puzzles or [], reading)
    opening, absent = usable_oracles(oracle or [])
    # An oracle that was named must be there; otherwise those that are installed are compared.
    for sentence in absent:
        (show_error if oracle else warn)(sentence)
    run(oracle_study(opening, absent, wanted, (*own, *_drawn(wanted, seed, count)), agreed, count), keeping)
    if oracle and absent:
        raise click.exceptions.Exit(InputError.exit_code)


def _drawn(wanted: Sequence[str], seed: int, count: int) -> list[Workload]:
    """Prepare the wanted workloads of `count` queries each, except whole generations and starts of the oracles.

    It takes some seconds.
    """
    from cpgen.study.oracle_workloads import workload, workload_names

    chosen = []
    with ProgressLine() as progress:
        for name in workload_names():
            if name in wanted:
                progress.update(f"preparing {name}")
                chosen.append(workload(name, seed, count))
    return chosen


def _workloads_of(files: list[str], reading: ReadingRequest) -> list[Workload]:
    """Return a workload (queries for the oracles) for each file of puzzles, or one about the board alone without files.

    Raises:
        InputError: A file, or a puzzle in it, cannot be read.
    """
    from cpgen.cli.inputs import sources
    from cpgen.study.oracle_workloads import board_alone, uniqueness_of

    if not files and reading.layout_given:
        return [board_alone(reading.layout_given)]
    return [
        uniqueness_of(
            [source.entry(reading).puzzle for source in sources([name], reading)],
            as_text(name),
            "uniqueness of your puzzles",
        )
        for name in dict.fromkeys(files)
    ]


@dataclass(frozen=True)
class CpsatTermOptions(TermOptions):
    """Terms of the study of CP-SAT, with less time for its many settings."""

    share: Share = 5.0


@app.add("cpsat", ORACLES)
@command
def cpsat(
    *,
    way: Annotated[Names, option("NAME", "A setting of CP-SAT; repeatable. By default all settings.")] = None,
    puzzles: OwnPuzzles = None,
    reading: ReadingRequest,
    terms: CpsatTermOptions,
    count: Count = 100,
    seed: SeedOrDefault = 1,
    keeping: KeepOptions,
) -> None:
    """Measure CP-SAT with one setting changed at a time.

    The settings are presolve, probing, encodings, and how clues and second grids are handled.

    A wrong answer counts as a finding: CP-SAT 9.15 gives some when presolve is on with no iteration. --puzzles, or a
    board with --constraints, replaces the puzzles of the study.

    \b
    Example: cpgen study cpsat --way rebuilt --count 10 --workload-time-limit 0.5
    Example: cpgen study cpsat --way rebuilt --constraints "thermo r1c1 r2c1 r3c1" --workload-time-limit 0.5
    """
    from cpgen.study.cpsat_study import cpsat_study

    own = _workloads_of(puzzles or [], reading)
    run(cpsat_study(way or [], terms.terms(seed), count, own), keeping)
