"""Puzzles from files and standard input, as other programs write them; an invalid one does not stop the rest."""

import os
import re
import threading

import pytest

from tests.cli.running import LEFT, RIGHT, call, run

UNIQUE = "1234341221434..."


def rows(line: str) -> list[str]:
    return [line[k : k + 9] for k in range(0, 81, 9)]


def framed(line: str) -> str:
    ruled = [f"| {row[:3]} | {row[3:6]} | {row[6:]} |" for row in rows(line)]
    frame = "+-----+-----+-----+"
    return "\n".join([frame, *ruled[:3], frame, *ruled[3:6], frame, *ruled[6:], frame])


FILES = {
    "one a line": f"{LEFT}\n{RIGHT}\n",
    "no end of line": f"{LEFT}\n{RIGHT}",
    "CRLF": f"{LEFT}\r\n{RIGHT}\r\n",
    "byte order mark": f"\ufeff{LEFT}\n{RIGHT}\n",
    "comments and blank lines": f"# two\n\n{LEFT} # the left one\n\n\n{RIGHT}\n# end\n",
    "rows": "\n".join(rows(LEFT)) + "\n\n" + "\n".join(rows(RIGHT)),
    "frames": f"{framed(LEFT)}\n\n{framed(RIGHT)}\n",
    "rows and a line, CRLF": "\r\n".join(rows(LEFT)) + f"\r\n\r\n{RIGHT}\r\n",
    "zeros": f"{LEFT.replace('.', '0')}\n{RIGHT.replace('.', '_')}\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES.keys())
def test_files_and_standard_input_in_many_forms(text, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_bytes(text.encode())
    for ran in (call("rate", str(path), "--json"), call("rate", "--json", stdin=text.encode())):
        assert (ran.code, ran.err) == (0, "")
        assert [one["puzzle"] for one in ran.objects] == [LEFT, RIGHT]


def test_standard_input_by_default_and_as_a_dash():
    ran = run("rate", "--json", stdin=f"{LEFT}\n{RIGHT}\n".encode())
    assert [one["steps"] for one in ran.objects] == [34, 17]
    assert call("check", UNIQUE, "-", "--json", stdin=LEFT.encode()).objects[1]["puzzle"] == LEFT


def test_wrong_lines_are_named_and_the_rest_goes_on():
    lines = [LEFT, "# fine", LEFT[:-1], RIGHT, LEFT.replace("9", "x", 1), "11" + LEFT[2:], LEFT]
    ran = run("rate", "--json", stdin="\n".join(lines).encode())
    assert ran.code == 2
    assert [one["puzzle"] for one in ran.objects] == [LEFT, RIGHT, LEFT]
    third, fifth, sixth = ran.err.splitlines()
    assert third.startswith("error: standard input, line 3: ")
    assert "80 cells" in third
    assert fifth.startswith("error: standard input, line 5: 'x' at row 1, column 2 ")
    assert sixth.startswith("error: standard input, line 6: 1 appears twice in row 1")


@pytest.mark.parametrize("options", [["--json"], ["--out", "-"]], ids=["one by one", "a table"])
def test_invalid_bytes_are_reported_with_their_lines(options, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_bytes(f"{LEFT[:-1]}ÿ\n{LEFT}\n# Müller\n{RIGHT} # Müller\n{RIGHT}\n".encode("latin-1"))
    ran = call("rate", str(path), *options)
    assert (ran.code, [LEFT in ran.out, ran.out.count(RIGHT)]) == (2, [True, 1])
    (told,) = ran.err.splitlines()
    assert told.startswith(f"error: {path}, line 1: There is a byte here")
    assert told.endswith(" 1 more puzzle has such a fault in line 4.")
    latin = '<?xml version="1.0" encoding="ISO-8859-1"?><opensudoku><game data="{}" note="Müller"/></opensudoku>'
    path.write_bytes(latin.format(LEFT.replace(".", "0")).encode("latin-1"))
    assert call("convert", str(path), "-", "--to", "jsonl").objects[0]["comment"] == "Müller"


def test_a_wrong_row_of_a_drawn_board_is_named(tmp_path):
    path = tmp_path / "drawn.txt"
    path.write_text(f"{LEFT}\n\n# a board\n" + "\n".join(rows(LEFT)).replace("14", "1?"))
    ran = call("rate", str(path))
    assert (ran.code, len(ran.lines)) == (2, 1)
    assert ran.err.startswith(f"error: {path}, line 4: '?' at row 2, column 5 ")


def test_a_file_that_cannot_be_read_does_not_stop_the_rest(tmp_path):
    missing = tmp_path / "missing.txt"
    ran = call("rate", LEFT, str(tmp_path), str(missing), RIGHT, "--json")
    assert ran.code == 2
    assert [one["puzzle"] for one in ran.objects] == [LEFT, RIGHT]
    folder, absent = ran.err.splitlines()
    assert folder == f"error: {tmp_path} is a folder; give a file."
    assert absent == f"error: No such file: {missing}."


def test_a_named_pipe_is_read_like_a_file(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(LEFT,))
    writer.start()
    ran = call("rate", str(path), "--json")
    writer.join()
    assert [one["puzzle"] for one in ran.objects] == [LEFT]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_file_is_refused(text, tmp_path):
    path = tmp_path / "empty.txt"
    path.write_text(text)
    assert call("rate", str(path)).err == f"error: There is no puzzle in {path}.\n"
    assert call("rate", stdin=text.encode()) == (2, "", "error: There is no puzzle in standard input.\n")


@pytest.mark.parametrize("garbage", [b"q" * 10**6, b"\xff\xfe\x00" * 10**5, b"q.1\n" * 10**4, b"\x00" * 10**6])
def test_garbage_is_refused_in_sentences(garbage, tmp_path):
    path = tmp_path / "garbage.bin"
    path.write_bytes(garbage)
    for ran in (
        call("check", str(path)),
        call("check", stdin=garbage),
        call("generate", "--pattern", str(path)),
        call("generate", "--layout", str(path)),
        call("generate", "--model", str(path)),
    ):
        assert (ran.code, ran.out) == (2, "")
        wrong = [line for line in ran.err.splitlines() if not re.fullmatch(r"error: .{10,600}\.", line)]
        assert not wrong


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_files_and_pipes_of_windows_are_read(encoding, tmp_path):
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    written = {
        name: (mark + text).encode(encoding)
        for name, text in {
            "puzzles.txt": f"{LEFT}\r\n{RIGHT}\r\n",
            "pattern.txt": "x.x. .x.x\r\nx.x. .x.x\r\n",
            "board.txt": "AABB\r\nAABB\r\nCCDD\r\nCCDD\r\n",
        }.items()
    }
    files = {name: str(tmp_path / name) for name in written}
    for name, content in written.items():
        (tmp_path / name).write_bytes(content)
    puzzles = files["puzzles.txt"]
    for ran in (call("rate", puzzles), run("rate", stdin=written["puzzles.txt"])):
        assert (ran.code, [line[:81] for line in ran.lines]) == (0, [LEFT, RIGHT])
    assert [line[:81] for line in call("rate", puzzles, "--out", "-").lines][1:] == [LEFT, RIGHT]
    assert call("convert", puzzles, "-", "--to", "sdm").lines == [LEFT, RIGHT]
    [made] = call("generate", "-p", files["pattern.txt"], "--layout", files["board.txt"], "--json").objects
    assert [character == "." for character in made["puzzle"]] == [cell == "." for cell in "x.x..x.xx.x..x.x"]


OPEN = "1....2....3....4"


@pytest.mark.parametrize(
    "text",
    [
        "１．．．．２．．．．３．．．．４",
        "１・・・・２・・・・３・・・・４",
        "1○○○ ○2○○ ○○3○ ○○○4",
        "１□□□／□２□□／□□３□／□□□４",
        "１＿＿＿\u3000＿２＿＿\u3000＿＿３＿\u3000＿＿＿４",
        "１・・・\n・２・・\n・・３・\n・・・４",
    ],
)
def test_puzzles_in_japanese_signs(text, tmp_path):
    path = tmp_path / "drawn.txt"
    path.write_text(text, encoding="utf-8")
    for ran in (
        call("convert", str(path), "-", "--to", "line"),
        call("convert", "-", "-", "--to", "line", stdin=text.encode()),
    ):
        assert (ran.code, ran.out) == (0, f"{OPEN}\n")
    assert call("check", text, "--json").objects[0]["puzzle"] == OPEN


@pytest.mark.parametrize(
    "text",
    [
        "●○●○／○●○●／●○●○／○●○●",
        "■□■□ □■□■ ■□■□ □■□■",
        "○・○・ ・○・○ ○・○・ ・○・○",
        "ｘ．ｘ．．ｘ．ｘｘ．ｘ．．ｘ．ｘ",
        "x□x□ □x□x x□x□ □x□x",
    ],
)
def test_patterns_in_japanese_signs(text):
    assert call("patterns", "--check", text, "--json").objects[0]["pattern"] == "x.x..x.xx.x..x.x"


@pytest.mark.parametrize(
    "board",
    [
        ("--boxes", "２ｘ２"),
        ("--layout", "２ｘ２"),
        ("--layout", "ＡＡＢＢ／ＡＡＢＢ／ＣＣＤＤ／ＣＣＤＤ"),
        ("--layout", "ああいい ああいい ううええ ううええ"),
    ],
)
def test_boards_in_japanese_signs(board):
    assert call("solve", OPEN[:-1] + "．", *board).out == call("solve", OPEN[:-1] + ".").out
