"""Checked records: frozen classes whose fields carry help text, bounds and choices.

Python keywords, command-line options, plan files, rows of a store and bodies sent to the server all become records,
so that each field is described and checked in one place. A field of a rich type, such as a layout, names a reader:
the field accepts whatever the reader accepts, and `plain` writes the value back as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, ValidationError
from msgspec.structs import force_setattr

from cpgen.errors import InputError
from cpgen.files import SURROGATE
from cpgen.messages import Message, field_named, shown
from cpgen.suggestions import name_hint
from cpgen.synonyms import names_among

__all__ = ["Field", "FieldError", "Record", "build", "chosen", "components", "field", "fields", "plain"]

R = TypeVar("R", bound="Record")
KINDS = {str: Message("text"), int: Message("whole-number"), float: Message("number"), bool: Message("true-or-false")}
LISTS = {str: Message("list-of-texts"), int: Message("list-of-whole-numbers"), float: Message("list-of-numbers")}


class FieldError(InputError):
    """Error for a field that is missing, unknown or wrong; `where` is its path, as in `cells[2].count`."""

    def __init__(self, where: str, message: Message) -> None:
        super().__init__(message.having(where=field_named(where)))
        self.where, self.bare = where, message

    def __reduce__(self) -> tuple[Any, ...]:
        return FieldError, (self.where, self.bare)

    def within(self, outer: str) -> FieldError:
        """Return the error as seen from a record that contains this one under the path `outer`."""
        return FieldError(f"{outer}.{self.where}" if self.where else outer, self.bare)


def field(
    help: str,
    metavar: str = "",
    *flags: str,
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
    longest: int | None = None,
    among: Sequence[Any] | str = (),
    read: Callable[..., Any] | str = "",
    document: Mapping[str, Any] | None = None,
    **more: Any,
) -> Meta:
    """Describe a field, in its `Annotated` type.

    Args:
        help: One sentence for readers of help texts and schemas.
        metavar: Placeholder of the value on the command line.
        *flags: Command-line options besides the name of the field.
        least, most, above: Bounds of a number; `above` is exclusive.
        longest: Greatest length of a text or list.
        among: The allowed values.
        read: Function of one argument that reads the value. Like `among`, it may be given as a name such as
            `cpgen.oracles:ORACLES`, which is imported on first use.
        document: Further keys for the JSON schema, about values that are checked where they are used.
        **more: Further settings for the command line:
            `option`: Name of the option, if it differs from that of the field.
            `joined`: Separator between several values.
            `folder`: A folder of `models/`; the value may be the name of a file in it, or the path of any other file.
            `file`: Function (text, name) that makes the value from the content and the name of a file.
            `is_file`: True if the value is the name of a file, which `read` opens.
    """
    extra = {"metavar": metavar, "flags": flags, "among": among, "read": read, "document": document or {}, **more}
    bounds: dict[str, Any] = {"ge": least, "le": most, "gt": above, "max_length": longest}
    return Meta(description=help, extra=extra, **bounds)


@dataclass(frozen=True)
class Field:
    """Field of a record, with everything that checks, the command line and the documentation need."""

    name: str
    hint: Any
    kind: Any
    """Type of the value without bounds; if there are `many` values, type of each"""
    many: bool
    default: Any
    """NODEFAULT if a value is required"""
    meta: Meta

    @property
    def help(self) -> str:
        """Help text of the field, one sentence."""
        return self.meta.description or ""

    def extra(self, name: str) -> Any:
        """Return the argument that `field()` got under this name, such as `metavar`, or None."""
        return (self.meta.extra or {}).get(name)

    @property
    def among(self) -> tuple[Any, ...]:
        """Allowed values, or () if they are not listed."""
        return tuple(_imported(self.extra("among")) or ())

    @property
    def reader(self) -> Callable[..., Any] | None:
        """Function that reads the value, or None for a value of a plain type."""
        return _imported(self.extra("read")) or None

    @property
    def accepts(self) -> Any:
        """Type of the plain data that the value is read from."""
        reader = self.reader
        return next(iter(get_type_hints(reader).values())) if reader else self.hint

    def value(self, data: Any) -> Any:
        """Convert plain data to a value of the field (such a value stays as it is); raise FieldError if it is wrong."""
        reader = self.reader
        if data is self.default or (reader and isinstance(data, str) and not data.strip()):
            return self.default
        if isinstance(self.kind, type) and issubclass(self.kind, Record):
            return self._records(data)
        if reader and not self.many and isinstance(data, get_type_hints(reader)["return"]):
            return data
        try:
            value = msgspec.convert(data, self.accepts)
        except ValidationError as error:
            item = re.search(r"\$\[(\d+)\]", str(error))
            if self.many and item and not reader:
                raise _should_be(f"{self.name}[{item[1]}]", data[int(item[1])], _description(self.kind)) from None
            raise _should_be(self.name, data, self.expected) from None
        if isinstance(value, str) and (wrong := SURROGATE.search(value)):
            raise FieldError(self.name, Message("no-text", code=f"{ord(wrong[0]):04X}"))
        if self.among and value in ("", None) and self.default is not NODEFAULT:
            return self.default
        if self.among and value not in self.among:
            return self._among(value)
        return reader(value) if reader else value

    def _among(self, value: Any) -> Any:
        """Return the allowed value that a text names, ignoring case; raise FieldError if there is none."""
        if not isinstance(value, str):
            raise FieldError(self.name, Message("should-be-one-of", value=str(value), names=self.among))
        if value.lower() in self.among:
            return value.lower()
        if len(meant := names_among(value, self.among)) == 1:
            return meant[0]
        raise FieldError(self.name, Message("not-value", word=shown(value), hint=name_hint(self.among, value)))

    def _records(self, data: Any) -> Any:
        if not self.many:
            return _within(self.kind, data, self.name)
        if not isinstance(data, list | tuple):
            raise _should_be(self.name, data, Message("list-of-objects"))
        if self.meta.max_length is not None and len(data) > self.meta.max_length:
            raise _should_be(self.name, data, self.expected)
        return tuple(_within(self.kind, one, f"{self.name}[{place}]") for place, one in enumerate(data))

    @property
    def expected(self) -> Message:
        """Description of a valid value, as in `a whole number from 1`."""
        meta, kind = self.meta, _description(self.accepts)
        if meta.max_length is not None:
            return Message("most-items" if self.many else "longest", kind=kind, count=meta.max_length)
        bounds = [Message("bound-above", bound=meta.gt)] if meta.gt is not None else []
        bounds += [Message("bound-from", bound=meta.ge)] if meta.ge is not None else []
        bounds += [Message("bound-to", bound=meta.le)] if meta.le is not None else []
        return Message("kind-bounded", kind=kind, bounds=tuple(bounds)) if bounds else kind


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True, repr_omit_defaults=True):
    """Base class of frozen records, which check every value and read rich types from texts."""

    def __post_init__(self) -> None:
        for item in fields(type(self)):
            force_setattr(self, item.name, item.value(getattr(self, item.name)))


@cache
def fields(record_class: type[Record]) -> tuple[Field, ...]:
    """Return the fields of a class of records, those of its base classes first."""
    hints = get_type_hints(record_class, include_extras=True)
    described = []
    for one in msgspec.structs.fields(record_class):
        parts = list(_parts(hints[one.name]))
        kinds = [part for part in parts if not isinstance(part, Meta)]
        meta = next((part for part in parts if isinstance(part, Meta)), Meta())
        default = () if one.default_factory is not NODEFAULT else one.default
        described.append(Field(one.name, hints[one.name], kinds[-1], tuple in kinds, default, meta))
    return tuple(described)


def build(record_class: type[R], data: Any, what: str = "The request", also: Sequence[str] = ()) -> R:
    """Build a record from plain data, or return a record of this class unchanged.

    Args:
        record_class: Class of the record.
        data: Values by field name.
        what: Name of the data in error messages, such as `generate`.
        also: Names allowed besides the fields, for the message about an unknown field.

    Raises:
        InputError: The data is wrong; the message says where.
    """
    if isinstance(data, record_class):
        return data
    if not isinstance(data, Mapping):
        raise FieldError("", Message("should-be-object", what=what, value=_excerpt(data)))
    known = [item.name for item in fields(record_class)]
    for name in data:
        if name not in known:
            option, hint = f"an option of {what[0].lower()}{what[1:]}", name_hint([*known, *also], str(name))
            raise FieldError(str(name), Message("not-known", word=shown(str(name)), what=option, hint=hint))
    for item in fields(record_class):
        if item.default is NODEFAULT and item.name not in data:
            raise FieldError(item.name, Message("missing", expected=item.expected))
    return record_class(**data)


def _within(record_class: type[Record], data: Any, where: str) -> Record:
    """Build a record that is a field of another one; errors name the path `where` to it, as in `cells[2]`."""
    try:
        return build(record_class, data, where)
    except FieldError as error:
        raise error.within(where) from None
    except InputError as error:
        raise FieldError(where, Message("field-wrong", error=error.message)) from None


def chosen(record: Record) -> dict[str, Any]:
    """Return the values of a record, by name of the field, that are not their defaults."""
    return {item.name: value for item in fields(type(record)) if (value := getattr(record, item.name)) != item.default}


def plain(record: Record) -> dict[str, Any]:
    """Return a record as plain data, which `build` reads back; empty and unset fields are omitted."""
    values = {}
    for item in fields(type(record)):
        value = getattr(record, item.name)
        if item.extra("read") and not item.many and value is not None:
            value = str(value)
        elif isinstance(item.kind, type) and issubclass(item.kind, Record):
            value = [plain(one) for one in value] if item.many else plain(value)
        if value not in (None, "", ()):
            values[item.name] = list(value) if isinstance(value, tuple) else value
    return values


def components(kinds: Sequence[type[Record]], place: str = "#/components/schemas/{name}") -> dict[str, Any]:
    """Return the JSON schemas of classes of records and of the records inside them, by class name.

    `place` is the form of references from one schema to another; `{name}` stands for the name of the class.
    """
    _, schemas = msgspec.json.schema_components(
        kinds, schema_hook=lambda unknown: {"type": "object"}, ref_template=place
    )
    for record_class in kinds:
        properties = schemas[record_class.__name__]["properties"]
        for item in fields(record_class):
            unset = [None] if item.default is None else []
            if item.extra("read"):
                schema = msgspec.json.schema(Union[item.accepts, *map(type, unset)])
                properties[item.name] = {"description": item.help, "default": item.default, **schema}
            if item.among:
                empty = [] if item.default is NODEFAULT or isinstance(item.among[0], int) else [""]
                properties[item.name]["enum"] = [*item.among, *empty, *unset]
            properties[item.name].update(item.extra("document") or {})
    return {name: schema for name, schema in schemas.items() if schema}


def _parts(hint: Any) -> Iterator[Any]:
    """Yield the plain types and the `Meta` descriptions in a type hint, without None and the ellipsis of a tuple."""
    if hasattr(hint, "__metadata__"):
        yield from (*hint.__metadata__, *_parts(hint.__origin__))
    elif get_args(hint):
        yield from (get_origin(hint),) if get_origin(hint) in (tuple, list) else ()
        for part in get_args(hint):
            yield from _parts(part)
    elif hint not in (type(None), ...):
        yield hint


def _should_be(where: str, value: Any, expected: Message) -> FieldError:
    return FieldError(where, Message("should-be", value=_excerpt(value), expected=expected))


def _description(hint: Any) -> Message:
    """Describe a type of plain data, as in `a text or a whole number`."""
    kinds = [part for part in _parts(hint) if not isinstance(part, Meta)]
    if tuple in kinds or list in kinds:
        first = next(place for place, kind in enumerate(kinds) if kind in (tuple, list))
        single = [KINDS[kind] for kind in kinds[:first] if kind in KINDS]
        return Message("kind-or", kinds=(*single, LISTS.get(kinds[-1], Message("list-of-objects"))))
    named = {kind: KINDS[kind] for kind in kinds if kind in KINDS}
    others = [Message("object")] if len(named) < len(set(kinds)) else []
    return Message("kind-or", kinds=(*named.values(), *others))


def _excerpt(data: Any) -> str:
    """Return a wrong value as text for an error message, shortened if it is long."""
    if isinstance(data, str):
        return shown(data)
    try:
        return shown(repr(data)).strip("'\"")
    except ValueError:
        return "a number of thousands of digits"


def _imported(name: Any) -> Any:
    """Import the object of a name like `cpgen.oracles:ORACLES`; return any other value unchanged."""
    if not isinstance(name, str) or not name:
        return name
    module, _, member = name.partition(":")
    return getattr(import_module(module), member)
