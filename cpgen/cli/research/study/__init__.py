"""`cpgen study`: measurements of the methods."""

from __future__ import annotations

from cpgen.cli.help import group
from cpgen.cli.research.study.cpsat import cpsat
from cpgen.cli.research.study.difficulty import difficulty
from cpgen.cli.research.study.digging import digging
from cpgen.cli.research.study.diversity import diversity
from cpgen.cli.research.study.methods import methods
from cpgen.cli.research.study.oracles import oracles
from cpgen.cli.research.study.patterns import patterns
from cpgen.cli.research.study.rules import rules

app = group(
    "Repeat the measurements behind what is known of the methods.\n\n\b\nExample: cpgen study digging --count 5"
)

GENERATION, DIFFICULTY, ORACLES = "How puzzles are made", "How hard puzzles are", "How solutions are proven"

app.command("methods", rich_help_panel=GENERATION)(methods)
app.command("patterns", rich_help_panel=GENERATION)(patterns)
app.command("diversity", rich_help_panel=GENERATION)(diversity)
app.command("rules", rich_help_panel=GENERATION)(rules)
app.command("digging", rich_help_panel=GENERATION)(digging)
app.command("difficulty", rich_help_panel=DIFFICULTY)(difficulty)
app.command("oracles", rich_help_panel=ORACLES)(oracles)
app.command("cpsat", rich_help_panel=ORACLES)(cpsat)
