"""Which oracle answers what, how fast, and do all say the same? The bench on which they stand side by side."""
