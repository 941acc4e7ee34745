"""What does a study of methods report? Its figures as a Markdown text, with the paper's beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cpgen.errors import counted
from cpgen.formats.tabular import Row, markdown
from cpgen.study.cells import Cell, titled
from cpgen.study.methods.figures import cell_rows, percent_text, seconds_text, spread_rows
from cpgen.study.methods.kamio2022 import published_part
from cpgen.study.methods.plan import Findings
from cpgen.study.report import for_people, pictured, setting

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


def report(findings: Findings, drawn: Collection[str]) -> str:
    """The whole report, with the plots that were drawn."""
    parts = [
        "# Methods compared",
        READING,
        setting(_asked(findings)),
        *published_part(findings),
        *pictured("match", CAPTIONS, drawn),
        *pictured("time", CAPTIONS, drawn),
        "## All cells",
        summary(findings),
        *_spread(findings),
        *pictured("spread", CAPTIONS, drawn),
    ]
    return "\n\n".join(parts) + "\n"


def summary(findings: Findings) -> str:
    """The figures of all cells as a table, and why cells are not met."""
    both = list(zip(findings.plan.cells, cell_rows(findings), strict=True))
    unmet = [{"cell": cell, "why": row["why_not"]} for cell, row in both if row["why_not"]]
    told = ["Cells that are not met:", markdown(unmet)] if unmet else []
    return "\n\n".join([markdown([_told(cell, row) for cell, row in both]), *told])


def _asked(findings: Findings) -> Row:
    plan = findings.plan
    return {
        "puzzles a cell": plan.count,
        "patterns": "; ".join(f"`{name}`, {counted(len(one), 'clue')}" for name, one in plan.patterns.items()),
        "grades": ", ".join(dict.fromkeys(cell.grade.name for cell in plan.cells)),
        "methods": "; ".join(dict.fromkeys(map(titled, plan.methods))),
        "oracles": ", ".join(dict.fromkeys(method.oracle for method in plan.methods)),
        "seed": plan.seed,
        "limit a puzzle": f"{plan.limit:g} s",
    }


def _spread(findings: Findings) -> Iterator[str]:
    rows = [{name.replace("_0_", " 0."): value for name, value in row.items()} for row in spread_rows(findings)]
    if rows:
        yield "## Level and steps, against the model"
        yield SPREAD_READING
        yield for_people(rows)


def _told(cell: Cell, row: Row) -> Row:
    """The figures of a cell as people read them."""
    return {
        "pattern": row["pattern"],
        "grade": row["grade"],
        "method": titled(cell.method),
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
