"""What cpgen claims of its speed, size and start-up, and what this machine measures of it.

`claims.py` is the one list of claims. A file a subject prepares the measurements (`rows.py` lists them all).
"""
