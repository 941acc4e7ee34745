"""Limits on the size of inputs: what is larger is refused before any work is spent on it.

Every reader takes time in proportion to its input. The limits keep one input from filling the memory.
"""

from __future__ import annotations

LONGEST_LINE = 1 << 22
"""Characters of the longest line of a text with puzzles"""
LONGEST_JSON = 1 << 26
"""Characters of the longest JSON text with puzzles that does not have one object per line"""
LONGEST_OBJECT = 1 << 22
"""Characters of the longest JSON object of one puzzle"""
LONGEST_BOARD = 1 << 16
"""Characters of the longest JSON list that is a single board"""
JSON_PATIENCE = 4
"""Damaged JSON is given up after this multiple of its length has been tried without success"""
DEEPEST_SHORTHAND = 40
"""Levels of brackets in SudokuPad's shorthand"""
LONGEST_UNPACKED = 1 << 20
"""UTF-16 code units to which the text in an address may unpack"""
LONGEST_PENPA = 1 << 22
"""Bytes to which the text in an address of Penpa+ may unpack"""
LARGEST_ZIP = 1 << 24
"""Bytes of a zip file, and of the board in it"""
MOST_CONSTRAINTS = 2000
"""Constraints of one board"""
LONGEST_CONSTRAINT = 2000
"""Characters of the line of one constraint"""
LARGEST_SETTINGS = 1 << 20
"""Bytes of a file that is read whole as the value of an option: a plan, ladder, model, layout or list of constraints"""
LARGEST_KIND, MOST_KINDS = 1 << 14, 100
"""Bytes of the file of a kind of constraint, and kinds of a folder or a request"""
MOST_KEY_PARTS = 64
"""Parts of a dotted key in TOML, because the time for a key grows with their square"""
