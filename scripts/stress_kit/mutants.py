"""Mutated texts of every format: reading one is quick and ends in puzzles or errors of one sentence."""

from __future__ import annotations

import re
import signal
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import NoReturn

from stress_kit.damage import written
from stress_kit.trials import Fault, Trial, run

TEXTS = 500
"""Number of mutated texts that one process reads"""
LONGEST = 6000
"""Characters of the longest mutated text"""
SLOW_SECONDS, HUNG_SECONDS = 0.5, 5.0
SIGNS = "[]{}()<>:;,.|/\\'\"#%@=+-~*_&?! \t\n\r\0\x1a\x1b\u00ad\u200b\ufeff\udc80①１۳९²½Ⅷ三é😀0179ABzr"
"""Signs that are put into texts: brackets, separators, blanks, invisible ones, and digits of other scripts"""
NESTS = ("[", "{", "(", '{"a":', '{"a":[\n', "<a>", "{a:", "(1,", '"', "'", "#", "/", " ", " ;", "\n", "\t", "0")
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def mutants(rng: Random, folder: Path) -> Iterator[Trial]:
    """Read mutated texts of every format, many in one process."""
    sources = [(name, content.decode("utf-8", "surrogateescape")) for name, content in written()]
    sources += [(path.name, path.read_text(errors="surrogateescape")) for path in _examples()]
    found = folder / "found"
    while True:
        seed = rng.randrange(1 << 30)
        ended = run(lambda: _read_all(sources, Random(seed), found), folder)  # noqa: B023
        reported = [line.split("\t", 1) for line in found.read_text().splitlines()]
        yield [*ended.faults(f"mutated texts with seed {seed}"), *(Fault(kind, what) for kind, what in reported)]


def _examples() -> Iterator[Path]:
    """Yield the texts of other programs among the fixtures of the tests."""
    folder = Path(__file__).parents[2] / "tests" / "formats" / "fixtures"
    yield from (path for path in sorted(folder.iterdir()) if path.suffix in (".txt", ".opensudoku", ".json"))


def mutated(text: str, rng: Random) -> str:
    """Return a text with one to eight mutations, of at most `LONGEST` characters."""
    if len(text) > LONGEST:
        begin = rng.choice((0, rng.randrange(len(text))))
        text = text[begin : begin + LONGEST]
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        text = rng.choice(MUTATIONS)(text or "0", rng)[:LONGEST]
    return text


def _flip(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(SIGNS) + text[at + 1 :]


def _insert(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(SIGNS) * rng.choice((1, 2, 3, 100, 5000)) + text[at:]


def _cut(text: str, rng: Random) -> str:
    begin = rng.randrange(len(text))
    end = rng.choice((begin + rng.choice((1, 2, 10, 100)), len(text)))
    return text[:begin] + text[end:]


def _double(text: str, rng: Random) -> str:
    begin = rng.randrange(len(text))
    part = text[begin : begin + rng.choice((1, 5, 50, 500, LONGEST))]
    times = rng.choice((2, 3, LONGEST // len(part) + 1))
    return text[:begin] + part * times + text[begin + len(part) :]


def _swap(text: str, rng: Random) -> str:
    words = TOKEN.findall(text)
    if len(words) < 2:
        return text[::-1]
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return "".join(words)


def _nest(text: str, rng: Random) -> str:
    at = rng.choice((0, rng.randrange(len(text))))
    return text[:at] + rng.choice(NESTS) * rng.choice((1, 2, 50, 2000)) + text[at:]


def _number(text: str, rng: Random) -> str:
    """Replace a number by another one, perhaps in digits of another script."""
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    found = rng.choice(numbers)
    other = rng.choice(("0", "-1", "1e9", "36", "99", "9" * 30, "9" * 5000, "１", "٣", "²", "1.5", "NaN", ""))
    return text[: found.start()] + other + text[found.end() :]


def _other_digits(text: str, rng: Random) -> str:
    zero = rng.choice((0x660, 0x6F0, 0x966, 0xFF10, 0x1D7CE, 0x2460))
    return text.translate({48 + digit: zero + digit for digit in range(10)})


MUTATIONS = (_flip, _flip, _insert, _cut, _double, _swap, _nest, _number, _other_digits)


class _Hung(BaseException):
    """Raised by the alarm in a reader that does not end; no reader catches it."""


def _hang(number: int, frame: FrameType | None) -> NoReturn:
    raise _Hung


def _read_all(sources: list[tuple[str, str]], rng: Random, found: Path) -> None:
    """Read mutated texts, and write one line per fault."""
    from cpgen import formats
    from cpgen.errors import CpgenError

    signal.signal(signal.SIGALRM, _hang)
    with found.open("w", buffering=1) as faults:
        for _ in range(TEXTS):
            name, source = rng.choice(sources)
            text = mutated(source, rng)
            given = text.encode("utf-8", "surrogateescape")
            begun = time.process_time()
            signal.setitimer(signal.ITIMER_REAL, HUNG_SECONDS)
            try:
                for one in formats.read(given):
                    str(one)
            except CpgenError as error:
                faults.write(f"wrong\t{error!r} is raised for {name}: {text!r}\n")
            except (Exception, _Hung) as error:
                where = traceback.extract_tb(error.__traceback__)[-3:]
                places = " ".join(f"{Path(one.filename).name}:{one.lineno}" for one in where)
                kind = "slow" if isinstance(error, _Hung) else "traceback"
                faults.write(f"{kind}\t{error!r} at {places} for {name}: {text!r}\n")
            signal.setitimer(signal.ITIMER_REAL, 0)
            seconds = time.process_time() - begun
            if SLOW_SECONDS < seconds < HUNG_SECONDS * 0.9:
                faults.write(f"slow\t{seconds:.1f} s for {name}: {text!r}\n")
