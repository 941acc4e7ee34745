"""Commands that judge, solve and explain puzzles."""
