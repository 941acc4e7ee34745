"""Books for e-readers and layout programs: complete, without fonts, and valid for other programs."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from subprocess import run as start
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from pypdf import PdfReader

from cpgen import api
from cpgen.errors import InputError
from tests.cli.running import call

EASY = ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3."
SMALL = "......3231......"
CHECKER = Path("/usr/bin/epubcheck")
QUICK_START = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


@pytest.fixture(scope="module")
def epub() -> bytes:
    return api.book([EASY, SMALL], kind="epub", title="A & <b>", author="A. Author", hints=True, isbn="316148410X")


def test_epub_lists_all_files_and_its_links_resolve(epub: bytes) -> None:
    with ZipFile(BytesIO(epub)) as file:
        names, first = set(file.namelist()), file.infolist()[0]
        texts = {name: file.read(name).decode() for name in names}
    assert (first.filename, first.compress_type, texts["mimetype"]) == ("mimetype", ZIP_STORED, "application/epub+zip")
    listed = set(re.findall(r'<item id="\w+" href="([^"]+)"', texts["book/content.opf"]))
    assert {f"book/{name}" for name in listed} | {"book/content.opf"} == {n for n in names if n.startswith("book/")}
    trees = {n: ElementTree.fromstring(text) for n, text in texts.items() if n.endswith(("html", "svg", "opf"))}
    marks = {f"{name}#{one.get('id')}" for name, tree in trees.items() for one in tree.iter() if one.get("id")}
    pages = [tree for name, tree in trees.items() if name.endswith("html")]
    addresses = [one.get("href") or one.get("src") or "" for tree in pages for one in tree.iter()]
    for address in filter(None, addresses):
        assert address.startswith("https:") or f"book/{address}" in (marks if "#" in address else names), address
    assert "urn:isbn:316148410X" in texts["book/content.opf"]


def test_epubcheck_finds_no_error(epub: bytes, tmp_path: Path) -> None:
    if not CHECKER.exists():
        pytest.skip("no epubcheck here; install epubcheck")
    (tmp_path / "book.epub").write_bytes(epub)
    ran = start(
        ["java", *QUICK_START, "-jar", CHECKER, tmp_path / "book.epub"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_equal_epubs_have_equal_bytes(epub: bytes) -> None:
    wishes = {"title": "A & <b>", "author": "A. Author", "hints": True, "isbn": "316148410X"}
    assert api.book([EASY, SMALL], kind="epub", **wishes) == epub  # type: ignore[arg-type]


def test_parts_need_no_fonts_and_their_names_sort(tmp_path: Path) -> None:
    ran = call("book", f"{tmp_path}/parts/", EASY, SMALL, "--symbols", "一 二 三 四 5 6 7 8 9")
    assert ran == (0, "", "")
    names = sorted(path.name for path in (tmp_path / "parts").iterdir())
    kinds = ("-solution.pdf", "-solution.svg", ".pdf", ".svg")
    starts = ("001-beginner", "002-advanced")
    assert names == [*(name + kind for name in starts for kind in kinds), "contents.csv"]
    for path in (tmp_path / "parts").glob("*.svg"):
        tags = [one.tag.rpartition("}")[2] for one in ElementTree.parse(path).iter()]
        assert not {"text", "style", "script"} & set(tags)
        digits = 81 if "001" in path.name else 16
        clues = 23 if "001" in path.name else SMALL.count("3") + 2
        assert tags.count("use") == (digits if "solution" in path.name else clues)
    for path in (tmp_path / "parts").glob("*.pdf"):
        (page,) = PdfReader(path).pages
        assert not page["/Resources"].get("/Font", {}).get_object()
        assert page.extract_text() == ""
    with ZipFile(BytesIO(api.book([EASY, SMALL], kind="zip"))) as file:
        assert len(file.namelist()) == 9


def test_unknown_file_types_and_bad_paths_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'docx' is not a kind of booklet"):
        api.book([EASY], kind="docx")
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = call("book", f"{tmp_path}/file/parts/", EASY)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "cannot be made: Not a directory" in ran.err
