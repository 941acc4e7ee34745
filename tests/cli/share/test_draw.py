"""`cpgen draw` and `book`: files as they were asked for, and what is wrong with a request in one sentence."""

from __future__ import annotations

import sys
from io import BytesIO
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from tests.cli.running import LEFT, RIGHT, call, run

SMALL = "......3231......"
MANY = "1..............."
NONE = "123....4........"


def drawn(path):
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def written(root):
    return [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_picture_on_a_pipe_is_svg_alone():
    ran = run("draw", LEFT)
    assert (ran.code, ran.err) == (0, "")
    assert len(written(ElementTree.fromstring(ran.out))) == 23


def test_a_picture_in_a_file(tmp_path):
    path = tmp_path / "board.svg"
    ran = call("draw", SMALL, "-o", str(path), "--solution", "--symbols", "春夏秋冬", "--title", "四季")
    assert ran == (0, "", "")
    assert sorted(written(drawn(path))) == sorted([*"春夏秋冬" * 4, "四季"])


def test_a_png_of_a_width(tmp_path):
    path = tmp_path / "board.png"
    assert call("draw", LEFT, "-o", str(path), "--width", "200", "--theme", "DARK", "--colours").code == 0
    assert path.read_bytes()[16:20] == (200).to_bytes(4, "big")


@pytest.mark.parametrize(("option", "role"), [(["--candidates"], "candidate"), (["--step", "4"], "gone")])
def test_small_digits(tmp_path, option, role):
    path = tmp_path / "board.svg"
    assert call("draw", LEFT, "-o", str(path), *option).code == 0
    assert role in {element.get("class") for element in drawn(path).iter()}


def test_a_book_of_a_file_of_puzzles(tmp_path):
    puzzles, path = tmp_path / "puzzles.txt", tmp_path / "book.pdf"
    puzzles.write_text(f"{LEFT}\n{RIGHT}\n{SMALL}\n", encoding="utf-8")
    ran = call(
        "book", str(path), str(puzzles), "--title", "Three", "--hints", "--per-page", "2", "--paper-size", "letter"
    )
    assert ran == (0, "", "")
    reader = PdfReader(path)
    assert reader.metadata.title == "Three"
    assert [entry.title for entry in reader.outline][-2:] == ["Hints", "Solutions"]
    assert tuple(map(float, reader.pages[0]["/TrimBox"])) == (0, 0, 612, 792)


def test_a_book_from_standard_input(tmp_path):
    path = tmp_path / "book.pdf"
    ran = call("book", str(path), "--no-qr", "--lang", "ja", stdin=f"{LEFT}\n".encode())
    assert (ran.code, ran.err) == (0, "")
    assert not any("/Annots" in page for page in PdfReader(BytesIO(path.read_bytes())).pages)


def test_symbols_that_no_font_has_are_reported_in_one_line(tmp_path):
    ran = call("book", str(tmp_path / "book.pdf"), SMALL, "--symbols", "\ufdd0 b c d")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("error: No font here has '\\ufdd0' (U+FDD0); ")
    assert not (tmp_path / "book.pdf").exists()
    assert "--font" in ran.err


def test_a_book_leaves_out_puzzles_that_cannot_be_printed(tmp_path):
    puzzles, path = tmp_path / "puzzles.txt", tmp_path / "book.pdf"
    puzzles.write_text(f"{LEFT}\n12x4\n{MANY}\n{NONE}\n{SMALL}\n", encoding="utf-8")
    ran = call("book", str(path), str(puzzles), "--front")
    assert ran.code == 4
    assert "puzzles.txt, line 2: " in ran.err
    assert "more than one solution" in ran.err
    assert f"The puzzle {NONE!r} has no solution." in ran.err
    assert "2 puzzles" in PdfReader(path).pages[0].extract_text()


def test_refused_pictures_and_books_write_nothing(tmp_path):
    for arguments, why in [
        (["draw", LEFT, "-o", "{tmp}/a.gif"], "a picture is .svg or .png"),
        (["draw", LEFT, "-o", "{tmp}/none/a.svg"], "cannot be written: No such file"),
        (["draw", LEFT, "-o", "{tmp}"], "a picture is .svg or .png"),
        (["draw", LEFT, "-o", "{tmp}/folder.svg"], "is a folder"),
        (["draw", LEFT, "--theme", "drak"], "Did you mean 'dark'"),
        (["draw", LEFT, "--step", "99"], "There is no round 99"),
        (["draw", LEFT, "--step", "1", "--solution"], "Give only one of"),
        (["draw", LEFT, "--symbols", "abc"], "needs 9"),
        (["draw", LEFT, RIGHT], "several puzzles"),
        (["draw", MANY, "--solution"], "more than one solution"),
        (["draw", "nonsense"], "No such file: nonsense"),
        (["book", "{tmp}/a.txt", LEFT], "is not a PDF file"),
        (["book", LEFT], "give the booklet first"),
        (["book", "{tmp}/none/a.pdf", LEFT], "cannot be written"),
        (["book", "{tmp}/a.pdf", LEFT, "--per-page", "13"], "it should be a whole number from 0 to 12"),
        (["book", "{tmp}/a.pdf", LEFT, "--paper-size", "b7"], "is not a paper size"),
        (["book", "{tmp}/a.pdf", LEFT, "--lang", "fr"], "Known: en, ja"),
        (["book", "{tmp}/a.pdf", LEFT, "--font", "{tmp}/none.ttf"], "no font file"),
        (["book", "{tmp}/a.pdf", LEFT, "--symbols", "abcd"], "4 symbols"),
        (["book", "{tmp}/a.pdf"], "There is no puzzle"),
    ]:
        (tmp_path / "folder.svg").mkdir(exist_ok=True)
        ran = call(*(argument.replace("{tmp}", str(tmp_path)) for argument in arguments))
        assert ran.code == 2
        assert why in ran.err
        assert ran.err.count("\n") == 1
        assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


@pytest.mark.parametrize(("command", "module"), [("draw", "resvg_py"), ("book", "reportlab")])
def test_without_the_extra_a_sentence_says_what_to_install(tmp_path, monkeypatch, command, module):
    monkeypatch.setitem(sys.modules, module, None)
    arguments = (
        ["draw", LEFT, "-o", str(tmp_path / "a.png")] if command == "draw" else ["book", str(tmp_path / "a.pdf"), LEFT]
    )
    ran = call(*arguments)
    assert ran.code == 2
    assert "[print]'`" in ran.err
    assert not list(tmp_path.iterdir())


def test_svg_needs_no_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "reportlab", None)
    assert call("draw", LEFT).code == 0


def test_help_loads_nothing_heavy():
    import subprocess

    code = (
        "import sys\nfrom cpgen.cli.app import app\n"
        "try: app(['book', '--help'])\nexcept SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'numba', 'reportlab', 'resvg_py')))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
