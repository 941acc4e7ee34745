"""`cpgen study`: measurements of the methods."""

from __future__ import annotations

from cpgen.cli.help import Group
from cpgen.cli.research.study.cpsat import cpsat
from cpgen.cli.research.study.difficulty import difficulty
from cpgen.cli.research.study.digging import digging
from cpgen.cli.research.study.diversity import diversity
from cpgen.cli.research.study.methods import methods
from cpgen.cli.research.study.oracles import oracles
from cpgen.cli.research.study.patterns import patterns
from cpgen.cli.research.study.rules import rules

app = Group(
    "Rerun the experiments: methods, solvers, patterns, difficulty.\n\n\b\nExample: cpgen study digging --count 5"
)

GENERATION, DIFFICULTY, ORACLES = "How puzzles are made", "How hard puzzles are", "How solutions are proven"

app.add("methods", GENERATION)(methods)
app.add("patterns", GENERATION)(patterns)
app.add("diversity", GENERATION)(diversity)
app.add("rules", GENERATION)(rules)
app.add("digging", GENERATION)(digging)
app.add("difficulty", DIFFICULTY)(difficulty)
app.add("oracles", ORACLES)(oracles)
app.add("cpsat", ORACLES)(cpsat)
