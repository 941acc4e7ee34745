"""What does a study of methods report? Its figures as a Markdown text, with the paper's beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cpgen.errors import counted
from cpgen.study.methods.cells import Study, titled
from cpgen.study.methods.figures import cell_rows, percent_text, seconds_text, spread_rows
from cpgen.study.methods.kamio2022 import published_part
from cpgen.tables import Row, markdown

READING = """\
Every cell is one pattern, grade, method and oracle. The cells are worked in turn, one puzzle each, on one core, so
that a busy moment of the machine falls on all of them; the compiling of inner loops is left out of the times. A puzzle
*matches* when the ladder solves it with an appropriateness above the model's threshold (the paper's: 0.7). Methods are
generation phase × replacement phase; they go on until the puzzle matches, but an *unchecked* one takes the first
puzzle with one solution, as the paper does. Times are seconds, *cpu* those of the processor; a puzzle that reaches the
limit is no match and counts with the limit. Brackets hold 95 % intervals: Wilson's for match rates, the bootstrap's
for times and ratios."""
SPREAD_READING = """\
The model's rows are the normal distributions of the grades, with the levels that can match; their shares above 0.7 and
0.9 are those of puzzles spread exactly so. A method's rows are about the different puzzles that the ladder solves, of
all patterns and oracles together, with how many have each level. A method that goes on until a puzzle matches stays
above 0.7 by what it is; the question is how it fills that region."""
CAPTIONS = {
    "match": "Match rate by cell; a diamond is the published figure",
    "time": "Seconds a puzzle by cell; a diamond is the published figure",
    "spread": "Puzzles by level and steps; bands are where the model's appropriateness is above 0.7 and 0.9",
}
"""The plots that go with a report"""


def report(study: Study, where: Mapping[str, Any], plots: Mapping[str, str]) -> str:
    """The whole report; `where` is the machine, `plots` the files of the plots that were drawn, by name."""
    parts = [
        "# Methods compared",
        *_asked(study, where),
        *published_part(study),
        *_pictured("match", plots),
        *_pictured("time", plots),
        "## All cells",
        summary(study),
        *_spread(study),
        *_pictured("spread", plots),
    ]
    return "\n\n".join(parts) + "\n"


def summary(study: Study) -> str:
    """The figures of all cells as a table, and why cells are not met."""
    rows = cell_rows(study)
    unmet = [{"cell": cell, "why": row["why_not"]} for row, cell in zip(rows, study.plan.cells, strict=True)]
    unmet = [row for row in unmet if row["why"]]
    told = ["Cells that are not met:", markdown(unmet)] if unmet else []
    return "\n\n".join([markdown([_told(row) for row in rows]), *told])


def _asked(study: Study, where: Mapping[str, Any]) -> Iterator[str]:
    plan = study.plan
    asked = {
        "puzzles a cell": plan.count,
        "patterns": "; ".join(f"`{name}`, {counted(len(one), 'clue')}" for name, one in plan.patterns.items()),
        "grades": ", ".join(dict.fromkeys(cell.grade.name for cell in plan.cells)),
        "methods": "; ".join(dict.fromkeys(map(titled, plan.methods))),
        "oracles": ", ".join(dict.fromkeys(method.oracle for method in plan.methods)),
        "seed": plan.seed,
        "limit a puzzle": f"{plan.limit:g} s",
    }
    yield READING
    yield markdown([{"what": name, "value": value} for name, value in (asked | dict(where)).items()])


def _pictured(name: str, plots: Mapping[str, str]) -> Iterator[str]:
    if name in plots:
        yield f"![{CAPTIONS[name]}]({plots[name]})"


def _spread(study: Study) -> Iterator[str]:
    rows = [{name.replace("_", " "): value for name, value in row.items()} for row in spread_rows(study)]
    if rows:
        yield "## Level and steps, against the model"
        yield SPREAD_READING
        yield markdown(rows)


def _told(row: Row) -> Row:
    """The figures of a cell as people read them."""
    return {
        "pattern": row["pattern"],
        "grade": row["grade"],
        "method": f"{row['generation']} × {row['replacement']}{'' if row['until_match'] else ', unchecked'}",
        "oracle": row["oracle"],
        "puzzles": row["puzzles"],
        "matched %": percent_text(row),
        "seconds": seconds_text(row),
        "median": row["seconds_median"],
        "95th": row["seconds_95th"],
        "cpu": row["cpu_seconds"],
        "seconds a match": row["seconds_a_match"],
        **{name.replace("_", " "): row[name] for name in ("attempts", "ratings", "oracle_calls", "level", "steps")},
        "out of time": row["out_of_time"],
    }
