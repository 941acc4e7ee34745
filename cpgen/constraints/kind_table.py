"""The table of kinds of constraints: the words for them in text and JSON, and where their classes are."""

from __future__ import annotations

from collections.abc import Mapping

DATA = "data"
"""Placeholder for the class of a kind that is defined as data"""
KINDS: Mapping[str, str] = {
    "cage": "cage:Cage",
    "thermo": "thermometer:Thermometer",
    "slow-thermo": "thermometer:SlowThermometer",
    "arrow": "arrow:Arrow",
    "white": DATA,
    "black": DATA,
    "dot?": "dots:Dot",
    "xv": DATA,
    "all": "all_shown:AllShown",
    "little": "little_killer:LittleKiller",
    "leaps": "leaps:Leaps",
    "non-consecutive": "leaps:NonConsecutive",
    "whisper": DATA,
    "renban": DATA,
    "palindrome": DATA,
    "clone": "groups:Clone",
    "odd": DATA,
    "even": DATA,
    "parity?": "parity:OpenParity",
    "allowed": "parity:Allowed",
    "less": "inequality:Less",
    "less?": "inequality:OpenLess",
    "minimum": "inequality:Minimum",
    "maximum": "inequality:Maximum",
    "quad": "quadruple:Quadruple",
    "between": "between:Between",
    "region-sum": "region_sum:RegionSum",
    "sandwich": "sandwich:Sandwich",
    "lunchbox": "sandwich:Lunchbox",
    "x-sum": "outside:XSum",
    "skyscraper": "outside:Skyscraper",
    "numbered-room": "outside:NumberedRoom",
    "full-rank": "full_rank:FullRank",
    "zipper": "zipper:Zipper",
    "double-arrow": "zipper:DoubleArrow",
    "sum": "totals:Sum",
    "sum-line": "totals:SumLine",
    "equal-sums": "groups:EqualSums",
    "same-values": "groups:SameValues",
    "entropic": DATA,
    "modular": DATA,
    "parity-line": DATA,
    "global-entropy": DATA,
    "lockout": "lockout:Lockout",
    "nabner": DATA,
    "counting-circles": "counts:CountingCircles",
    "look-and-say": "counts:LookAndSay",
    "indexing": "indexing:Indexing",
    "rule": "rule:Rule",
    "any-of": "any_of:AnyOf",
}
"""The module and class of each kind, by the word for it in text and JSON"""
HOUSE_KINDS = ("diagonals", "windoku", "disjoint", "extra")
"""The words for extra houses"""
