"""`--symbols` works alike on every command that reads, writes, draws or exports."""

import json

import pytest
from pypdf import PdfReader

from tests.cli.running import call

USUAL = "......3231......"
SEASONS, FROM_0, WORDS = "春夏秋冬", "0123", "no ea so we"
COMMANDS = (
    "check",
    "check --why",
    "solve",
    "solve --all",
    "rate",
    "candidates",
    "explain",
    "explain --rounds",
    "hint --full",
    "hint --all",
    "convert --to line",
    "convert --to rows",
    "dig --list-superfluous",
    "dig --drop all",
)


def written(text, symbols):
    """Write a line of usual digits in other symbols."""
    signs = symbols.split() if " " in symbols else list(symbols)
    return (" " * (" " in symbols)).join(signs["1234".index(one)] if one in "1234" else one for one in text)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_reads_and_shows_the_symbols(command):
    usual = call(*command.split(), USUAL)
    ran = call(*command.split(), written(USUAL, SEASONS), "--symbols", SEASONS)
    assert (ran.code, ran.out.translate(str.maketrans(SEASONS, "1234"))) == (usual.code, usual.out)
    assert not set(ran.out.split()[0]) & set("1234") or command in ("explain", "explain --rounds", "hint --all")


@pytest.mark.parametrize("symbols", [FROM_0, "ABCD", "一二三四", WORDS, "〇□△×"])
def test_symbols_of_all_kinds_are_read_and_written(symbols):
    solution = call("solve", USUAL).out.strip()
    assert call("solve", written(USUAL, symbols), "--symbols", symbols).out.strip() == written(solution, symbols)


@pytest.mark.parametrize("symbols", [FROM_0, WORDS])
@pytest.mark.parametrize("to", ["line", "rows"])
def test_what_generate_and_dig_write_can_be_read(symbols, to, tmp_path):
    for command in ("generate", "dig"):
        usual = call(command, "--size", "4", "--seed", "1").out
        file = tmp_path / "puzzle"
        file.write_text(call(command, "--size", "4", "--seed", "1", "--symbols", symbols, "--to", to).out)
        assert call("convert", str(file), "--to", "jsonl", "--symbols", symbols).objects[0]["puzzle"] == usual.strip()
        assert call("check", str(file), "--symbols", symbols).code == 0


def test_a_picture_and_a_page_have_the_symbols_read(tmp_path):
    for command in ("draw", "export"):
        name = "board.svg" if command == "draw" else "board.html"
        option = "--out" if command == "draw" else "--html"
        for folder, arguments in (("a", [USUAL]), ("b", [written(USUAL, FROM_0), "--symbols", FROM_0])):
            (tmp_path / folder).mkdir(exist_ok=True)
            assert call(command, *arguments, option, str(tmp_path / folder / name)).code == 0
    assert ">2<" in (tmp_path / "a" / "board.svg").read_text()
    assert ">0<" in (tmp_path / "b" / "board.svg").read_text()
    assert '"symbols": "0 1 2 3"' in (tmp_path / "b" / "board.html").read_text()


def test_a_picture_has_the_symbols_of_its_puzzle(tmp_path):
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps({"puzzle": USUAL, "symbols": ["A", "B", "C", "D"]}))
    assert ">B<" in call("draw", str(file)).out


@pytest.mark.parametrize("symbol", ["\x07", "x" * 41])
def test_symbols_are_short_and_printable(symbol, tmp_path):
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps({"puzzle": USUAL, "symbols": [symbol, *"BCD"]}))
    assert "cannot be used for a digit" in call("check", str(file)).err


def test_a_wrong_symbol_in_a_file_spares_the_others(tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{written(USUAL, FROM_0)}\n0..4............\n{written(USUAL, FROM_0)}\n")
    ran = call("check", str(file), "--symbols", FROM_0)
    assert ran.out.count("exactly one solution") == 2
    assert "line 2: '4' is not one of the symbols 0 1 2 3" in ran.err


def test_usual_digits_are_read_beside_symbols_that_are_none():
    assert call("solve", USUAL, "--symbols", SEASONS).code == 0
    assert "'4' is not one of the symbols" in call("solve", "4..1............", "--symbols", FROM_0).err


def test_symbols_leave_constraints_and_layouts_as_they_are():
    puzzle = f"{written(USUAL, 'abcd')} 2x2+cage 3: r1c1 r1c2"
    ran = call("convert", "-", "--to", "jsonl", "--symbols", "abcd", stdin=f"{puzzle}; killer 7: r4c1 r4c2\n".encode())
    assert [one["kind"] for one in ran.objects[0]["constraints"]] == ["cage", "cage"]


def test_bulk_ratings_read_symbols(tmp_path):
    file, table = tmp_path / "puzzles.txt", tmp_path / "table.csv"
    file.write_text(f"{written(USUAL, FROM_0)}\n")
    assert call("rate", str(file), "--symbols", FROM_0, "--out", str(table)).code == 0
    assert USUAL in table.read_text()


@pytest.mark.parametrize(("symbols", "sign"), [("ABCD", "D"), (FROM_0, "3"), (WORDS, "we"), (SEASONS, "4")])
def test_a_refutation_takes_and_shows_the_symbols(symbols, sign):
    ran = call("hint", "--why-not", f"r1c1={sign}", "--symbols", symbols, written(USUAL, symbols))
    shown = symbols.split()[3] if " " in symbols else symbols[3]
    assert ran.lines[0] == f"{shown} cannot go in r1c1:"


def test_grids_are_written_in_symbols():
    usual = call("grid", "--layout", "2x2", "--seed", "1").out
    assert call("grid", "--layout", "2x2", "--seed", "1", "--symbols", FROM_0).out.strip() == written(
        usual.strip(), FROM_0
    )


def text_of(path) -> str:
    return " ".join(page.extract_text() for page in PdfReader(path).pages)


def test_practice_reads_and_shows_the_symbols(tmp_path):
    file, pdf = tmp_path / "puzzles.txt", tmp_path / "practice.pdf"
    file.write_text(f"{written(USUAL, 'ABCD')}\n")
    words = ("naked-single", "--from", str(file), "--symbols", "ABCD")
    assert call("practice", *words, "--json").objects[0]["sentence"] == "In r2c2, only D is possible."
    assert call("practice", *words, "--pdf", str(pdf)).code == 0
    assert {"A", "B", "C", "D"} <= set(text_of(pdf).split())


@pytest.mark.parametrize("command", ["book", "collection book"])
def test_a_booklet_reads_and_shows_the_symbols(command, tmp_path):
    file, store, pdf = tmp_path / "puzzles.txt", tmp_path / "set.db", tmp_path / "book.pdf"
    file.write_text(f"{written(USUAL, 'ABCD')}\n")
    source = file
    if command == "collection book":
        assert call("collection", "import", str(store), str(file), "--symbols", "ABCD").code == 0
        source = store
    paths = (source, pdf) if command == "collection book" else (pdf, source)
    assert call(*command.split(), *map(str, paths), "--symbols", "ABCD").code == 0
    words = text_of(pdf).split()
    assert words.count("C") == 2 + 4
    assert words.count("3") == 0


@pytest.mark.parametrize("to", ["line", "rows"])
def test_a_collection_is_imported_and_exported_in_symbols(to, tmp_path):
    file, store, back = tmp_path / "puzzles.txt", tmp_path / "set.db", tmp_path / "back.txt"
    file.write_text(f"{written(USUAL, FROM_0)}\n")
    assert call("collection", "import", str(store), str(file), "--symbols", FROM_0).code == 0
    assert call("collection", "export", str(store), "--to", "line").out.split()[0] == USUAL
    back.write_text(call("collection", "export", str(store), "--to", to, "--symbols", FROM_0).out)
    assert call("convert", str(back), "--to", "line", "--symbols", FROM_0).out.split()[0] == written(USUAL, FROM_0)
