"""Damaged files of every format, inside what is packed, too: each is read, or refused in a sentence, in little time."""

from __future__ import annotations

import base64
import io
import mmap
import os
import re
import resource
import subprocess
import sys
import time
import traceback
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

from cpgen.library import layout_named
from cruelties.trials import Fault, Trial, run

CHUNK = 1000
"""How many inputs a process reads"""
SLOW_SECONDS, LARGE_MEGABYTES = 2.0, 300.0
GUIDED_SECONDS = 20
CHUNK_SECONDS = 120.0
LONGEST = 1 << 20
"""Bytes of the longest input"""
BOARDS = ("3x3", "2x2", "latin-5", "2x3+diagonals", "jigsaw-7", "windoku", "pentomino-1", "4x4")
ASKED = (b'{"pattern": "heart", "level": "3..", "count": 2}', b'{"layout": "2x3", "clues": 12, "grade": "any"}')
ROOT = Path(__file__).parents[2]
ODD = (
    "",
    "0",
    "-1",
    "9" * 30,
    "1e999",
    "NaN",
    "null",
    "[" * 400,
    "{}",
    '"',
    "\0",
    "\ufeff",
    "\ud800",
    "٣",
    "⑨",
    "\n\n",
    "é",
)


@dataclass(frozen=True)
class Source:
    """A sound input: what it is, its bytes, and who reads it."""

    name: str
    content: bytes
    read: Callable[[bytes], Any]


def inputs(rng: Random, folder: Path) -> Iterator[Trial]:
    """So many damaged inputs in a process of their own."""
    sound = sources()
    while True:
        yield _chunk(sound, rng.randrange(1 << 30), folder)


def _chunk(sound: tuple[Source, ...], seed: int, folder: Path) -> Trial:
    last = mmap.mmap(-1, LONGEST + 8)
    found = folder / "found"
    found.write_text("")
    ended = run(lambda: _read_all(sound, Random(seed), last, found), folder, limit=CHUNK_SECONDS)
    faults = [_fault(*line.split("\t", 1)) for line in found.read_text().splitlines()]
    if ended.code:
        size = int.from_bytes(last[:8], "little")
        faults.append(Fault("hung" if ended.code < 0 else "traceback", f"{ended.err[-500:]} at {last[8 : 8 + size]!r}"))
    return Trial(CHUNK, tuple(faults))


def _fault(kind: str, what: str) -> Fault:
    return Fault(kind, what)


def _read_all(sound: tuple[Source, ...], rng: Random, last: mmap.mmap, found: Path) -> None:
    """Reads damaged inputs, and writes down what was wrong; `last` holds the one that is being read."""
    warnings.simplefilter("ignore")
    with found.open("w") as faults:
        for _ in range(CHUNK):
            one = rng.choice(sound)
            content = damaged(one.content, rng)[:LONGEST]
            last[:8] = len(content).to_bytes(8, "little")
            last[8 : 8 + len(content)] = content
            for fault in _reading(one, content):
                faults.write(f"{fault.kind}\t{fault.what}\n")


def _reading(one: Source, content: bytes) -> Iterator[Fault]:
    from cpgen.errors import CpgenError

    began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    what = f"{one.name}: {content!r}"
    try:
        one.read(content)
    except CpgenError as error:
        if not str(error).strip():
            yield Fault("wrong", f"an error without a sentence for {what}")
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        yield Fault("traceback", f"{error!r} at {place.filename}:{place.lineno} for {what}")
    if time.process_time() - began > SLOW_SECONDS:
        yield Fault("slow", f"{time.process_time() - began:.1f} s for {what}")
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before > LARGE_MEGABYTES * 1024:
        yield Fault("large", f"more than {LARGE_MEGABYTES} MB for {what}")


# Sound inputs


@cache
def sources() -> tuple[Source, ...]:
    """All that cpgen reads: every format on boards of several kinds, boards, patterns, models, ladders and plans."""
    from cpgen import api, formats, resources
    from cpgen.difficulty.model_files import read_ladder, read_model
    from cpgen.layout import Layout
    from cpgen.pattern import Pattern

    found = [Source(name, text, _read_puzzles) for name, text in _written()]
    fixture = ROOT / "tests" / "formats" / "fixtures" / "hodoku.hsol"
    if fixture.exists():
        found.append(Source("hsol", fixture.read_bytes(), _read_puzzles))
    readers: dict[str, Callable[[str], Any]] = {
        "layouts": Layout.parse,
        "patterns": Pattern.parse,
        "difficulty": lambda text: read_model("m", text),
        "ladders": lambda text: read_ladder("l", text),
    }
    for kind, read in readers.items():
        texts = {name: resources.text(kind, name).encode() for name in resources.names(kind)}
        found += [Source(f"{kind}/{name}", text, _of_text(read)) for name, text in texts.items()]
    found.append(Source("state", b"12..3..4.4..1.21", _of_text(api.as_state)))
    found += [Source("request", asked, _read_request) for asked in ASKED]
    assert {one.name for one in formats.FORMATS} <= {one.name.partition(" ")[0] for one in found}
    return tuple(found)


def _written() -> Iterator[tuple[str, bytes]]:
    """The name of each format and board, with a puzzle written so: with digits and marks where the format has them."""
    import numpy as np

    from cpgen import formats
    from cpgen.errors import InputError
    from cpgen.oracles import open_oracle
    from cpgen.puzzle import Puzzle

    for board in BOARDS:
        layout = layout_named(board)
        grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(1))
        clues = tuple(digit if cell % 3 else 0 for cell, digit in enumerate(grid))
        placed = tuple(digit if not cell % 6 else 0 for cell, digit in enumerate(grid))
        marks = tuple((digit,) if not cell % 9 and cell % 6 else () for cell, digit in enumerate(grid))
        plain = formats.Entry(Puzzle(layout, clues))
        full = formats.Entry(plain.puzzle, grid, placed, marks, title="A title", author="Ä & B", comment="c; d")
        for one in formats.FORMATS:
            for entry in (plain, full):
                try:
                    yield f"{one.name} {board}", "".join(formats.write([entry], one.name)).encode()
                except InputError:  # the format does not hold this
                    continue


def _read_puzzles(content: bytes) -> None:
    from cpgen import formats

    for _ in formats.read(io.BytesIO(content)):
        pass


def _of_text(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    return lambda content: read(content.decode("utf-8", "replace"))


def _read_request(content: bytes) -> None:
    import msgspec

    from cpgen.schema import build
    from cpgen.web.schema import JobRequest

    try:
        data = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    build(JobRequest, data)


# Damage


def damaged(content: bytes, rng: Random) -> bytes:
    """The content with something wrong, within what is packed when there is such."""
    if rng.random() < 0.6 and (packed := _packed(content)):
        before, text, pack, after = packed
        return before + pack(_changed(text, rng)) + after
    return _changed(content, rng)


def _packed(content: bytes) -> tuple[bytes, bytes, Callable[[bytes], bytes], bytes] | None:
    """What is before, in and after the packed part, and how that is packed; None where nothing is packed."""
    from cpgen.formats.lzstring import compress, decompress

    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as zipped:
            name = zipped.namelist()[0]
            return b"", zipped.read(name), lambda text: _zipped(name, text), b""
    if found := re.search(rb"N4I[\w%+/=-]{20,}", content):
        text = decompress(unquote(found[0].decode()))

        def pack(text: bytes) -> bytes:
            return quote(compress(text.decode("utf-8", "replace")), safe="").encode()

        return content[: found.start()], text.encode(), pack, content[found.end() :]
    if found := re.search(rb"(?<=&p=)[\w+/=]{20,}", content):
        text = zlib.decompress(base64.b64decode(found[0]), -15)
        return content[: found.start()], text, lambda text: base64.b64encode(_deflated(text)), content[found.end() :]
    return None


def _zipped(name: str, text: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr(name, text)
    return file.getvalue()


def _deflated(text: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return packer.compress(text) + packer.flush()


def _changed(content: bytes, rng: Random) -> bytes:
    """The content after one to four changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        content = rng.choice(CHANGES)(content, rng)
    return content


def _span(content: bytes, rng: Random) -> tuple[int, int]:
    begin = rng.randint(0, len(content))
    return begin, min(len(content), begin + rng.choice((1, 2, 8, 64, 512)))


def _flip(content: bytes, rng: Random) -> bytes:
    found = bytearray(content)
    if found:
        found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def _cut(content: bytes, rng: Random) -> bytes:
    begin, end = _span(content, rng)
    return content[:begin] + content[end:]


def _end(content: bytes, rng: Random) -> bytes:
    return content[: rng.randint(0, len(content))]


def _repeat(content: bytes, rng: Random) -> bytes:
    begin, end = _span(content, rng)
    return content[:begin] + content[begin:end] * rng.choice((2, 3, 100)) + content[end:]


def _move(content: bytes, rng: Random) -> bytes:
    begin, end = _span(content, rng)
    place = rng.randint(0, len(content))
    return content[:place] + content[begin:end] + content[place:]


def _insert(content: bytes, rng: Random) -> bytes:
    begin, end = _span(content, rng)
    odd = rng.randbytes(rng.choice((1, 4))) if rng.random() < 0.3 else rng.choice(ODD).encode("utf-8", "surrogatepass")
    return content[:begin] + odd + content[rng.choice((begin, end)) :]


def _number(content: bytes, rng: Random) -> bytes:
    """Another number in the place of one."""
    numbers = list(re.finditer(rb"-?\d+", content))
    if not numbers:
        return content
    one = rng.choice(numbers)
    other = str(rng.choice((0, -1, 1, 37, 255, 65536, 2**31, 2**64, 10**40, rng.randrange(100)))).encode()
    return content[: one.start()] + other + content[one.end() :]


CHANGES = (_flip, _cut, _end, _repeat, _move, _insert, _number)


# Guided by what was covered


def guided(rng: Random, folder: Path) -> Iterator[Trial]:
    """Inputs that a fuzzer chooses by the code they reach; none where atheris is not installed."""
    if find_spec("atheris") is None:
        print("skipped: inputs guided by coverage (pip install atheris)")
        return
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, one in enumerate(sources()):
        if one.read is _read_puzzles:
            (corpus / str(number)).write_bytes(one.content)
    while True:
        command = [sys.executable, "-m", "cruelties.guided", str(corpus), f"-seed={rng.randrange(1, 1 << 30)}"]
        command += [f"-max_total_time={GUIDED_SECONDS}", f"-artifact_prefix={folder}/", "-max_len=20000"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=os.environ)
        tried = re.findall(r"#(\d+)", done.stderr)
        fault = Fault("traceback", f"the fuzzer's input: {done.stdout[-1500:]} {done.stderr[-1500:]}")
        yield Trial(int(tried[-1]) if tried else 0, (fault,) if done.returncode else ())
