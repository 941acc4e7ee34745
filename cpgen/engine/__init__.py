"""The compiled core: one board of candidate masks, one propagation, one search."""
