"""Commands that list what there is to choose from."""
