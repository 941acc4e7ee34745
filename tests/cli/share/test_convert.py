"""`cpgen convert` writes valid puzzles, reports the others, and leaves no unfinished files."""

import csv
import io
import json
import os
import stat
import subprocess
import sys

import pytest

from cpgen import formats
from tests.cli.running import LEFT, RIGHT, call, run

NAMES = [one.name for one in formats.FORMATS if one.clues]
MANY = [one.name for one in formats.FORMATS if one.many and one.clues]
JIGSAW = ".1425..3.....4..2.....2..AAABBAABBBCCCDDCCDDDEEEEE"


@pytest.fixture
def sdm(tmp_path):
    file = tmp_path / "two.sdm"
    file.write_text(f"{LEFT}\n{RIGHT}\n")
    return file


@pytest.mark.parametrize("name", MANY)
def test_a_file_is_converted_to_every_format_and_back(name, sdm, tmp_path):
    there, back = tmp_path / "there", tmp_path / "back.sdm"
    assert call("convert", str(sdm), str(there), "--to", name) == (0, "", "")
    assert call("convert", str(there), str(back)) == (0, "", "")
    assert back.read_text() == sdm.read_text()


@pytest.mark.parametrize("name", [name for name in NAMES if name not in MANY])
def test_a_format_of_one_puzzle_takes_one_and_says_so(name, sdm, tmp_path):
    ran = call("convert", str(sdm), str(tmp_path / "one"), "--to", name)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert f"two.sdm, line 2: {formats.format_named(name).title} holds one puzzle" in ran.err
    assert call("convert", str(tmp_path / "one"), "--to", "line").out == LEFT + "\n"


BEGUN = {
    "puzzle": LEFT,
    "placed": "2" + "." * 80,
    "marks": ["" if k else "0" for k in range(80)] + ["12"],
    "title": "T",
    "instructions": "R",
    "grade": "expert",
    "level": 6,
}
"""A puzzle with many details; its grade and level can be computed again"""
LOST = {
    "json": "",
    "csv": "",
    "sdm": "2 marked cells, 1 placed digit, 1 rules text and 1 title",
    "sdk": "2 marked cells and 1 rules text",
    "fpuzzles": "1 emptied cell",
    "scl": "1 emptied cell and 1 placed digit",
    "opensudoku": "1 emptied cell, 1 rules text and 1 title",
    "tatham": "2 marked cells, 1 placed digit, 1 rules text and 1 title",
}


@pytest.mark.parametrize("name", LOST)
def test_lost_details_are_counted(name):
    ran = call("convert", "-", "-", "--to", name, stdin=json.dumps(BEGUN).encode())
    told = f"warning: {formats.format_named(name).title} cannot hold all that was read; left out: {LOST[name]}.\n"
    assert (ran.code, ran.err) == (0, told if LOST[name] else "")


def test_a_board_that_the_format_lacks_is_reported_as_lost(sdm, tmp_path):
    ran = call("convert", str(sdm), "-", "--to", "hodoku", "--diagonals")
    assert ran.err == "warning: A HoDoKu library line cannot hold all that was read; left out: 2 boards.\n"
    assert call("convert", str(sdm), "-", "--to", "line", "--diagonals").err == ""
    assert call("convert", "-", "-", "--to", "hodoku", stdin=f":0901:x:{LEFT}:::".encode()).err == ""


def test_plain_output_has_digits_only(sdm):
    text = f"{LEFT} # one\n{RIGHT}\n"
    ran = call("convert", "-", "-", "--to", "sdm", "--plain", stdin=text.encode())
    assert ran.out == f"{LEFT}\n{RIGHT}\n".replace(".", "0")
    assert ran.err == "warning: Plain text cannot hold all that was read; left out: 1 comment.\n"
    assert call("convert", "-", "-", "--to", "line", "--plain", stdin=text.encode()).out == f"{LEFT}\n{RIGHT}\n"


def test_formulas_in_a_table_are_guarded_from_spreadsheets():
    texts = {"title": "=1+1", "author": "+A", "comment": "-B", "source": "@C", "url": "'=D", "date": "a=b"}
    text = json.dumps({"puzzle": LEFT} | texts).encode()
    table = call("convert", "-", "-", "--to", "csv", stdin=text).out
    (row,) = csv.DictReader(io.StringIO(table))
    assert {name: row[name] for name in texts} == {
        name: text if name == "date" else f"'{text}" for name, text in texts.items()
    }
    back = json.loads(call("convert", "-", "-", "--to", "jsonl", stdin=table.encode()).out)
    assert {name: back[name] for name in texts} == texts


def test_it_reads_standard_input_and_writes_standard_output():
    assert run("convert", "-", "-", "--to", "tatham", stdin=f"{JIGSAW}\n".encode()).lines == [
        "5j:a1_4_2_5b3e4b2e2b,bbdbgaaa____aaaa_"
    ]


def test_the_bad_line_is_named_and_the_rest_goes_on(tmp_path):
    out = tmp_path / "out.sdm"
    ran = call("convert", "-", str(out), stdin=f"{LEFT}\n{LEFT[:-1]}\n# c\n{JIGSAW}\n{RIGHT}\n".encode())
    assert ran.code == 2
    assert ran.err.splitlines()[0].startswith("error: standard input, line 2: The puzzle has 80 cells")
    assert ran.err.splitlines()[1].startswith("error: standard input, line 4: A .sdm collection holds boards of side 9")
    assert out.read_text() == f"{LEFT}\n{RIGHT}\n"


def test_a_given_layout_can_be_written_without_it():
    regions = "AAABB/AABBB/CCCDD/CCDDD/EEEEE"
    ran = call("convert", "-", "-", "--to", "rows", "--layout", regions, stdin=JIGSAW.encode())
    assert (ran.code, ran.out) == (0, ".1425\n..3..\n...4.\n.2...\n..2..\n\n")
    ran = call("convert", "-", "-", "--to", "jigsaw", "--layout", regions, stdin=ran.out.encode())
    assert ran.out == JIGSAW + "\n"


@pytest.mark.parametrize("text", ["", "# nothing\n", "rubbish\n", f"{LEFT[:-1]}\n"])
def test_when_nothing_is_right_nothing_is_written(text, tmp_path):
    out = tmp_path / "out.json"
    out.write_text("kept")
    ran = call("convert", "-", str(out), stdin=text.encode())
    assert ran.code == 2
    assert "There is no puzzle" in ran.err
    assert out.read_text() == "kept"
    assert os.listdir(tmp_path) == ["out.json"]


def test_a_file_can_be_converted_onto_itself(sdm):
    assert call("convert", str(sdm), str(sdm), "--to", "jsonl").code == 0
    assert [json.loads(line)["puzzle"] for line in sdm.read_text().splitlines()] == [LEFT, RIGHT]
    assert os.listdir(sdm.parent) == [sdm.name]


def test_written_files_keep_rights_and_links(sdm, tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    assert call("convert", str(sdm), str(link)).code == 0
    assert link.is_symlink()
    (tmp_path / "usual").touch()
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE((tmp_path / "usual").stat().st_mode)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("no-such-file", "out.txt"), "No such file: no-such-file."),
        (("{dir}", "out.txt"), "is a folder; give a file."),
        (("{sdm}", "{dir}/none/out.txt"), "cannot be written: No such file or directory."),
        (("{sdm}", "{dir}", "--to", "line"), "is a folder; give the name of a file."),
        (("{sdm}", "{dir}/out"), "has no file extension; choose a format with --to: line, rows"),
        (("{sdm}",), "Standard output has no file extension; choose a format with --to"),
        (("{sdm}", "-", "--to", "sdw"), "'sdw' is not a format."),
    ],
)
def test_impossible_calls_are_refused_in_a_sentence(arguments, sentence, sdm, tmp_path):
    ran = call("convert", *(one.format(sdm=sdm, dir=tmp_path) for one in arguments))
    assert ran.code == 2
    assert sentence in ran.err
    assert "Traceback" not in ran.err


def test_memory_does_not_grow_with_the_file(tmp_path):
    script = "import tracemalloc; from cpgen.cli.app import app; tracemalloc.start()\n"
    script += "try: app(['convert', '{}', '/dev/null', '--to', 'line'])\n"
    script += "finally: print(tracemalloc.get_traced_memory()[1])"
    most = []
    for count in (500, 5_000):
        file = tmp_path / f"{count}.sdm"
        file.write_text(f"{LEFT}\n" * count)
        done = subprocess.run([sys.executable, "-c", script.format(file)], capture_output=True, text=True, check=False)
        most.append(int(done.stdout.split()[-1]))
    assert most[1] - most[0] < 200_000, "4,500 more puzzles would take megabytes if they were kept"


def test_formats_are_listed():
    ran = call("formats")
    assert [line.split("\t")[0] for line in ran.lines] == [one.name for one in formats.FORMATS]
    assert {one["name"]: one["keeps"] for one in call("formats", "--json").objects}["sdm"] == ["comment"]


@pytest.mark.parametrize("arguments", [["--help"], ["convert", "{sdm}", "-", "--to", "jsonl"]])
def test_help_and_convert_need_neither_numpy_nor_numba(arguments, sdm):
    arguments = [one.format(sdm=sdm) for one in arguments]
    script = f"import sys; from cpgen.cli.app import app\ntry: app({arguments})\nexcept SystemExit: pass\n"
    script += "sys.exit(sorted({'numpy', 'numba', 'ortools'} & set(sys.modules)) or 0)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
