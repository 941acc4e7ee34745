"""The one place that says which version this is, and under which name it is installed."""

__version__ = "0.1.0"
DISTRIBUTION = "cpgen-sudoku"
