"""Which irregular boards exist? All boards of a side up to 6, the pentomino catalogue, random jigsaws."""
