"""Builds the documentation, warnings being errors, or checks that the links of its pages to other sites work."""

from __future__ import annotations

import argparse
import gc
import re
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from examples import pages

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "docs"
READ = ROOT / "build" / "read"
"""Pages as the last good build read them: only what has changed since, or documents what has, is read again"""
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"https?://[^\s<>)\]\"']+[^\s<>)\]\"'.,;:]")
PATIENCE = 20.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/docs", description=__doc__)
    parser.add_argument("--links", action="store_true", help="ask whether links to other sites answer")
    return check_links() if parser.parse_args().links else build()


def build() -> int:
    """Writes the whole site in build/docs; 1 when anything is wrong, a link, an anchor or a picture too."""
    from sphinx.cmd.build import build_main

    gc.disable()  # a third of the time goes into garbage that the end clears away
    reading = READ.with_name("reading")
    shutil.rmtree(reading, ignore_errors=True)
    if READ.exists():
        READ.rename(reading)  # until all is well: what is not read again is not complained of again
    strictly = ["-W", "--keep-going", "-q"]
    code = build_main([*strictly, "-a", "-d", str(reading), "-b", "html", str(ROOT / "docs"), str(SITE)])
    if code == 0:
        reading.rename(READ)
        print(f"The site is in {SITE.relative_to(ROOT)}; open {SITE.relative_to(ROOT) / 'index.html'}.")
    return int(code != 0)


def check_links() -> int:
    """Prints what became of each link to another site; 1 unless all answer."""
    found = dict(links())
    with ThreadPoolExecutor(8) as pool:
        answers = dict(zip(found, pool.map(answer, found), strict=True))
    for address, where in found.items():
        print(f"{answers[address]}: {address} ({where})")
    fine = sum(one == "fine" for one in answers.values())
    unreachable = sum(one.startswith("unreachable") for one in answers.values())
    print(f"{len(found)} links: {fine} fine, {len(found) - fine - unreachable} wrong, {unreachable} unreachable")
    return int(fine < len(found))


def links() -> Iterator[tuple[str, str]]:
    """The links to other sites with a page that has each; addresses in code are examples, not links."""
    for page in pages(ROOT):
        for address in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
            yield address, page.relative_to(ROOT).as_posix()


def answer(address: str) -> str:
    """`fine`, `wrong` with the status of the answer, or `unreachable` when there is no answer at all."""
    try:
        with urlopen(Request(address, headers={"User-Agent": "cpgen-docs"}), timeout=PATIENCE):
            return "fine"
    except HTTPError as error:
        return f"wrong ({error.code})"
    except (OSError, HTTPException, ValueError) as error:
        return f"unreachable ({error})"


if __name__ == "__main__":
    sys.exit(main())
