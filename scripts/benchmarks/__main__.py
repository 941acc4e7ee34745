"""The command: measures the rows that are asked for and shows them beside what is claimed."""

from __future__ import annotations

import argparse
import json
import os
import sys

import warm_up

from benchmarks import commands, judging, making, references, results, storing
from benchmarks.claims import CLAIMS
from benchmarks.measuring import Row, measure
from cpgen.study.measuring import one_core


def all_rows() -> list[Row]:
    """The measurements of every subject, in the order of the table."""
    return [
        *references.reference_rows(),
        *commands.command_rows(),
        *commands.server_rows(),
        *making.generation_rows(),
        *making.digging_rows(),
        *making.board_rows(),
        *judging.rating_rows(),
        *judging.uniqueness_rows(),
        *judging.canonical_rows(),
        *storing.collection_rows(),
    ]


def main() -> int:
    asked = options()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # starts are those of an installed Python program
    warm_up.compile_at_first_call()
    if asked.against:
        from benchmarks.against import compare

        return compare(asked.against, asked.json)
    if asked.readme:
        from benchmarks.readme import write

        return write(all_rows())
    return show(chosen(asked.only, asked.all), asked.json)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="every row, also those that take long (a quarter of an hour)")
    what.add_argument("--only", default="", metavar="TEXT", help="the rows with TEXT in their name, long ones included")
    what.add_argument("--readme", action="store_true", help="writes the tables of figures in README.md")
    what.add_argument("--against", metavar="REV", help="compares this checkout with another revision of it")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, the machine first")
    return parser.parse_args()


def chosen(text: str, everything: bool) -> list[Row]:
    """The rows that are asked for and possible here, and those that they are compared with."""
    rows = all_rows()
    names = {row.name for row in rows if text in row.name and (row.quick or everything or text)}
    if not names:
        sys.exit(f"bench: no row has {text!r} in its name; there are: {'; '.join(row.name for row in rows)}")
    names |= {claim.reference for claim in CLAIMS if claim.row in names}
    return [row for row in rows if row.name in names and row.is_possible]


def show(rows: list[Row], as_json: bool) -> int:
    """Measures and prints; 1 when a claim fails, 130 after Ctrl-C with what there is."""
    about = results.header()
    results.introduce(about, as_json)
    with one_core():
        samples, interrupted = measure(rows)
    for result in results.objects(rows, samples) if as_json else results.lines(rows, samples):
        print(json.dumps(result, ensure_ascii=False) if as_json else result)
    results.warn(about)
    if interrupted:
        print("bench: interrupted; this is what was measured so far.", file=sys.stderr)
        return 130
    failed = results.failures(results.values_of(rows, samples))
    print(f"bench: {f'{len(failed)} claims fail' if failed else 'all claims hold'}.", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
