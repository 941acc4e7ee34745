"""A Firefox driven by its WebDriver BiDi interface; Playwright drives only its own build of Firefox."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")
LISTENING = re.compile(r"listening on (ws://\S+)\n")
PATIENCE = 300
"""Time limit in seconds for an answer or a change of the page"""
NEEDLESS = {
    "browser.aboutwelcome.enabled": False,
    "browser.newtab.preload": False,
    "browser.newtabpage.enabled": False,
    "dom.ipc.processPrelaunch.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "fission.autostart": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""Preferences that turn off processes and pages in reserve, and requests to Mozilla"""
WIDTH, HEIGHT = 1400, 900
KEYS = {"Control": "\ue009", "Escape": "\ue00c"}


class Firefox:
    """A page of Firefox; `complaints` is what it wrote to its console."""

    def __init__(self, address: str) -> None:
        from tornado.websocket import websocket_connect

        self.loop = asyncio.new_event_loop()
        Thread(target=self.loop.run_forever, daemon=True).start()
        self.complaints: list[str] = []
        self._number = 0
        self._socket = self._now(lambda: websocket_connect(f"{address}/session", max_message_size=1 << 28))
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.context = self.send("browsingContext.create", type="tab")["context"]
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": WIDTH, "height": HEIGHT})

    def _now(self, begin: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a coroutine of Tornado, run in a thread because Playwright uses the main one."""

        async def waited() -> T:
            return await asyncio.wait_for(begin(), PATIENCE)

        return asyncio.run_coroutine_threadsafe(waited(), self.loop).result()

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; messages to the console are kept in `complaints`."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self._now(lambda: self._socket.write_message(json.dumps(command)))
        while True:
            reply = json.loads(self._now(self._socket.read_message))
            if reply["type"] == "event":
                self.complaints.append(f"{reply['params']['level']}: {reply['params']['text']}")
            elif reply["id"] == self._number:
                assert reply["type"] == "success", reply
                return reply["result"]

    def open(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def ask(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        text = f"JSON.stringify(({expression}) ?? null)"
        reply = self.send("script.evaluate", expression=text, target={"context": self.context}, awaitPromise=True)
        assert reply["type"] == "success", reply
        return json.loads(reply["result"]["value"])

    def wait_for(self, expression: str) -> Any:
        """Return the value of an expression as soon as it is true."""
        late = time.monotonic() + PATIENCE
        while not (value := self.ask(expression)):
            assert time.monotonic() < late, self.described(expression)
            time.sleep(0.05)
        return value

    def described(self, missing: str) -> str:
        """Return the message of a test that waited without result: what is missing, and what the page shows."""
        shown = self.ask("document.body.innerText")
        return "\n".join((f"Missing: {missing}", *self.complaints, f"The page shows:\n{shown}"))

    def act(self, *sources: dict[str, Any]) -> None:
        self.send("input.performActions", context=self.context, actions=list(sources))

    def click(self, selector: str) -> None:
        """Click on an element, repeatedly if the page moves and the click misses."""
        met = f"window.met ||= Boolean(event.target.closest({json.dumps(selector)}))"
        self.ask(f"addEventListener('click', (event) => {{ {met} }}, true), (window.met = false)")
        late = time.monotonic() + PATIENCE
        while not self.ask("window.met"):
            assert time.monotonic() < late, self.described(selector)
            self.stroke(selector)

    def stroke(self, *selectors: str) -> None:
        """Press the mouse button on an element, move over the others, and release it."""
        steps: list[dict[str, Any]] = []
        for selector in selectors:
            x, y = self.middle(selector)
            steps += [{"type": "pointerMove", "x": x, "y": y}] + [{"type": "pointerDown", "button": 0}] * (not steps)
        steps.append({"type": "pointerUp", "button": 0})
        self.act({"type": "pointer", "id": "mouse", "actions": steps})

    def middle(self, selector: str) -> tuple[int, int]:
        """Scroll to an element and return the centre of its visible part."""
        one = f"document.querySelector({json.dumps(selector)})"
        self.ask(f"{one}.scrollIntoView({{ block: 'nearest' }})")
        box = self.ask(f"{one}.getBoundingClientRect()")
        x, y = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
        return min(max(x, 0), WIDTH - 1), min(max(y, 0), HEIGHT - 1)

    def press(self, *keys: str) -> None:
        """Press keys together."""
        codes = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": code} for code in codes]
        up = [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self.act({"type": "key", "id": "keyboard", "actions": down + up})


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Yield a page of Firefox, or skip the test with the reason if there is none."""
    if FIREFOX is None:
        pytest.skip("There is no Firefox: apt-get install firefox-esr")
    pytest.importorskip("tornado", reason="There is no Tornado: pip install -e . --group test")
    wishes = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in NEEDLESS.items())
    (profile / "user.js").write_text("".join(wishes), encoding="utf-8")
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    log = profile / "log"
    with log.open("w") as errors, subprocess.Popen(command, stdout=errors, stderr=errors) as process:
        page = None
        try:
            page = Firefox(listening(process, log))
            yield page
        finally:
            process.kill()
            if page:
                page.loop.call_soon_threadsafe(page.loop.stop)


def listening(process: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address of Firefox's WebDriver, which it writes to its log when it has started."""
    late = time.monotonic() + PATIENCE
    while not (found := LISTENING.search(log.read_text())):
        assert process.poll() is None, f"Firefox has ended: {log.read_text()}"
        assert time.monotonic() < late, f"Firefox does not start: {log.read_text()}"
        time.sleep(0.05)
    return found[1]
