"""Why is a request not even looked at? Errors with the status that HTTP has for them."""

from __future__ import annotations

from cpgen.errors import CpgenError


class RefusedError(CpgenError):
    """A request is refused with this status; `wait` seconds until it is worth asking again, 0 when it never is."""

    def __init__(self, status: int, sentence: str, wait: int = 0) -> None:
        super().__init__(sentence)
        self.status, self.wait = status, wait


class BusyError(RefusedError):
    """There is too much to do already."""

    def __init__(self, sentence: str) -> None:
        super().__init__(429, f"{sentence}; try again in a few seconds.", wait=5)
