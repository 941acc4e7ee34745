"""Read the rows in the pages of an SQLite file, without SQLite.

SQLite finds the rows of a table by its schema and a tree of pages; when the schema or an inner page is damaged, it
loses rows that are whole. Here every page of the file, and of its write-ahead log, is read on its own: if it has the
form of a leaf of a table or an index, its cells are decoded. Which table a row belongs to follows from the number of
its values. A row may be damaged, out of date or deleted, so callers verify what they use.

Source: *Database File Format*, https://www.sqlite.org/fileformat2.html, sections 1.6, 2.1 and 4.1.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

TABLE_LEAF, INDEX_LEAF = 13, 10
"""First byte of a leaf page, in the tree of a table and of an index"""
HEADER = 100
"""Bytes of the file header, which precedes the content of the first page"""
LOG_HEADER, FRAME_HEADER = 32, 24
"""Bytes at the beginning of a write-ahead log, and before each page in it"""
PAGE_SIZES = [512 << k for k in range(8)]
USUAL_SIZE = 4096
"""SQLite's default page size in bytes, for files whose header is damaged"""
MOST_COLUMNS = 100


class Pages:
    """Pages of an SQLite file and of copies of its write-ahead log, read without SQLite."""

    def __init__(self, name: str, logs: list[str]) -> None:
        self._content = Path(name).read_bytes()
        self._logs = [Path(log).read_bytes() for log in logs if os.path.exists(log)]
        # Two bytes cannot hold 65,536, so SQLite writes 1 for it.
        declared = int.from_bytes(self._content[16:18])
        size = 65_536 if declared == 1 else declared
        self.size = size if size in PAGE_SIZES else USUAL_SIZE
        # Byte 20 is the space that extensions reserve at the end of each page.
        self._usable = self.size - (self._content[20] if len(self._content) > HEADER else 0)
        self.is_truncated = len(self._content) < int.from_bytes(self._content[28:32]) * self.size

    def rows(self, page_type: int) -> Iterator[tuple[int | None, list[Any]]]:
        """Yield row number and values of all rows on leaf pages of a type, TABLE_LEAF or INDEX_LEAF.

        Rows of an index have the row number None.
        """
        for offset in range(0, len(self._content), self.size):
            page = self._content[offset : offset + self.size]
            yield from self._rows_on(page, HEADER if offset == 0 else 0, page_type)
        for log in self._logs:
            for offset in range(LOG_HEADER, len(log), FRAME_HEADER + self.size):
                frame = log[offset : offset + FRAME_HEADER]
                # Frames of an earlier use of the log have other salts in both words; damage changes one at most.
                if frame[8:12] == log[16:20] or frame[12:16] == log[20:24]:
                    page = log[offset + FRAME_HEADER : offset + FRAME_HEADER + self.size]
                    yield from self._rows_on(page, HEADER if frame[:4] == b"\0\0\0\1" else 0, page_type)

    def _rows_on(self, page: bytes, start: int, page_type: int) -> Iterator[tuple[int | None, list[Any]]]:
        """Yield row number and values of the rows on one page whose header begins at offset `start`."""
        if len(page) <= start + 8 or page[start] != page_type:
            return
        cells = int.from_bytes(page[start + 3 : start + 5])
        # The array of cell offsets follows the header; a damaged count is cut off by the end of the page.
        pointers = page[start + 8 : start + 8 + 2 * cells]
        for place in range(0, len(pointers) - 1, 2):
            # A damaged cell costs one row; the others on the page are still read.
            with suppress(ValueError, IndexError, struct.error):
                offset = int.from_bytes(pointers[place : place + 2])
                length, offset = _varint(page, offset)
                number = None
                if page_type == TABLE_LEAF:
                    number, offset = _varint(page, offset)
                yield number, _values(self._payload(page, offset, length, page_type))

    def _payload(self, page: bytes, offset: int, length: int, page_type: int) -> bytes:
        """Return the `length` bytes of the row at an offset of a page.

        If the row does not fit on the page, the rest of it is read from the chain of overflow pages.
        """
        usable = self._usable
        # The limits are those of the file format: a longer payload leaves between `least` and `most` bytes here.
        most = usable - 35 if page_type == TABLE_LEAF else (usable - 12) * 64 // 255 - 23
        if length <= most:
            return page[offset : offset + length]
        if length > len(self._content):
            raise ValueError("longer than the file")
        least = (usable - 12) * 32 // 255 - 23
        local = least + (length - least) % (usable - 4)
        if local > most:
            local = least
        payload = page[offset : offset + local]
        following = int.from_bytes(page[offset + local : offset + local + 4])
        # The length bounds the walk, so that a chain that damage has closed to a circle ends.
        while following and len(payload) < length:
            overflow = self._content[(following - 1) * self.size : following * self.size]
            if len(overflow) < usable:
                raise ValueError("an overflow page is missing")
            payload += overflow[4:usable]
            following = int.from_bytes(overflow[:4])
        return payload[:length]


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """Decode SQLite's variable-length integer of 1 to 9 bytes; return it and the offset after it."""
    number = 0
    for _ in range(8):
        byte = data[offset]
        offset += 1
        number = number << 7 | byte & 127
        if byte < 128:
            return number, offset
    # The ninth byte counts with all eight bits, and the 64 bits are a signed number.
    number = number << 8 | data[offset]
    return number - (number >> 63 << 64), offset + 1


def _values(payload: bytes) -> list[Any]:
    """Decode the values of a row; raise ValueError, IndexError or struct.error if the bytes are not a row."""
    end, offset = _varint(payload, 0)
    types = []
    while offset < end:
        code, offset = _varint(payload, offset)
        types.append(code)
    if offset != end or not 0 < len(types) <= MOST_COLUMNS:
        raise ValueError("not a record")
    values: list[Any] = []
    for code in types:
        # Types 8 and 9 are the constants 0 and 1; from 12 on even types are blobs and odd ones texts.
        length = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[code] if code < 10 else (code - 12) // 2
        data = payload[offset : offset + length]
        if length < 0 or len(data) < length:
            raise ValueError("the record ends too early")
        offset += length
        if code == 0:
            values.append(None)
        elif code <= 6:
            values.append(int.from_bytes(data, signed=True))
        elif code == 7:
            values.append(struct.unpack(">d", data)[0])
        elif code < 10:
            values.append(code - 8)
        else:
            values.append(data if code % 2 == 0 else data.decode("utf-8", "replace"))
    return values
