"""The version of cpgen and the name of its distribution."""

__version__ = "0.2.0"
DISTRIBUTION = "cpgen-sudoku"
