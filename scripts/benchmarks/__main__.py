"""The command: measures the rows that are asked for and shows them beside what is claimed."""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks import judging, making, results, starting, storing
from benchmarks.measuring import Row, measured, progress
from cpgen.study.measuring import one_core


def all_rows() -> list[Row]:
    """The measurements of every subject, in the order of the table."""
    return [
        *making.generation_rows(),
        *judging.rating_rows(),
        *judging.uniqueness_rows(),
        *making.digging_rows(),
        *making.board_rows(),
        *judging.canonical_rows(),
        *storing.collection_rows(),
        *storing.document_rows(),
        *starting.start_rows(),
        *starting.server_rows(),
    ]


def main() -> int:
    asked = options()
    if asked.against:
        from benchmarks.against import compare

        return compare(asked.against, asked.json)
    if asked.readme:
        from benchmarks.readme import write

        return write(all_rows())
    chosen = [row for row in all_rows() if asked.only in row.name and (row.quick or asked.all or asked.only)]
    if not chosen:
        names = "; ".join(row.name for row in all_rows())
        sys.exit(f"bench: no row has {asked.only!r} in its name; there are: {names}")
    return show(chosen, asked.json)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="every row, also those that take long (a quarter of an hour)")
    what.add_argument("--only", default="", metavar="TEXT", help="the rows with TEXT in their name, long ones included")
    what.add_argument("--readme", action="store_true", help="writes the table of figures in README.md")
    what.add_argument("--against", metavar="REV", help="compares this checkout with another revision of it")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, the machine first")
    return parser.parse_args()


def show(chosen: list[Row], as_json: bool) -> int:
    """Measures and prints; 1 when a claim fails, 130 after Ctrl-C with what there is."""
    about = results.header()
    results.introduce(about, as_json)
    with one_core():
        samples, interrupted = collected(chosen)
    for result in results.objects(chosen, samples) if as_json else results.lines(chosen, samples):
        print(json.dumps(result, ensure_ascii=False) if as_json else result)
    results.warn(about)
    if interrupted:
        print("bench: interrupted; this is what was measured so far.", file=sys.stderr)
        return 130
    failed = results.failures(chosen, samples)
    print(f"bench: {f'{failed} claims fail' if failed else 'all claims hold'}.", file=sys.stderr)
    return int(failed > 0)


def collected(chosen: list[Row]) -> tuple[results.Samples, bool]:
    """The samples of the rows, and whether Ctrl-C cut them short."""
    samples: results.Samples = {row.name: [] for row in chosen}
    try:
        for row, sample in measured(chosen):
            samples[row.name].append(sample)
    except KeyboardInterrupt:
        progress("")
        return samples, True
    return samples, False


if __name__ == "__main__":
    sys.exit(main())
