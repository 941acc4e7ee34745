"""A plugin of pytest that leaves the compiled functions of some modules in Python, where their lines can be traced.

UNCOMPILED names the modules by how their names begin: `UNCOMPILED="cpgen.rater cpgen.generation"`. A compiled function
cannot call one that is not, so that what calls those modules must be left in Python with them. KEEP_COMPILED names the
folder of compiled code, whatever the text of the package.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cpgen import kernel
from cpgen.kernel import compiler

MODULES = tuple(os.environ["UNCOMPILED"].split())


def count_bits(mask: np.uint64) -> np.uint64:
    return np.uint64(int(mask).bit_count())


def lowest(mask: np.uint64) -> np.int64:
    return np.int64((int(mask) & -int(mask)).bit_length() - 1)


IN_PYTHON = {"count_bits": count_bits, "lowest": lowest}
IN_PYTHON |= {name: getattr(kernel, name).py_func for name in ("bit", "random_below", "random_bits", "random_unit")}
switch = kernel.switch


def unless_named(door: Callable[..., Any]) -> Callable[..., Any]:
    """The same door to the compiler, closed to the modules that are named; these get what they share in Python, too."""

    def pass_by(function: Callable[..., Any]) -> Callable[..., Any]:
        if not function.__module__.startswith(MODULES):
            return door(function)
        names = function.__globals__
        names.update((name, plain) for name, plain in IN_PYTHON.items() if name in names)
        return function

    return pass_by


def switch_unless_named(functions: Sequence[Callable[..., None]]) -> Callable[..., Any]:
    """The same for a table of functions, which are compiled all or none."""
    if not functions[0].__module__.startswith(MODULES):
        return switch(functions)
    return lambda place, *arguments: functions[place](*arguments)


np.seterr(over="ignore")  # words of 64 bits go round silently, as they do in machine code
kernel.compiled = unless_named(kernel.compiled)
kernel.inlined = unless_named(kernel.inlined)
kernel.switch = switch_unless_named
if "KEEP_COMPILED" in os.environ:
    compiler.cache_folder = lambda: os.environ["KEEP_COMPILED"]
