"""How do we get a puzzle from a grid? Clues are taken away while a check holds, down to the fewest."""
