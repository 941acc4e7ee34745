"""Which patterns suit which grade? Patterns and grades, the work that a puzzle takes, and what explains it."""
