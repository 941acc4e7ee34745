"""Writes docs/formats.md from the table of formats, so that it says what is true."""

from pathlib import Path

from cpgen import formats
from cpgen.formats.table import OTHER_ENDINGS, format_rows

PAGE = Path(__file__).parent.parent / "docs" / "formats.md"

HEAD = """# Formats

`cpgen convert IN OUT` reads puzzles of any of these formats and writes another: `--to NAME`, or the file extension of
OUT, decides. Every command takes the same files. Formats are recognised by the text, so that one file or stream may mix
the formats that have a puzzle a line. This page is written by `scripts/write_format_docs`.

<!-- example: first `cpgen generate -n 3 --seed 1 | cpgen convert - puzzles.sdm` -->
```sh
cpgen convert puzzles.sdm puzzles.json            # the extension decides the format
cpgen convert puzzles.json - --to fpuzzles        # links, one a line
cpgen generate -n 5 --json | cpgen convert - - --to tatham
cpgen formats                                     # this table
```

A puzzle that is wrong, or that the format cannot hold, is named on standard error with its line and left out; the
others are written, and the exit code is 2. A file appears whole or not at all.

What a format does not hold of the puzzles (placed digits, marks that sight does not give, titles and other texts, a
board that it does not tell) is said at the end, once and with numbers. A solution, a grade and a level are not counted,
as cpgen finds them again.

- `--plain` writes the clues alone, in `.sdm` as digits with 0 for a blank, for importers that take digits only.
- `--guard-formulas` puts an apostrophe before what a spreadsheet would take for a formula in CSV (a text that begins
  with `=`, `+`, `-`, `@` or a tab).

"""
NOTES = """
- **Layout.** Where it is *in the file*, the text itself has the board's layout. Where it *must be given*, a reader
  takes the default boxes of the size (6 is 2×3) unless `--layout` or `--diagonals` gives another;
  `convert` writes another layout there only when the same options give it.
- **Keeps** is what survives besides the clues. `placed` are digits entered that are no clues, `marks` candidates noted
  in cells, `instructions` the rules for the solver, and `more` what else cpgen knows (level, steps, method).
- In pencil marks and lists of candidates a cell with one digit is a clue, unless the line of clues comes first: then
  it is a digit placed. Frames are read as they come, or none: a row of the board a line, its cells parted by blanks.
- `hint`, `rate`, `explain`, `rounds` and `draw` go on from what is placed and noted; a cell without marks has the
  candidates that sight leaves. In pencil marks and lists, a blank cell among cells with candidates has none left, in
  JSON and CSV a cell with `0`: `check` and `hint` say so.
- Marks in the corners of a cell (SudokuPad, f-puzzles) are candidates only where every open cell has marks; else they
  are notes, which are left out. Marks in the centre are always candidates.
- A solution is checked when it is read: it must be a grid of the board and agree with the clues.
- Constraints that cpgen's boards do not have (cages, thermometers, antiknight …) are refused by name, and so are
  drawings that may be one (lines, circles, texts, coloured cells …), with their numbers. `--ignore-drawings`
  (`ignore_drawings` in Python and on the server) reads such a puzzle without them, and says how many there were.
- A short link, which only its site can resolve, is refused.
- What a site takes is written as the site has it: `sudokuwiki` and `sudokumaker` with digits placed and marks,
  `sudokucoach` and `sudokuexchange` with the clues. SudokuPad's `scf…` and addresses with 81 digits are read, too, and
  so is `.hsol` of HoDoKu 2.2, a zip file, which HoDoKu alone can write.
- Words beside a grid of candidates, as in a forum, are left out.
- One file of a format that holds one puzzle takes one; several are written with `.sdm`, lines, JSON or CSV.

"""


def page():
    """The text of the page."""
    rows = ["| name | format | ending | sides | layouts | layout | puzzles a file | keeps |", "|" + "---|" * 8]
    for one in format_rows():
        cells = (
            f"`{one['name']}`",
            one["title"],
            f"`{one['ending']}`" if one["ending"] else "",
            one["sides"],
            ", ".join(one["shapes"]),
            "must be given" if one["needs_layout"] else "in the file",
            "many" if one["many"] else "one",
            ", ".join(one["keeps"]) or "clues only",
        )
        rows.append(f"| {' | '.join(cells)} |")
    others = ", ".join(f"`{ending}` ({name})" for ending, name in OTHER_ENDINGS.items())
    examples = [f"    {one.example}" for one in formats.FORMATS if one.example]
    sources = [f"- `{one.name}`: {one.source}" for one in formats.FORMATS if one.source]
    parts = [HEAD + "\n".join(rows), "", f"Other endings: {others}.", NOTES + "## Examples", "", *examples, SCHEMA]
    parts += [SOURCES, *sources, ""]
    return "\n".join(parts)


SOURCES = """## Where they are defined

Facts are taken from these, and no code.
"""
SCHEMA = """
## JSON

One object a line, or a list, or objects over several lines. `cpgen/formats/schema.json` is its schema; only `puzzle` is
needed. Keys that the schema does not list are kept, too. CSV has the same keys as columns, with `level` and `steps`
apart and the rest in `more`; a table from elsewhere needs a column `puzzle` (or `quizzes`), separated by comma,
semicolon or tab.
"""

if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
