"""All uses of numba's private interfaces, with the measured benefit of each; imported when a function is compiled.

- `_nrt=False`: compiled functions create no arrays, so numba need not count references. Counting them makes a rating 9
  to 16 times slower (17 to 269 µs for a beginner's puzzle, 42 to 385 µs for an expert's) and doubles compile time.
- `dispatcher._cache`: numba's own cache keys a function by its file alone, so a change in a function that it calls
  would leave outdated code, and a damaged file crashes the process. `cpgen.kernel.code_cache` does neither.
- the event `numba:compile`: reports of progress, and the seconds that time limits should not count.
- the iterator `ones`: a generator would be compiled again in every process, 2.5 s for `generate`. The loops that it
  replaces were written out ninety times, and ratings took 8 to 10 % longer.
- the type of `Struct`, by numba's low-level extension interface; `cpgen.kernel.structs` has its benefit.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils, event, serialize
from numba.core.compiler import CompileResult
from numba.core.imputils import RefType, iternext_impl
from numba.core.registry import cpu_target
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global
from numba.extending import (
    NativeValue,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import populate_array

from cpgen.kernel import code_cache
from cpgen.kernel.bits import ones
from cpgen.kernel.compile_progress import progress
from cpgen.kernel.marked_functions import INLINED, NotCachedError, seconds_to_compile
from cpgen.kernel.structs import Struct


def dispatcher(
    function: Callable[..., Any], original: Callable[..., Any], *, is_entry: bool, may_compile: Callable[[], bool]
) -> Any:
    """Return a dispatcher of numba that loads the cached code of `original`, or compiles `function`, its copy.

    It raises NotCachedError instead of compiling for its caller if `may_compile` returns False.
    """
    made = numba.njit(
        function,
        nogil=True,
        no_cpython_wrapper=not is_entry,
        no_cfunc_wrapper=True,
        inline="always" if original in INLINED else "never",
        _nrt=False,
    )
    made._cache = _Cache(original, is_entry, may_compile)
    return made


class _Cache:
    """Replacement of numba's cache for the compiled code of one function, by types of arguments."""

    def __init__(self, function: Callable[..., Any], is_entry: bool, may_compile: Callable[[], bool]) -> None:
        self._function, self._is_entry, self._may_compile = function, is_entry, may_compile

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return numba's compile result for a signature, or None if it is not cached and is to be compiled now.

        Raises NotCachedError if it is not cached and may not be compiled.
        """
        target.refresh()
        payload = code_cache.load(self._name(signature, target.codegen()))
        if payload is not None:
            return CompileResult._rebuild(target, *pickle.loads(payload))
        # Numba's lock is held, so a compilation that has begun is one for which this function is a callee.
        if not (progress.is_compiling or self._may_compile()):
            raise NotCachedError
        if not progress.is_compiling:
            progress.subject = self._function.__qualname__, seconds_to_compile(self._function)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write the compile result for a signature to the cache."""
        if result.library.has_dynamic_globals:
            return
        try:
            payload = serialize.dumps(result._reduce())
        except RuntimeError:  # Ctrl-C came in the callback by which LLVM passes on the machine code; ctypes dropped it
            raise KeyboardInterrupt from None
        code_cache.save(self._name(signature, result.codegen), payload)

    def _name(self, signature: Any, codegen: Any) -> str:
        switches = f"{self._is_entry} {numba.config.BOUNDSCHECK}"  # NUMBA_BOUNDSCHECK=1 has every index checked
        return code_cache.name_for(self._function, f"{signature} {codegen.magic_tuple()} {switches}")


class _Listener(event.Listener):  # type: ignore[misc]
    """Listener that counts compilations for the progress, but not those of other users of numba in this process."""

    def on_start(self, happening: Any) -> None:
        if isinstance(happening.data["dispatcher"]._cache, _Cache):
            progress.is_kept = code_cache.can_save()
            progress.begin()

    def on_end(self, happening: Any) -> None:
        if isinstance(happening.data["dispatcher"]._cache, _Cache):
            progress.end()


event.register("numba:compile", _Listener())


class StructType(types.Type):  # type: ignore[misc]
    """Numba's type of a structure: its class and the types of its fields."""

    def __init__(self, kind: type[Struct], fields: dict[str, Any]) -> None:
        self.fields = fields
        # The name identifies the type, also in the cache, so it holds all that the memory layout depends on.
        described = ", ".join(f"{name}: {field}" for name, field in fields.items())
        super().__init__(name=f"{kind.__module__}.{kind.__qualname__}({described})")


WORD = ir.IntType(64)
_types: dict[tuple[Any, ...], StructType] = {}
"""Types of structures made so far, which are kept because numba needs 0.2 ms for each

A run with many layouts has new structures for each layout.
"""


@register_model(StructType)
class _StructModel(models.PrimitiveModel):  # type: ignore[misc]
    """Data model of a structure: in compiled code it is the address of its 64-bit parts."""

    def __init__(self, manager: Any, kind: StructType) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@typeof_impl.register(Struct)  # type: ignore[untyped-decorator]
def _type_of_struct(value: Struct, context: Any) -> StructType:
    if "_numba_type_" not in value.__dict__:
        key = (type(value), *(_form_of(getattr(value, name), context) for name in value._fields))
        if key not in _types:
            fields = {name: typeof_impl(getattr(value, name), context) for name in value._fields}
            _types[key] = StructType(type(value), fields)
        # Numba's dispatcher looks for this attribute before it asks this function.
        value.__dict__["_numba_type_"] = _types[key]
    return value.__dict__["_numba_type_"]  # type: ignore[no-any-return]


def _form_of(field: Any, context: Any) -> Any:
    """Return the properties of a structure's field that determine its type in compiled code.

    They are dtype, dimensions and writeability of an array, numba's type of a structure, or the class of a number.
    """
    if isinstance(field, np.ndarray):
        return field.dtype, field.ndim, field.flags.writeable
    return _type_of_struct(field, context) if isinstance(field, Struct) else type(field)


@unbox(StructType)  # type: ignore[untyped-decorator]
def _unbox_struct(struct_type: StructType, value: Any, building: Any) -> NativeValue:
    address = building.pyapi.object_getattr_string(value, "_address")
    number = building.pyapi.number_as_ssize_t(address)
    building.pyapi.decref(address)
    return NativeValue(building.builder.inttoptr(number, WORD.as_pointer()))


@infer_getattr
class _FieldOfStruct(AttributeTemplate):  # type: ignore[misc]
    """Type inference for the fields of a structure."""

    key = StructType

    def generic_resolve(self, kind: StructType, name: str) -> Any:
        return kind.fields.get(name)


@lower_getattr_generic(StructType)  # type: ignore[untyped-decorator]
def _build_field(context: Any, builder: Any, struct_type: StructType, value: Any, name: str) -> Any:
    """Return code that loads a field of a structure; its parts come after those of the fields before it."""
    names = list(struct_type.fields)
    place = sum(_parts(struct_type.fields[other]) for other in names[: names.index(name)])

    def part(number: int) -> Any:
        loaded = builder.load(builder.gep(value, [ir.Constant(WORD, place + number)]))
        # No part ever changes, so LLVM need not load it again after a store to an array.
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    field = struct_type.fields[name]
    if isinstance(field, types.Array):
        array = context.make_array(field)(context, builder)
        size = ir.Constant(WORD, context.get_abi_sizeof(context.get_data_type(field.dtype)))
        shape, strides = [part(1 + axis) for axis in range(field.ndim)], [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        data = builder.inttoptr(part(0), array.data.type)
        return populate_array(array, data, shape, strides, size, None)._getvalue()
    wanted = context.get_value_type(field)
    if isinstance(wanted, ir.PointerType):
        return builder.inttoptr(part(0), wanted)
    if isinstance(wanted, ir.IntType):
        return part(0) if wanted == WORD else builder.trunc(part(0), wanted)
    return builder.bitcast(part(0), wanted)


def _parts(field: Any) -> int:
    """Return the number of 64-bit parts that a field of a type takes in a structure."""
    return 1 + field.ndim if isinstance(field, types.Array) else 1


class OnesType(types.SimpleIteratorType):  # type: ignore[misc]
    """Numba's type of the iterator that `ones` returns."""

    def __init__(self) -> None:
        super().__init__("ones", types.int64)


@register_model(OnesType)
class _OnesModel(models.StructModel):  # type: ignore[misc]
    """Data model of the iterator of `ones`: memory on the stack with a mask of the ones that are left."""

    def __init__(self, manager: Any, ones_type: OnesType) -> None:
        super().__init__(manager, ones_type, [("left", types.EphemeralPointer(types.uint64))])


@infer_global(ones)
class _OnesOfMask(AbstractTemplate):  # type: ignore[misc]
    """Type inference for calls of the iterator `ones` in compiled code."""

    def generic(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return signature(OnesType(), types.uint64)


@lower_builtin(ones, types.uint64)  # type: ignore[untyped-decorator]
def _build_ones(context: Any, builder: Any, types_: Any, arguments: tuple[Any, ...]) -> Any:
    iterator = context.make_helper(builder, types_.return_type)
    iterator.left = cgutils.alloca_once_value(builder, arguments[0])
    return iterator._getvalue()


@lower_builtin("iternext", OnesType)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def _build_next_one(context: Any, builder: Any, types_: Any, arguments: tuple[Any, ...], following: Any) -> None:
    """Build code that yields the number of zeros below the lowest one, and removes that one."""
    place = context.make_helper(builder, types_.args[0], value=arguments[0]).left
    left = builder.load(place)
    is_left = builder.icmp_unsigned("!=", left, ir.Constant(WORD, 0))
    following.set_valid(is_left)
    with builder.if_then(is_left):
        following.yield_(builder.cttz(left, ir.Constant(ir.IntType(1), 1)))
        builder.store(builder.and_(left, builder.sub(left, ir.Constant(WORD, 1))), place)


# Load numba's types and functions now, in the thread that imports this module, where Ctrl-C does not interrupt it.
cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
