"""The endpoint that shows what a rule of one's own allows, while its expression is typed."""

from __future__ import annotations

from itertools import product

from cpgen.answers.answer_base import stated
from cpgen.constraints.laws import NEIGHBOURS, PAIRS, Law
from cpgen.constraints.rule import usual_form
from cpgen.errors import InputError
from cpgen.kernel import working_seconds
from cpgen.rater.rating import Stop
from cpgen.web.records.drawing_answers import DrawnProblem, RulePreview
from cpgen.web.records.request_records import RuleRequest

MOST_FILLINGS = 7000
"""Fillings that are tried: those of four cells with nine digits"""
SECONDS = 2.0
"""Time limit for trying them"""


def preview_rule(request: RuleRequest, stop: Stop) -> RulePreview:
    """Return the pairs of digits that a rule allows, and how many fillings of some cells, or what is wrong with it."""
    form = request.form or usual_form(request.expression, "")
    try:
        law = Law(request.expression, form)
    except InputError as error:
        return RulePreview(form=form, problem=DrawnProblem(**stated(error.message)))
    if law.is_open or law.places:
        return RulePreview(form=form)  # it depends on the number, or on where the cells are
    size, count = request.size, request.count
    digits = range(1, size + 1)
    is_about_pairs = form in (NEIGHBOURS, PAIRS) and law.arity == 2
    pairs = tuple(tuple(law.holds([(a, b)], size) for b in digits) for a in digits) if is_about_pairs else ()
    if size**count > MOST_FILLINGS:
        return RulePreview(form=form, pairs=pairs)
    ends, allowed = working_seconds() + SECONDS, 0
    for filling in product(digits, repeat=count):
        if stop() or working_seconds() > ends:
            return RulePreview(form=form, pairs=pairs)
        allowed += law.holds([filling], size)
    return RulePreview(form=form, pairs=pairs, allowed=allowed, fillings=size**count)
