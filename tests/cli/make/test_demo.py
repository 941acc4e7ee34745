"""The tour shows real commands with their real output."""

import re
import shlex
import signal
import subprocess

import pytest

from cpgen.cli.make.demo_command import stops
from tests.cli.running import CPGEN, ENVIRONMENT, Ran, at_terminal, call, through_shell

PIPED = " | tail -n 1"
SEEN_AGAIN = {"patterns": 1, "hint": 1, "check": 1}
"""Commands of the tour whose output at a terminal is compared with what the tour shows, and how often it has each"""


@pytest.fixture(scope="module")
def tour() -> Ran:
    return call("demo", "--seed", "3")


def shown(text: str) -> list[tuple[str, str]]:
    """The commands of a tour with what stands below each, without how fast it was."""
    told = re.findall(r"^\$ (cpgen .*)\n((?:(?!\$ |\d\. |Where).*\n)*)", text, re.MULTILINE)
    return [(line, re.sub(r"^   \d+ in .* per second\n", "", answer, flags=re.MULTILINE)) for line, answer in told]


def test_it_ends_with_commands_to_try_next(tour):
    assert (tour.code, tour.err) == (0, "")
    assert re.findall(r"^(\d)\. .*\.$", tour.out, re.MULTILINE) == list("123456789")
    assert "\x1b" not in tour.out
    assert "\nWhere to go next:\n  cpgen serve --open " in tour.out


def test_the_speed_is_measured_five_times(tour):
    assert len(re.findall(r"^   \d+ in \d+\.\d\d s on this machine: \d+ per second$", tour.out, re.MULTILINE)) == 5


def test_it_shows_each_kind_of_thing(tour):
    for told in (
        "advanced on Nikoli's scale (",
        "No puzzle has this pattern",
        "beginner on the one scale; HoDoKu: easy",
        " · 4 clues",
        "more than one solution; two differ in",
        "┌───────┬",
    ):
        assert told in tour.out


def answers_of(tour: Ran, name: str) -> list[tuple[list[str], str]]:
    """Return the words after `cpgen` and what the tour shows below, for its commands of a name."""
    commands = [(shlex.split(line.removesuffix(PIPED))[1:], answer) for line, answer in shown(tour.out)]
    return [(words, answer) for words, answer in commands if words[0] == name]


@pytest.mark.parametrize(("name", "number"), SEEN_AGAIN.items())
def test_its_commands_print_what_the_tour_shows(tour, name, number):
    commands = answers_of(tour, name)
    assert len(commands) == number
    for words, answer in commands:
        assert at_terminal_in_plain(*words).strip() == answer.strip()


def test_a_piped_command_prints_what_the_tour_shows(tour):
    line, answer = next(one for one in shown(tour.out) if one[0].endswith(PIPED) and "beginner" in one[0])
    assert call(*shlex.split(line.removesuffix(PIPED))[1:]).lines[-1:] == answer.split()


def at_terminal_in_plain(*words: str) -> str:
    return at_terminal(*words, TERM="dumb") or at_terminal(*words, watched="stderr", TERM="dumb")


def test_json_has_the_same_commands_and_output(tour):
    objects = call("demo", "--json", "--seed", "3").objects
    assert [(one["command"], one["text"].strip()) for one in objects] == [
        (line, answer.strip()) for line, answer in shown(tour.out)
    ]
    assert [one["stop"] for one in objects] == [1, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [one["exit_code"] for one in objects] == [0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 5, 0]


def test_another_seed_shows_other_puzzles():
    one, other = ([line for _, lines in stops(seed) for line in lines] for seed in (1, 2))
    assert [line for line in one if line in other] == ["cpgen patterns --check 'x.x. .x.x .... ....'"]


def test_ctrl_c_ends_it_in_one_sentence():
    with subprocess.Popen(
        [CPGEN, "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True
    ) as process:
        while not process.stdout.readline().startswith("2. "):
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert err.endswith("error: interrupted.\n")
    assert "Traceback" not in err


def test_a_reader_that_goes_away_ends_it_quietly():
    ran = through_shell("cpgen demo --seed 1 | head -n 3")
    assert (ran.code, len(ran.lines), ran.err) == (0, 3, "")
