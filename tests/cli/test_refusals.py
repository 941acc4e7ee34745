"""A bad call ends with one sentence, its exit code, and nothing on standard output."""

import subprocess
import sys

import pytest

from tests.cli.running import LEFT, call, run

HUGE = str(10**30)
CALLS = {
    "check nofile": (2, "No such file: nofile."),
    "generate --model nosuch": (2, "'nosuch' is not a shipped grade model, and not a file. Known: 2x2, 2x3"),
    "generate --size 6x6": (2, "it should be a whole number from 2, as in 6 for a 6×6 board."),
    "generate --killer": (2, "Did you mean '--kind killer'?"),
    "generate killer": (2, "Did you mean '--kind killer'?"),
    "generate --windoku": (2, "Did you mean '--layout windoku'?"),
    "generate --variant killer": (2, "Did you mean '--kind'?"),
    "generate --no x-wing": (2, "Did you mean '--without'?"),
    "convert --format sdm": (2, "Did you mean '--to'?"),
    "dig --format sdm": (2, "Did you mean '--to'?"),
    "generate --symmetrical": (2, "Did you mean '--symmetry'?"),
    "generate --layout rot180": (2, "Did you mean --symmetry rot180?"),
    "generate --pattern kamio-z": (2, "Did you mean 'kamio-a'|Did you mean 'kamio-b'"),
    "generate --pattern kamio": (2, "is not a shipped pattern"),
    "generate --pattern ''": (2, "--pattern"),
    "generate --pattern missing.txt": (2, "No such file: missing.txt."),
    "generate --layout missing.txt": (2, "No such file: missing.txt."),
    "dig --keep missing.txt": (2, "No such file: missing.txt."),
    "dig --grid missing.txt": (2, "No such file: missing.txt."),
    "generate --pattern x.": (2, "fill no square board"),
    "generate --pattern x..y/..../..../....": (2, "'y' at row 1, column 4"),
    "generate --pattern 123./...4/..../....": (4, "leave no grid"),
    "generate --pattern {folder}": (2, "is a folder"),
    "generate --pattern {empty}": (2, "nothing in the file"),
    "generate --pattern {binary}": (2, "not text in UTF-8 or UTF-16"),
    "generate --pattern /proc/self/mem": (2, "cannot be read"),
    "generate --pattern kamio-a --boxes 2x3": (2, "pattern is 9×9, but the board is 6×6"),
    "generate --pattern kamio-a --clues 30": (2, "leave out"),
    "generate --grade 超上": (2, "Did you mean '超上級'"),
    "generate --grade ''": (2, "--grade"),
    "generate --count": (2, "--count needs a value; give one, or leave the option out."),
    "generate --json=3": (2, "--json takes no value."),
    "book": (2, "book needs FILE.pdf; see `"),
    "generate --count 0": (2, "--count is '0'; it should be a whole number from 1 to 1000000000000."),
    "generate --count 1.5": (2, "--count"),
    f"batch --out {{store}} --count {HUGE}": (2, "--count"),
    f"batch --out {{store}} --seed {HUGE}": (2, "it should be a whole number from 0 to 1000000000000000000."),
    f"generate --count {HUGE}": (2, "it should be a whole number from 1 to 1000000000000."),
    f"collection sample {{store}} --count {HUGE}": (2, "it should be a whole number from 1 to 1000000000000."),
    f"layouts random --count {HUGE}": (2, "it should be a whole number from 1 to 1000000000000."),
    "generate --time-limit 0": (2, "--time-limit is '0'; it should be a number above 0."),
    "generate --time-limit soon": (2, "--time-limit is 'soon'; it should be a number above 0."),
    "generate --clues 16": (4, "needs 17 or more"),
    f"generate --clues {HUGE}": (2, "does not fit"),
    "generate --clues 31 --symmetry rot90 --boxes 2x2": (2, "does not fit on 16 cells"),
    "generate --oracle ladder": (2, "The oracle ladder only finds contradictions, but sample asks for grids"),
    "generate --generation zama --oracle ladder": (2, "but anneal asks for grids; choose zama or kamio for both"),
    "dig --oracle ladder": (2, "The oracle ladder only finds contradictions; it cannot count, show or prove"),
    "check --oracle ladder 1...............": (2, "The oracle ladder only finds contradictions; it cannot count"),
    "grid --oracle ladder": (2, "The oracle ladder only finds contradictions; it cannot count, show or prove"),
    "generate --symmetry ''": (2, "--symmetry"),
    "generate --boxes 100000x100000": (2, "100 is the most"),
    "generate --boxes 3x3x3": (2, "whole number"),
    "generate --boxes 1x9": (2, "too small"),
    "generate --boxes ''": (2, "--boxes"),
    "generate --size 49": (2, "up to 36×36"),
    "generate --boxes 6x6": (2, "would make a 36×36 board of 6×6 boxes. Give --size 6 for a 6×6 board, or --size 36"),
    "generate --layout 6×6": (2, "would make a 36×36 board of 6×6 boxes. Give --size 6 for a 6×6 board, or --size 36"),
    "generate --boxes 3": (2, "lacks the width of a box; give RxC, as in 3x3. A 3×3 board is --size 3."),
    "generate --boxes 99999999": (2, "--boxes '99999999' lacks the width of a box; give RxC, as in 3x3.\n"),
    f"generate --layout {'9' * 5000}": (2, "The one row of the regions has 5000 symbols, which fill no square"),
    f"collection list {'x' * 5000}": (2, "…' cannot be the name of a collection: File name too long."),
    "generate --layout 6": (2, "'6' is not a layout; a 6×6 board is --size 6."),
    "generate --size 1": (2, "--size is '1'; it should be a whole number from 2."),
    "generate --size 5": (2, "A board of side 5 has no boxes"),
    "generate --layout latin-1": (2, "from 2 to 100"),
    "generate --layout latin-4 --boxes 2x2": (2, "not several"),
    "generate --layout jigsaw-8": (2, "is not a layout"),
    "generate --layout AABB/AABB/CCDD/CCDE": (2, "has 3 cells|has 1 cell"),
    "generate --layout {folder}": (2, "is a folder"),
    "generate --layout {empty}": (2, "nothing in the file"),
    "generate --layout ''": (2, "--layout"),
    "generate --oracle minisat": (2, "Known: cpsat, bitset"),
    "generate --model {folder}": (2, "cannot be read"),
    "generate --model {empty}": (2, "missing"),
    "generate 2x3": (2, "Unexpected argument '2x3'. Did you mean '--layout 2x3'?"),
    "patterns heart --check heart": (2, "not both"),
    "patterns heart --boxes 3x3": (2, "needs --check"),
    "patterns --check hart": (2, "Did you mean 'heart'"),
    "patterns --check ''": (2, "--check"),
    "dig --check ladder:99": (2, "No rule has level 99; the levels go from 1 to 13."),
    "dig --clues 16": (4, "needs 17 or more"),
    "dig --keep ''": (2, "--keep"),
    "dig --keep heart --clues 20": (2, "Cannot reach 20 clues: 25 are marked to keep"),
    "dig --keep 1.../..../..../.... --source shift": (2, "cannot keep given digits"),
    "dig --keep {folder}": (2, "is a folder"),
    "rate 1": (2, "1 cell"),
    "rate ''": (2, "nothing in the text of the puzzle"),
    "rate 1...1...........": (2, "1 appears twice in column 1: at row 1, column 1 and at row 2, column 1"),
    "rate ①...............": (2, "circled digit one"),
    f"rate {LEFT} --out ratings.parquet": (2, "is a puzzle, but a file of puzzles is expected"),
    "rate {binary} --out ratings.xls": (2, "Unknown file extension .xls"),
    "convert {store}": (2, "Standard output has no file extension; choose a format with --to: line, "),
    f"rate {LEFT}.": (2, "82 cells"),
    f"rate {LEFT} --boxes 2x2": (2, "81 cells; this board has 16"),
    "rate .........................": (2, "latin-5"),
    "rate puzzles.txt": (2, "No such file: puzzles.txt."),
    "rate {binary}": (2, "not text in UTF-8 or UTF-16"),
    "rate 1............... --model {binary}": (2, "not text in UTF-8 or UTF-16"),
    "explain {empty}": (2, "There is no puzzle in"),
    "solve 1............... --oracle bitset+": (2, "'' is not an oracle"),
    "solve 1............... --oracle no_such_module:Oracle": (2, "no module named 'no_such_module'"),
    "solve 1............... --time-limit 0": (2, "--time-limit is '0'; it should be a number above 0."),
    "solve 11..............": (2, "appears twice"),
    "solve 123....4........": (4, "has no solution"),
    "check {folder}": (2, "is a folder"),
    "check": (2, "There is no puzzle in standard input"),
    "check --layout latin-200 1": (2, "from 2 to 100"),
    "check 1............... --boxes 2x3 --oracle bitset": (2, "16 cells; this board has 36"),
    "generate -p kamio-a --level 14": (4, "No rule of the ladder has level 14"),
    "generate -p kamio-a --level 5..3": (2, "is not a span of numbers"),
    "generate -p kamio-a --level ''": (2, "--level"),
    "generate -p kamio-a --level 3 --needs x-wing": (4, "level 7 or more"),
    "generate -p kamio-a --needs xwng": (2, "Did you mean 'x-wing'"),
    "generate -p kamio-a --grade beginner --level 4": (4, "grade beginner, level 4"),
    "generate -p kamio-a --grade hardest --method paper": (2, "found by annealing alone"),
    "generate --pattern 12xx/xx3x/xxxx/xxxx --grade any": (4, "fixed digits"),
    "generate -p kamio-a --index 0": (2, "--index repeats one puzzle of a --seed"),
    "generate -p kamio-a --index 0 --seed 1 --count 2": (2, "--index repeats one puzzle of a --seed"),
    "generate -p kamio-a --index 0 --seed 1 --grade hardest": (2, "--index repeats one puzzle of a --seed"),
    "dig --clues few": (2, "'few' is not a number of clues; give a number, or fewest"),
    "dig --clues 0": (4, "0 clues are too few: a 9×9 puzzle with one solution needs 17 or more"),
    "dig 1234341221434...": (2, "Say what to do with the puzzle: --drop WORDS removes superfluous clues"),
    "dig --ignore-drawings": (2, "--ignore-drawings is for puzzles that are read"),
    "dig --drop cagess 1234341221434...": (2, "'cagess' is not a kind of clue. Did you mean 'cage'"),
    "dig --drop diagonals 1234341221434...": (2, "Extra houses are part of the board and are never removed"),
    "dig --drop all 1234............": (2, "has more than one solution"),
    "dig --drop all --clues 4 1234341221434...": (2, "--clues is for new puzzles; leave it out with --drop"),
    "dig --drop all -n 2 1234341221434...": (2, "--count is for new puzzles"),
    "dig --drop all --symbols abcd xyz.............": (2, "'x' at row 1, column 1 is not a digit"),
    "dig --drop all --check direct 1234341221434...": (2, "The check direct is for clues of full grids"),
    "dig --list-superfluous --solution 1234341221434...": (2, "--list-superfluous changes no puzzle"),
    "dig --layout latin-5 --symbols abcdef": (2, "There are 6 symbols, but this board has 5 digits"),
    "dig --layout latin-5 --symbols abc.d": (2, "'.' cannot be used for a digit"),
    "dig --boxes 2x2 --symbols abcd --grid abcx": (2, "'x' is not one of the symbols a b c d"),
    "dig --boxes 2x2 --grid 1234341221434321 --source shift": (2, "Give a grid or a source of grids, not both"),
    "dig --size 49": (2, "up to 36×36"),
    "grid --diagonals --source shift": (2, "this layout needs the source oracle"),
    "grid --source shift --operations rows": (2, "--operations needs --source shuffle"),
    "grid --count 2 --out grid.svg": (2, "A picture shows one grid; leave out --count"),
    "centres --boxes 2x2": (2, "has no middle cell"),
    "centres 40": (2, "numbered from 1 to 32"),
    "explain --rounds --layout latin-5 --symbols 〇□△×☆ 〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇〇?": (
        2,
        "'?' is not one of the symbols",
    ),
}


@pytest.fixture
def places(tmp_path):
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 100)
    (tmp_path / "set.db").write_bytes(b"SQLite format 3\0" + bytes(100))
    names = {"empty": "empty.txt", "binary": "binary", "store": "set.db"}
    return {"folder": tmp_path} | {name: tmp_path / file for name, file in names.items()}


def arguments_of(line: str, places: dict) -> list[str]:
    return ["" if word == "''" else word.format_map(places) for word in line.split()]


@pytest.mark.parametrize("command", dict.fromkeys(line.partition(" ")[0] for line in CALLS))
def test_bad_calls_of_a_command(command, places):
    for line, (code, told) in CALLS.items():
        if line.partition(" ")[0] == command:
            ran = call(*arguments_of(line, places))
            assert (ran.code, ran.out) == (code, ""), line
            assert_is_one_sentence(ran.err, told.replace("{store}", str(places["store"])))


@pytest.mark.parametrize("line", ["generate --count 0", "check {folder}"])
def test_bad_calls_from_a_shell(line, places):
    code, told = CALLS[line]
    ran = run(*arguments_of(line, places))
    assert (ran.code, ran.out) == (code, "")
    assert_is_one_sentence(ran.err, told)


def assert_is_one_sentence(text: str, told: str) -> None:
    assert text.startswith("error: ")
    assert text.count("\n") == 1
    assert any(part in text for part in told.split("|")), text
    assert len(text) < 400


def test_python_m_cpgen_names_commands_as_cpgen_does():
    done = subprocess.run([sys.executable, "-m", "cpgen", "rounds"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "error: 'rounds' is not a command of cpgen. See `cpgen --help`.\n")
