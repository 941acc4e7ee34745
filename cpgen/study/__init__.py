"""What do we know about the methods? Comparisons, tables, plots."""
