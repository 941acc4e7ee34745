"""How Sphinx makes the site: pages in Markdown, and the reference from the docstrings."""

import inspect

import cpgen

project = "cpgen"
version = release = cpgen.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
default_role = "code"
autodoc_default_options = {"members": True, "member-order": "bysource"}
maximum_signature_line_length = 100
python_use_unqualified_type_names = True
html_theme = "furo"
html_title = f"cpgen {version}"
html_copy_source = False

OFFERED = sorted((name for name in cpgen.__all__ if not name.startswith("__")), key=str.lower)


def setup(app):
    """Called by Sphinx."""
    app.connect("source-read", offer)
    app.connect("autodoc-skip-member", shown_before)


def offer(app, page, source):
    """Ends the page `api` with everything that `cpgen` offers, so that nothing is forgotten."""
    if page == "api":
        source[0] += "\n".join(f"```{{eval-rst}}\n.. auto{kind(name)}:: {where(name)}\n```" for name in OFFERED)


def shown_before(app, what, name, thing, skip, options):
    """Leaves out of a room what the page `api` shows."""
    return True if what == "module" and any(thing is getattr(cpgen, name) for name in OFFERED) else None


def kind(name):
    """What a public name is, as autodoc calls it."""
    thing = getattr(cpgen, name)
    if inspect.isclass(thing):
        return "exception" if issubclass(thing, Exception) else "class"
    return "function" if inspect.isroutine(inspect.unwrap(thing)) else "data"


def where(name):
    """Where autodoc finds a name and its docstring: data in its room, all else in `cpgen`."""
    room = next(room for room, names in cpgen._ROOMS.items() if name in names)  # noqa: SLF001
    return f"{room if kind(name) == 'data' else 'cpgen'}.{name}"
