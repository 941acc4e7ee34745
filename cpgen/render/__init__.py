"""How a board looks: as a picture, on paper, on a page, in a terminal, and in words."""
