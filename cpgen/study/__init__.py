"""Reproducible experiments on methods, oracles, patterns and difficulty: one runner, one module per study."""
