"""Static files: JavaScript modules, joined into one script per page.

The modules under `static/` use a part of JavaScript that makes joining simple: imports such as
`import { a, b as c } from "./x.js"` (or `* as name`) at the top, and `export` before `function`, `class` and `const`.
Each module becomes a function that returns its exports, after the modules that it imports. Packages such as "preact"
are imported by the script instead: an import map names their files in `static/vendor/`. Comments on lines of their own
are left out, which makes pages a third smaller.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<whole>\w+)) from "(?P<module>[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""A comment that takes whole lines"""
PACKAGE = re.compile(r'^import \* as \S+ from "(.+)";$', re.MULTILINE)
"""The import of a package in a script"""
IMPORTED = re.compile(r'\bfrom"([^"]+)"')
"""The import of a package in a minified package"""
MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)


def source_of(path: str) -> str:
    """Return the text of a static file."""
    return (STATIC / path).read_text(encoding="utf-8")


@cache
def hash_of(text: str) -> str:
    """Return the hash of a text in the notation of Content-Security-Policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def import_map() -> str:
    """Return the text of the studio's import map: the file of each package."""
    found = MAP.search(source_of("index.html"))
    assert found is not None
    return found[1]


@cache
def packed_import_map(script: str) -> str:
    """Return an import map in which the packages that a script needs are data URLs, for a page without a server."""
    files = json.loads(import_map())["imports"]
    needed = _with_imports(PACKAGE.findall(script), files)
    return json.dumps({"imports": {name: _data_url(source_of(files[name])) for name in needed}})


def _with_imports(names: Sequence[str], files: Mapping[str, str]) -> list[str]:
    """Return the names of these packages and of all that they import, directly or indirectly.

    `files` has the file of each package, below `static/`.
    """
    needed = list(names)
    for name in needed:
        needed += [other for other in IMPORTED.findall(source_of(files[name])) if other not in needed]
    return needed


def _data_url(module: str) -> str:
    return f"data:text/javascript;base64,{b64encode(module.encode()).decode()}"


@cache
def script_of(main: str) -> str:
    """Return the module `main` (a path below `static/`), preceded by all modules that it imports."""
    parts: dict[str, str] = {}
    body = _body(main, source_of(main), parts)
    return "".join(parts.values()) + body


def _body(path: str, source: str, parts: dict[str, str]) -> str:
    """Return the text of a module without imports and exports.

    The modules that it imports are added to `parts`, which has the texts by path in the order in which they run.
    """
    for found in IMPORT.finditer(source):
        _join(_resolved(path, found["module"]), parts)
    code = COMMENT.sub("", source)
    return EXPORT.sub(r"\1", IMPORT.sub(lambda found: _imported(path, found), code))


def _join(path: str, parts: dict[str, str]) -> None:
    """Add the texts of a module and of those that it imports to `parts`, unless it is already there."""
    if path in parts:
        return
    if not path.endswith(".js"):
        parts[path] = f'import * as {_name(path)} from "{path}";\n'
        return
    source = source_of(path)
    exported = ", ".join(name for _, name in EXPORT.findall(source))
    body = _body(path, source, parts)
    parts[path] = f"const {_name(path)} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _imported(importer: str, found: re.Match[str]) -> str:
    """Rewrite an import statement as an assignment from the result of the imported module's function."""
    names = found["whole"] or f"{{{(found['names'] or '').replace(' as ', ': ')}}}"
    return f"const {names} = {_name(_resolved(importer, found['module']))};\n"


def _resolved(importer: str, module: str) -> str:
    """Return the path of a module below `static/`, or the name of a package."""
    return normpath(join(dirname(importer), module)) if module.startswith(".") else module


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
