"""A plugin of pytest that leaves the compiled functions of some modules in Python, where their lines can be traced.

UNCOMPILED names the modules by how their names begin: `UNCOMPILED="cpgen.rater cpgen.generation"`. An entry is
interpreted when it is in one of them, or when what it calls is. KEEP_COMPILED names the folder of compiled code,
whatever the text of the package.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from cpgen.kernel import compiler

MODULES = tuple(os.environ["UNCOMPILED"].split())
is_interpreted: Any = compiler.Entry.is_interpreted.fget


@cache
def is_named(entry: compiler.Entry[Any, Any]) -> bool:
    """Whether an entry, or what it may call, is in one of the modules."""
    return any(one.__module__.startswith(MODULES) for one in compiler._reachable(entry.function, by_address=True))


compiler.Entry.is_interpreted = property(lambda entry: is_named(entry) or is_interpreted(entry))
if "KEEP_COMPILED" in os.environ:
    compiler.cache_folder = lambda: os.environ["KEEP_COMPILED"]
