"""Hook of hatchling: the README of a package, whose links and pictures lead to the project's address.

On PyPI, a link to `docs/…` would lead nowhere. The address is the `Homepage` of pyproject.toml.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)")
"""A link, or with `!` a picture, that is relative"""


class ReadmeHook(MetadataHookInterface):
    """Sets the description of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme` to the text of README.md with absolute links."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        readme = with_absolute_links(text, metadata["urls"]["Homepage"])
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def with_absolute_links(text: str, home: str) -> str:
    """Return a page whose relative links lead to the files of the project.

    >>> with_absolute_links("![A](docs/a.svg) [b](docs/b.md)", "https://host/name")
    '![A](https://host/name/raw/main/docs/a.svg) [b](https://host/name/blob/main/docs/b.md)'
    """

    def absolute(link: re.Match[str]) -> str:
        mark, words, path = link.groups()
        return f"{mark}[{words}]({home}/{'raw' if mark else 'blob'}/main/{path})"

    return LINK.sub(absolute, text)
