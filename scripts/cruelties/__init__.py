"""What can go wrong around cpgen, done to it on purpose: nothing may be lost, doubled, wrong or traced back.

A cruelty is an endless stream of trials (`trials.py`), each done in a process of its own to the command as a user
gives it; `__main__.py` takes turns among them and prints what they found.
"""
