"""Tests of scripts/check_examples: it finds examples that print something else, and shows the difference."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

FINE = """
<!-- example: file `three.txt` -->
```text
1
2
3
```

```console
$ cat three.txt
1
…
3
$ echo a b c
a … c
$ false  # exit code 1
$ test -t 1
$ cpgen genrate  # exit code 2
error: 'genrate' is … Did you mean 'cpgen generate'?
$ cpgen solve 1234341221434... > solved.txt  # > a file
$ cat solved.txt
1234341221434321
```

<!-- example: first `echo hidden > hidden.txt` -->
<!-- example: skip `sleep`: it takes an age -->
```sh
cat hidden.txt \\
  three.txt
sleep 1000
```

```python
>>> [n for n in range(3)]
[0, …]
>>> kept = 1
```

```python
assert kept
```
"""
WRONG = {
    "```console\n$ echo no\nyes\n```": "-yes\n+no",
    "```console\n$ printf 'a\\nb\\n'\na\n```": "+b",
    "```console\n$ echo ...\n..…..\n```": "-..…..",
    "```console\n$ cpgen solve 1234341221434321\n1\n```": "-1\n",
    "```sh\ncpgen solve 12\n```": "The exit code is 2, not 0.\nerror: ",
    "```sh\nfalse\n```": "The exit code is 1, not 0.",
    "```python\n>>> 1\n2\n```": "Expected:\n    2\nGot:\n    1",
    "```python\nmissing\n```": "NameError: name 'missing' is not defined",
    "```\nls\n```": "The block has no language",
}


def check(*pages: Path) -> tuple[int, str]:
    command = [sys.executable, ROOT / "scripts" / "check_examples.py", "--jobs", "1", *pages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def written(folder: Path, *texts: str) -> list[Path]:
    pages = [folder / f"{number}.md" for number in range(len(texts))]
    for page, text in zip(pages, texts, strict=True):
        page.write_text(text, encoding="utf-8")
    return pages


def test_correct_examples_pass_and_skipped_ones_are_listed(tmp_path: Path) -> None:
    [page] = written(tmp_path, FINE)
    code, report = check(page, ROOT / "docs" / "adding_an_oracle.md")
    assert code == 0, report
    assert report.splitlines()[1].split() == [str(page), "13", "12", "5", "1"]
    assert report.splitlines()[-1] == f"skip {page}:30: sleep 1000 (it takes an age)"


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the report on each wrong page; all pages are checked in one run."""
    pages = written(tmp_path_factory.mktemp("pages"), *WRONG)
    code, report = check(*pages)
    assert code == 1
    _, *found = re.split("|".join(rf"^{re.escape(str(page))}:" for page in pages), report, flags=re.MULTILINE)
    return dict(zip(WRONG, found, strict=True))


@pytest.mark.parametrize("text", WRONG)
def test_different_output_is_reported(text: str, faults: dict[str, str]) -> None:
    assert WRONG[text] in faults[text]
