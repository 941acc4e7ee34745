"""How does a board look?"""
