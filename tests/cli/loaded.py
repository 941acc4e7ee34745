"""Import what most commands use into the process from which test processes are forked."""

import cpgen
from tests.cli import running  # noqa: F401

cpgen.check(cpgen.generate("kamio-a", "expert", seed=1).puzzle)
