"""Book as an EPUB 3 file: a page per puzzle with its picture, links to its solution and back, and chapters by grade."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from cpgen._version import __version__
from cpgen.render.front_pages import rules, subtitle
from cpgen.render.item import Chapter, Item, chapters_of, in_order
from cpgen.render.lettering import Fonts
from cpgen.render.paper import Paper, require_reportlab
from cpgen.render.picture_shapes import Picture
from cpgen.render.render_requests import BookSettings
from cpgen.render.section import Book, puzzle_picture, solution_picture, theme_of
from cpgen.render.svg import clean
from cpgen.render.trim import TrimmedSheet
from cpgen.render.vector import vector_svg
from cpgen.render.zip_parts import pictures_of

SOLUTIONS_PER_FILE = 50
CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" '
    'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/content.opf" '
    'media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
STYLE = (
    "body{font-family:sans-serif;line-height:1.5;margin:0 4%}h1{line-height:1.2}"
    ".puzzle{page-break-before:always;break-before:page}img{width:100%;max-width:34em;height:auto}"
    ".small img{max-width:16em}.about{margin:0 0 .6em}.stars{letter-spacing:.1em}"
)
KINDS = {"xhtml": "application/xhtml+xml", "svg": "image/svg+xml", "css": "text/css"}


def book_epub(
    items: Sequence[Item], request: BookSettings, font: str = "", progress: Callable[[int, int], object] | None = None
) -> bytes:
    """Return the EPUB file of a book; `progress` is called with the number of puzzles drawn and of all puzzles."""
    require_reportlab()
    fonts = Fonts(font, request.colours)
    book = Book(in_order(items, request), request, Paper(TrimmedSheet.single("a4"), request.name, fonts=fonts))
    made = BytesIO()
    with ZipFile(made, "w") as file:
        _add(file, "mimetype", "application/epub+zip", ZIP_STORED)
        _add(file, "META-INF/container.xml", CONTAINER)
        names = []
        for name, content in _documents(book, fonts, progress):
            _add(file, f"book/{name}", content)
            names.append(name)
        _add(file, "book/content.opf", _package(book, names))
    return made.getvalue()


def _add(file: ZipFile, name: str, content: str, how: int = ZIP_DEFLATED) -> None:
    """Add a file with this text to a zip archive, without a date, so that equal books have equal bytes.

    `how` is the compression of `zipfile`.
    """
    file.writestr(ZipInfo(name), content, how)


def _documents(book: Book, fonts: Fonts, progress: Callable[[int, int], object] | None) -> Iterator[tuple[str, str]]:
    """Yield path and content of each file of the book, with the texts in reading order.

    `progress` is called with the number of puzzles drawn and of all puzzles.
    """
    chapters = chapters_of(book.items, book.request)
    yield "style.css", STYLE
    yield "nav.xhtml", _page(book, book.words("book.contents"), _navigation(book, chapters))
    yield "title.xhtml", _page(book, book.request.name, _title(book))
    yield "play.xhtml", _page(book, book.words("how.title"), _play(book))
    for number, chapter in enumerate(chapters, 1):
        body = f"<h1>{clean(chapter.name)}</h1>" + "".join(_puzzle(book, item) for item in chapter.items)
        yield _chapter(number), _page(book, chapter.name, body)
    homes = {item.number: _chapter(k) for k, chapter in enumerate(chapters, 1) for item in chapter.items}
    if book.request.hints:
        yield "hints.xhtml", _page(book, book.words("book.hints"), _hints(book, homes))
    for number, begin in enumerate(range(0, len(book.items), SOLUTIONS_PER_FILE), 1):
        chosen = book.items[begin : begin + SOLUTIONS_PER_FILE]
        heading = f"<h1>{clean(book.words('book.solutions'))}</h1>" if number == 1 else ""
        body = heading + "".join(_solution(book, item, homes) for item in chosen)
        yield f"solutions-{number:03}.xhtml", _page(book, book.words("book.solutions"), body)
    for item in book.items:
        for kind, picture, cell in pictures_of(item, book.request):
            yield (
                f"{_name(item)}{kind}.svg",
                vector_svg(picture, theme_of(book.request.colours), fonts, cell * picture.width),
            )
        if progress:
            progress(item.number, len(book.items))


def _name(item: Item) -> str:
    return f"puzzle-{item.number:05}"


def _chapter(number: int) -> str:
    return f"chapter-{number:02}.xhtml"


def _page(book: Book, title: str, body: str) -> str:
    language = book.words.language
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops" lang="{language}" xml:lang="{language}">\n<head>\n'
        f'<title>{clean(title)}</title>\n<link rel="stylesheet" type="text/css" href="style.css"/>\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _navigation(book: Book, chapters: Sequence[Chapter]) -> str:
    words = book.words
    rows = [("play.xhtml", words("how.title"))]
    rows += [(_chapter(number), chapter.name) for number, chapter in enumerate(chapters, 1)]
    rows += [("hints.xhtml", words("book.hints"))] if book.request.hints else []
    rows.append(("solutions-001.xhtml", words("book.solutions")))
    listed = "".join(f'<li><a href="{file}">{clean(name)}</a></li>' for file, name in rows)
    return f'<nav epub:type="toc" id="toc"><h1>{clean(words("book.contents"))}</h1><ol>{listed}</ol></nav>'


def _title(book: Book) -> str:
    request = book.request
    isbn = f"ISBN {request.isbn}" if request.isbn else ""
    made = book.words("book.made", number=len(book.items), version=__version__)
    lines = [request.subtitle or subtitle(book), request.author, request.publisher, isbn, *request.rights.splitlines()]
    return f"<h1>{clean(request.name)}</h1>" + _paragraphs([*lines, made])


def _play(book: Book) -> str:
    lines = [*book.request.introduction.splitlines(), *rules(book)]
    return f"<h1>{clean(book.words('how.title'))}</h1>" + _paragraphs(lines)


def _paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"<p>{clean(text)}</p>" for text in texts if text)


def _puzzle(book: Book, item: Item) -> str:
    words, file = book.words, f"solutions-{(item.number - 1) // SOLUTIONS_PER_FILE + 1:03}.xhtml"
    stars = f' <span class="stars">{"★" * item.grade}{"☆" * (item.grades - item.grade)}</span>' if item.grade else ""
    links = [f'<a href="{file}#solution-{item.number}">{clean(words("book.solution"))}</a>']
    if item.hints:
        links.insert(0, f'<a href="hints.xhtml#hints-{item.number}">{clean(words("book.hints"))}</a>')
    if item.link:
        links.append(f'<a href="{clean(item.link)}">{clean(words("book.play"))}</a>')
    return (
        f'<section class="puzzle" id="puzzle-{item.number}"><h2>{item.number}{stars}</h2>'
        f'<p class="about">{clean(item.credit or item.grade_name)}</p>'
        f"<p>{_image(item, '', puzzle_picture(item, book.request))}</p><p>{' · '.join(links)}</p></section>"
    )


def _image(item: Item, kind: str, picture: Picture) -> str:
    """Return the HTML element of a picture, with the board in words as its alternative text.

    `kind` distinguishes the picture of a puzzle from that of its solution, in the name.
    """
    return f'<img src="{_name(item)}{kind}.svg" alt="{clean(picture.about)}"/>'


def _solution(book: Book, item: Item, homes: Mapping[int, str]) -> str:
    file = homes[item.number]
    return (
        f'<section class="small" id="solution-{item.number}"><h2><a href="{file}#puzzle-{item.number}">'
        f"{item.number}</a></h2><p>{_image(item, '-solution', solution_picture(item, book.request))}</p></section>"
    )


def _hints(book: Book, homes: Mapping[int, str]) -> str:
    parts = [f"<h1>{clean(book.words('book.hints'))}</h1>", _paragraphs([book.words("book.hints-about")])]
    for item in book.items:
        back = f'<a href="{homes[item.number]}#puzzle-{item.number}">{item.number}</a>'
        parts.append(f'<section id="hints-{item.number}"><h2>{back}</h2>{_paragraphs(item.hints)}</section>')
    return "".join(parts)


def _package(book: Book, names: Sequence[str]) -> str:
    """Return the package document of EPUB: metadata, list of files and reading order.

    `names` are the paths of the files.
    """
    request = book.request
    digits = request.isbn.replace("-", "").replace(" ", "")
    identity = uuid5(NAMESPACE_URL, repr((request, [item.puzzle.line for item in book.items])))
    about = {
        "dc:title": request.name,
        "dc:language": book.words.language,
        "dc:creator": request.author,
        "dc:publisher": request.publisher,
        "dc:rights": request.rights,
    }
    metadata = "".join(f"<{key}>{clean(text)}</{key}>" for key, text in about.items() if text)
    files, spine = [], []
    for place, name in enumerate(names, 1):
        kind = KINDS[name.rpartition(".")[2]]
        nav = ' properties="nav"' if name == "nav.xhtml" else ""
        files.append(f'<item id="f{place}" href="{name}" media-type="{kind}"{nav}/>')
        if kind == KINDS["xhtml"]:
            # The title page comes first in reading order, whatever the order of the files.
            spine.append((name != "title.xhtml", f'<itemref idref="f{place}"/>'))
    ordered = "".join(row for _, row in sorted(spine, key=lambda row: row[0]))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        'unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">{f"urn:isbn:{digits}" if digits else identity.urn}</dc:identifier>{metadata}'
        '<meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata>\n'
        f"<manifest>{''.join(files)}</manifest>\n<spine>{ordered}</spine></package>\n"
    )
