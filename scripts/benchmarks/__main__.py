"""The command: measures the rows that are asked for and shows them beside what is claimed."""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks import results
from benchmarks.measuring import Row, measured, on_one_core, progress
from benchmarks.rows import all_rows


def main() -> int:
    options = asked()
    if options.against:
        from benchmarks.against import compare

        return compare(options.against, options.json)
    if options.readme:
        from benchmarks.readme import write

        return write()
    chosen = [row for row in all_rows() if options.only in row.name and (row.quick or options.all or options.only)]
    if not chosen:
        names = "; ".join(row.name for row in all_rows())
        sys.exit(f"bench: no row has {options.only!r} in its name; there are: {names}")
    return show(chosen, options.json)


def asked() -> argparse.Namespace:
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
    on_one_core()
    told = results.header()
    print(json.dumps(told) if as_json else " · ".join(f"{name} {value}" for name, value in told.items()), flush=True)
    samples, interrupted = collected(chosen)
    for result in results.objects(chosen, samples) if as_json else results.lines(chosen, samples):
        print(json.dumps(result, ensure_ascii=False) if as_json else result)
    if said := results.warning(told["load"]):
        print(f"bench: {said}", file=sys.stderr)
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
