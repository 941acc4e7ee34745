"""Commands for irregular boards."""
