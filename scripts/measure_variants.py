"""Measure puzzles with constraints: proofs and explanations of published ones, and making new ones; print tables.

Usage: PYTHONPATH=. python scripts/measure_variants.py [ORACLE...] (default: cpsat bitset sat)
       PYTHONPATH=. python scripts/measure_variants.py --explained [LADDER] (default: variants)
       PYTHONPATH=. python scripts/measure_variants.py --generated [CHECKOUT] [STYLE...] (default: all styles)

With `--explained` all three sets of published puzzles are rated, and counted by the hardest technique that they need.

With `--generated` puzzles of each style and grade are made on 9×9, in alternation with the cpgen of another CHECKOUT
(the path of a folder) if one is named. Values are processor times per puzzle in milliseconds with compiled code in the
cache, the smaller mean of two processes, and in brackets the number of ratings.

Else proofs of uniqueness of the first set are measured. Values are processor times in milliseconds, medians of a
family. The first question about a board includes its model or tables, but not reading the puzzle; the longest is in
brackets. The same question again is the search alone. Each value is the smallest of three processes, with at most 10 s
per question.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.published import FAMILIES, SETS, family_of, published
from tests.variant_puzzles import VARIANTS

SECONDS, PROCESSES = 10.0, 3
ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(dict(_times(sys.argv[2]))))
        return
    if sys.argv[1:2] == ["--explained"]:
        _explain_all(*sys.argv[2:])
        return
    if sys.argv[1:2] == ["--generated"]:
        _generate_all(sys.argv[2:])
        return
    if sys.argv[1:2] == ["--one-style"]:
        print(json.dumps(_made(*sys.argv[2:4])))
        return
    oracles = sys.argv[1:] or ["cpsat", "bitset", "sat"]
    numpy = min(_seconds(["-c", "import numpy"]) for _ in range(5))
    print(f"import numpy: {numpy:.3f} s\n")
    times = {oracle: _measured(oracle) for oracle in oracles}
    print("| family | puzzles |", " | ".join(f"`{oracle}`: first | again" for oracle in oracles), "|")
    print("|---|---|" + "---|---|" * len(oracles))
    members = {family: [name for name in VARIANTS if _family(name) == family] for family in FAMILIES}
    for family, names in (*members.items(), ("**all**", list(VARIANTS))):
        if not names:
            continue
        cells = [_cells([times[oracle][name] for name in names if times[oracle][name]]) for oracle in oracles]
        print(f"| {family} | {len(names)} |", " | ".join(cells), "|")
    for oracle in oracles:
        undecided = [name for name in VARIANTS if times[oracle][name] is None]
        print(f"\n{oracle}: {len(undecided)} undecided or refused", *undecided, end="")
        if "cpsat" in times:
            print(
                "; median of the ratios to cpsat", *(f"{_ratio(times, oracle, which):.2g}" for which in (0, 1)), end=""
            )
    print()


def _cells(times: list[list[float]]) -> str:
    if not times:
        return "– | –"
    first, again = zip(*times, strict=True)
    return f"{1000 * median(first):.3g} ({1000 * max(first):.3g}) | {1000 * median(again):.3g}"


def _ratio(times: dict[str, dict[str, list[float] | None]], oracle: str, which: int) -> float:
    """Return the median ratio of the first or the second answers to those of cpsat."""
    pairs = [(times[oracle][name], times["cpsat"][name]) for name in VARIANTS]
    return median(one[which] / cpsat[which] for one, cpsat in pairs if one and cpsat)


def _family(name: str) -> str:
    return family_of(published(name).puzzle)


def _measured(oracle: str) -> dict[str, list[float] | None]:
    """Return the smallest times of each puzzle, None for one that is undecided or refused."""
    command = [sys.executable, __file__, "--one", oracle]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(PROCESSES)]
    taken = {name: [run[name] for run in runs if run[name]] for name in VARIANTS}
    return {name: [min(column) for column in zip(*pairs, strict=True)] or None for name, pairs in taken.items()}


def _times(oracle: str) -> Iterator[tuple[str, list[float] | None]]:
    """Yield the processor times of each puzzle in this process, of the first and of the second question."""
    from cpgen import open_oracle
    from cpgen.errors import CpgenError

    for name in ("variant-01", "variant-04", *VARIANTS):  # the first two load code, and are measured again
        _, puzzle, solution = published(name)
        solver = open_oracle(oracle, SECONDS)
        marks = [time.process_time()]
        try:
            for _ in range(2):
                grids = solver.uniqueness(puzzle).grids
                marks.append(time.process_time())
        except CpgenError:
            yield name, None
            continue
        if grids != (solution,):
            raise SystemExit(f"{oracle} does not find the solution of {name}")
        yield name, [marks[1] - marks[0], marks[2] - marks[1]]


COLUMNS = ("below trial", "trial", "refutation", "stuck")


def _explain_all(name: str = "variants") -> None:
    """Rate all published puzzles on a ladder; print by sets and by families what they need."""
    from cpgen.difficulty import shipped_ladder
    from cpgen.rater.rating import rate_puzzle

    ladder = shipped_ladder(name).ladder
    needs: dict[str, Counter[str]] = {group: Counter() for group in (*SETS, *FAMILIES)}
    for name_of_set, names in SETS.items():
        for one in map(published, names):
            begun = time.process_time()
            rating = rate_puzzle(one.puzzle, ladder)
            if rating.solved and rating.digits != one.solution:
                raise SystemExit(f"{one.name} is solved wrongly")
            used = {"suppose": 1, "refutation": 2}
            column = max((used.get(rule, 0) for rule in rating.rules), default=0) if rating.solved else 3
            for group in (name_of_set, family_of(one.puzzle)):
                needs[group][COLUMNS[column]] += 1
            print(f"{one.name}: {rating!r}, {time.process_time() - begun:.1f} s", file=sys.stderr)
    print("| puzzles | number |", " | ".join(COLUMNS), "| below trial, % |\n|---|---|---|---|---|---|---|")
    _print_needs(needs, SETS)
    _print_needs(needs, FAMILIES)
    _print_needs({"**all**": sum((needs[group] for group in SETS), Counter())}, ["**all**"])


def _print_needs(needs: dict[str, Counter[str]], groups: Iterable[str]) -> None:
    for group in groups:
        count = needs[group].total()
        share = 100 * needs[group][COLUMNS[0]] / count
        print(f"| {group} | {count} |", " | ".join(str(needs[group][column]) for column in COLUMNS), f"| {share:.0f} |")


MADE, SOUGHT = 6, 20.0
"""Number of puzzles of a style and grade from each of two seeds, and the time limit of both together in seconds"""
GRADES = ("beginner", "intermediate", "advanced", "expert")


def _generate_all(words: Sequence[str]) -> None:
    """Print how long the puzzles of each style and grade take, with this cpgen and with that of another checkout."""
    checkouts = [*map(Path, words[:1] if words and Path(words[0]).is_dir() else []), ROOT]
    styles = words[len(checkouts) - 1 :] or [path.stem for path in sorted((ROOT / "models" / "styles").glob("*.toml"))]
    print("| style |", " | ".join(GRADES), "|\n|---|" + "---|" * len(GRADES))
    for style in styles:
        cells = list[str]()
        for grade in GRADES:
            runs = [[_made_in(checkout, style, grade) for checkout in checkouts] for _ in range(2)]
            cells.append(" → ".join(_cell(min(filter(None, one), default=None)) for one in zip(*runs, strict=True)))
        print(f"| {style} |", " | ".join(cells), "|", flush=True)


def _cell(taken: list[float] | None) -> str:
    return f"{taken[0]:.3g} ({taken[1]:.2g})" if taken else "–"


def _made_in(checkout: Path, style: str, grade: str) -> list[float] | None:
    """Return `_made` in a process with the cpgen of a checkout."""
    path = {"PYTHONPATH": str(checkout)}
    command = [sys.executable, __file__, "--one-style", style, grade]
    done = subprocess.run(command, capture_output=True, check=True, cwd=checkout, env={**os.environ, **path})
    return json.loads(done.stdout)


def _made(style: str, grade: str) -> list[float] | None:
    """Return the processor time in milliseconds and the ratings per puzzle; None if too few are found in time."""
    import cpgen

    def puzzles(seed: int, count: int) -> list[cpgen.Generated]:
        return list(cpgen.generate_many(count, grade=grade, kind=style, seed=seed, budget=SOUGHT))

    try:
        puzzles(seed=100, count=2)  # loads code, and compiles what is not in the cache
        begun = time.process_time()
        made = [*puzzles(seed=1, count=MADE), *puzzles(seed=2, count=MADE)]
    except cpgen.NotFoundError:
        return None
    taken = time.process_time() - begun
    return [1000 * taken / len(made), sum(one.stats.ratings for one in made) / len(made)]


def _seconds(words: list[str]) -> float:
    """Return the processor time of a Python process."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
