"""`cpgen cache`: show the folder and the size of the compiled code, or delete it."""

from __future__ import annotations

from typing import Annotated

from cpgen.cli.command import command
from cpgen.cli.options import Json, flag
from cpgen.cli.output import print_json, reason, show
from cpgen.errors import WritingError


@command
def cache(clear: Annotated[bool, flag("Delete the compiled code.", "--clear")] = False, as_json: Json = False) -> None:
    """Show the folder and the size of the compiled code, or delete it.

    When there is much to do, cpgen compiles its inner loops and caches the result; until then they are interpreted.
    Deleting it is always safe: what is needed is compiled again.

    \b
    Example: cpgen cache
    Example: cpgen cache --clear
    """
    from cpgen.kernel import code_cache

    folder, size = code_cache.folder(), code_cache.size()
    if folder.exists() and not code_cache.is_private():
        raise WritingError(
            f"cpgen does not use or clear {folder}: it has to be a folder, not a link, of your own that nobody else "
            "can write to."
        )
    if clear:
        try:
            code_cache.clear()
        except OSError as error:
            raise WritingError(f"The files in {folder} cannot be deleted: {reason(error)}.") from error
    if as_json:
        print_json({"folder": str(folder), "bytes": size, "cleared": clear})
    else:
        show(f"{'Deleted' if clear else 'Compiled code:'} {size / 1e6:.1f} MB in {folder}")
