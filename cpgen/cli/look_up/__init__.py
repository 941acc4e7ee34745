"""Commands that list the available layouts, patterns, grades, formats and oracles."""
