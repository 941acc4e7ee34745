"""Stress tests of cpgen as users run it: each trial disturbs a command and looks for lost or wrong results."""
