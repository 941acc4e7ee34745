"""The types that compiled code has beside numba's: constants, several words, and named tuples of arrays.

Like `cpgen.kernel.private`, which compiles for them, this rests on private parts of numba.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable
from typing import Any

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.core.imputils import lower_constant
from numba.core.typing import signature
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    ConcreteTemplate,
    infer_getattr,
    infer_global,
    make_callable_template,
)
from numba.extending import (
    NativeValue,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from cpgen.kernel.records import Constants


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


class TupleType(types.Type):
    """The type of a named tuple that has arrays or records, or such tuples: in compiled code, where its fields are.

    Left alone, numba passes seven numbers or more for each array at each call, 300 for a lookahead, which took a third
    of the time of a walk. What has such a tuple as an argument may take its fields as unchanging. What compiled code
    makes is gone when its function returns, so that a function cannot return one, but for one that is `inlined`.
    """

    def __init__(self, kind: type, fields: Iterable[Any]) -> None:
        self.kind = kind
        self.fields = dict(zip(kind._fields, fields, strict=True))  # type: ignore[attr-defined]
        super().__init__(name=f"{kind.__module__}.{kind.__qualname__}({', '.join(map(str, self.fields.values()))})")


class FieldsInMemory(ir.LiteralStructType):  # type: ignore[misc]
    """The fields of a named tuple, those of tuples that it has among them."""


@register_model(TupleType)
class TupleModel(models.PrimitiveModel):  # type: ignore[misc]
    """How compiled code keeps them: by their address."""

    def __init__(self, manager: Any, kind: TupleType) -> None:
        fields = []
        for field in kind.fields.values():
            kept = manager.lookup(field).get_value_type()
            fields.append(kept.pointee if isinstance(field, TupleType) else kept)
        super().__init__(manager, kind, FieldsInMemory(fields).as_pointer())

    def as_return(self, builder: Any, value: Any) -> Any:
        """Raises TypeError: the memory would be gone."""
        raise TypeError(f"a compiled function cannot return {self.fe_type.kind.__name__}; mark it as inlined")


def mark_arguments(module: ir.Module, target: Any) -> None:
    """Tells LLVM of all functions' arguments that are named tuples that nothing changes or keeps what is there."""
    for function in module.functions:
        for argument in function.args:
            if isinstance(argument.type, ir.PointerType) and isinstance(argument.type.pointee, FieldsInMemory):
                set.update(argument.attributes, ("noalias", "readonly", "captures(none)"))  # it knows but some of these
                argument.attributes.dereferenceable = argument.type.pointee.get_abi_size(target)


class TupleClass(types.NamedTupleClass):
    """The type of a class of named tuples, which makes one of either kind."""


register_model(TupleClass)(models.OpaqueModel)
_numbas_type_of = {kind: typeof_impl.dispatch(kind) for kind in (tuple, type)}


@typeof_impl.register(tuple)  # type: ignore[untyped-decorator]
def _type_of_tuple(value: tuple[Any, ...], context: Any) -> Any:
    fields = [typeof_impl(one, context) for one in value] if hasattr(value, "_fields") else []
    return TupleType(type(value), fields) if _are_in_memory(fields) else _numbas_type_of[tuple](value, context)


@typeof_impl.register(type)  # type: ignore[untyped-decorator]
def _type_of_class(value: type, context: Any) -> Any:
    is_named = issubclass(value, tuple) and hasattr(value, "_fields")
    return TupleClass(value) if is_named else _numbas_type_of[type](value, context)


def _are_in_memory(fields: Iterable[Any]) -> bool:
    return any(isinstance(field, types.Array | types.Record | TupleType) for field in fields)


@infer_getattr
class CallOfTupleClass(AttributeTemplate):  # type: ignore[misc]
    """What a call of a class of named tuples makes."""

    key = TupleClass

    def resolve___call__(self, kind: TupleClass) -> Any:
        """A function that makes one, of arguments by place or by name."""
        made = inspect.signature(kind.instance_class)

        def typed(*given: Any, **named: Any) -> Any:
            fields = [types.unliteral(field) for field in made.bind(*given, **named).args]  # type: ignore[attr-defined]
            if _are_in_memory(fields):
                return TupleType(kind.instance_class, fields)
            return types.BaseTuple.from_types(fields, kind.instance_class)  # type: ignore[attr-defined]

        typed.pysig = made  # type: ignore[attr-defined]
        return types.Function(make_callable_template(self.key, typed))


@lower_builtin(TupleClass, types.VarArg(types.Any))  # type: ignore[attr-defined, untyped-decorator]
def _build_tuple(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    made = signature.return_type
    fields = list(made.fields.values()) if isinstance(made, TupleType) else list(made)
    values = [context.cast(builder, *each) for each in zip(arguments, signature.args, fields, strict=True)]
    if not isinstance(made, TupleType):
        return context.make_tuple(builder, made, values)
    start = _room_for(context, builder, made)
    for number, (value, field) in enumerate(zip(values, fields, strict=True)):
        held = builder.load(value) if isinstance(field, TupleType) else value
        builder.store(held, _place_of_field(builder, start, number))
    return start


def _room_for(context: Any, builder: Any, kind: TupleType) -> Any:
    return cgutils.alloca_once(builder, context.get_value_type(kind).pointee)


def _place_of_field(builder: Any, start: Any, number: int) -> Any:
    return builder.gep(start, [ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), number)], inbounds=True)


@infer_getattr
class FieldOfTuple(AttributeTemplate):  # type: ignore[misc]
    """What the fields of a named tuple are."""

    key = TupleType

    def generic_resolve(self, kind: TupleType, name: str) -> Any:
        """The type of a field."""
        return kind.fields.get(name)


@lower_getattr_generic(TupleType)  # type: ignore[untyped-decorator]
def _build_field_of_tuple(context: Any, builder: Any, kind: TupleType, value: Any, name: str) -> Any:
    place = _place_of_field(builder, value, list(kind.fields).index(name))
    return place if isinstance(kind.fields[name], TupleType) else builder.load(place)


@unbox(TupleType)  # type: ignore[untyped-decorator]
def _take_apart(kind: TupleType, value: Any, building: Any) -> NativeValue:
    start = _room_for(building.context, building.builder, kind)
    return NativeValue(start, is_error=_take_fields(kind, value, building, start))


def _take_fields(kind: TupleType, value: Any, building: Any, start: Any) -> Any:
    """Writes the fields of Python's tuple where those of compiled code start; whether that failed."""
    failed = cgutils.false_bit
    for number, field in enumerate(kind.fields.values()):
        given, place = building.pyapi.tuple_getitem(value, number), _place_of_field(building.builder, start, number)
        if isinstance(field, TupleType):
            wrong = _take_fields(field, given, building, place)
        else:
            native = building.unbox(field, given)
            building.builder.store(native.value, place)
            wrong = native.is_error
        failed = building.builder.or_(failed, wrong)
    return failed


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


def _width(shape: Any = None, *others: Any) -> Words:
    """Four words where constants say so in their field `words`, else eight."""
    return FOUR if isinstance(shape, ConstantsType) and shape.fields["words"] == 4 else EIGHT


def _mask_of_bytes(numbers: Any, others: Any, place: Any) -> Any:
    return types.uint64 if numbers.dtype == others.dtype == types.uint8 else None


def _load(builder: Any, kind: Words, start: Any, place: Any) -> Any:
    return builder.load(builder.bitcast(builder.gep(start, [place]), kind.vector.as_pointer()), align=8)


def _differ(builder: Any, kind: Any, start: Any, other: Any, place: Any) -> Any:
    numbers = ir.VectorType(ir.IntType(8), 64).as_pointer()
    some = [builder.load(builder.bitcast(builder.gep(each, [place]), numbers), align=1) for each in (start, other)]
    return builder.bitcast(builder.icmp_unsigned("!=", *some), WORD)


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
    "differing_at": (_differ, _mask_of_bytes, types.Array, types.Array, types.Integer),
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


def on_words(function: Callable[..., Any]) -> None:
    """Has compiled code do a function of several words as the one of the same name above builds it."""
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
