"""`cpgen serve`: serve the studio in the browser, and its API."""

from __future__ import annotations

import signal
from typing import Annotated, Any

import click

from cpgen.cli.command import command
from cpgen.cli.options import Jobs, Json, flag, job_count, option
from cpgen.cli.output import print_json, show, show_error
from cpgen.errors import packages_of

Host = Annotated[str, option("NAME", "The address to listen on; 0.0.0.0 lets other machines connect.")]


AllowHost = Annotated[
    list[str] | None,
    option("NAME", "A further name of the server, as of a proxy before it; repeatable.", "--allow-host"),
]


Port = Annotated[int, option("N", "The port; 0 for any free port.", least=0, most=65535)]


Open = Annotated[bool, flag("Open the studio in the browser.", "--open")]


MaxQueue = Annotated[int, option("N", "Jobs that may wait in the queue.", "--max-queue", least=0)]


ClientJobs = Annotated[
    int, option("N", "Jobs of one client that may run or wait; 0 for no limit of its own.", "--client-jobs", least=0)
]


TrustProxy = Annotated[
    list[str] | None,
    option(
        "ADDRESS", "A proxy, or a network of them, whose X-Forwarded-For names the client; repeatable.", "--trust-proxy"
    ),
]


Keep = Annotated[str, option("FOLDER", "A folder in which jobs survive a restart of the server.", "--keep-jobs")]


Metrics = Annotated[bool, flag("Answer at /metrics with counts in the text format of Prometheus.", "--metrics")]


Log = Annotated[bool, flag("Log requests and jobs as JSON lines, on standard error.", "--log")]


@command
def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8642,
    allow_host: AllowHost = None,
    browser: Open = False,
    jobs: Jobs = 0,
    max_queue: MaxQueue = 16,
    client_jobs: ClientJobs = 0,
    trust_proxy: TrustProxy = None,
    keep: Keep = "",
    metrics: Metrics = False,
    log: Log = False,
    as_json: Json = False,
) -> None:
    """Serve the studio: make and play puzzles in the browser.

    /api/openapi.json describes the API behind it. Ctrl-C ends the jobs and the server with exit code 130, and SIGTERM
    with 143.

    \b
    Example: cpgen serve --open
    """

    def announce(address: str) -> None:
        if as_json:
            print_json({"address": address})
        else:
            show(f"The studio is at {address} (Ctrl-C ends it).")
        if browser:
            show_in_browser(address)

    with packages_of("web", "The studio needs the extra `web`"):
        from cpgen.web import server
    signal.signal(signal.SIGTERM, end)
    settings = server.ServerSettings(
        host,
        port,
        job_count(jobs),
        max_queue,
        client_jobs,
        allow_host or (),
        trust_proxy or (),
        keep,
        metrics,
        log,
    )
    server.serve(settings, announce)


def end(*_: Any) -> None:
    """Exit after SIGTERM, which the server passes on after its jobs have ended."""
    show_error("ended by SIGTERM.")
    raise click.exceptions.Exit(128 + signal.SIGTERM)


def show_in_browser(address: str) -> None:
    """Open the address in the user's browser, in the background."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
