"""LZ-string agrees with the npm package, which made the fixtures."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.errors import InputError
from cpgen.formats import lzstring

PAIRS = json.loads((Path(__file__).parent / "fixtures" / "lzstring.json").read_text(encoding="utf-8"))


def test_compression_agrees_with_the_npm_package():
    for text, packed in PAIRS:
        assert lzstring.compress(text) == packed
        assert lzstring.decompress(packed) == text
        assert lzstring.decompress(packed.replace("/", "-").rstrip("=")) == text


@given(st.text(max_size=100) | st.text("ab数", max_size=300))
def test_compression_round_trips(text):
    assert lzstring.decompress(lzstring.compress(text)) == text


@given(st.text(lzstring.ALPHABET, max_size=200) | st.text(max_size=50))
def test_damage_is_refused(text):
    with suppress(InputError):
        lzstring.decompress(text)


@pytest.mark.parametrize("text", ["hello hello hello hello", "数独" * 20])
def test_truncated_text_is_refused(text):
    packed = lzstring.compress(text).rstrip("=")
    for length in range(len(packed) - 1):
        with pytest.raises(InputError):
            lzstring.decompress(packed[:length])


def test_decompression_bomb_is_refused(monkeypatch):
    monkeypatch.setattr(lzstring, "LONGEST_UNPACKED", 50_000)
    with pytest.raises(InputError, match="more than"):
        lzstring.decompress(lzstring.compress("a" * 60_000))


def test_wrong_character_is_named():
    with pytest.raises(InputError, match="character '!'"):
        lzstring.decompress("BYUw!mD2Q===")
