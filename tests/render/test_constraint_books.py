"""Books of puzzles with constraints: pictures, rules and names of kinds, on sheets, in books and as EPUB."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import numpy as np
import pytest
from pypdf import PdfReader

from cpgen.api import as_entry, book_item, explain
from cpgen.difficulty import model_for
from cpgen.formats import Entry
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.render import puzzle_pages
from cpgen.render.booklet import book_pages, book_pdf
from cpgen.render.epub import book_epub
from cpgen.render.explanation import html_of
from cpgen.render.explanation_pages import explanation_pdf
from cpgen.render.item import in_order, item_of, titled
from cpgen.render.lesson_pages import _example
from cpgen.render.picture import MARGIN
from cpgen.render.render_requests import BookSettings
from cpgen.render.section import puzzle_picture, solution_picture, theme_of
from cpgen.render.sentences import Narrator
from cpgen.rules_text import rules_of
from cpgen.translations import words_of

GRID = (1, 4, 3, 2, 3, 2, 1, 4, 4, 1, 2, 3, 2, 3, 4, 1)
LINES = "cage 7: r2c1 r3c1", "thermo r4c1-r4c3", "sandwich 0 row 4", "skyscraper 1 column 2"
SANDWICH = "A number outside the grid is the sum of the digits between 1 and 4"


def item(request, *lines, rules=""):
    puzzle = Puzzle(Layout.boxes(2, 2).with_constraints(*lines), GRID[:8] + (0,) * 8)
    entry = Entry(puzzle, instructions=rules)
    return item_of(entry, GRID, model_for(puzzle.layout), explain(puzzle), request)


def wish(**options):
    return BookSettings(**{"qr": False} | options)


def texts(request, *items):
    reader = PdfReader(BytesIO(book_pdf(items, request)))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_a_sheet_has_rules_at_its_foot_and_names_the_kinds():
    request = wish()
    sheet, solutions = texts(request, item(request, *LINES))
    assert "Killer cage · Thermometer · Sandwich · Skyscraper" in sheet
    assert "On a thermometer the digits increase" in sheet
    assert SANDWICH in sheet
    assert "thermometer" not in solutions


def test_a_sheet_has_the_rules_of_its_author():
    request = wish()
    sheet, _ = texts(request, item(request, *LINES, rules="Mind the moat.\nCages sum."))
    assert "Mind the moat. Cages sum." in sheet
    assert "thermometer the digits" not in sheet


def test_a_book_says_which_puzzle_an_authors_rules_are_for():
    request = wish(front=True)
    pages = texts(request, item(request, *LINES), item(request, LINES[0], rules="Mind the moat."))
    assert "No. 2: Mind the moat." in " ".join(pages)
    assert "On a thermometer the digits increase" in " ".join(pages)


def test_a_book_has_rules_with_titles_before_its_puzzles():
    request = wish(front=True)
    pages = texts(request, item(request, *LINES), item(request))
    (place,) = [number for number, page in enumerate(pages) if "How to play" in page and "Sandwich: " in page]
    assert f"Sandwich: {SANDWICH}" in pages[place]
    puzzles = next(page for page in pages[place + 1 :] if "Killer cage" in page)
    assert "On a thermometer" not in puzzles


def test_rules_get_a_page_where_solutions_are_at_the_foot():
    request = wish(front=False, solutions="overleaf")
    first, *_ = texts(request, item(request, *LINES))
    assert "How to play" in first


def test_classic_sheets_have_no_rules():
    request = wish()
    assert "contains each digit" not in " ".join(texts(request, item(request)))


def test_japanese_sheets_have_japanese_rules():
    request = wish(lang="ja")
    sheet, *_ = texts(request, item(request, *LINES))
    assert words_of("ja")("constraints.thermo.title") in sheet
    assert words_of("ja")("constraints.thermo.rule")[:8] in sheet.replace(" ", "")


def test_clues_outside_make_the_picture_larger_and_solutions_are_plain():
    request = wish()
    one, plain = item(request, *LINES), item(request, LINES[0])
    assert (one.span, plain.span) == (5, 4)
    picture = puzzle_picture(one, request)
    assert one.size < max(picture.width, picture.height) - 2 * MARGIN <= one.span
    assert solution_picture(one, request).width == puzzle_picture(plain, request).width
    assert not any(shape.role.startswith("pen-") for shape in solution_picture(one, request).shapes)


def test_constraints_are_coloured_in_coloured_books_only():
    assert theme_of(True)["ink-green"] != theme_of(False)["ink-green"]
    assert len({theme_of(False)["ink-green"][k : k + 2] for k in (1, 3, 5)}) == 1


def test_epub_has_pictures_rules_and_kinds():
    request = wish(title="Variants")
    with ZipFile(BytesIO(book_epub([item(request, *LINES)], request))) as file:
        assert "Thermometer: On a thermometer" in file.read("book/play.xhtml").decode()
        assert "Killer cage · Thermometer" in file.read("book/chapter-01.xhtml").decode()
        assert "stroke-dasharray" in file.read("book/puzzle-00001.svg").decode()


def test_pages_as_pictures_show_constraints():
    request = wish()
    (page, *_), _ = book_pages([item(request, *LINES)], request, 1, 1)
    (plain, *_), _ = book_pages([item(request)], request, 1, 1)
    assert page.startswith(b"\x89PNG")
    assert page != plain


@pytest.mark.parametrize(("language", "text"), [("en", "same place of their blocks"), ("ja", "同じ位置")])
def test_rules_of_disjoint_groups_do_not_mention_shading(language, text):
    words = words_of(language)
    rules = rules_of([Layout.parse("3x3+disjoint")], words, words("how.digit"))
    assert len(rules) == 2
    assert text in rules[1]


def test_explanations_begin_with_the_rules():
    puzzle = item(wish(), *LINES).puzzle
    narrator = Narrator(words_of("en"))
    html = html_of(puzzle, explain(puzzle), narrator)
    assert "<li>On a thermometer the digits increase from the bulb on.</li>" in html
    reader = PdfReader(BytesIO(explanation_pdf(puzzle, explain(puzzle), narrator)))
    assert "On a thermometer the digits increase" in " ".join(reader.pages[0].extract_text().split())


def test_only_grades_on_another_scale_are_announced():
    def rules(*items):
        return " ".join(texts(wish(front=True), *items))

    plain = Puzzle(Layout.boxes(2, 2), GRID[:12] + (0,) * 4)
    classic = item_of(Entry(plain), GRID, model_for(plain.layout), explain(plain), wish())
    variant = item(wish(), *LINES)
    assert not variant.other_scale
    assert "on another scale" not in rules(variant)
    assert "The grade of each puzzle on another scale" in rules(classic)
    assert "Some puzzles also have a grade" in rules(variant, classic)


def test_lessons_turn_puzzles_whose_digits_stay():
    (one,) = in_order([item(wish(), *LINES)], wish())
    for rule in one.rules:
        found, scene = _example(one, rule)
        assert found.rule == rule
        assert scene.layout != one.puzzle.layout


def test_the_time_does_not_cover_stars_next_to_a_large_code(monkeypatch):
    """Codes of boards with many constraints leave little room on small boards."""
    ends, begins, put_number, put_time = [], [], puzzle_pages._put_number, puzzle_pages._put_time

    def number(*values):
        ends.append(put_number(*values))
        return ends[-1]

    def time(book, x, *values):
        begins.append(x)
        put_time(book, x, *values)

    monkeypatch.setattr(puzzle_pages, "_put_number", number)
    monkeypatch.setattr(puzzle_pages, "_put_time", time)
    lines = [f"cage: r{row}c{column} r{row}c{column + 1}" for row in range(1, 7) for column in (1, 3, 5)]
    puzzle = Puzzle(Layout.boxes(2, 3).with_constraints(*lines), (0,) * 36)
    grid = open_oracle("bitset").complete(puzzle, np.random.default_rng(1))
    solved = Puzzle(puzzle.layout, (0, *grid[1:]))
    request = BookSettings(front=False, per_page=4)
    one = item_of(Entry(solved), grid, model_for(solved.layout), explain(solved), request)
    book_pdf(in_order([one] * 4, request), request)
    assert len(ends) == len(begins) == 4
    assert all(end < begin for end, begin in zip(ends, begins, strict=True))


def test_a_book_of_one_kind_is_titled_by_it() -> None:
    request = BookSettings()
    killer = "1234341221434321 2x2+cage 3: r1c1 r1c2"
    items = [book_item(as_entry(one), request) for one in (killer, "1234341221434321")]
    assert titled(request, items[:1]).name == "Sudoku · Killer cage"
    assert titled(request, items).name == titled(request, items[1:]).name == "Sudoku"
    assert titled(BookSettings(title="Mine"), items[:1]).name == "Mine"
