"""How would a person solve it? The ladder of rules, the level and steps it takes, and the rounds explained."""
