"""Configuration of Sphinx, which makes a site of the Markdown pages (`scripts/docs`)."""

import re

import cpgen

project = "cpgen"
version = release = cpgen.__version__
extensions = ["myst_parser"]
root_doc = "README"
myst_heading_anchors = 4
suppress_warnings = ["myst.xref_missing"]  # links to files outside of docs/, which tests/docs/test_docs.py checks
html_theme = "furo"
html_title = f"cpgen {version}"
html_copy_source = False


def setup(app):
    """Register `add_contents` with Sphinx."""
    app.connect("source-read", add_contents)


def add_contents(app, page, source):
    """Append a hidden table of contents to the start page: the pages that it links to, in order."""
    if page == root_doc:
        pages = dict.fromkeys(re.findall(r"\]\((\w+)\.md\)", source[0]))
        source[0] += "\n".join(["\n```{toctree}", ":hidden:", "", *pages, "```", ""])
