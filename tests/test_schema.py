"""Checked records refuse wrong data in a sentence, and become JSON schemas."""

import pickle
import re
from math import inf, nan
from typing import Annotated, Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from cpgen.errors import InputError
from cpgen.schema import FieldError, Record, build, components, field, fields, plain

COLOURS = ("red", "green", "blue")


class Point:
    """A rich type that is read from a text such as `3,4` or from a number."""

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def point(text: str | int) -> Point:
    x, comma, y = str(text).partition(",")
    if not comma:
        raise InputError(f"The point {text} has no comma.")
    return Point(int(x), int(y))


class Part(Record, frozen=True, kw_only=True):
    count: Annotated[int, field("How many.", "N", "-n", least=1)] = 1
    share: Annotated[float, field("A share.", above=0)] | None = None


class Order(Part, frozen=True, kw_only=True):
    colour: Annotated[str, field("A colour.", among=f"{__name__}:COLOURS")] = "red"
    size: Annotated[int, field("A size.", least=1, most=9)] = 4
    names: Annotated[tuple[str, ...], field("Names.", longest=3)] = ()
    note: Annotated[str, field("A note.", longest=5)] = ""
    place: Annotated[Any, field("A place.", read=f"{__name__}:point")] = None
    quick: Annotated[bool, field("Whether it is quick.")] = False


ORDER = {one.name: one for one in fields(Order)}
"""Fields of an order, by name"""


class Parcel(Record, frozen=True, kw_only=True):
    orders: Annotated[tuple[Order, ...], field("What is in it.")]
    first: Order = Order()


def test_record_round_trips() -> None:
    data = {"count": 3, "names": ["a", "b"], "place": "3,4", "share": 2}
    order = build(Order, data)
    assert (order.count, order.names, order.place, order.colour, order.share) == (
        3,
        ("a", "b"),
        Point(3, 4),
        "red",
        2.0,
    )
    assert plain(order) == {**data, "colour": "red", "size": 4, "quick": False}
    assert build(Order, plain(order)) == order == pickle.loads(pickle.dumps(order))
    assert build(Order, {**data, "place": Point(3, 4)}) == order
    assert build(Order, order) is order
    parcel = build(Parcel, {"orders": [data, {}], "first": {"size": 2}})
    assert build(Parcel, plain(parcel)) == parcel
    assert parcel.orders == (order, Order())


REFUSED = [
    ({"cuont": 2}, "'cuont' is not an option of the request. Did you mean 'count'?"),
    ({"注文": 2}, "'注文' is not an option of the request."),
    ({3: 2}, "'3' is not an option of the request."),
    ({"count": 0}, "count is 0; it should be a whole number from 1."),
    ({"count": True}, "count is True; it should be a whole number from 1."),
    ({"count": 2.0}, "count is 2.0; it should be a whole number from 1."),
    ({"count": "zwei"}, "count is 'zwei'; it should be a whole number from 1."),
    ({"count": None}, "count is None; it should be a whole number from 1."),
    ({"count": -(10**5000)}, "count is a number of thousands of digits; it should be a whole number from 1."),
    ({"size": 10}, "size is 10; it should be a whole number from 1 to 9."),
    ({"size": 10**30}, "size is 1000000000000000000000000000000; it should be a whole number from 1 to 9."),
    ({"share": 0}, "share is 0; it should be a number above 0."),
    ({"share": nan}, "share is nan; it should be a number above 0."),
    ({"share": False}, "share is False; it should be a number above 0."),
    ({"share": 10**400}, "share is 1000000000000000000000000000000000000000…; it should be a number above 0."),
    ({"quick": 1}, "quick is 1; it should be true or false."),
    ({"names": "ab"}, "names is 'ab'; it should be a list of texts of at most 3 items."),
    ({"names": ["a", 3]}, "names[1] is 3; it should be a text."),
    ({"note": "123456"}, "note is '123456'; it should be a text of at most 5 characters."),
    ({"note": ["x" * 99]}, "note is ['xxx"),
    ({"colour": "gren"}, "'gren' is not a value for colour. Did you mean 'green'? Known: red, green, blue."),
    ({"colour": 3}, "colour is 3; it should be a text."),
    ({"place": "34"}, "The point 34 has no comma."),
    ({"place": 34}, "The point 34 has no comma."),
    ({"place": [3, 4]}, "place is [3, 4]; it should be a text or a whole number."),
    ([], "The request is []; it should be an object."),
    (None, "The request is None; it should be an object."),
]


def test_wrong_data_is_refused() -> None:
    for data, sentence in REFUSED:
        with pytest.raises(InputError) as caught:
            build(Order, data)
        assert str(caught.value).startswith(sentence)
        assert str(caught.value).endswith((".", "?"))
        if "request" not in sentence:
            with pytest.raises(InputError, match=re.escape(str(caught.value))):
                Order(**data)


NESTED = [
    ({}, "orders", "orders is missing; it should be a list of objects."),
    ({"orders": {}}, "orders", "orders is {}; it should be a list of objects."),
    ({"orders": [{}, 3]}, "orders[1]", "orders[1] is 3; it should be an object."),
    ({"orders": [{}, {"count": 0}]}, "orders[1].count", "orders[1].count is 0; it should be a whole number from 1."),
    ({"orders": [{"colour": "gren"}]}, "orders[0].colour", "'gren' is not a value for orders[0].colour."),
    ({"orders": [{"cuont": 0}]}, "orders[0].cuont", "'cuont' is not an option of orders[0]. Did you mean 'count'?"),
    ({"orders": [{"place": "1"}]}, "orders[0]", "orders[0]: The point 1 has no comma."),
    (
        {"orders": [], "first": {"size": "x"}},
        "first.size",
        "first.size is 'x'; it should be a whole number from 1 to 9.",
    ),
]


@pytest.mark.parametrize(("data", "where", "sentence"), NESTED, ids=[where for _, where, _ in NESTED])
def test_error_in_a_nested_record_names_its_path(data: Any, where: str, sentence: str) -> None:
    with pytest.raises(FieldError) as caught:
        build(Parcel, data)
    assert caught.value.where == where
    assert str(caught.value).startswith(sentence)


def test_choice_ignores_case() -> None:
    assert build(Order, {"colour": "Green"}) == Order(colour="green")


def test_error_names_the_purpose_of_the_data() -> None:
    with pytest.raises(InputError, match="'sead' is not an option of generate"):
        build(Order, {"sead": 1}, "generate")


def test_unbounded_numbers_may_be_huge() -> None:
    assert Part(share=inf).share == inf


def test_fields_of_base_classes_come_first() -> None:
    assert [one.name for one in fields(Order)][:2] == ["count", "share"]


def test_a_field_has_its_help_metavar_and_flags() -> None:
    count = ORDER["count"]
    assert (count.help, count.kind, count.extra("metavar")) == ("How many.", int, "N")
    assert count.extra("flags") == ("-n",)


def test_an_optional_field_has_the_type_of_its_value() -> None:
    assert (ORDER["share"].kind, ORDER["share"].default) == (float, None)


def test_a_field_knows_if_it_holds_many_values() -> None:
    assert (ORDER["names"].many, ORDER["names"].kind) == (True, str)
    assert not ORDER["note"].many


def test_a_field_knows_what_it_accepts() -> None:
    assert ORDER["colour"].among == COLOURS
    assert ORDER["place"].accepts == str | int


def test_json_schema_agrees_with_the_fields() -> None:
    found = components([Parcel, Order], "#/$defs/{name}")
    validator = Draft202012Validator({"$ref": "#/$defs/Order", "$defs": found})
    assert validator.is_valid({"count": 3, "place": "3,4", "colour": "blue", "share": None})
    wrong: list[Any] = [{"cuont": 2}, {"count": 0}, {"count": True}, {"size": 10}, {"share": 0}, {"quick": 1}]
    wrong += [{"names": "ab"}, {"names": ["a", 3]}, {"note": "123456"}, {"colour": "gren"}, {"place": [3, 4]}, [], None]
    for data in wrong:
        assert not validator.is_valid(data), data
    assert found["Order"]["properties"]["place"]["description"] == "A place."
    assert msgspec.json.encode(found)
