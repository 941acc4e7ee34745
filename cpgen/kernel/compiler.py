"""Which functions are compiled, when, and where their machine code is kept.

A compiled function is a plain function to Python: called from there, it is interpreted. Python starts compiled loops
by their entries. An entry that is `compiled_when_hot` is interpreted, too, until that has taken as long as compiling
would, so that a question asked once waits for no compiler; numba is imported when something is compiled.

The folder of machine code is named after the text of all of cpgen's compiled modules, so that a change in one never
leaves a stale copy in another. Of processes that start together one compiles each function, and the others find it in
the folder.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cache, partial, update_wrapper
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from time import monotonic, perf_counter
from types import CodeType, FunctionType, MappingProxyType
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar, cast
from zlib import crc32

import numpy as np

from cpgen.kernel.beside import beside

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "INTERPRETED",
    "Entry",
    "by_address",
    "cache_folder",
    "call_soon",
    "compiled",
    "compiled_at_once",
    "compiled_when_hot",
    "compiled_within_when_hot",
    "compiling_seconds",
    "expect_much",
    "inlined",
    "instruction",
    "on_words",
    "report_compiling",
    "working_seconds",
]

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
Example = Callable[[], tuple[Any, ...]]
"""What makes arguments of the types that a function takes"""
PACKAGE = Path(__file__).parents[1]
MARK = re.compile(rb"\n(?:@(?:compiled(?:_at_once|_when_hot)?|inlined)\n|import numba)")
"""What marks a module whose text, after a line break, decides what the compiled code is"""
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether all is left in Python"""
IMPORTING, COMPILING, LINKING, LOADING, LOOKING = 0.4, 0.15, 0.05, 0.01, 0.1
"""Seconds that importing numba takes, compiling a function, writing one that is kept into an entry, loading it, and
until that is looked at"""
SELDOM = 50_000, 20, 100
"""How seldom Python looks for garbage meanwhile: compiling leaves little, and takes a twentieth less time so"""

_functions: dict[Callable[..., Any], bool] = {}
"""What compiled code may call, and whether it is written into its callers"""
_behind: dict[Callable[..., Any], list[tuple[Callable[..., Any], Example]]] = {}
"""The functions that a function calls by their addresses, each with an example of its arguments"""
_soon: dict[Callable[..., Any], Example] = {}
"""Functions that are about to be called by their addresses, with the same"""
_introductions: list[Callable[[Any], None]] = []
"""What numba has yet to learn of functions, each a call with `cpgen.kernel.private`"""
_introducing = threading.Lock()
_thread = threading.local()
_much = threading.Event()
_one_at_a_time = threading.Lock()
"""Held while a thread compiles, or loads what is kept, so that another that wants the same finds it done"""
_failures: list[BaseException] = []
"""What stopped a compiling that compiled code had started, for the entry to raise"""


def compiled(function: F) -> F:
    """The function itself, which compiled code may call; it makes no arrays, since memory is not counted there."""
    _functions[function] = False
    return function


def inlined(function: F) -> F:
    """The function itself, written into the compiled functions that call it.

    For what is called in one place, and need not be compiled apart from it, and for what is called millions of times
    with many arrays, whose shapes and strides every call would have to pass.
    """
    _functions[function] = True
    _introductions.append(lambda private: private.write_into_callers(function))
    return function


def instruction(name: str) -> Callable[[F], F]:
    """Marks a function of a mask that is one instruction in compiled code, by its name in LLVM: ctpop or cttz."""

    def mark(function: F) -> F:
        _introductions.append(lambda private: private.instruction(function, name))
        return function

    return mark


def on_words(function: F) -> F:
    """The function itself, of several words; compiled code uses what `cpgen.kernel.own_types` has of its name."""
    _introductions.append(lambda private: private.own_types.on_words(function))
    return function


def by_address(
    addresses: np.ndarray,
    functions: Sequence[Callable[..., Any]],
    example: Example,
    others: Mapping[Callable[..., Any], Example] = MappingProxyType({}),
) -> Callable[[F], F]:
    """Marks a function of addresses, a place and more arguments, which calls the function at that place with these.

    Compiled code jumps to an address in place of it, and a function is compiled when it is first called so. The
    addresses are zeros, at least one more than there are functions; `example` makes arguments of the types that the
    functions take, but for those that have an example among the `others`; a caller sees to it that place and types fit
    together. They return what the annotation says: None, bool, int or float. Raises ValueError for too few addresses.
    """
    if len(addresses) <= len(functions):
        raise ValueError(f"{len(functions)} functions need {1 + len(functions)} addresses; there are {len(addresses)}.")
    behind = [(_plain(each), others.get(each, example)) for each in functions]

    def mark(function: F) -> F:
        _behind[function] = behind
        fill = partial(_fill, addresses, behind)
        _introductions.append(lambda private: private.jump(function, addresses, fill, [example, *others.values()]))
        return function

    return mark


def call_soon(caller: Callable[..., Any], places: Iterable[int]) -> None:
    """Says that the functions at these places of a caller by addresses are about to be called, in about this order.

    When the next entry is compiled, a process beside this one compiles them, if there is a processor for it.
    """
    _soon.update(_behind[caller][place] for place in places)


def _fill(addresses: np.ndarray, behind: Sequence[tuple[Callable[..., Any], Example]], place: int) -> None:
    """Compiles the function at a place and notes its address; a failure is kept for the entry to raise."""
    function, example = behind[place]
    try:
        with _one_at_a_time, _progress.at_work():
            if not addresses[place + 1]:
                _progress.expect(function)
                addresses[place + 1] = _numba().address(_made(function, "addresses"), example())
    except BaseException as failure:
        _failures.append(failure)


class Entry(Generic[P, T]):
    """A function by which Python starts a compiled loop; compiled code may call it, too."""

    spent_within: ClassVar[float] = 0.0
    """Seconds in which parts of interpreted loops were interpreted, all of them together"""

    def __init__(self, function: Callable[P, T], at_once: bool, within: bool = False) -> None:
        update_wrapper(self, function)
        self.function = function
        self.within = within
        """Whether it may be compiled, too, when what calls it is interpreted"""
        self._spent = 0.0
        """Seconds in which it was interpreted"""
        self._cost = 0.0 if at_once else None
        """Seconds after which it is compiled; None before they are known"""
        self._kept = False
        """Whether all of its machine code is kept: then what other parts of the loop have taken counts, too"""
        self._machine: Callable[..., T] | None = None
        self._points: dict[type, Callable[..., T]] = {}
        """The machine code for arguments of the types that `call_alike` has, by the class of the first"""
        _functions[function] = False

    def __call__(self, *arguments: P.args, **none: P.kwargs) -> T:
        """What the function returns, from machine code or interpreted."""
        if self._machine is None:
            if self.is_interpreted:
                return self._interpret(*arguments)
            result = self._compile_first(*arguments)
        else:
            result = self._machine(*arguments)
        if _failures:
            raise _failures.pop()
        return result

    def call_alike(self, *arguments: P.args, **none: P.kwargs) -> T:
        """The same for arguments whose types the class of the first one tells: looking at them all takes 3 to 7 µs."""
        kind = type(arguments[0])
        if kind not in self._points:
            result = self(*arguments, **none)
            if self._machine is not None:
                self._points[kind] = _numba().entry_point(self._machine, arguments)
            return result
        result = self._points[kind](*arguments)
        if _failures:
            raise _failures.pop()
        return result

    @property
    def is_interpreted(self) -> bool:
        """Whether the next call is interpreted."""
        if self._machine is not None:
            return False
        if INTERPRETED or (getattr(_thread, "interpreting", False) and not self.within):
            return True
        if _much.is_set():
            return False
        together = Entry.spent_within if self.within else self._spent
        if self._cost is None and together >= LOOKING:
            self._cost, self._kept = _seconds_to_compile(self.function, "python")
        return self._cost is None or (together if self._kept else self._spent) < self._cost

    @contextmanager
    def stood_in_for(self) -> Iterator[None]:
        """What is done within takes the place of a call, and longer."""
        begun = working_seconds()
        yield
        self._spent += working_seconds() - begun

    @property
    def pays(self) -> bool:
        """Whether what stood in for it has taken as long as compiling would, or it is kept and there is much to do."""
        much = _much.is_set()
        if self._cost is None and (much or self._spent >= LOOKING):
            self._cost, self._kept = _seconds_to_compile(self.function)
        return not INTERPRETED and self._cost is not None and (self._spent >= self._cost or (much and self._kept))

    def _compile_first(self, *arguments: Any) -> T:
        with _one_at_a_time, _progress.at_work():
            if self._machine is None:
                machine = _made(self.function, "python")
                _progress.expect(self.function)
                _compile_soon(self.function)
                _numba().prepare(machine, arguments)
                self._machine = machine
        return self._machine(*arguments)

    def _interpret(self, *arguments: Any) -> T:
        outside = getattr(_thread, "interpreting", False)
        if outside and not self.within:
            return self.function(*arguments)  # type: ignore[call-arg]
        _thread.interpreting, begun = True, perf_counter()
        try:
            with np.errstate(over="ignore"):  # words of 64 bits wrap around, as they do in machine code
                result: Any = self.function(*arguments)  # type: ignore[call-arg]
        finally:
            _thread.interpreting = outside
            spent = perf_counter() - begun
            self._spent += spent
            Entry.spent_within += spent if self.within else 0.0
        return cast(T, result.item() if isinstance(result, np.generic) else result)


def compiled_at_once(function: Callable[P, T]) -> Entry[P, T]:
    """An entry for loops that take long: compiled when it is first called."""
    return Entry(function, at_once=True)


def compiled_when_hot(function: Callable[P, T]) -> Entry[P, T]:
    """An entry for short questions: compiled when interpreting it has taken as long as that would.

    All in all it then takes at most twice as long as if it had been known how many questions there would be.
    """
    return Entry(function, at_once=False)


@cache
def compiled_within_when_hot(function: Callable[P, T]) -> Entry[P, T]:
    """The same for a part of an interpreted loop that alone may take longer than compiling it would."""
    return Entry(function, at_once=False, within=True)


def expect_much() -> None:
    """From here on, compiles every entry when it is first called: there is much to do in this process."""
    _much.set()


def _seconds_to_compile(function: Callable[..., Any], called_by: str = "") -> tuple[float, bool]:
    """What compiling a function and all that it calls takes, as far as it is not kept; whether all of it is.

    The function itself may be kept for a kind of caller, or for any.
    """
    _, *needed = _reachable(function)
    itself, fresh = len(_not_kept([function], called_by)), len(_not_kept(needed))
    importing = 0.0 if "numba" in sys.modules else IMPORTING
    for_one_kept = LINKING if itself else LOADING
    return importing + COMPILING * (itself + fresh) + for_one_kept * (len(needed) - fresh), not itself + fresh


def _reachable(function: Callable[..., Any], by_address: bool = False) -> list[Any]:
    """A compiled function and those that it calls, in turn; those by address only if they are wanted, too."""
    found: dict[Any, None] = {}
    waiting: list[Any] = [function]
    while waiting:
        each = _plain(waiting.pop())
        if by_address and isinstance(each, FunctionType) and each in _behind:
            waiting += [function for function, _ in _behind[each]]
        if isinstance(each, FunctionType) and each in _functions and each not in found:
            found[each] = None
            waiting += [each.__globals__.get(name) for name in each.__code__.co_names]
    return [each for each in found if not _functions[each]]


def _not_kept(functions: Iterable[Any], called_by: str = "") -> list[Any]:
    """Those of the functions whose machine code, for a kind of caller or for any, is not in the folder."""
    folders = os.walk(Path(cache_folder(), called_by)) if cache_folder() else ()
    kept = {file.partition(".py")[0] for *_, files in folders for file in files if file.endswith(".nbi")}
    return [each for each in functions if _name_of_file(each.__code__, each.__qualname__) not in kept]


def _name_of_file(code: CodeType, name: str) -> str:
    """How numba's files for a function are called."""
    return f"{Path(code.co_filename).stem}.{name}-{code.co_firstlineno}"


def _plain(function: Any) -> Any:
    return function.function if isinstance(function, Entry) else function


def _numba() -> Any:
    """`cpgen.kernel.private`, which knows all that compiled code may call."""
    private = _private()
    with _introducing:
        while _introductions:
            _introductions.pop()(private)
    return private


@cache
def _private() -> Any:
    private = import_module("cpgen.kernel.private")
    private.recognise(FunctionType, _dispatcher)
    private.recognise(Entry, _dispatcher)
    private.listen(_progress.begin, _progress.end)
    return private


@cache
def _dispatcher(callee: Any) -> Any:
    """What compiles a function for compiled code that calls it; None for a function that is not marked."""
    function = _plain(callee)
    return _made(function, "compiled") if function in _functions else None


def _made(function: Any, called_by: str) -> Any:
    """A dispatcher that compiles in turn with other processes, and keeps its machine code in a part of the folder."""
    folder = cache_folder() and str(Path(cache_folder(), called_by))
    made = _numba().dispatcher(function, folder, called_by)
    _numba().compile_with(made, partial(_in_turn, _place_in_turns(called_by, function)))
    return made


@cache
def cache_folder() -> str:
    """The folder of compiled code for this text of cpgen: the user's cache, or a temporary one if it is closed."""
    import platformdirs

    texts = (path.read_bytes() for path in sorted(PACKAGE.rglob("*.py")))
    version = sha256(b"".join(text for text in texts if MARK.search(b"\n" + text))).hexdigest()[:16]
    for base in (
        platformdirs.user_cache_path("cpgen", appauthor=False),
        Path(tempfile.gettempdir()) / "cpgen",
    ):
        folder = base / f"compiled-{version}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


def _compile_soon(entry: Callable[..., Any]) -> None:
    """Has a process beside this one compile what is about to be called, as far as it is not kept.

    Where the entry itself is kept, what is not was not needed the last time: it waits until it is.
    """
    examples = _soon.copy()  # at once: another thread may add to it
    _soon.clear()
    wanted = _not_kept(examples) if examples else []
    if not wanted or not _not_kept(_reachable(entry)) or _turns() is None:
        return
    for function in wanted:
        _progress.expect(function)

    def compile_those_left() -> None:
        _progress.report = lambda number, of: None
        _turns.cache_clear()
        for function in wanted:
            if _is_free(_place_in_turns("addresses", function)):
                _numba().address(_made(function, "addresses"), examples[function]())

    _numba()
    beside(compile_those_left)


def _place_in_turns(called_by: str, function: Callable[..., Any]) -> int:
    """The number of a function's byte among those that processes lock."""
    return crc32(f"{called_by}.{function.__module__}.{function.__qualname__}".encode())


def _is_free(place: int) -> bool:
    """Whether no other process compiles the function with this place in turns."""
    turns = _turns()
    if turns is None:
        return True
    try:
        fcntl.lockf(turns, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        fcntl.lockf(turns, fcntl.LOCK_UN, 1, place)
    except OSError:
        return False
    return True


def _in_turn(place: int, compiling: Callable[[Any], Any], signature: Any) -> Any:
    """Compiles while no other process compiles the same function, and finds in the cache what another has just made.

    Without turns, two that compile a function for other types at once may each keep code under the other's name.
    """
    turns = _turns()
    if turns is None:
        return compiling(signature)
    _take(turns, place)
    try:
        return compiling(signature)
    finally:
        with suppress(OSError):
            fcntl.lockf(turns, fcntl.LOCK_UN, 1, place)


def _take(turns: int, place: int) -> None:
    try:
        fcntl.lockf(turns, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except (BlockingIOError, PermissionError):  # another process is at it
        with _progress.at_work(), suppress(OSError):
            fcntl.lockf(turns, fcntl.LOCK_EX, 1, place)
    except OSError:  # a file system without locks
        return


@cache
def _turns() -> int | None:
    """A file in which each function has a byte to lock; None where there is no such thing."""
    if fcntl is None or not cache_folder():
        return None
    return os.open(Path(cache_folder(), "turns"), os.O_RDWR | os.O_CREAT)


class _Progress:
    """How far compiling is; the time that it takes."""

    def __init__(self) -> None:
        self.depth = self.done = 0
        self.since = self.seconds = 0.0
        self.collecting = gc.get_threshold()
        self.expected: list[Callable[..., Any]] = []
        """Functions that are about to be called, and may all be kept: they are looked at when one is compiled"""
        self.fresh: set[Any] = set()
        """What is known so far to be compiled, here or beside this process"""
        self.report: Callable[[int, int], None] = _say

    def expect(self, function: Callable[..., Any]) -> None:
        """A first call of a function comes, which compiles it and what it calls as far as that is not kept."""
        self.expected.append(function)

    def begin(self) -> None:
        """A function begins to be compiled, perhaps on behalf of another."""
        self._start()
        while self.expected:
            self.fresh.update(_not_kept(_reachable(self.expected.pop())))
        self.done = max(self.done, len(self.fresh) - len(_not_kept(self.fresh))) + 1
        self.report(self.done, max(self.done, len(self.fresh)))

    def end(self) -> None:
        """It is compiled."""
        self.depth -= 1
        if self.depth == 0:
            self.seconds += monotonic() - self.since
            gc.set_threshold(*self.collecting)
            if self.report is _say and _is_watched():
                print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _start(self) -> None:
        if self.depth == 0:
            self.since, self.collecting = monotonic(), gc.get_threshold()
            gc.set_threshold(*SELDOM)
        self.depth += 1

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """What is done within counts as compiling: importing numba, loading machine code, waiting for a process."""
        with _uninterrupted() if self.depth == 0 else nullcontext():
            self._start()
            try:
                yield
            finally:
                self.end()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A Ctrl-C that comes meanwhile takes effect at the end: it would leave numba, which is never undone, half done."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    heard: list[Any] = []
    signal.signal(signal.SIGINT, lambda *what: heard.append(what))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            before(*heard[0])


def _say(number: int, of: int) -> None:
    if _is_watched():
        print(f"\rcpgen: compiling {number} of {of}, this first time …", end="", file=sys.stderr, flush=True)
    elif number == 1:
        print("cpgen: compiling what this needs, this first time …", file=sys.stderr, flush=True)


def _is_watched() -> bool:
    """Whether a person sees what this process writes on standard error, and no other process writes there, too."""
    processes = sys.modules.get("multiprocessing.process")  # imported in each process that another has started
    return sys.stderr.isatty() and (processes is None or processes.parent_process() is None)


_progress = _Progress()


@contextmanager
def report_compiling(report: Callable[[int, int], None]) -> Iterator[None]:
    """Meanwhile, calls `report(number, of)` when a function begins to be compiled, instead of saying so once.

    The second number is how many are known so far to be compiled in all.
    """
    before, _progress.report = _progress.report, report
    try:
        yield
    finally:
        _progress.report = before


def compiling_seconds() -> float:
    """Seconds that this process has spent compiling, which no budget should pay for."""
    return _progress.seconds


def working_seconds() -> float:
    """Seconds since some fixed moment, without those spent compiling."""
    return monotonic() - compiling_seconds()
