"""All of cpgen that rests on numba, and above all on its private parts, each with what it is worth.

Types of our own are in `cpgen.kernel.own_types`. `tests/kernel/test_private.py` says what breaks when one changes;
`scripts/versions` runs it with the oldest and the newest numba, numpy and ortools that are allowed. It is imported when
something is compiled.
"""

from __future__ import annotations

import ctypes
import inspect
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import binding as llvm  # type: ignore[import-untyped]
from llvmlite import ir
from numba.core import cgutils, event, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.errors import TypingError
from numba.extending import lower_builtin, type_callable, typeof_impl

from cpgen.kernel import own_types

F = TypeVar("F", bound=Callable[..., Any])
NO_MEMORY = {"_nrt": False}
"""Arrays are not counted, so that compiled functions can make none.

Counting them makes rating 9 to 16 times slower (from 17 to 269 µs for a beginner's puzzle, from 42 to 385 µs for an
expert's) and compiling take twice as long.
"""


class OwnLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that LLVM optimises once, when all is linked.

    What numba does before is for counting memory. Of that only the passes are left that make code small, each function
    once: what compiles a puzzle's first generation spends 2.5 s in LLVM so, in place of 2.9 s.
    """

    def add_ir_module(self, module: ir.Module) -> None:
        """Takes a function as it was built."""
        own_types.mark_arguments(module, self._codegen.target_data)
        super().add_ir_module(module)

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        passes, builder = llvm.create_new_function_pass_manager(), self._codegen._pass_builder()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class LinkedLibrary(OwnLibrary):
    """Code that is linked into what calls it and optimised there, with no machine code of its own.

    Compiling a puzzle's first generation takes 4.5 s in place of 5.1 s so, and what comes out is as fast.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        """Keeps the code for linking; of what numba sets when it is loaded, the environments, makes machine code."""
        module = self.create_ir_module(self.name)
        self._finalized = True
        code = self._get_module_for_linking()
        for variable in code.global_variables:
            if variable.name.startswith("_ZN08NumbaEnv"):
                place = cgutils.add_global_variable(module, cgutils.voidptr_t, variable.name)
                place.linkage, place.initializer = "common", cgutils.voidptr_t(None)
        self._final_module = llvm.parse_assembly(str(module))
        super()._finalize_final_module()


class OwnCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, with a library of our own."""

    library = OwnLibrary

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, library, *others)
        if library is None:
            self.state.library = self.library(self.state.targetctx.codegen(), "own")
            self.state.library.enable_object_caching()


class LinkedCompiler(OwnCompiler):
    """The same for what is called from compiled code alone."""

    library = LinkedLibrary


CALLERS: dict[str, dict[str, Any]] = {
    "python": {"pipeline_class": OwnCompiler},
    "addresses": {"no_cpython_wrapper": True, "pipeline_class": OwnCompiler},
    "compiled": {"no_cpython_wrapper": True, "pipeline_class": LinkedCompiler},
}
"""What compiles a function, by what calls it.

What is called from compiled code alone needs no wrapper that takes Python's objects apart: compiling a puzzle's first
generation takes 8.0 s in place of 10.0 s without them.
"""


def dispatcher(function: Callable[..., Any], folder: str, called_by: str) -> Any:
    """The function as numba compiles it on first use, its machine code kept in a folder ("": nowhere)."""
    options = {"nogil": True, "cache": bool(folder), "no_cfunc_wrapper": True} | NO_MEMORY | CALLERS[called_by]
    with _one_folder:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
        try:
            made = numba.njit(**options)(function)
        finally:
            numba.config.CACHE_DIR = before
    made.is_cpgens = True
    return made


def compile_with(made: Any, around: Callable[[Callable[[Any], Any], Any], Any]) -> None:
    """Lets `around(compiling, signature)` do each compiling of a dispatcher, for all values of a constant's type.

    Left alone, numba compiles a function anew for each constant that it is called with, which LLVM would write into
    small functions all the same: the rules of the widest ladder take 42 s in place of 54 s. `around` saves no time in
    a process alone: it lets processes take turns, so that two that start together compile once.
    """
    compiling = made.compile

    def compile_for_all(signature: Any) -> Any:
        return around(compiling, tuple(map(types.unliteral, signature)))  # type: ignore[attr-defined]

    made.compile = compile_for_all


def recognise(kind: type, dispatcher_of: Callable[[Any], Any]) -> None:
    """Lets compiled code call values of a kind: those that `dispatcher_of` has a dispatcher for."""

    @typeof_impl.register(kind)  # type: ignore[untyped-decorator]
    def kind_of(value: Any, context: Any) -> Any:
        made = dispatcher_of(value)
        return None if made is None else types.Dispatcher(made)


def write_into_callers(function: Any) -> None:
    """Has numba inline a plain function, as it inlines a dispatcher with these attributes."""
    function.py_func, function.targetoptions = function, {"inline": "always"}


def listen(begin: Callable[[], None], end: Callable[[], None]) -> None:
    """Calls back at the beginning and at the end of each compiling of one of cpgen's functions."""

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, happening: Any) -> None:
            if _is_ours(happening):
                begin()

        def on_end(self, happening: Any) -> None:
            if _is_ours(happening):
                end()

    event.register("numba:compile", Listener())


def _is_ours(happening: Any) -> bool:
    return hasattr(happening.data["dispatcher"], "is_cpgens")


def instruction(function: Callable[..., Any], name: str) -> None:
    """Makes compiled code use an instruction of LLVM, from one 64-bit mask to a number, in the place of a function."""
    more = [False] if name == "cttz" else []  # what comes out for 0 is left open

    @type_callable(function)  # type: ignore[untyped-decorator]
    def typing(context: Any) -> Any:
        return lambda mask: types.int64

    @lower_builtin(function, types.uint64)  # type: ignore[untyped-decorator]
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        constants = [context.get_constant(types.boolean, one) for one in more]
        return getattr(builder, name)(*arguments, *constants)


def with_room(function: F) -> F:
    """The function with a frame so large that CPython keeps those of all that it calls in the same piece of memory.

    Left alone, it asks the system for 16 KB, and gives them back, at each call at a depth where a piece happens to end:
    117,000 times in a puzzle's first generation, which takes 0.4 s.
    """
    function.__code__ = function.__code__.replace(co_stacksize=40_000)
    return function


@with_room
def prepare(made: Any, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Compiles a dispatcher for arguments like these, or loads what is kept; their types."""
    kinds = tuple(map(numba.typeof, arguments))
    made.compile(kinds)
    return kinds


def entry_point(made: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """What a dispatcher calls for arguments like these, once it has looked at their types."""
    return made.overloads[prepare(made, arguments)].entry_point  # type: ignore[no-any-return]


def address(made: Any, arguments: tuple[Any, ...]) -> int:
    """The address of the machine code of a dispatcher for arguments like these, called as numba calls its own."""
    kinds = prepare(made, arguments)
    result = made.overloads[kinds]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def jump(
    caller: Callable[..., Any],
    addresses: np.ndarray,
    fill: Callable[[int], None],
    examples: list[Callable[[], tuple[Any, ...]]],
) -> None:
    """Has compiled code jump to an address in the place of `caller(addresses, place, …)`.

    Where there is none yet, `fill(place)` is called first, which may leave it so when it fails; the result is then 0.
    What is behind an address is not linked into its callers: with all rules in them, what generates a puzzle takes
    6.1 s to compile in place of 3.9 s. A rating takes as long as with a switch over linked functions (21 µs).
    """
    ask = ctypes.CFUNCTYPE(None, ctypes.c_int64)(fill)
    _kept.append(ask)
    addresses[0] = ctypes.cast(ask, ctypes.c_void_p).value
    result = RESULTS[caller.__annotations__["return"]]

    @type_callable(caller)  # type: ignore[untyped-decorator]
    def typing(context: Any) -> Any:
        def typed(addresses: Any, place: Any, *arguments: Any) -> Any:
            if not any(arguments == tuple(map(numba.typeof, example())) for example in examples):
                raise TypingError(f"{caller.__name__} takes other types than its examples")
            return result

        typed.pysig = inspect.signature(caller)  # type: ignore[attr-defined]
        return typed

    @lower_builtin(caller, types.Array, types.int64, types.VarArg(types.Any))  # type: ignore[untyped-decorator, attr-defined]
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, place, *rest = arguments
        start = context.make_array(signature.args[0])(context, builder, table).data
        slot = builder.gep(start, [builder.add(place, place.type(1))])
        with builder.if_then(builder.icmp_unsigned("==", builder.load(slot), place.type(0)), likely=False):
            kind = ir.FunctionType(ir.VoidType(), [place.type])
            builder.call(builder.inttoptr(builder.load(start), kind.as_pointer()), [place])
        found = cgutils.alloca_once_value(builder, context.get_constant_null(result))
        with builder.if_then(builder.icmp_unsigned("!=", builder.load(slot), place.type(0)), likely=True):
            kind = context.call_conv.get_function_type(result, signature.args[2:])
            callee = builder.inttoptr(builder.load(slot), kind.as_pointer())
            _, value = context.call_conv.call_function(builder, callee, result, signature.args[2:], rest)
            builder.store(value, found)
        return builder.load(found)


_one_folder = threading.Lock()
"""Held while numba's setting, one for all threads, is the folder of the function at hand"""
RESULTS = {"None": types.none, "bool": types.boolean, "int": types.int64, "float": types.float64}
_kept: list[Any] = []
"""What compiled code calls back"""
