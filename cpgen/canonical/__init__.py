"""Are two puzzles the same? One form for all that symmetry and relabelling make of one."""
