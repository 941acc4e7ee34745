"""A server behind nginx, as docs/server.md describes it."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.cli.running import LEFT
from tests.web.running import studio

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
PAGE = Path(__file__).parents[2] / "docs" / "server.md"
CONFIGURATION = """
daemon off;
error_log {folder}/error.log;
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    {server}
}}
"""


@contextmanager
def behind_nginx(address: str, folder: Path) -> Iterator[int]:
    """Run nginx with the configuration in the documentation; yield its port."""
    server = PAGE.read_text().partition("```nginx\n")[2].partition("```")[0]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = server.replace("127.0.0.1:8642", urlsplit(address).netloc).replace("{", f"{{ listen 127.0.0.1:{port};", 1)
    file = folder / "nginx.conf"
    file.write_text(CONFIGURATION.format(folder=folder, server=server))
    with subprocess.Popen([str(NGINX), "-p", str(folder), "-c", str(file)]) as process:
        try:
            yield port
        finally:
            process.terminate()


@pytest.mark.skipif(NGINX is None, reason="no nginx here; install nginx")
@pytest.mark.parametrize(("options", "status"), [(["--allow-host", "sudoku.example"], 200), ([], 403)])
def test_pages_of_an_allowed_name_are_served_through_a_proxy(options, status, tmp_path):
    with studio(*options) as server, behind_nginx(server.address, tmp_path) as port:
        transport = httpx.HTTPTransport(retries=9)  # nginx may not listen yet
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=300) as client:
            headers = {"Host": f"sudoku.example:{port}", "Origin": f"http://sudoku.example:{port}"}
            assert client.get("/", headers=headers).status_code == status
            assert client.post("/api/rate", json={"puzzle": LEFT}, headers=headers).status_code == status


def test_a_proxy_may_pass_on_its_own_host():
    with studio("--allow-host", "sudoku.example") as server:
        for origin, status in [("https://sudoku.example", 200), ("https://evil.example", 403), ("null", 403)]:
            answer = server.http.post("/api/rate", json={"puzzle": LEFT}, headers={"Origin": origin})
            assert answer.status_code == status
