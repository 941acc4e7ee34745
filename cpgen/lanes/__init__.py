"""All digits of a board with boxes at once: its rows in lanes of words."""
