"""How do modules become one script, and style sheets one style, for a page that stands alone?

The modules keep to a part of JavaScript that makes this simple: `import { a, b as c } from "./x.js"` (or `* as name`)
at the top, and `export` in front of `function`, `class` and `const` only.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(
    r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<whole>\w+)) from "(?P<module>\.[^"]+)";\n', re.MULTILINE
)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def script_of(main: str) -> str:
    """One module with everything that `main` (a path below static/) imports, each module in a function of its own."""
    parts: dict[str, str] = {}
    _add(main, parts)
    return "".join(parts.values())


def style_of(*sheets: str) -> str:
    """The style sheets (paths below static/) one after the other."""
    return "".join(_read(sheet) for sheet in sheets)


def _read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


def _add(path: str, parts: dict[str, str]) -> None:
    """Puts a module after those that it imports."""
    source = _read(path)
    for found in IMPORT.finditer(source):
        imported = _resolved(path, found["module"])
        if imported not in parts:
            _add(imported, parts)
    parts[path] = _wrapped(path, source)


def _resolved(importer: str, module: str) -> str:
    return normpath(join(dirname(importer), module))


def _wrapped(path: str, source: str) -> str:
    """The module as a function that is called at once and returns what the module exports."""
    exported = ", ".join(name for _, name in EXPORT.findall(source))
    inside = IMPORT.sub(lambda found: _taken(path, found), source)
    inside = EXPORT.sub(r"\1", inside)
    return f"const {_name(path)} = (() => {{\n{inside}return {{ {exported} }};\n}})();\n"


def _taken(importer: str, found: re.Match[str]) -> str:
    """An import as names taken out of the imported module's exports."""
    module = _name(_resolved(importer, found["module"]))
    names = found["whole"] or f"{{{(found['names'] or '').replace(' as ', ': ')}}}"
    return f"const {names} = {module};\n"


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
