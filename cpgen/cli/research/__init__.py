"""Commands that measure the methods and fit grade models."""
