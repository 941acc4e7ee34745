"""Loads what most commands use into the process that those of the tests are forked from."""

import cpgen
from tests.cli import running  # noqa: F401

cpgen.check(cpgen.generate("kamio-a", "expert", seed=1).puzzle)
