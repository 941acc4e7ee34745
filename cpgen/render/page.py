"""An explanation as a page for the browser: one file that needs nothing else, at home in light, dark and print."""

from __future__ import annotations

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Round
from cpgen.render.board import Look, Scene, picture_of
from cpgen.render.colours import AUTO
from cpgen.render.sentences import Narrator
from cpgen.render.steps import scenes_of
from cpgen.render.svg import LATIN, WIDE, clean, inline_svg, style_of

STYLE = (
    ":root{color-scheme:light dark;--paper:#f6f7f9;--card:#fff;--ink:#14171d;--soft:#5f6875;--line:#e2e5ea;"
    "--accent:#2563a8}"
    "@media screen and (prefers-color-scheme:dark){:root{--paper:#0f1115;--card:#16191f;--ink:#eceff3;--soft:#98a2b0;"
    "--line:#2a2f38;--accent:#86b8f2}}"
    "*{box-sizing:border-box}"
    f"body{{margin:0;background:var(--paper);color:var(--ink);font:16px/1.65 {LATIN}{WIDE};"
    "font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}"
    "main{max-width:62rem;margin:0 auto;padding:3.5rem 1.5rem 4rem}"
    "h1{font-size:2.1rem;line-height:1.2;letter-spacing:-.02em;margin:0 0 .4rem;font-weight:600}"
    "h2{font-size:1.15rem;line-height:1.35;margin:.1rem 0 .2rem;font-weight:600}"
    ".rating{color:var(--soft);margin:0 0 2rem}"
    "section{display:grid;grid-template-columns:minmax(0,22rem) minmax(0,1fr);gap:2rem;background:var(--card);"
    "border:1px solid var(--line);border-radius:14px;padding:1.5rem;margin:0 0 1.25rem;break-inside:avoid}"
    ".number{color:var(--accent);font-weight:600;font-size:.9rem;margin:0}"
    ".complexity{color:var(--soft);font-size:.9rem;margin:0 0 1rem}"
    "ul{margin:0;padding:0 0 0 1.1rem}li{margin:0 0 .45rem}li::marker{color:var(--accent)}"
    ".board{display:block;width:100%;height:auto}"
    "section.large{grid-template-columns:1fr}"
    ".note{color:var(--soft);font-size:.9rem;margin:2rem 0 0}"
    "@media (max-width:44rem){main{padding:2rem 1rem}section{grid-template-columns:1fr;gap:1.25rem;padding:1rem}}"
    "@media print{body{background:#fff;font-size:10.5pt}main{max-width:none;padding:0}"
    "section{border:0;border-top:1px solid #ccc;border-radius:0;padding:.6cm 0;margin:0;"
    "grid-template-columns:7.5cm 1fr}section.large{grid-template-columns:1fr}@page{margin:1.8cm}}"
)
LARGE = 12
"""A board of a greater side gets the whole width of the page"""


def html_of(puzzle: Puzzle, explanation: Explanation, narrator: Narrator, title: str = "", end: str = "") -> str:
    """The whole page: the puzzle, a picture and sentences for each round, the end; `end` says how the board is left."""
    words, rating = narrator.words, explanation.rating
    title = title or words("explanation.title")
    told = words("explanation.rating", level=rating.level, steps=rating.steps, clues=puzzle.clue_count)
    start = _section(puzzle.layout, Scene.of(puzzle), narrator, [f"<h2>{clean(words('explanation.puzzle'))}</h2>"])
    rounds = [_round(one, scene, narrator) for one, scene in scenes_of(puzzle, explanation)]
    left = Scene(puzzle.layout, puzzle.clues, rating.digits)
    last = [f"<h2>{clean(words('explanation.end'))}</h2>"] if rating.solved else []
    end = end or words(f"board.{rating.outcome}")
    finish = _section(puzzle.layout, left, narrator, [*last, f"<p>{clean(end)}</p>"])
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{clean(title)}</title>\n<style>{STYLE}{style_of(AUTO)}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{clean(title)}</h1>\n<p class="rating">{clean(told)}</p>\n'
        + "\n".join([start, *rounds, finish])
        + f'\n<p class="note">{clean(words("explanation.cells"))}</p>\n</main>\n</body>\n</html>\n'
    )


def _round(one: Round, scene: Scene, narrator: Narrator) -> str:
    words = narrator.words
    sentences = "".join(f"<li>{clean(sentence)}</li>" for sentence in narrator.sentences(one))
    text = [
        f'<p class="number">{clean(words("explanation.round", number=one.number))}</p>',
        f"<h2>{clean(narrator.title(one))}</h2>",
        f'<p class="complexity">{clean(words("explanation.complexity", number=one.complexity))}</p>',
        f"<ul>{sentences}</ul>",
    ]
    return _section(scene.layout, scene, narrator, text)


def _section(layout: Layout, scene: Scene, narrator: Narrator, text: list[str]) -> str:
    picture = picture_of(scene, Look(symbols=narrator.symbols, labels=True))
    large = ' class="large"' if layout.size > LARGE else ""
    return f"<section{large}>\n{inline_svg(picture)}\n<div>{''.join(text)}</div>\n</section>"
