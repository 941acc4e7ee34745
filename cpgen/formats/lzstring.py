"""LZ-string: a dictionary code of growing width for text, packed six bits a character.

The code begins 2 bits wide and grows by one whenever its numbers run out. The numbers 0 and 1 announce a new character
(8 or 16 bits), 2 is the end, and all others stand for strings seen before. Every value goes low bit first. Text is
taken as UTF-16 units, as JavaScript has it.
"""

from __future__ import annotations

from cpgen.errors import InputError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BITS = {symbol: format(number, "06b") for number, symbol in enumerate(ALPHABET)} | {"-": "111111"}
BYTE, UNIT, END = 0, 1, 2
MOST = 1 << 22
"""UTF-16 units of the longest text that is unpacked"""


class _Width:
    """How many bits a number takes; it grows as numbers are given out."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits = bits
        self._left = left

    def count(self) -> None:
        """Notes that a number was used up."""
        self._left -= 1
        if not self._left:
            self._left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """The text as base64, padded, as `compressToBase64` of LZ-string writes it.

    >>> compress("hello")
    'BYUwNmD2Q==='
    """
    bits = _packed(_units(text))
    bits += "0" * (6 - len(bits) % 6)
    symbols = "".join(ALPHABET[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))
    return symbols + "=" * (-len(symbols) % 4)


def _units(text: str) -> str:
    """The text with one character a UTF-16 unit."""
    if text.isascii() or max(text) < "\U00010000":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[k] | data[k + 1] << 8) for k in range(0, len(data), 2))


def _packed(units: str) -> str:
    """The bits of the code."""
    numbers: dict[str, int] = {}
    fresh: set[str] = set()
    width = _Width(2, 2)
    bits: list[str] = []

    def emit(string: str) -> None:
        if string in fresh:
            fresh.discard(string)
            wide = ord(string) > 255
            bits.append(_low_first(UNIT if wide else BYTE, width.bits))
            bits.append(_low_first(ord(string), 16 if wide else 8))
            width.count()
        else:
            bits.append(_low_first(numbers[string], width.bits))
        width.count()

    string = ""
    for unit in units:
        if unit not in numbers:
            numbers[unit] = len(numbers) + 3
            fresh.add(unit)
        if string + unit in numbers:
            string += unit
            continue
        emit(string)
        numbers[string + unit] = len(numbers) + 3
        string = unit
    if string:
        emit(string)
    return "".join([*bits, _low_first(END, width.bits)])


def _low_first(value: int, bits: int) -> str:
    return format(value, f"0{bits}b")[::-1]


class _Bits:
    """The bits of a text, taken from the front."""

    def __init__(self, text: str) -> None:
        self._bits = "".join(map(BITS.__getitem__, text))
        self._at = 0

    def take(self, count: int) -> int:
        """The value of the next bits; raises InputError past the end."""
        excerpt = self._bits[self._at : self._at + count]
        if len(excerpt) < count:
            raise InputError("The compressed text is cut short: it ends before its end mark.")
        self._at += count
        return int(excerpt[::-1], 2)


def decompress(text: str) -> str:
    """The text that base64 of LZ-string holds; raises InputError when it is damaged or far too long.

    >>> decompress("BYUwNmD2Q===")
    'hello'
    """
    text = "".join(text.split()).rstrip("=$")
    wrong = next((symbol for symbol in text if symbol not in BITS), None)
    if wrong:
        raise InputError(f"The compressed text has the character {wrong!r}, which base64 does not have.")
    units = _unpacked(_Bits(text))
    data = b"".join(ord(unit).to_bytes(2, "little") for unit in units)
    return data.decode("utf-16-le", "replace")


def _unpacked(bits: _Bits) -> str:
    strings: list[str] = ["", "", ""]
    width = _Width(2, 1)
    parts: list[str] = []
    last, total = "", 0
    while True:
        number = bits.take(width.bits)
        if number == END:
            return "".join(parts)
        if number in (BYTE, UNIT):
            strings.append(chr(bits.take(16 if number else 8)))
            number = len(strings) - 1
            if last:
                width.count()
        string = strings[number] if number < len(strings) else last + last[:1]
        if not string or number > len(strings):
            raise InputError("The compressed text is damaged: it names a string that it has not spelt before.")
        parts.append(string)
        total += len(string)
        if total > MOST:
            raise InputError(f"The compressed text unpacks to more than {MOST} characters, which no puzzle needs.")
        if last:
            strings.append(last + string[0])
        width.count()
        last = string
