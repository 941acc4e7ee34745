"""`cpgen techniques`: list the techniques that solving may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cpgen.cli.command import command
from cpgen.cli.options import Json, Language, argument
from cpgen.cli.text_tables import print_table
from cpgen.resources import names
from cpgen.translations import words_of

if TYPE_CHECKING:
    from cpgen.tabular import Row
    from cpgen.translations import Translations

TechniqueName = Annotated[str, argument("[NAME]", "Show only this one, in any spelling, as in x-wing.")]


@command
def techniques(name: TechniqueName = "", lang: Language = "en", as_json: Json = False) -> None:
    """List the techniques: names, HoDoKu's codes, and a sentence each.

    --needs, --without, `hint --technique` and `practice` take the names in any spelling. docs/techniques.md has a
    picture of each.

    \b
    Example: cpgen techniques "XY Wing"
    """
    from cpgen.rater.explain import technique_named
    from cpgen.rater.techniques import NAMED

    words = words_of(lang)
    rows = [_row(technique, words) for technique in ([technique_named(name)] if name else NAMED)]
    print_table(rows, ("name", "code", "title", "about"), as_json)


def _row(name: str, words: Translations) -> Row:
    from cpgen.difficulty import shipped_ladder
    from cpgen.rater.techniques import NAMED

    return {
        "name": name,
        "code": NAMED[name].code,
        "title": words(f"rules.{name}.title"),
        "about": words(f"about.{name}"),
        "assumes_one_solution": NAMED[name].assumes_one_solution,
        "ladders": [ladder for ladder in names("ladders") if name in shipped_ladder(ladder).ladder.rules],
    }
