"""Keys of the Interactive Sudoku Solver: tables, automata, regular expressions and sets of cells, as short texts.

A character is six bits. A table of pairs (a, b) lists its bits row by row, the first bit of a character being its
lowest; a set of cells does so, too. An automaton is a sequence of bytes in base 64, read from their highest bits: a
header, then for each state a mask of the digits that have a next state, and these next states, from the lowest digit
on.

    format (2)  state bits - 1 (4)  digits - 1 (4)  starts (s)  accepting states besides (s)  which starts accept

Numbers in parentheses are widths in bits; s is the number of state bits.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from cpgen.constraints.primitives import Automaton, TooManyStatesError, automaton
from cpgen.errors import InputError
from cpgen.messages import Message, shown
from cpgen.notation import SYMBOLS

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
PACKED = 1
"""Number of the format in which each digit has at most one next state"""
MOST_STATES = 20_000
Nfa: TypeAlias = tuple[list[dict[int, set[int]]], set[int], set[int]]
"""Nondeterministic automaton: for each state its next states by digit; the first states; the accepting states"""


def bits_of(key: str) -> list[int]:
    """Return the bits that a key encodes, six per character; raise InputError for a wrong character."""
    if not set(key) <= set(ALPHABET):
        raise InputError(Message("iss-key", key=shown(key, 20)))
    return [ALPHABET.index(sign) >> bit & 1 for sign in key for bit in range(6)]


def key_of(bits: Iterable[int]) -> str:
    """Return the key that encodes these bits, without zeros at its end."""
    text, key = "".join("1" if bit else "0" for bit in bits).rstrip("0"), ""
    for start in range(0, len(text), 6):
        key += ALPHABET[int(text[start : start + 6][::-1], 2)]
    return key


def pairs_in(key: str, n: int) -> tuple[int, ...]:
    """Decode a table of pairs on a board of side n: for each digit, a bit mask of the digits allowed after it."""
    bits = [*bits_of(key), *[0] * (n * n)]
    return tuple(sum(bits[a * n + b] << b for b in range(n)) for a in range(n))


def key_of_pairs(allowed: Sequence[int]) -> str:
    """Encode a table of pairs; `allowed` has for each digit a bit mask of the digits allowed after it."""
    return key_of(row >> b & 1 for row in allowed for b in range(len(allowed)))


class _Bits:
    """Reader of the bits of a key in base 64, from the highest bit of each byte."""

    def __init__(self, key: str) -> None:
        try:
            data = urlsafe_b64decode(key + "=" * (-len(key) % 4))
        except (Error, ValueError):
            raise InputError(Message("iss-key", key=shown(key, 20))) from None
        self.text, self.at, self.key = "".join(f"{byte:08b}" for byte in data), 0, key

    def left(self) -> int:
        return len(self.text) - self.at

    def take(self, count: int) -> int:
        if self.left() < count:
            raise InputError(Message("iss-key", key=shown(self.key, 20)))
        self.at += count
        return int(self.text[self.at - count : self.at] or "0", 2)


def nfa_in(key: str, n: int) -> Nfa:
    """Decode an automaton; raise InputError if the key is damaged, or is for another number of digits than n."""
    bits = _Bits(key)
    packed, width, digits = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    starts, others = bits.take(width), bits.take(width)
    is_accepting = bits.take(starts)
    if digits != n or packed > PACKED:
        raise InputError(Message("iss-key", key=shown(key, 20)))
    states: list[dict[int, set[int]]] = []
    if packed == PACKED:
        while bits.left() >= n:
            mask = bits.take(n)
            # The last bits may only fill the last byte.
            if bits.left() < width * mask.bit_count():
                break
            states.append({digit: {bits.take(width)} for digit in range(1, n + 1) if mask >> digit - 1 & 1})
    else:
        states = _plain_states(bits, width, n)
    accepting = {state for state in range(starts) if is_accepting >> state & 1}
    return states, set(range(starts)), accepting | set(range(starts, starts + others))


def _plain_states(bits: _Bits, width: int, n: int) -> list[dict[int, set[int]]]:
    """Read the states of an automaton in the format that lists each digit and next state; `width` is bits per state."""
    count_bits, digit_bits = bits.take(4), max(n - 1, 1).bit_length() if n > 1 else 0
    states: list[dict[int, set[int]]] = []
    while count_bits and bits.left() >= count_bits:
        row: dict[int, set[int]] = {}
        for _ in range(bits.take(count_bits)):
            digit = bits.take(digit_bits) + 1
            row.setdefault(digit, set()).add(bits.take(width))
        states.append(row)
    return states


def words_of_nfa(nfa: Nfa, count: int, n: int) -> Automaton:
    """Return the smallest deterministic automaton that accepts the same sequences of `count` digits 1 to n as an NFA.

    Its states are sets of states of the nondeterministic one. Raises InputError if there are too many.
    """
    states, first, accepting = nfa

    def step(reached: frozenset[int], digit: int) -> frozenset[int] | None:
        targets = (states[state].get(digit, set()) for state in reached if state < len(states))
        return frozenset().union(*targets) or None

    try:
        return automaton(
            range(count), n, frozenset(first), step, lambda reached: not accepting.isdisjoint(reached), MOST_STATES
        )
    except TooManyStatesError:
        raise InputError(Message("iss-states", most=MOST_STATES)) from None


def key_of_automaton(machine: Automaton) -> str:
    """Return the key of a deterministic automaton."""
    n = len(machine.transitions[0])
    # First the first state, then the other accepting ones, then the rest.
    others = [state for state in range(1, len(machine.transitions)) if state in machine.accepting]
    rest = [state for state in range(1, len(machine.transitions)) if state not in machine.accepting]
    order = [0, *others, *rest]
    number = {state: place for place, state in enumerate(order)}
    width = max(1, (len(order) - 1).bit_length(), len(others).bit_length())
    text = f"{PACKED:02b}{width - 1:04b}{n - 1:04b}{1:0{width}b}{len(others):0{width}b}{int(0 in machine.accepting)}"
    for state in order:
        row = machine.transitions[state]
        text += "".join("1" if target >= 0 else "0" for target in reversed(row))
        text += "".join(f"{number[target]:0{width}b}" for target in row if target >= 0)
    text += "0" * (-len(text) % 8)
    data = int(text, 2).to_bytes(len(text) // 8, "big")
    return urlsafe_b64encode(data).decode().rstrip("=")


# Regular expressions, by derivatives (Brzozowski 1964): what an expression still accepts after a digit is again an
# expression, which serves as a state of the automaton.
Regex: TypeAlias = tuple[Any, ...]
TIMES = re.compile(r"\{(\d{1,2})(,)?(\d{1,2})?\}")
SET, RANGE = re.compile(r"\[(\^?)([\w-]+)\]", re.ASCII), re.compile(r"\w-\w|\w|-")
NOTHING: Regex = ("none",)
EMPTY: Regex = ("empty",)


def words_of_regex(pattern: str, count: int, n: int) -> Automaton:
    """Return the automaton that accepts the sequences of `count` digits 1 to n that a regular expression matches."""
    start = _Pattern(pattern, n).parse()
    try:
        return automaton(range(count), n, start, _after, _is_nullable, MOST_STATES)
    except TooManyStatesError:
        raise InputError(Message("iss-states", most=MOST_STATES)) from None


def _joined(regex: Regex, other: Regex) -> Regex:
    if NOTHING in (regex, other):
        return NOTHING
    return other if regex == EMPTY else regex if other == EMPTY else ("join", regex, other)


def _either(*parts: Regex) -> Regex:
    flat = {one for part in parts for one in (part[1] if part[0] == "or" else (part,))} - {NOTHING}
    return NOTHING if not flat else next(iter(flat)) if len(flat) == 1 else ("or", frozenset(flat))


def _is_nullable(regex: Regex) -> bool:
    match regex:
        case ("empty",) | ("star", _):
            return True
        case ("join", first, second):
            return _is_nullable(first) and _is_nullable(second)
        case ("or", parts):
            return any(map(_is_nullable, parts))
    return False


def _after(regex: Regex, digit: int) -> Regex | None:
    """Return the expression for what may follow after a digit is read; None if the digit cannot come first."""
    rest = _derivative(regex, digit)
    return None if rest == NOTHING else rest


def _derivative(regex: Regex, digit: int) -> Regex:
    match regex:
        case ("digits", digits):
            return EMPTY if digit in digits else NOTHING
        case ("star", part):
            return _joined(_derivative(part, digit), regex)
        case ("join", first, second):
            joined = _joined(_derivative(first, digit), second)
            return _either(joined, _derivative(second, digit)) if _is_nullable(first) else joined
        case ("or", parts):
            return _either(*(_derivative(part, digit) for part in parts))
    return NOTHING


class _Pattern:
    """Parser of regular expressions with digits, dots, sets, groups, alternatives and repetitions."""

    def __init__(self, text: str, n: int) -> None:
        self.text, self.at, self.n = text, 0, n

    def parse(self) -> Regex:
        regex = self._alternatives()
        if self.at < len(self.text):
            raise self._error()
        return regex

    def _error(self) -> InputError:
        return InputError(Message("iss-regex", pattern=shown(self.text, 30), place=self.at + 1))

    def _next_is(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def _alternatives(self) -> Regex:
        parts = [self._sequence()]
        while self._next_is("|"):
            parts.append(self._sequence())
        return _either(*parts)

    def _sequence(self) -> Regex:
        parts = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self._repeated(self._single()))
        regex = EMPTY
        for part in reversed(parts):
            regex = _joined(part, regex)
        return regex

    def _repeated(self, part: Regex) -> Regex:
        while True:
            if self._next_is("*"):
                part = ("star", part)
            elif self._next_is("+"):
                part = _joined(part, ("star", part))
            elif self._next_is("?"):
                part = _either(EMPTY, part)
            elif times := TIMES.match(self.text, self.at):
                self.at = times.end()
                least = int(times[1])
                part = _times(part, least, int(times[3]) if times[3] else None if times[2] else least)
            else:
                return part

    def _single(self) -> Regex:
        everything = frozenset(range(1, self.n + 1))
        if self._next_is("("):
            self._next_is("?:")
            inner = self._alternatives()
            if not self._next_is(")"):
                raise self._error()
            return inner
        if self._next_is("."):
            return ("digits", everything)
        if listed := SET.match(self.text, self.at):
            digits = frozenset(digit for part in RANGE.findall(listed[2]) for digit in self._range(part))
            self.at = listed.end()
            return ("digits", everything - digits if listed[1] else digits)
        digit = self._digit(self.text[self.at : self.at + 1])
        self.at += 1
        return ("digits", frozenset([digit]))

    def _range(self, text: str) -> range:
        return range(self._digit(text[0]), self._digit(text[-1]) + 1)

    def _digit(self, sign: str) -> int:
        digit = SYMBOLS.find(sign.upper()) + 1 if sign else 0
        if not 1 <= digit <= self.n:
            raise self._error()
        return digit


def _times(part: Regex, least: int, most: int | None) -> Regex:
    """Return the expression for a part repeated `least` to `most` times; None for any number."""
    repeated: Regex = ("star", part) if most is None else EMPTY
    for _ in range((most or 0) - least):
        repeated = _either(EMPTY, _joined(part, repeated))
    for _ in range(least):
        repeated = _joined(part, repeated)
    return repeated
