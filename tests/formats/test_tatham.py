"""Game IDs agree with Simon Tatham's Solo: with fixtures, and with the program if it is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats import tatham
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from tests.formats.boards import LAYOUTS, puzzles

SOLO = shutil.which("sgt-solo", path="/usr/games:/usr/local/games:/usr/bin")
IDS = (Path(__file__).parent / "fixtures" / "tatham.txt").read_text().split()
KILLERS = (Path(__file__).parent / "fixtures" / "tatham_killer.txt").read_text().split()
HELD = [layout for layout in LAYOUTS if not formats.format_named("tatham").refusal(layout)]


def accepted(ids):
    """Return the complaints of Solo about the game IDs, "" if it accepts them."""
    given = "\n".join(ids) + "\n"
    ran = subprocess.run([SOLO, "--print", "1x1"], input=given, capture_output=True, text=True, check=False)
    return ran.stderr


def test_game_ids_of_solo_round_trip():
    assert [tatham.write(tatham.read(game)) for game in IDS] == [f"{game}\n" for game in IDS]


def test_puzzles_of_solo_have_one_solution():
    oracle = open_oracle("bitset")
    small = [game for game in IDS if int(game.split(":")[0].strip("jx").split("x")[0]) < 10]
    assert [game for game in small[::3] if not oracle.uniqueness(tatham.read(game).puzzle).unique] == []


def test_example_of_the_grammar_is_read():
    puzzle = tatham.read("5j:a1_4_2_5b3e4b2e2b,bbdbgaaa____aaaa_").puzzle
    assert puzzle.line == ".1425..3.....4..2.....2.."
    assert puzzle.layout.spec == "AAABB/AABBB/CCCDD/CCDDD/EEEEE"


def test_first_number_is_the_height_of_a_box():
    assert tatham.read("2x3:z" + "j").puzzle.layout == Layout.boxes(2, 3)
    assert tatham.read("3x3xda:z" + "zzc").puzzle.layout.spec == "3x3+diagonals"


needs_solo = pytest.mark.skipif(SOLO is None, reason="There is no sgt-solo: apt-get install sgt-puzzles")


@needs_solo
@given(st.lists(puzzles(HELD), min_size=3, max_size=8))
@settings(max_examples=20, suppress_health_check=[HealthCheck.data_too_large])
def test_solo_accepts_written_game_ids(drawn):
    assert not accepted([tatham.write(formats.Entry(puzzle)).strip() for puzzle, _ in drawn])


@needs_solo
def test_solo_reports_a_wrong_game_id():
    assert "error parsing" in accepted(["3x3:5_5a3"])


def test_wrong_game_id_is_refused():
    for game, sentence in [
        ("3x3:5_5a3", "The game ID should fill 81 cells; it has only 4."),
        ("3x3:zzzd", "The game ID should fill 81 cells; it has more."),
        ("3x3:0zzzb", "'0' in the game ID is not a digit from 1 to 9."),
        ("3x3:10zzzb", "'10' in the game ID is not a digit from 1 to 9."),
        ("3x3:5_5zzza", "5 appears twice in row 1"),
        ("3x3:?zzzb", "'?' is no part of a game ID"),
        ("3x3k:zzzc", "has no cages and sums"),
        ("2x2k:p,a", "has no cages and sums"),
        ("2x2k:p,w,p", "are cut short"),
        ("3kx3:zzzc", "'3kx3' is not what a game ID begins with"),
        ("9j:zzzc", "its regions are missing"),
        ("5j:a1_4_2_5b3e4b2e2b,bbdbgaaa____aaa", "The regions in the game ID are cut short"),
        ("5j:a1_4_2_5b3e4b2e2b,bbdbgaaa____aaaa_aaaa", "The regions in the game ID are too long"),
        ("5j:a1_4_2_5b3e4b2e2b,bbdbgaaa____aaaA_", "'A' is no part of the regions"),
        ("4j:p," + "_" * 25, "has 1 cell; each of the 4 regions needs 4"),
        ("999j:a,a", "A board of side 999 cannot be made"),
    ]:
        with pytest.raises(InputError) as caught:
            tatham.read(game)
        assert sentence in str(caught.value)


def test_diagonals_on_side_three_are_refused():
    entry = formats.Entry(formats.entry.Puzzle(Layout.parse("ABB/AAB/CCC+diagonals"), (0,) * 9))
    with pytest.raises(InputError, match="from side 4 on"):
        tatham.write(entry)


def test_killer_game_ids_of_solo_round_trip_and_have_one_solution():
    assert [tatham.write(tatham.read(game)) for game in KILLERS] == [f"{game}\n" for game in KILLERS]
    oracle = open_oracle("bitset")
    assert all(oracle.uniqueness(tatham.read(game).puzzle).unique for game in KILLERS)


def test_killer_game_ids_have_cages_and_sums():
    cages = [
        "cage 5: r1c1 r1c2",
        "cage 9: r1c3 r1c4 r2c4",
        "cage 7: r2c1 r3c1 r4c1",
        "cage 1: r2c2",
        "cage 3: r2c3 r3c3",
    ]
    cages += ["cage 7: r3c2 r4c2 r4c3", "cage 5: r3c4 r4c4"]
    for base in ("2x2", "2x2+diagonals", "AAAB/ACBB/CCBD/CDDD"):
        layout = Layout.parse(base)
        layout = layout.with_constraints(*cages)
        entry = formats.Entry(Puzzle(layout, (0,) * 16))
        text = "".join(formats.write([entry], "tatham"))
        assert "k:p," in text
        (back,) = formats.read(text)
        assert set(back.puzzle.layout.further) == set(layout.further)
        assert back.puzzle.layout.base == layout.base


def test_game_id_refuses_cages_that_do_not_cover_the_board():
    for lines in (["cage 5: r1c1 r1c2"], ["thermo: r1c1 r1c2"], [f"cage 10: row {row}" for row in (1, 2, 3)]):
        puzzle = Puzzle(Layout.boxes(2, 2).with_constraints(*lines), (0,) * 16)
        with pytest.raises(InputError, match="cannot hold these constraints"):
            list(formats.write([formats.Entry(puzzle)], "tatham"))
