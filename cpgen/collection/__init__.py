"""Collections of puzzles that stay distinct and safe: store, batch, import and export."""
