"""Records of answers: the one description of each object that cpgen writes as JSON, wherever it writes it."""
