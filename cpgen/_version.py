"""Version of cpgen, and the name under which package indexes have it."""

__version__ = "0.3.0.dev0"
DISTRIBUTION = "cpgen-sudoku"
