"""Limits on the size of inputs: larger inputs are refused before any work is spent on them.

Every reader takes time in proportion to its input. The limits keep one input from filling the memory.
"""

from __future__ import annotations

LONGEST_LINE = 1 << 22
"""Largest length of a line in a text with puzzles, in characters"""
LONGEST_JSON = 1 << 26
"""Largest length of a JSON text with puzzles, unless it has one object per line, in characters"""
LONGEST_OBJECT = 1 << 22
"""Largest length of the JSON object of one puzzle, in characters"""
LONGEST_BOARD = 1 << 16
"""Largest length of a JSON list that is a single board, in characters"""
JSON_PATIENCE = 4
"""Multiple of a damaged JSON text's length that may be read without success before the text is given up"""
DEEPEST_SHORTHAND = 40
"""Largest depth of brackets in SudokuPad's shorthand"""
LONGEST_UNPACKED = 1 << 20
"""Largest length of the text in an address after decompression, in UTF-16 code units"""
LONGEST_PENPA = 1 << 22
"""Largest size of the text in an address of Penpa+ after decompression, in bytes"""
LARGEST_ZIP = 1 << 24
"""Largest size of a zip file, and of the board in it, in bytes"""
MOST_CONSTRAINTS = 2000
"""Largest number of constraints of a board"""
LONGEST_CONSTRAINT = 2000
"""Largest length of the line of one constraint, in characters"""
LARGEST_SETTINGS = 1 << 20
"""Largest size in bytes of a file that an option reads whole: a plan, ladder, model, layout or list of constraints"""
LARGEST_KIND = 1 << 14
"""Largest size in bytes of the file of a user's kind of constraint"""
MOST_KINDS = 100
"""Largest number of the user's kinds of constraints in a folder or a request"""
MOST_KEY_PARTS = 64
"""Largest number of parts of a dotted key in TOML, because the time for a key grows with their square"""
