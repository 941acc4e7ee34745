"""The server prints its address, ends with Ctrl-C at any time, and reports why it cannot start."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cpgen.errors import needs_extra
from tests.cli.running import CPGEN, ENVIRONMENT, run, without_compiling
from tests.web.running import ENDLESS, Studio, hear_work, studio, workers


def is_there(pid: int) -> bool:
    """Return True if a process runs and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
def test_ctrl_c_ends_jobs_listeners_and_processes():
    with studio("--jobs", "2") as running:
        streams = []
        for _ in range(2):
            streams.append(running.events(running.begin(**ENDLESS)))
            next(streams[-1])  # from now on the job has a listener
        for events in streams:
            hear_work(events)
        busy = workers(running.process.pid)
        assert len(busy) == 3  # two make puzzles, and one answers requests
        running.process.send_signal(signal.SIGINT)
        *_, (_, kind, data) = events
        assert (kind, data["outcome"]) == ("end", "stopped")
        running.process.wait(300)
    assert not any(map(is_there, busy))


def test_the_address_is_json_and_sigterm_is_reported():
    command = [CPGEN, "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True) as one:
        assert json.loads(one.stdout.readline())["address"].startswith("http://127.0.0.1:")
        one.send_signal(signal.SIGTERM)
        _, err = one.communicate(timeout=300)
    assert (one.returncode, without_compiling(err)) == (143, "error: ended by SIGTERM.\n")


@pytest.mark.skipif(os.name != "posix", reason="the browser is a shell script")
def test_the_example_of_the_help_opens_the_browser(tmp_path):
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}.part"; mv "{opened}.part" "{opened}"\n')
    browser.chmod(0o755)
    env = ENVIRONMENT | {"BROWSER": f"{browser} %s"}
    command = [CPGEN, "serve", "--open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, text=True) as one:
        line = one.stdout.readline()
        while not opened.exists():
            time.sleep(0.05)
        assert f" {opened.read_text()} " in line
        one.send_signal(signal.SIGINT)
        one.communicate(timeout=300)


def test_a_port_in_use_is_reported(server: Studio):
    port = server.address.rsplit(":", 1)[1].strip("/")
    ran = run("serve", "--port", port)
    message = f"error: Port {port} of 127.0.0.1 is in use; choose another with --port, or any free one with --port 0.\n"
    assert ran == (2, "", message)


@pytest.mark.parametrize("host", ["203.0.113.7", "a..b"])
def test_a_host_of_another_machine_is_reported(host):
    ran = run("serve", "--host", host)
    assert (ran.code, ran.err) == (
        2,
        f"error: {host!r} is not an address of this machine; the default is --host 127.0.0.1.\n",
    )


@pytest.mark.parametrize("package", ["h11", "starlette", "uvicorn"])
def test_a_missing_extra_is_named_with_its_command(package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; sys.argv[1:] = ['serve']; from cpgen.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    message = f"error: {needs_extra('The studio needs the extra `web`', 'web')}\n"
    assert (done.returncode, done.stderr) == (2, message)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")
def test_an_address_of_ipv6_is_served():
    with studio("--host", "::1") as running:
        assert running.address.startswith("http://[::1]:")
        assert running.get("/").status_code == 200
