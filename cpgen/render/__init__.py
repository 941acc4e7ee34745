"""Rendering: pictures, printed books and explanations, boards in a terminal, and findings in words."""
