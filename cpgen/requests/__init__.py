"""What a caller asks for: checked requests, grid sources, clue runs and the clock that counts the work."""
