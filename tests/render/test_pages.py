"""Books and explanations as pages, read back by another library: sections, numbers, words, links."""

from __future__ import annotations

import re
import sys
import warnings
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO

import pytest
from pypdf import PdfReader

from cpgen import formats
from cpgen.api import check, explain
from cpgen.difficulty import model_for
from cpgen.errors import InputError, NearestWarning
from cpgen.formats import Entry
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.render.booklet import book_pdf
from cpgen.render.explanation import html_of
from cpgen.render.explanation_pages import explanation_pdf
from cpgen.render.item import chapters_of, in_order, item_of, play_link
from cpgen.render.lesson_pages import _example
from cpgen.render.page_grids import qr_rows
from cpgen.render.render_requests import BookSettings, PageRequest
from cpgen.render.sentences import Narrator
from cpgen.translations import words_of

pytestmark = pytest.mark.filterwarnings("ignore:The book has .* Amazon KDP")

EASY = Puzzle.parse(".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.")
HARD = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
SMALL = Puzzle.parse("......3231......")


def wish(language="en", **options):
    return BookSettings(lang=language, **{"qr": False, "front": True} | options)


def items(puzzles, wanted):
    return [
        item_of(Entry(puzzle), grid_of(puzzle), model_for(puzzle.layout), explain(puzzle), wanted) for puzzle in puzzles
    ]


def grid_of(puzzle):
    return check(puzzle, "bitset").grids[0]


def book(puzzles, wanted):
    return PdfReader(BytesIO(book_pdf(items(puzzles, wanted), wanted)))


def words_on(page):
    return " ".join(page.extract_text().split())


def chapters(reader):
    return {entry.title: reader.get_destination_page_number(entry) + 1 for entry in reader.outline}


def test_book_has_sections_in_order_and_all_solutions() -> None:
    reader = book(
        [EASY, HARD, SMALL] * 4, wish(title="Twelve", author="A. Author", rights="© 2030", isbn="3-16-148410-X")
    )
    assert list(chapters(reader)) == ["Twelve", "Contents", "How to play", "How to solve", *CHAPTERS, "Solutions"]
    text = [words_on(page) for page in reader.pages]
    assert text[0].startswith("Twelve 12 puzzles to solve by logic alone")
    assert "ISBN 3-16-148410-X © 2030 12 puzzles, made and checked with cpgen" in text[1]
    for name, page in chapters(reader).items():
        assert name in ("Twelve", "Contents") or re.search(rf"{name} (\d+–\d+ )?{page}\b", text[2]), name
    assert all(f" {k} " in f" {page} " for k, page in enumerate(text, 1) if k > 3)
    first, last = (text[chapters(reader)[name] - 1] for name in (CHAPTERS[0], "Solutions"))
    assert all(f" {number} " in f" {last} " for number in range(1, 13))
    assert " 1 " in f" {first} "


CHAPTERS = ["Beginner", "Advanced", "Expert"]


def test_chapters_are_sorted_by_grade_on_request() -> None:
    made = in_order(items([HARD, EASY, SMALL], wish()), wish())
    assert [item.puzzle for item in made] == [EASY, SMALL, HARD]
    assert [item.number for item in made] == [1, 2, 3]
    assert [chapter.name for chapter in chapters_of(made, wish())] == CHAPTERS
    given = in_order(items([HARD, EASY], wish(sort=False)), wish(sort=False))
    assert [item.puzzle for item in given] == [HARD, EASY]
    assert [chapter.name for chapter in chapters_of(given, wish(sort=False))] == ["Puzzles"]


def test_titles_and_authors_are_printed_with_their_puzzles() -> None:
    entry = Entry(EASY, title="Sunrise", author="B. Maker")
    made = [item_of(entry, grid_of(EASY), model_for(EASY.layout), explain(EASY), wish(front=False))]
    reader = PdfReader(BytesIO(book_pdf(made, wish(front=False))))
    assert "Sunrise · B. Maker" in words_on(reader.pages[0])
    assert "Time" in words_on(reader.pages[0])
    assert "Time" not in words_on(PdfReader(BytesIO(book_pdf(made, wish(front=False, time_line=False)))).pages[0])


def test_solution_shows_all_digits_and_puzzle_only_clues():
    reader = book([SMALL], wish(per_page=1, front=False))
    digits = [sum(c.isdigit() for c in words_on(page)) for page in reader.pages]
    assert digits == [SMALL.clue_count + len("1") + len("1"), 16 + len("1") + len("2")]


def test_hints_come_between_puzzles_and_solutions():
    reader = book([EASY, HARD], wish(hints=True))
    assert list(chapters(reader))[-4:] == ["Beginner", "Expert", "Hints", "Solutions"]
    first = Narrator(words_of("en")).sentence(explain(EASY).rounds[0].findings[0])
    assert first in words_on(reader.pages[chapters(reader)["Hints"] - 1])


def test_many_hints_fill_several_sheets():
    reader = book([HARD] * 40, wish(hints=True, front=False))
    sheets = chapters(reader)["Solutions"] - chapters(reader)["Hints"]
    assert sheets > 1
    text = " ".join(words_on(reader.pages[chapters(reader)["Hints"] - 1 + k]) for k in range(sheets))
    assert text.count("r5c3") >= 40


def test_lessons_cover_exactly_the_rules_in_use() -> None:
    for language in ("en", "ja"):
        wanted, words = wish(language), words_of(language)
        reader = book([EASY, HARD], wanted)
        titles = list(chapters(reader).items())
        begin, end = (titles[titles.index((words("book.lessons"), 5)) + k][1] for k in (0, 1))
        text = "".join(page.extract_text() for page in reader.pages[begin - 1 : end - 1]).replace("\n", "")
        used = {*explain(EASY).rating.rules, *explain(HARD).rating.rules}
        for rule in model_for(EASY.layout).ladder.rules:
            assert (words(f"rules.{rule}.title") in text) == (rule in used), rule


@pytest.mark.parametrize("puzzle", [EASY, HARD, SMALL])
def test_lessons_do_not_show_the_puzzles_of_the_book(puzzle: Puzzle) -> None:
    (item,) = items([puzzle], wish())
    for rule in item.rules:
        one, scene = _example(item, rule)
        assert one.rule == rule
        assert any(there and there != clue for there, clue in zip(scene.clues, puzzle.clues, strict=True))


@pytest.mark.parametrize("count", [1, 4])
def test_small_set_is_one_sheet(count: int) -> None:
    wanted = wish(front=None)
    puzzles, solutions = map(words_on, PdfReader(BytesIO(book_pdf(items([EASY] * count, wanted), wanted))).pages)
    assert "Contents" not in puzzles
    assert "Solutions" in solutions


def test_texts_of_front_pages_and_front_itself_bring_them() -> None:
    for more in ({"author": "A. Name"}, {"front": True}):
        wanted = wish(**{"front": None} | more)
        assert len(PdfReader(BytesIO(book_pdf(items([EASY], wanted), wanted))).pages) > 5


def test_texts_from_right_to_left_are_refused_or_left_out() -> None:
    with pytest.raises(InputError, match="The subtitle 'סודוקו' is written from right to left"):
        book([EASY], wish(subtitle="סודוקו"))
    made = [replace(item, title="سودوكو", number=1) for item in items([EASY], wish())]
    with pytest.warns(NearestWarning, match="The title of puzzle 1, 'سودوكو', is written from right to left"):
        book_pdf(made, wish())


@pytest.mark.parametrize(("more", "is_told"), [({"paper_size": "6x9in"}, True), ({"bleed": "3mm"}, True), ({}, False)])
def test_page_counts_that_kdp_refuses_are_told(more: dict[str, str], is_told: bool) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        book([EASY], wish(**more))
    assert any("Amazon KDP prints an even number of pages" in str(one.message) for one in told) == is_told


def test_certificate_counts_what_was_verified() -> None:
    wanted = wish(certificate=True, front=False)
    pages = book([EASY, HARD, EASY], wanted).pages
    text = words_on(pages[-1])
    assert "3 of 3 puzzles have exactly one solution" in text
    assert "2 of 3 puzzles are essentially different" in text
    made = items([EASY, HARD], wanted)
    wrong = [made[0], replace(made[1], solution=made[0].solution)]
    text = words_on(PdfReader(BytesIO(book_pdf(wrong, wanted))).pages[-1])
    assert "1 of 2 puzzles have exactly one solution" in text


def test_book_with_guessing_does_not_promise_logic() -> None:
    made = [replace(item, rules=(*item.rules, "brute-force")) for item in items([EASY], wish(certificate=True))]
    ladder = model_for(EASY.layout).ladder
    tried = [replace(one, rules=tuple(rule for rule in one.rules if rule in ladder.rules)) for one in made]
    assert [item.is_logical for item in (*made, *tried)] == [False, True]
    text = [words_on(page) for page in PdfReader(BytesIO(book_pdf(made, wish(certificate=True, front=False)))).pages]
    assert "0 of 1 puzzles are solved without guessing" in text[-1]


def test_one_book_holds_every_layout_and_size(boards):
    puzzles = [puzzle for puzzle, _ in boards(8, 1) if check(puzzle, "bitset").unique]
    reader = book([EASY, SMALL, *puzzles], wish(colours=True, per_page=6))
    assert len(reader.pages) >= 4


def test_rules_of_play_mention_the_layouts_in_the_book():
    diagonal, windoku = (Puzzle(layout_named(name), one_grid(layout_named(name))) for name in ("diagonal", "windoku"))
    text = words_on(book([EASY, diagonal, windoku], wish()).pages[3])
    assert "diagonals" in text
    assert "shaded" in text
    plain = words_on(book([EASY], wish()).pages[3])
    assert "diagonals" not in plain
    assert "shaded" not in plain
    assert "4×4: 1–4" in words_on(book([SMALL], wish()).pages[3])


def one_grid(layout: Layout) -> tuple[int, ...]:
    return open_oracle("bitset").uniqueness(Puzzle(layout, (0,) * layout.cell_count)).grids[0]


def test_equal_books_have_equal_bytes():
    wanted = wish(per_page=2)
    assert book_pdf(items([EASY], wanted), wanted) == book_pdf(items([EASY], wanted), wanted)


def linked(address):
    """Return a book whose only puzzle links to the address."""
    made = [replace(item, link=address) for item in items([SMALL], wish())]
    return PdfReader(BytesIO(book_pdf(made, wish(front=False))))


def test_links_lead_to_the_puzzle():
    reader = linked(f"https://example.org/{SMALL.line}")
    (annotation,) = [note.get_object() for note in reader.pages[0]["/Annots"]]
    assert annotation["/A"]["/URI"] == f"https://example.org/{SMALL.line}"


def test_address_too_long_for_a_code_becomes_a_link():
    reader = linked("https://example.org/" + "x" * 3000)
    assert "Play online" in words_on(reader.pages[0])


def test_default_boards_are_played_on_puzz_link():
    assert play_link(EASY).startswith("https://puzz.link/p?sudoku/9/9/")
    assert play_link(Puzzle(layout_named("jigsaw-9"), (0,) * 81)).startswith("https://sudokupad.app/")
    caged = Layout(9, Layout.default(9).regions).with_constraints("cage 15: r1c1 r1c2")
    link = play_link(Puzzle(caged, (0,) * 81))
    assert next(formats.puzzle_texts(link)).read().puzzle.layout == caged
    assert len(link) < len("".join(formats.write([formats.Entry(Puzzle(caged, (0,) * 81))], "sudokupad"))) - 100


def test_a_code_has_its_corner_squares():
    rows = qr_rows("https://example.org")
    n = len(rows)
    assert n % 4 == 1
    for top, left in ((0, 0), (0, n - 7), (n - 7, 0)):
        assert all(rows[top][left + k] and rows[top + 6][left + k] for k in range(7))
        assert not any(rows[top + 1][left + k] for k in range(1, 6))
        assert all(rows[top + 3][left + k] for k in (0, 2, 3, 4, 6))


def test_code_links_to_a_player_unless_turned_off():
    assert [item.link for qr in (True, False) for item in items([EASY], wish(qr=qr))] == [play_link(EASY), ""]


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ({"per_page": 13}, "per_page is 13; it should be a whole number from 0 to 12."),
        ({"paper_size": "a7"}, "'a7' is not a paper size: give one of a4, a5, b5, b6, letter, "),
        ({"paper_size": "0x0"}, "'0x0' is not a paper size: .* with a unit, as in 170x240mm"),
        ({"paper_size": "0x0mm"}, "'0x0mm' is not a paper size: each side should be 90 to 600 mm"),
        ({"paper_size": "9999x1in"}, "'9999x1in' is not a paper size: each side"),
        ({"bleed": "3"}, "'3' is not a bleed: give 0 to 10 mm with a unit"),
        ({"bleed": "2in"}, "'2in' is not a bleed"),
        ({"isbn": "978-3-16-148410-1"}, "is not an ISBN"),
        ({"isbn": "ISBN"}, "is not an ISBN"),
        ({"solutions": "none"}, "Known: end, overleaf"),
        ({"pdf_x": True, "colours": True}, "leave out the colours or PDF/X"),
        ({"symbols": "☆☆"}, "is used for both 1 and 2"),
    ],
)
def test_invalid_requests_are_refused(option, why):
    with pytest.raises(InputError, match=why):
        wish(**option)


def test_missing_reportlab_is_reported_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(InputError, match=r"install it with `.*\[print\]'`\."):
        book_pdf([], wish())


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pdf_explanation_has_every_round(language):
    explanation, narrator = explain(HARD), Narrator(words_of(language))
    reader = PdfReader(BytesIO(explanation_pdf(HARD, explanation, narrator)))
    assert len(reader.pages) > 10
    if language == "en":
        text = " ".join(map(words_on, reader.pages))
        for one in explanation:
            assert f"Round {one.number} · complexity {one.complexity}" in text
            assert " ".join(narrator.sentences(one)[0].split()[:5]) in text


def test_compact_explanation_has_every_round_on_few_pages() -> None:
    explanation, narrator = explain(HARD), Narrator(words_of("en"))
    compact = PdfReader(BytesIO(explanation_pdf(HARD, explanation, narrator, PageRequest(compact=True))))
    assert len(compact.pages) <= 5
    text = " ".join(map(words_on, compact.pages))
    for one in explanation:
        assert f"Round {one.number} · " in text


def test_large_board_takes_the_whole_page_width():
    layout = Layout.boxes(4, 4)
    grid = one_grid(layout)
    puzzle = Puzzle(layout, (0, 0, *grid[2:]))
    reader = PdfReader(BytesIO(explanation_pdf(puzzle, explain(puzzle), Narrator(words_of("en")))))
    assert "can only go in r1c1" in words_on(reader.pages[-2]) + words_on(reader.pages[-1])


class Outline(HTMLParser):
    """Parser of an HTML page that counts each tag and keeps the whole text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.addresses, self.open, self.text = {}, [], [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.addresses += [value for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("language", ["en", "ja"])
def test_html_explanation_is_self_contained(language):
    explanation, narrator = explain(HARD), Narrator(words_of(language))
    page = Outline(html_of(HARD, explanation, narrator, "<Title>"))
    assert page.tags["svg"] == len(explanation) + 2
    assert page.addresses == page.open == []
    assert "<Title>" in page.text
    for one in explanation:
        for sentence in narrator.sentences(one):
            assert sentence in page.text


def test_stuck_board_is_reported_at_the_end():
    stuck = Puzzle.parse("1....2....3.....")
    page = html_of(stuck, explain(stuck), Narrator(words_of("en")))
    assert "No rule of the ladder makes further progress." in page
