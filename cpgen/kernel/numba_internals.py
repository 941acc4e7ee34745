"""All uses of numba's private interfaces, with the measured worth of each. Imported when something is compiled.

- `_nrt=False`: compiled functions create no arrays, so numba need not count references. Counting them makes a rating 9
  to 16 times slower (17 to 269 µs for a beginner's puzzle, 42 to 385 µs for an expert's) and doubles compile time.
- `dispatcher._cache`: numba's own cache keys a function by its file alone, so a change in a function that it calls
  would leave stale code, and a damaged file crashes the process. `cpgen.kernel.code_cache` does neither.
- the event `numba:compile`: progress, and the seconds that no budget should pay for.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba
from numba.core import event, serialize
from numba.core.compiler import CompileResult

from cpgen.kernel import code_cache

if TYPE_CHECKING:
    from cpgen.kernel.compiler import Progress


def dispatcher(function: Callable[..., Any], is_inlined: bool, original: Callable[..., Any], progress: Progress) -> Any:
    """Return a dispatcher that compiles `function` on its first call, or loads what is cached for `original`."""
    made = numba.njit(function, nogil=True, inline="always" if is_inlined else "never", _nrt=False)
    made._cache = _Cache(original)
    _listen_once(progress)
    return made


class _Cache:
    """The compiled overloads of one function, in the place of numba's own cache."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compile result for a signature, or None if it is not cached."""
        target.refresh()
        payload = code_cache.load(self._name(signature, target.codegen()))
        return None if payload is None else CompileResult._rebuild(target, *pickle.loads(payload))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Cache a compile result."""
        if not result.library.has_dynamic_globals:
            code_cache.save(self._name(signature, result.codegen), serialize.dumps(result._reduce()))

    def _name(self, signature: Any, codegen: Any) -> str:
        return code_cache.name_for(self._function, f"{signature} {codegen.magic_tuple()}")


class _Listener(event.Listener):  # type: ignore[misc]
    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def on_start(self, happening: Any) -> None:
        if isinstance(happening.data["dispatcher"]._cache, _Cache):
            self.progress.begin()

    def on_end(self, happening: Any) -> None:
        if isinstance(happening.data["dispatcher"]._cache, _Cache):
            self.progress.end()


_listeners: list[_Listener] = []


def _listen_once(progress: Progress) -> None:
    if not _listeners:
        _listeners.append(_Listener(progress))
        event.register("numba:compile", _listeners[0])
