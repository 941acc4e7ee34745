"""Plots: drawn by matplotlib, where it is installed, and kept as SVG files of a few dozen kilobytes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from operator import itemgetter
from typing import Any
from xml.etree import ElementTree as Xml

import numpy as np

from cpgen.errors import needs_extra

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
PROLOGUE = '<?xml version="1.0" encoding="utf-8"?>\n'
NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
REFERENCE = re.compile(r"(?<=url\(#)[\w-]+|(?<=^#)[\w-]+")
PATH = re.compile(r"([MLQCz])([^MLQCz]*)")
GROUP, COPY = f"{{{SVG}}}g", f"{{{SVG}}}use"
DRAWN = {COPY, f"{{{SVG}}}path"}
PLACES = {"x", "y", "width", "height", "transform"}
"""Attributes that hold coordinates"""
REFERRING = {"clip-path", f"{{{XLINK}}}href", "style"}
"""Attributes that may refer to another element by its name"""


def pyplot() -> Any:
    """The module matplotlib.pyplot, drawing into memory; raises InputError when it is not installed."""
    try:
        import_module("matplotlib").use("agg")
    except ImportError:
        raise needs_extra("A plot needs the package matplotlib", "research") from None
    return import_module("matplotlib.pyplot")


def svg(figure: Any) -> bytes:
    """A figure of matplotlib as a small SVG file, the same bytes for the same figure; closes it."""
    out = io.StringIO()
    with pyplot().rc_context({"svg.fonttype": "none", "svg.hashsalt": "cpgen"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    pyplot().close(figure)
    return small_svg(out.getvalue()).encode()


def small_svg(text: str) -> str:
    """The same picture in about a fifth of the bytes.

    Each style is written once, as a class; coordinates are relative and rounded to a tenth of a point (in shapes that
    are drawn many times, to a hundredth); what shows nothing is left out: metadata, unused names, bare groups, spaces.
    """
    Xml.register_namespace("", SVG)
    Xml.register_namespace("xlink", XLINK)
    root = Xml.fromstring(text)
    for metadata in root.findall(f"{{{SVG}}}metadata"):
        root.remove(metadata)
    _shorten_names(root)
    _round(root, 1)
    _class_styles(root)
    _flatten(root)
    return PROLOGUE + Xml.tostring(root, encoding="unicode").replace(" />", "/>") + "\n"


def _shorten_names(root: Xml.Element) -> None:
    """Gives names that are referred to short ones, and takes the others away."""
    values = [value for one in root.iter() for name, value in one.attrib.items() if name in REFERRING]
    used = dict.fromkeys(name for value in values for name in REFERENCE.findall(value))
    short = {name: f"n{number}" for number, name in enumerate(used)}
    for one in root.iter():
        if (name := one.attrib.pop("id", "")) in short:
            one.set("id", short[name])
        for attribute in REFERRING & one.attrib.keys():
            one.set(attribute, REFERENCE.sub(lambda found: short[found[0]], one.attrib[attribute]))


def _round(one: Xml.Element, digits: int) -> None:
    for name in PLACES & one.attrib.keys():
        one.set(name, NUMBER.sub(lambda found: _number(float(found[0]), digits), one.attrib[name]))
    if "d" in one.attrib:
        one.set("d", _relative(one.attrib["d"], digits))
    for child in one:
        _round(child, 2 if child.tag == f"{{{SVG}}}defs" else digits)


def _relative(path: str, digits: int) -> str:
    """A path of absolute moves, lines and curves (M, L, Q, C, z) with relative ones; errors do not add up."""
    parts, here = [], np.zeros(2)
    start = here
    for letter, numbers in PATH.findall(path):
        points = np.round(np.array(numbers.split(), float).reshape(-1, 2), digits)
        steps = [_number(step, digits) for step in (points - here).ravel()]
        if letter == "L" and "0" in steps:
            parts.append("" if steps == ["0", "0"] else f"v{steps[1]}" if steps[0] == "0" else f"h{steps[0]}")
        else:
            parts.append(letter.lower() + " ".join(steps))
        here = points[-1] if len(points) else start
        start = here if letter == "M" else start
    return "".join(parts).replace(" -", "-")


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _class_styles(root: Xml.Element) -> None:
    """Writes every style once, at the top of the picture, with the clipping that goes with it."""
    classes: dict[str, str] = {}
    for one in root.iter():
        style = _compact(one.attrib.pop("style", ""))
        if style.startswith("fill:#") and ";" not in style:
            one.set("fill", style.removeprefix("fill:"))
        elif style:
            one.set("class", classes.setdefault(style, f"s{len(classes)}"))
    sheet = next(root.iter(f"{{{SVG}}}style"))
    sheet.text = _compact(sheet.text or "") + "".join(f".{name}{{{style}}}" for style, name in classes.items())


def _compact(style: str) -> str:
    return re.sub(r"\s*([:;,])\s*", r"\1", style.strip())


def _flatten(one: Xml.Element) -> None:
    """Drops spaces and empty groups, and writes attributes that several neighbours share once, on a group."""
    if not (one.text or "").strip():
        one.text = None
    for child in one:
        _flatten(child)
        child.tail = None
    runs = groupby((pair for child in one for pair in _with_shared(child)), key=itemgetter(0))
    one[:] = [made for shared, run in runs for made in _grouped(dict(shared), [element for _, element in run])]


def _with_shared(child: Xml.Element) -> Iterator[tuple[tuple[tuple[str, str], ...], Xml.Element]]:
    """The element, or those in a group that only clips them, each with the attributes that a group could hold."""
    if child.tag == GROUP and set(child.attrib) <= {"clip-path"}:
        inside, clip = list(child), dict(child.attrib)
    else:
        inside, clip = [child], {}
    for element in inside:
        names = ("clip-path", "class") if element.tag in DRAWN and "transform" not in element.attrib else ()
        own = {name: element.attrib.pop(name) for name in names if name in element.attrib}
        yield tuple({**clip, **own}.items()), element


def _grouped(shared: dict[str, str], elements: list[Xml.Element]) -> list[Xml.Element]:
    """The elements in a group with what they share; a single one that is no copy of a shape has it itself."""
    if not shared:
        return elements
    if len(elements) == 1 and elements[0].tag in DRAWN and (elements[0].tag != COPY or "clip-path" not in shared):
        elements[0].attrib |= shared
        return elements
    group = Xml.Element(GROUP, shared)
    group.extend(elements)
    return [group]
