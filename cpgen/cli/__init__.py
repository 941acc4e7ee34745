"""The command line, a thin layer over `cpgen.api`."""

from __future__ import annotations

import atexit
import codecs
import gc
import io
import os
import sys
from functools import cache


def main() -> None:
    """The `cpgen` command."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's would wait busily: for a third of `explain`'s time
    gc.set_threshold(100_000, 10, 10)  # what is imported and compiled leaves little garbage,
    atexit.register(gc.freeze)  # of which none need be found at the end: that takes a quarter of `generate`'s time
    try:
        from cpgen.cli.app import app

        _mend_streams()
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        from cpgen.cli.output import close_quietly

        close_quietly()
        sys.exit(f"cpgen: the output cannot be written: {error.strerror or error}.")


def _mend_streams() -> None:
    """Gives closed streams a place to go, but for output, and says when the output's encoding lacks a character."""
    for name, mode in (("stdin", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if sys.stdout is None:
        sys.exit("cpgen: the output cannot be written: standard output is closed.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("reported", _replaced)
        sys.stdout.reconfigure(errors="reported")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """A question mark for what the output's encoding lacks, and, once, a sentence that says so."""
    assert isinstance(error, UnicodeEncodeError)
    _report_replacing(error.encoding)
    return "?" * (error.end - error.start), error.end


@cache
def _report_replacing(encoding: str) -> None:
    from cpgen.cli.output import warn

    warn(
        f"the output is in {encoding}, which lacks some characters; they are shown as ? (PYTHONIOENCODING=utf-8 helps)."
    )
