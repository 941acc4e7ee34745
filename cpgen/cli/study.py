"""`cpgen study`: what is known about the methods, measured again."""

from __future__ import annotations

from cpgen.cli.digging_study import digging
from cpgen.cli.diversity_study import diversity
from cpgen.cli.help import group
from cpgen.cli.method_study import methods
from cpgen.cli.oracle_study import cpsat, oracles
from cpgen.cli.pattern_study import patterns
from cpgen.cli.rule_study import rules

app = group("Measure again what is known about the methods.\n\n\b\nExample: cpgen study digging --grids 5")

GENERATION, ORACLES = "How puzzles are made", "How solutions are proven"

app.command("methods", rich_help_panel=GENERATION)(methods)
app.command("patterns", rich_help_panel=GENERATION)(patterns)
app.command("diversity", rich_help_panel=GENERATION)(diversity)
app.command("rules", rich_help_panel=GENERATION)(rules)
app.command("digging", rich_help_panel=GENERATION)(digging)
app.command("oracles", rich_help_panel=ORACLES)(oracles)
app.command("cpsat", rich_help_panel=ORACLES)(cpsat)
