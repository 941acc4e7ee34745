"""The version of cpgen and the name of its distribution."""

__version__ = "0.3.0.dev0"
DISTRIBUTION = "cpgen-sudoku"
