"""LZ-string: the compression of texts in the addresses of f-puzzles, SudokuPad and SudokuMaker.

LZ-string is LZ78 with codes of growing width. Writer and reader build the same list of strings: whenever a string is
sent, the previous string plus the first character of this one is added to it. The codes 0 and 1 announce a character
that is sent for the first time (in 8 or 16 bits), 2 is the end, and all others are indices of the list. A code has as
many bits as the length of the list needs. Every value is sent with its lowest bit first, and each six bits become a
character of base64. Characters are UTF-16 code units, as in JavaScript.

Source: https://github.com/pieroxy/lz-string
"""

from __future__ import annotations

from cpgen.errors import InputError
from cpgen.limits import LONGEST_UNPACKED
from cpgen.messages import Message

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BITS = {symbol: format(number, "06b") for number, symbol in enumerate(ALPHABET)} | {"-": "111111"}
NEW_BYTE, NEW_UNIT, END = 0, 1, 2


def compress(text: str) -> str:
    """Return the text as padded base64, equal to the output of LZ-string's `compressToBase64`.

    >>> compress("hello")
    'BYUwNmD2Q==='
    """
    bits = _packed(_units(text))
    bits += "0" * (6 - len(bits) % 6)
    symbols = "".join(ALPHABET[int(bits[k : k + 6], 2)] for k in range(0, len(bits), 6))
    return symbols + "=" * (-len(symbols) % 4)


def _units(text: str) -> str:
    """Return the text with one character per UTF-16 code unit."""
    # JavaScript, for which the format was made, counts code units: an emoji counts as two.
    if text.isascii() or max(text) < "\U00010000":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[k] | data[k + 1] << 8) for k in range(0, len(data), 2))


def _packed(units: str) -> str:
    """Return the codes of a text (of UTF-16 code units) as a string of the characters 0 and 1."""
    numbers: dict[str, int] = {}
    unsent: set[str] = set()
    bits: list[str] = []
    length = 2  # of the reader's list; the first code adds no pair, so the count begins one lower than there

    def send(string: str) -> None:
        nonlocal length
        if string in unsent:
            unsent.discard(string)
            wide = ord(string) > 255
            # A character is written out when it is sent first, and named by its number from then on.
            bits.append(_low_first(NEW_UNIT if wide else NEW_BYTE, length.bit_length()))
            bits.append(_low_first(ord(string), 16 if wide else 8))
            length += 1
        else:
            bits.append(_low_first(numbers[string], length.bit_length()))
        length += 1

    string = ""
    for unit in units:
        if unit not in numbers:
            numbers[unit] = len(numbers) + 3
            unsent.add(unit)
        if string + unit in numbers:
            string += unit
            continue
        send(string)
        numbers[string + unit] = len(numbers) + 3
        string = unit
    if string:
        send(string)
    return "".join([*bits, _low_first(END, length.bit_length())])


def _low_first(value: int, bits: int) -> str:
    return format(value, f"0{bits}b")[::-1]


def decompress(text: str) -> str:
    """Decompress a text in LZ-string's base64; raise InputError if it is damaged or its content too long.

    >>> decompress("BYUwNmD2Q===")
    'hello'
    """
    text = "".join(text.split()).rstrip("=$")
    wrong = next((symbol for symbol in text if symbol not in BITS), None)
    if wrong:
        raise InputError(Message("packed-sign", sign=repr(wrong)))
    units = _unpacked("".join(map(BITS.__getitem__, text)))
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _unpacked(bits: str) -> str:
    strings = ["", "", ""]  # no string has the numbers 0, 1 and 2
    at = total = 0
    parts: list[str] = []

    def take(count: int) -> int:
        nonlocal at
        at += count
        if at > len(bits):
            raise InputError(Message("packed-short"))
        return int(bits[at - count : at][::-1], 2)

    last = ""
    while (number := take(len(strings).bit_length())) != END:
        if number in (NEW_BYTE, NEW_UNIT):
            strings.append(chr(take(16 if number == NEW_UNIT else 8)))
            number = len(strings) - 1
        # A number one beyond the list is the string that is about to be added.
        string = strings[number] if number < len(strings) else last + last[:1]
        if not string or number > len(strings):
            raise InputError(Message("packed-damaged"))
        parts.append(string)
        # A few bytes can unpack to gigabytes, so the length is bounded while unpacking.
        total += len(string)
        if total > LONGEST_UNPACKED:
            raise InputError(Message("packed-large", most=LONGEST_UNPACKED))
        if last:
            strings.append(last + string[0])
        last = string
    return "".join(parts)
