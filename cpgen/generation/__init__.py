"""How do we get a puzzle? A pattern is filled (generation phase) and repaired (replacement phase) until it matches."""
