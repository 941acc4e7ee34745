"""What cpgen claims of its speed, size and start-up (`claims.py`), and what this machine measures of it."""
