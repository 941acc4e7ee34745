"""All of cpgen that rests on numba, and above all on its private parts, each with what it is worth.

`tests/kernel/test_private.py` says what breaks when one changes; `scripts/versions` runs it with the oldest and the
newest numba, numpy and ortools that are allowed. It is imported when something is compiled.
"""

from __future__ import annotations

import ctypes
import inspect
import operator
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
from numba.core.imputils import lower_constant
from numba.core.typing import signature
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    ConcreteTemplate,
    infer_getattr,
    infer_global,
)
from numba.extending import (
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    type_callable,
    typeof_impl,
)

from cpgen.kernel.records import Constants

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


class ConstantsType(types.Type):
    """The type of constants: their values are in it, and nothing is kept of them in compiled code."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        super().__init__(name=f"Constants({fields})")


register_model(ConstantsType)(models.OpaqueModel)


@typeof_impl.register(Constants)  # type: ignore[untyped-decorator]
def _type_of_constants(value: Constants, context: Any) -> ConstantsType:
    return ConstantsType(value.fields)


@infer_global(operator.getitem)
class RecordOfConstants(AbstractTemplate):  # type: ignore[misc]
    """What an index takes from constants."""

    def generic(self, arguments: Any, names: Any) -> Any:
        """Their only record, which has their type, too."""
        return signature(arguments[0], *arguments) if isinstance(arguments[0], ConstantsType) else None


@infer_getattr
class FieldOfConstants(AttributeTemplate):  # type: ignore[misc]
    """What the fields of constants are."""

    key = ConstantsType

    def generic_resolve(self, kind: ConstantsType, name: str) -> Any:
        """The type of a field's value."""
        return numba.typeof(kind.fields[name]) if name in kind.fields else None


@lower_builtin(operator.getitem, ConstantsType, types.Integer)  # type: ignore[untyped-decorator]
def _build_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return arguments[0]


@lower_getattr_generic(ConstantsType)  # type: ignore[untyped-decorator]
def _build_field(context: Any, builder: Any, kind: ConstantsType, value: Any, name: str) -> Any:
    return context.get_constant(numba.typeof(kind.fields[name]), kind.fields[name])


@lower_constant(ConstantsType)  # type: ignore[untyped-decorator]
def _build_constants(context: Any, builder: Any, kind: ConstantsType, value: Any) -> Any:
    return context.get_dummy_value()


class Words(types.Type):
    """The type of four or eight words in compiled code: a vector of LLVM, which has instructions for any processor."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.vector = ir.VectorType(WORD, count)
        super().__init__(name=f"Words({count})")


WORD = ir.IntType(64)
FOUR, EIGHT = Words(4), Words(8)
OPERATORS = {
    operator.and_: "and_",
    operator.or_: "or_",
    operator.xor: "xor",
    operator.add: "add",
    operator.sub: "sub",
    operator.lshift: "shl",
    operator.rshift: "lshr",
}


@register_model(Words)
class WordsModel(models.PrimitiveModel):  # type: ignore[misc]
    """How compiled code keeps them: as they are."""

    def __init__(self, manager: Any, kind: Words) -> None:
        super().__init__(manager, kind, kind.vector)


def _type_operator(function: Any, *others: Callable[[Words], tuple[Any, ...]]) -> None:
    cases = [signature(kind, kind, *other(kind)) for kind in (FOUR, EIGHT) for other in others]
    infer_global(function)(type("Operator", (ConcreteTemplate,), {"cases": cases}))


def _operate(name: str) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = arguments
        if not isinstance(signature.args[1], Words):
            first = ir.Constant(left.type, ir.Undefined)
            first = builder.insert_element(first, right, ir.Constant(ir.IntType(32), 0))
            right = _moved(builder, first, [0] * left.type.count)
        return getattr(builder, name)(left, right)

    return build


def _moved(builder: Any, words: Any, places: list[int]) -> Any:
    kind = ir.VectorType(ir.IntType(32), len(places))
    return builder.shuffle_vector(words, ir.Constant(words.type, ir.Undefined), ir.Constant(kind, places))


for function, name in OPERATORS.items():
    _type_operator(function, lambda kind: (kind,), lambda kind: (types.uint64,))
    lower_builtin(function, Words, Words)(_operate(name))
    lower_builtin(function, Words, types.uint64)(_operate(name))
_type_operator(operator.invert, lambda kind: ())
lower_builtin(operator.invert, Words)(lambda context, builder, signature, arguments: builder.not_(arguments[0]))


def on_words(function: Callable[..., Any]) -> None:
    """Has compiled code do a function of several words as the one of the same name below builds it."""
    build, result_of, *arguments = ON_WORDS[function.__name__]
    number = len(arguments)

    @type_callable(function)  # type: ignore[untyped-decorator]
    def typing(context: Any) -> Any:
        def typed(*given: Any) -> Any:
            return result_of(*given) if len(given) == number else None

        typed.pysig = inspect.signature(function)  # type: ignore[attr-defined]
        return typed

    @lower_builtin(function, *arguments)  # type: ignore[untyped-decorator]
    def lower(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        starts = [
            context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
            for kind, value in zip(signature.args, given, strict=True)
        ]
        built = build(builder, signature.return_type, *starts)
        return context.get_dummy_value() if built is None else built


def _width(shape: Any = None, *others: Any) -> Words:
    """Four words where constants say so in their field `words`, else eight."""
    return FOUR if isinstance(shape, ConstantsType) and shape.fields["words"] == 4 else EIGHT


def _load(builder: Any, kind: Words, start: Any, place: Any) -> Any:
    return builder.load(builder.bitcast(builder.gep(start, [place]), kind.vector.as_pointer()), align=8)


def _store(builder: Any, kind: Any, start: Any, place: Any, words: Any) -> None:
    builder.store(words, builder.bitcast(builder.gep(start, [place]), words.type.as_pointer()), align=8)


def _swap(distance: int) -> Any:
    def build(builder: Any, kind: Words, words: Any) -> Any:
        count = words.type.count
        return _moved(builder, words, [(place ^ distance) % count for place in range(count)])

    return build


def _turn(builder: Any, kind: Words, words: Any) -> Any:
    return _moved(builder, words, [4 * (place // 4) + (1, 2, 0, 3)[place % 4] for place in range(words.type.count)])


def _intrinsic(name: str) -> Any:
    def build(builder: Any, kind: Any, words: Any) -> Any:
        result = words.type if isinstance(kind, Words) else WORD
        whole = ir.FunctionType(result, [words.type])
        function = cgutils.get_or_insert_function(builder.module, whole, f"{name}.v{words.type.count}i64")
        return builder.call(function, [words])

    return build


def _no_bits(builder: Any, kind: Words, *shape: Any) -> Any:
    return ir.Constant(kind.vector, [0] * kind.count)


def _is_zero(builder: Any, kind: Words, words: Any) -> Any:
    return builder.sext(builder.icmp_unsigned("==", words, _no_bits(builder, kind)), words.type)


def _has_bits(builder: Any, kind: Any, words: Any) -> Any:
    whole = ir.IntType(64 * words.type.count)
    return builder.icmp_unsigned("!=", builder.bitcast(words, whole), ir.Constant(whole, 0))


def _same(words: Any) -> Any:
    return words


ON_WORDS: dict[str, tuple[Any, ...]] = {
    "no_bits": (_no_bits, lambda: EIGHT),
    "no_bits_of": (_no_bits, _width, types.Any),
    "eight_at": (_load, lambda words, place: EIGHT, types.Array, types.Integer),
    "words_at": (
        lambda builder, kind, shape, start, place: _load(builder, kind, start, place),
        _width,
        types.Any,
        types.Array,
        types.Integer,
    ),
    "put_words": (_store, lambda words, place, new: types.none, types.Array, types.Integer, Words),
    "swap_single": (_swap(1), _same, Words),
    "swap_pairs": (_swap(2), _same, Words),
    "swap_halves": (_swap(4), _same, Words),
    "turn_three": (_turn, _same, Words),
    "count_each": (_intrinsic("llvm.ctpop"), _same, Words),
    "total": (_intrinsic("llvm.vector.reduce.add"), lambda words: types.uint64, Words),
    "is_zero": (_is_zero, _same, Words),
    "joined": (_intrinsic("llvm.vector.reduce.or"), lambda words: types.uint64, Words),
    "has_bits": (_has_bits, lambda words: types.boolean, Words),
}
"""What builds each function of `cpgen.kernel.vectors`, what makes the type of its result, and those of its arguments"""


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
