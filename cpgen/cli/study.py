"""`cpgen study`: what is known about the methods, measured again."""

from __future__ import annotations

import typer

from cpgen.cli.digging_study import digging
from cpgen.cli.diversity_study import diversity
from cpgen.cli.method_study import methods
from cpgen.cli.oracle_study import cpsat, oracles
from cpgen.cli.pattern_study import patterns
from cpgen.cli.rule_study import rules

app = typer.Typer(
    help="Measure again what is known about the methods.\n\n\b\nExample: cpgen study digging --count 5",
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("methods")(methods)
app.command("patterns")(patterns)
app.command("diversity")(diversity)
app.command("rules")(rules)
app.command("oracles")(oracles)
app.command("cpsat")(cpsat)
app.command("digging")(digging)
