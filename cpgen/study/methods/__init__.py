"""How do the generation methods compare? Patterns, grades, methods and oracles, and the paper beside them."""
