"""A field of a request is an option everywhere: on the command line, in Python, in plans and on the server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, get_type_hints

import msgspec
import numpy as np
import pytest

import cpgen
from cpgen import api
from cpgen.board_spec import BoardSpec
from cpgen.boards.set_request import SetSpec
from cpgen.cli.app import app
from cpgen.cli.options import data_of
from cpgen.collection.batch_requests import BatchPlan, cells_of
from cpgen.constraints.house import REGION
from cpgen.digging.dig_request import resolve_dig
from cpgen.digging.dig_spec import DigSpec
from cpgen.errors import ImpossibleError, InputError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.render.render_requests import BookSettings
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import resolve
from cpgen.requests.puzzle_spec import PuzzleSpec
from cpgen.schema import Record, build, components, fields, plain
from cpgen.web import file_making, puzzles
from cpgen.web.records import request_records as web
from cpgen.web.records.request_records import JobRequest
from tests.cli.running import call
from tests.request_helpers import asked, asked_to_dig

BOTH = ("generate", "rate")
"""A command that makes puzzles, and one that judges them"""
PUZZLE = "......3231......"
R = TypeVar("R", bound=Record)
HELP = next(field.help for field in fields(PuzzleSpec) if field.name == "region_clues")


def command_named(path: str) -> Any:
    command: Any = app
    for name in path.split():
        command = command.get_command(None, name)
    return command


def from_options(kind: type[R], path: str, wishes: dict[str, Any], *arguments: str) -> R:
    """The record that a command makes of the options that say what the wishes say."""
    words = list(arguments)
    for name, value in wishes.items():
        option = f"--{'no-' * (value is False)}{name.replace('_', '-')}"
        words += [option] if isinstance(value, bool) else [option, str(value)]
    return build(kind, data_of(kind, command_named(path).make_context(path, words).params))


def options_of(path: str) -> set[str]:
    return {one.name for one in command_named(path).params}


@pytest.mark.parametrize(("command", "make"), [("generate", cpgen.generate), ("dig", cpgen.dig)])
def test_commands_and_calls_take_region_clues(command: str, make: Callable[..., Any]) -> None:
    text = call(command, "--help-all").out
    assert "--region-clues" in text
    assert HELP in " ".join(text.split())
    refused = call(command, "--boxes", "2x2", "--clues", "6", "--region-clues", "2")
    assert (refused.code, refused.out) == (4, "")
    assert "4 regions with 2 clues or more need 8, more than the 6 clues wanted." in refused.err
    puzzle = make(layout="2x2", region_clues=2, seed=1).puzzle
    regions = [house for house in puzzle.layout.houses if house.kind == REGION]
    assert all(sum(puzzle.clues[cell] > 0 for cell in house.cells) >= 2 for house in regions)


@pytest.mark.parametrize(
    ("kind", "path"), [(GenerateSpec, "generate"), (DigSpec, "dig"), (SetSpec, "pentomino"), (BookSettings, "book")]
)
def test_each_field_of_a_request_is_an_option(kind: type[Record], path: str) -> None:
    assert {field.name for field in fields(kind)} <= options_of(path)


@pytest.mark.parametrize("path", ["generate", "dig", "rate", "check", "draw", "book", "convert", "centres"])
def test_commands_share_the_options_of_the_board(path: str) -> None:
    assert {"layout", "size", "boxes", "diagonals", "constraints"} <= options_of(path)


READING = ["rate", "check", "solve", "explain", "hint", "draw", "book", "export", "convert", "calibrate"]
DRAWN = '{"size": 2, "grid": [[{}, {}], [{}, {}]], "text": [{}, {}]}'


@pytest.mark.parametrize("path", [*READING, "collection import"])
def test_all_readers_can_ignore_drawings(path: str) -> None:
    assert "ignore_drawings" in options_of(path)


def test_ignored_drawings_are_counted() -> None:
    for words in (["convert", "-", "-", "--to", "line"], ["check", "-", "--exit-zero"], ["rate", "-", "--out", "-"]):
        refused = call(*words, stdin=f"{DRAWN}\n{DRAWN}\n".encode())
        assert (refused.code, refused.err.count("2 texts drawn, which may be rules")) == (2, 1)
        ran = call(*words, "--ignore-drawings", stdin=f"{DRAWN}\n{DRAWN}\n".encode())
        assert (ran.code, ran.err) == (0, "warning: Ignored 4 texts, which may be constraints.\n")
    read = file_making.convert(web.ConvertRequest(text=DRAWN, to="line", ignore_drawings=True))
    assert (read.text, read.ignored) == (".... latin-2\n", {"text": 2})
    assert file_making.read(web.ReadRequest(text=DRAWN)).puzzles == ()
    solved = puzzles.solve(web.SolutionRequest(puzzle=DRAWN, ignore_drawings=True))
    assert solved.ignored == {"text": 2}
    assert puzzles.solve(web.SolutionRequest(puzzle=".... latin-2")).ignored is msgspec.UNSET


SAME_BOARD = [
    ("--layout 2x3 --diagonals", "2x3+diagonals"),
    ("--boxes 2x3 --diagonals", "2x3+diagonals"),
    ("--diagonals", "3x3+diagonals"),
    ("--layout latin-5", "latin-5"),
    ("--layout windoku", layout_named("windoku").spec),
    ("--size 6", "2x3"),
    ("--size 6 --layout 2x3", "2x3"),
    ("--size 36", "6x6"),
    ("--layout 0,1,2,12", "AAABB/ACDDB/ACDDB/CCDEB/CEEEE"),
    ("--size 4 --constraints cage:r1c1,r1c2;thermo:r4c1,r3c1", "2x2+cage: r1c1 r1c2+thermo: r4c1 r3c1"),
    ("--layout 2x2+cage:r1c1,r1c2 --constraints cage:r1c1,r1c2;diagonals", "2x2+diagonals+cage: r1c1 r1c2"),
    ("--constraints cage:r9c9,r9c8", "3x3+cage: r9c9 r9c8"),
]


@pytest.mark.parametrize(("words", "spec"), SAME_BOARD)
def test_board_options_mean_the_same_on_all_commands(words: str, spec: str) -> None:
    given = [data_of(BoardSpec, command_named(path).make_context(path, words.split()).params) for path in BOTH]
    assert [build(BoardSpec, data).layout_given for data in given] == [Layout.parse(spec)] * 2
    assert asked(given[0]).layout == Layout.parse(spec)


def test_without_options_the_puzzle_decides_the_board() -> None:
    assert BoardSpec().layout_given is None
    assert BoardSpec().layout_for(6) == Layout.boxes(2, 3)


def test_two_boards_are_refused() -> None:
    refused = call("check", "--layout", "2x2", "--size", "6", PUZZLE)
    assert (refused.code, refused.err) == (2, "error: Give one of --layout, --size, not several.\n")


LINES = "cage 5: r1c1 r1c2\nthermo: r4c1 r3c1"
CONSTRAINED = "2x2+cage 5: r1c1 r1c2+thermo: r4c1 r3c1"


def test_constraints_are_a_field_everywhere() -> None:
    for given in (LINES, LINES.splitlines(), LINES.replace("\n", ";")):
        spec = build(GenerateSpec, {"layout": "2x2", "constraints": given})
        assert resolve(spec).layout.spec == CONSTRAINED
        assert resolve(build(GenerateSpec, plain(spec))) == resolve(spec)
        assert asked_to_dig(layout="2x2", constraints=given).layout.spec == CONSTRAINED
    (cell,) = cells_of({"layout": "2x2", "constraints": LINES.splitlines(), "grade": "any", "seed": 1})
    assert cell.request.layout.spec == CONSTRAINED
    assert "constraints" in components([GenerateSpec])["GenerateSpec"]["properties"]


def test_wrong_constraints_of_a_request_are_refused() -> None:
    for given, sentence in [
        (7, "constraints is 7; it should be a text or a list of texts."),
        ([LINES, 7], "it should be a text or a list of texts."),
        ("# none", "There is no constraint in the text of constraints."),
        (f"{LINES}\ncage 8: r1c1 r1c2", "the text of constraints, line 3: 'cage 8: r1c1 r1c2': 2 cells"),
        ("cage 8: r1c1 r1c2", "'cage 8: r1c1 r1c2': 2 cells with different digits"),
    ]:
        with pytest.raises(InputError) as caught:
            asked(layout="2x2", constraints=given)
        assert sentence in str(caught.value)


def test_digits_in_order_are_a_field_everywhere() -> None:
    wishes = {"pattern": "4x4-ring", "along": "shape 1, shape 2", "grade": "any"}
    spec = build(GenerateSpec, wishes)
    request = resolve(spec)
    assert (request.in_order, request.along) == (True, ("shape 1", "shape 2"))
    assert from_options(GenerateSpec, "generate", {**wishes, "along": "shape 2"}, "--along", "shape 1") == spec
    assert build(GenerateSpec, msgspec.json.decode(msgspec.json.encode(plain(spec)))) == spec
    (cell,) = cells_of({**wishes, "count": 3, "seed": 1})
    assert (cell.request.in_order, cell.request.along) == (True, request.along)
    assert build(JobRequest, {**wishes, "seed": 1}).along == request.along
    made = cpgen.generate("4x4-ring", "any", along=["shape 1", "shape 2"], seed=1)
    assert {"shape 1", "shape 2"} <= {run.name for run in made.runs}
    with pytest.raises(InputError, match="'row 1' is not a run of the pattern"):
        build(JobRequest, {**wishes, "along": ["row 1"]}).request  # noqa: B018


def test_plans_hold_region_clues() -> None:
    (cell,) = cells_of({"layout": "2x2", "clues": 8, "region_clues": 2, "count": 3, "seed": 1})
    assert (cell.region_clues, plain(cell)["region_clues"]) == (2, 2)
    plan = BatchPlan(cells=(cell,))
    assert '"region_clues": 2' in plan.text
    assert BatchPlan.from_text(plan.text) == plan


def test_the_server_takes_region_clues() -> None:
    found = components([JobRequest])["JobRequest"]["properties"]["region_clues"]
    assert (found["type"], found["minimum"], found["description"]) == ("integer", 0, HELP)


@pytest.mark.parametrize(("clues", "least", "symmetry"), [(27, 3, "rot180"), (24, 2, "none"), (30, 3, "diagonal")])
def test_random_patterns_have_clues_in_every_region(clues: int, least: int, symmetry: str) -> None:
    request = asked(clues=clues, symmetry=symmetry, region_clues=least)
    for seed in range(20):
        pattern = request.choose_pattern(np.random.default_rng(seed))
        assert len(pattern) == clues
        for house in request.layout.houses:
            if house.kind == REGION:
                assert len(set(house.cells) & set(pattern.cells)) >= least


REFUSED = [
    ({"pattern": "4x4-x", "region_clues": 3}, ImpossibleError, "4 regions with 3 clues or more need 12"),
    (
        {"pattern": "xx.. xx.. .... ..xx", "region_clues": 1},
        ImpossibleError,
        "The pattern has 0 clues in region 2, which begins at row 1, column 3",
    ),
    ({"layout": "latin-5", "region_clues": 1}, InputError, "A Latin square has no regions"),
    ({"region_clues": -1}, InputError, "region_clues is -1; it should be a whole number from 0."),
    ({"region_clues": True}, InputError, "region_clues is True; it should be a whole number from 0."),
]


@pytest.mark.parametrize(("wishes", "kind", "sentence"), REFUSED, ids=[sentence[:25] for _, _, sentence in REFUSED])
def test_impossible_region_clues_are_refused(wishes: dict[str, object], kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        asked(wishes)


@pytest.mark.parametrize(
    "wishes",
    [
        {},
        {
            "pattern": "kamio-a",
            "grade": "超上級",
            "level": "3..",
            "needs": "x-wing, hidden-pair-region",
            "typical": 0.5,
        },
        {"layout": "2x3", "diagonals": True, "clues": 14, "method": "paper", "generation": "zama", "steps": 12},
        {"model": "by-rule", "level": (2, None), "without": ["x-wing"], "region_clues": 2, "oracle": "bitset"},
    ],
)
def test_a_request_survives_writing_and_reading(wishes: dict[str, object]) -> None:
    spec = build(GenerateSpec, wishes)
    assert resolve(build(GenerateSpec, plain(spec))) == resolve(spec)


@pytest.mark.parametrize(
    "wishes",
    [
        {},
        {"way": "centre"},
        {"symmetry": "rot90", "clues": "fewest", "region_clues": 1},
        {"grade": "超上級", "layout": "3x3", "clues": "30", "diagonals": False, "source": "shuffle"},
        {"layout": "2x2", "grid": "1234341221434321", "keep": "1..x .... .... ....", "check": "ladder:2"},
        {"layout": "2x2", "grid": [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], "model": "by-rule"},
    ],
)
def test_a_dig_request_survives_writing_and_reading(wishes: dict[str, object]) -> None:
    spec = build(DigSpec, wishes)
    assert resolve_dig(build(DigSpec, plain(spec))) == resolve_dig(spec)


def test_dig_takes_a_request_or_its_fields() -> None:
    request = DigSpec(symmetry="rot180")
    assert cpgen.dig(request, seed=3).puzzle == cpgen.dig(symmetry="rot180", seed=3).puzzle
    assert [made.index for made in cpgen.dig_many(2, request, seed=3)] == [0, 1]


def test_method_oracle_and_model_are_keywords() -> None:
    common: dict[str, Any] = {"oracle": "bitset", "seed": 1}
    made = cpgen.generate("4x4-x", method="paper", model="by-rule", **common)
    assert (made.request.generation, made.request.until_match) == ("kamio", False)
    assert next(cpgen.hardest("4x4-x", model="by-rule", **common)).request.model.name == "by-rule"
    line = made.puzzle.line
    assert cpgen.rate(line, ladder="one-scale") == cpgen.rate(line, model=cpgen.model_for(Layout.boxes(2, 5)))
    assert len(cpgen.explain(line, model="2x2").rounds) > 0
    assert cpgen.check(line, oracle="bitset").unique
    assert cpgen.solve(line, oracle="bitset") == made.solution


SET_WISHES = [
    {},
    {"clues": "fewest", "distinct_boards": True},
    {"clues": 5, "boards": "corners-apart", "grade": "上級", "oracle": "bitset"},
    {"boards": "AABBC/AABBC/DABCC/DDEEC/DDEEE", "with_stuck": True},
]


@pytest.mark.parametrize("wishes", SET_WISHES)
def test_a_set_request_is_the_same_from_all_sources(wishes: dict[str, Any]) -> None:
    request = SetSpec(**wishes)
    assert from_options(SetSpec, "pentomino", wishes) == request
    assert build(SetSpec, msgspec.json.decode(msgspec.json.encode(plain(request)))) == request
    mine = api.pentomino_set(1, request, seed=1)
    assert next(api.pentomino_set(1, seed=1, **wishes)) == next(mine)


BOOK_WISHES = [
    {},
    {"title": "日曜日の数独", "subtitle": "s", "author": "a", "lang": "ja", "hints": True, "qr": False},
    {"per_page": 9, "paper_size": "letter", "colours": True, "symbols": "ABCD", "sort": False},
    {"paper_size": "6 x 9 in", "bleed": "0.125in", "pdf_x": True, "front": False, "large_print": True},
    {"publisher": "p", "isbn": "978-3-16-148410-0", "rights": "r", "introduction": "i", "solutions": "overleaf"},
    {"certificate": True, "time_line": False},
]


@pytest.mark.filterwarnings("ignore:The book has . pages")
@pytest.mark.parametrize("wishes", BOOK_WISHES)
def test_a_book_request_is_the_same_from_all_sources(wishes: dict[str, Any]) -> None:
    request = BookSettings(**wishes)
    assert from_options(BookSettings, "book", wishes, "book.pdf", PUZZLE) == request
    assert build(BookSettings, msgspec.json.decode(msgspec.json.encode(plain(request)))) == request
    body = build(web.BookRequest, {"puzzles": [{"puzzle": PUZZLE}], **wishes})
    assert build(BookSettings, {name: getattr(body, name) for name in request.__struct_fields__}) == request
    mine = api.book([PUZZLE], request)
    assert api.book([PUZZLE], **wishes) == file_making.book(body).content == mine


def test_the_body_of_a_book_has_the_fields_of_its_request() -> None:
    named = {field.name for field in fields(BookSettings)}
    assert {field.name for field in fields(web.BookRequest)} == named | {"puzzles", "kind", "kinds"}
    described = components([web.BookRequest])["BookRequest"]["properties"]
    assert described["solutions"]["enum"] == ["end", "overleaf", ""]


WRONG: dict[str, tuple[Callable[..., Any], list[tuple[dict[str, Any], str]]]] = {
    "generate": (
        partial(cpgen.generate, "kamio-a", "expert"),
        [
            ({"sead": 1}, "'sead' is not an option of generate. Did you mean 'seed'?"),
            ({"seed": "1"}, "seed is '1'; it should be a whole number from 0."),
            ({"budget": 0}, "budget is 0; it should be a number above 0."),
            ({"oracle": "bitsets"}, "'bitsets' is not an oracle. Did you mean 'bitset'?"),
            ({"method": "papr"}, "'papr' is not a value for method. Did you mean 'paper'?"),
            ({"layout": 9}, "layout is 9; it should be a text."),
            ({"progress": 3}, "progress is '3'; it should be a function."),
        ],
    ),
    "dig": (
        cpgen.dig,
        [
            ({"simmetry": "rot180"}, "'simmetry' is not an option of dig. Did you mean 'symmetry'?"),
            ({"way": "singel"}, "'singel' is not a value for way. Did you mean 'single'?"),
            ({"clues": "few"}, "'few' is not a number of clues; give a number, or fewest."),
            ({"clues": 2.5}, "clues is 2.5; it should be a text or a whole number."),
            ({"tries": 3}, "tries belongs to the way centre"),
            ({"better": 3}, "better is '3'; it should be a function."),
            ({"request": DigSpec(), "way": "single"}, "Give dig a request or its fields, not both."),
        ],
    ),
    "pentomino_set": (
        api.pentomino_set,
        [
            ({"board": "all"}, "'board' is not an option of pentomino_set. Did you mean 'boards'?"),
            ({"clues": "few"}, "'few' is not a number of clues; give a number, or fewest."),
            ({"clues": 3}, "A set has puzzles of 4 to 8 clues, not of 3"),
            ({"distinct_boards": 1}, "distinct_boards is 1; it should be true or false."),
            ({"boards": "corner-apart"}, "'corner-apart' is not a choice of boards, a layout or a file. Did you mean"),
            ({"grade": "hrad"}, "'hrad' is not a grade. Did you mean 'hard'"),
            ({"grade": "expert", "with_stuck": True}, "with_stuck takes puzzles of no grade"),
            ({"oracle": "bitsets"}, "'bitsets' is not an oracle. Did you mean 'bitset'?"),
            ({"count": 0}, "count is 0; it should be a whole number from 1 to 1000000000000."),
            ({"request": SetSpec(), "clues": 5}, "Give pentomino_set a request or its fields, not both."),
        ],
    ),
    "book": (
        partial(api.book, [PUZZLE]),
        [
            ({"colour": True}, "'colour' is not an option of book. Did you mean 'colours'?"),
            ({"per_page": 13}, "per_page is 13; it should be a whole number from 0 to 12."),
            ({"per_page": "4"}, "per_page is '4'; it should be a whole number from 0 to 12."),
            ({"paper_size": "b7"}, "'b7' is not a paper size: give one of a4, a5, b5, b6, letter, "),
            ({"lang": "fr"}, "'fr' is not a value for lang. Known: en, ja."),
            ({"title": "x" * 201}, "title is"),
            ({"symbols": "x"}, "There are 1 symbol for the digits; this board needs 2."),
            ({"symbols": "xyz"}, "There are 3 symbols for the digits;"),
            ({"request": BookSettings(), "qr": False}, "Give book a request or its fields, not both."),
        ],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_options_of_a_call_are_refused(name: str) -> None:
    make, cases = WRONG[name]
    for options, sentence in cases:
        with pytest.raises(InputError) as caught:
            make(**options)
        assert str(caught.value).startswith(sentence)


def test_no_request_names_a_file_of_the_server() -> None:
    with pytest.raises(InputError, match="'font' is not an option of the request"):
        build(web.BookRequest, {"puzzles": [{"puzzle": PUZZLE}], "font": "/etc/passwd"})


def test_a_book_has_a_puzzle() -> None:
    with pytest.raises(InputError, match="There is no puzzle for the booklet"):
        api.book([])


def test_annotations_of_the_request_are_types() -> None:
    assert set(get_type_hints(GenerateSpec)) >= {field.name for field in fields(GenerateSpec)}
