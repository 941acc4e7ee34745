"""Grids of candidates as programs and forums print them, and lists of n³ characters."""

import pytest

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats.pencil_marks import looks_like_grid, read_grid
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.puzzle import Puzzle

CLUES = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
FRAMED = """
.-------------------.---------------------.--------------------.
| 2     9    13457  | 58    3578   358    | 134578 6    13478  |
| 8     37   3567   | 1     4      356    | 357    59   2      |
| 13456 137  134567 | 5689  356789 2      | 134578 1459 134789 |
:-------------------+---------------------+--------------------:
| 14    128  9      | 3     568    4568   | 124568 7    1468   |
| 24    5    2478   | 24689 1      468    | 2468   3    468    |
| 134   6    12348  | 2458  58     7      | 9      1245 148    |
:-------------------+---------------------+--------------------:
| 13569 1238 123568 | 7     3568   134568 | 12346  1249 13469  |
| 7     138  1368   | 468   2      9      | 1346   14   5      |
| 13569 4    12356  | 56    356    1356   | 12367  8    13679  |
'-------------------'---------------------'--------------------'
"""
HODOKU = FRAMED.replace("'", ":")
STARS = "\n".join("*" + row[1:-1] + "*" if "---" in row else row for row in FRAMED.splitlines())
BARE = "\n".join(" ".join(row.replace("|", " ").split()) for row in FRAMED.splitlines() if row.startswith("|"))


def only(text, layout=None):
    (entry,) = formats.read(text, layout)
    return entry


@pytest.mark.parametrize("text", [FRAMED, HODOKU, STARS, BARE], ids=["framed", "hodoku", "stars", "bare"])
def test_grid_is_read_with_any_frame_or_none(text):
    entry = only(text)
    assert entry.puzzle.line == "2" + CLUES[1:]
    assert (entry.placed, entry.marks[0], entry.marks[2], entry.marks[3]) == ((), (), (1, 3, 4, 5, 7), (5, 8))
    assert entry == only(text.replace("\n", "\r\n"))


ROWS = [[part.split() for part in row.strip("|").split("|")] for row in FRAMED.splitlines() if row.startswith("|")]


def framed(top, middle, bottom, side="|"):
    """Replace the frame of the grid; each line of a frame has three equal parts between its corners."""
    lines = [
        f"{side} " + f" {side} ".join(" ".join(f"{cell:7}" for cell in part) for part in row) + f" {side}"
        for row in ROWS
    ]
    first, within, last = (
        corners[0] + corners[1].join([corners[2] * 25] * 3) + corners[3] for corners in (top, middle, bottom)
    )
    return "\n".join([first, *lines[:3], within, *lines[3:6], within, *lines[6:], last])


SPACED = BARE.replace("\n", "\n\n")
VARIANTS = {
    "Simple Sudoku": framed("*--*", "|+-|", "*--*").replace("\n", "\n "),
    "plus signs": framed("++-+", "++-+", "++-+"),
    "commas": framed(",,-,", "|+-|", "''-'"),
    "lines": framed("┌┬─┐", "├┼─┤", "└┴─┘", "│"),
    "double lines": framed("╔╦═╗", "╠╬═╣", "╚╩═╝", "║"),
    "equals signs": framed("++=+", "++=+", "++=+"),
    "inner rules": "\n------+------+-----\n".join(
        "\n".join(" | ".join(map(" ".join, row)) for row in ROWS[k : k + 3]) for k in (0, 3, 6)
    ),
    "tabs": BARE.replace(" ", "\t"),
    "full width": BARE.translate({0x30 + digit: 0xFF10 + digit for digit in range(10)} | {0x20: 0x3000}),
    "parts": "\n\n".join("\n".join(BARE.splitlines()[k : k + 3]) for k in (0, 3, 6)),
    "a blank line between": SPACED,
    "a frame with blank lines": FRAMED.strip().replace("\n", "\n\n"),
    "code, indented": FRAMED.replace("\n", "\n    "),
    "quoted": FRAMED.strip().replace("\n", "\n> "),
    "in a forum": f"After singles:\n[code]\n{FRAMED.strip()}\n[/code]\nX-Wing: 3 r26 c48 => r5c4<>3",
    "blanks at the end": FRAMED.replace("\n", "  \n"),
}


@pytest.mark.parametrize("text", VARIANTS.values(), ids=VARIANTS)
def test_grids_of_programs_and_forums_are_read(text):
    entry = only(FRAMED)
    assert only(text) == entry == only(text.replace("\n", "\r\n"))
    for end in ("\n\n", "\n\n# another\n"):
        assert list(formats.read(text.strip() + end + text.strip() + end)) == [entry] * 2


@pytest.mark.parametrize(
    "text", [FRAMED.strip(), BARE, VARIANTS["lines"], f"{CLUES}\n{BARE}"], ids=["framed", "bare", "lines", "clues"]
)
def test_adjacent_grids_and_puzzles_are_split(text):
    (entry,) = formats.read(text)
    assert list(formats.read(f"{text}\n{text}\n{text}\n")) == [entry] * 3
    line = only(CLUES)
    assert list(formats.read(f"{text}\n\n{CLUES}\n{CLUES}\n\n{text}\n")) == [entry, line, line, entry]
    *found, wrong = formats.read(f"{text}\n{CLUES[1:]}\n")
    assert found == [entry]
    assert "80 cells" in str(wrong)


def test_incomplete_grid_takes_no_row_of_the_next():
    short = "\n".join(BARE.splitlines()[:8])
    wrong, entry = formats.read(f"{short}\n\n{BARE}\n")
    assert (isinstance(wrong, formats.Problem), entry) == (True, only(BARE))


def test_sdx_distinguishes_placed_digits_from_clues():
    entry = only(f"{CLUES}\n{FRAMED.strip()}\n")
    text = "".join(formats.write([entry], "sdx"))
    assert text.splitlines()[0] == "u2 9 13457 58 3578 358 134578 6 13478"
    assert only(text) == entry


@pytest.mark.parametrize("text", [FRAMED, BARE], ids=["framed", "bare"])
def test_line_of_clues_distinguishes_placed_digits(text):
    entry = only(f"{CLUES}\n{text.strip()}\n")
    assert entry.puzzle.line == CLUES
    assert entry.placed == (2,) + (0,) * 80
    assert entry == only("".join(formats.write([entry], "marks")))
    assert [one.puzzle.line for one in formats.read(f"{CLUES}\n{text.strip()}\n\n{CLUES}\n{CLUES}\n")] == [CLUES] * 3


def test_written_grid_shows_boxes_but_not_jigsaw_regions():
    entry = formats.Entry(Puzzle.parse("1... .... ..2. ...."))
    assert "".join(formats.write([entry], "marks")).splitlines() == [
        ".----------.----------.",
        "| 1   234  | 34  234  |",
        "| 234 234  | 134 1234 |",
        ":----------+----------:",
        "| 34  134  | 2   134  |",
        "| 234 1234 | 134 134  |",
        "'----------'----------'",
        "",
    ]
    jigsaw = layout_named("jigsaw-7")
    text = "".join(formats.write([formats.Entry(Puzzle(jigsaw, (1,) + (0,) * 48))], "marks", jigsaw))
    assert text.count("---") == 2 * text.splitlines()[0].count("---")
    assert only(text, jigsaw).puzzle.clue_count == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BARE.replace(" 58 ", " ", 1), "Row 1 of the pencil marks has 8 cells; each row needs 9."),
        (BARE.replace(" 58 ", " 5x ", 1), "'x' at row 1, column 4 is not a digit"),
        (BARE.replace("2 9", "2 2", 1), "2 appears twice in row 1"),
        ("\n".join(BARE.splitlines()[:8]), "Row 1 of the pencil marks has 9 cells; each row needs 8."),
        (f"{CLUES.replace('9', '3', 1)}\n{BARE}", "The clue at row 1, column 2 is 3, but the pencil marks show 9."),
    ],
)
def test_damaged_grid_is_refused_with_the_place(text, message):
    assert message in str(only(text).error)


def test_grid_of_another_size_is_refused():
    with pytest.raises(InputError, match="The pencil marks have 9 rows; this board has 6"):
        read_grid(BARE, Layout.boxes(2, 3))


@pytest.mark.parametrize(
    "text",
    [
        CLUES + "\n" + CLUES,
        "\n".join(["123 456 789"] * 9),
        "\n".join(["1 2 3 4"] * 4),
        "\n".join(["1234 3412 2143 4321"] * 4),
        "\n".join(f"{CLUES} {CLUES}" for _ in range(9)),
    ],
)
def test_rows_of_digits_are_not_candidates(text):
    assert not looks_like_grid(text.splitlines())


def test_candidate_lists_are_read_in_every_form():
    entry = only(FRAMED)
    listed = "".join(formats.write([entry], "candidates")).strip()
    wide = {0x30 + digit: 0xFF10 + digit for digit in range(10)} | {ord("."): 0xFF0E}
    for text in (listed.replace(".", "0"), f"{listed}\r\n", f"\n{listed}  \n", listed.translate(wide)):
        assert only(text) == entry
    for end in ("\n", "\r\n", "\n\n"):
        assert list(formats.read(f"{listed}{end}{CLUES}{end}{listed}{end}")) == [entry, only(CLUES), entry]
    assert only(f"{CLUES}\t{listed}").puzzle == only(CLUES).puzzle


def test_candidate_list_may_follow_the_clues():
    entry = only(FRAMED)
    listed = "".join(formats.write([entry], "candidates"))
    assert (len(listed), only(listed)) == (730, entry)
    assert only(f"{CLUES} {listed.replace('.', '0')}").placed == (2,) + (0,) * 80
    octet = formats.Entry(Puzzle.parse("1" + "." * 63, Layout.default(8)))
    listed = "".join(formats.write([octet], "candidates"))
    assert (len(listed), only(listed).puzzle) == (513, octet.puzzle)
