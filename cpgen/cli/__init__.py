"""The command line: one module per command, in a folder per heading of the help.

This module imports only what Python has imported already, so that Ctrl-C ends without a traceback from the start.
"""

from __future__ import annotations

import atexit
import codecs
import errno
import gc
import io
import os
import sys

OUTPUT_ERRORS = (
    errno.EAGAIN,
    errno.EBADF,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EINVAL,
    errno.EIO,
    errno.ENOSPC,
    errno.EPIPE,
)
"""Errors of writing to a stream; others, such as too many open files, have other causes"""


_WARNED: list[str] = []
"""Encodings of standard output about which a warning has been printed"""


AGAIN_SECONDS = 0.02
"""Seconds after which a lost Ctrl-C is repeated: the destructor has ended by then"""

_ENDED_BY: list[int] = []
"""Signals other than Ctrl-C that have ended the command"""


def main() -> None:
    """Run the `cpgen` command with the arguments of this process, and exit.

    SIGTERM and a closed terminal end a command as Ctrl-C does, so that what was made is kept and files are closed; the
    exit code is 128 and the number of the signal.
    """
    try:
        _run()
    except SystemExit as end:
        if _ENDED_BY and end.code == 130:
            sys.exit(128 + _ENDED_BY[0])
        raise


def _run() -> None:
    try:
        os.environ.setdefault(
            "OPENBLAS_NUM_THREADS", "1"
        )  # a second thread would spin, for a third of `explain`'s time
        gc.set_threshold(100_000, 10, 10)  # importing and compiling leave little garbage,
        atexit.register(gc.freeze)  # and a collection at exit would take a quarter of `generate`'s time
        sys.unraisablehook = _interrupt_again
        # Imported within `try`, since Ctrl-C during the imports must end without a traceback, too.
        import signal

        from cpgen.cli.app import app

        for name in ("SIGTERM", "SIGHUP"):
            # A signal that is ignored, as after `nohup`, stays so.
            if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_DFL:
                signal.signal(getattr(signal, name), _end)
        _repair_streams()
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        from cpgen.cli.output import close_quietly

        close_quietly()
        if error.errno in OUTPUT_ERRORS and error.filename is None:
            sys.exit(f"error: the output cannot be written: {error.strerror}.")
        sys.exit(f"error: the operating system reports an error: {error}.")


def _interrupt_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Repeat a Ctrl-C that came within a destructor, whose exceptions Python prints and ignores.

    Compiling frees thousands of objects with destructors, so that happens now and then.
    """
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    import signal
    from threading import Timer, main_thread

    def interrupt() -> None:
        if hasattr(signal, "pthread_kill"):  # it also ends a write that waits for its reader
            signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        else:  # Windows
            signal.raise_signal(signal.SIGINT)

    again = Timer(AGAIN_SECONDS, interrupt)
    again.daemon = True
    again.start()


def _end(number: int, _: object) -> None:
    _ENDED_BY.append(number)
    raise KeyboardInterrupt


def _repair_streams() -> None:
    """Replace a closed stdin or stderr by the null device, and exit if stdout is closed.

    Characters that the encoding of stdout lacks are replaced by question marks, with a warning.
    """
    for name, mode in (("stdin", "r"), ("stderr", "w")):
        # Python sets a stream that was closed by the shell (`2>&-`) to None.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if sys.stdout is None:
        sys.exit("error: the output cannot be written: standard output is closed.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("reported", _replace)
        sys.stdout.reconfigure(errors="reported")


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace each character that stdout cannot encode by `?`, as an error handler of `codecs`."""
    assert isinstance(error, UnicodeEncodeError)
    _warn_of_replacing(error.encoding)
    return "?" * (error.end - error.start), error.end


def _warn_of_replacing(encoding: str) -> None:
    from cpgen.cli.output import warn

    if encoding in _WARNED:
        return
    _WARNED.append(encoding)
    warn(
        f"the output is in {encoding}, which lacks some characters; they are shown as ? (PYTHONIOENCODING=utf-8 helps)."
    )
