"""Tests of `cpgen.constraints`."""
