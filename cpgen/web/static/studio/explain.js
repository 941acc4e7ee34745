// @ts-check
// The explanation of a puzzle, round by round, on the board and in words.

import { hasFigure, tints } from "../play/figure.js";
import { newGame, withAllMarks, withFinding } from "../play/game.js";
import { spelled } from "../play/hint_view.js";
import { candidatesOf } from "../play/hints.js";
import { step } from "../play/keyboard.js";
import { boardOf, digitsOf, range, SYMBOLS } from "../play/layout.js";
import { digitTyped } from "../play/symbols.js";
import { Board } from "./board.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { cellTitle } from "./names.js";
import { Button } from "../parts.js";
import { reasonFor, reasonText } from "./why.js";

const FEW = 3; // the houses that a round looks at are shaded when they are no more than this
const SHOWN = 3; // of the digits that a round places or takes away, in the list

/**
 * The explanation of a walkthrough; the round that is shown is chosen by a slider, by arrow keys and in the list. For a
 * cell that is pressed, it says why a digit cannot be there.
 */
export function Explanation({ studio, walkthrough }) {
  const { texts } = studio;
  const { rounds } = walkthrough;
  const layout = useMemo(() => boardOf(walkthrough), [walkthrough]);
  const clues = useMemo(() => digitsOf(walkthrough.puzzle), [walkthrough]);
  const before = useMemo(() => boardsBefore(layout, clues, rounds), [walkthrough]);
  const [at, setAt] = useState(0);
  const [cell, setCell] = useState(-1);
  const [asked, setAsked] = useState(0);
  const scene = useMemo(
    () => ({ ...sceneOf(layout, clues, rounds[at], before[at]), cursor: cell }),
    [walkthrough, at, cell],
  );
  const explained = { layout, clues, rounds };
  const go = (number) => setAt(Math.min(Math.max(0, number), Math.max(0, rounds.length - 1)));
  const onKeyDown = ({ key, target, defaultPrevented }) => {
    if (defaultPrevented || target.type === "range") return;
    if (key === "ArrowLeft") go(at - 1);
    if (key === "ArrowRight") go(at + 1);
  };
  const choose = (place) => {
    setCell(place);
    setAsked(0);
  };
  const ask = (digit) => {
    setAsked(digit);
    const { round } = reasonFor(explained, cell, digit);
    if (round >= 0) go(round);
  };
  const onKey = ({ key }) => {
    const moved = step(key, Math.max(0, cell), layout.size);
    const digit = digitTyped("digits", layout.size, key);
    if (moved >= 0) choose(moved);
    else if (digit && cell >= 0) ask(digit);
    return moved >= 0 || Boolean(digit);
  };
  return html`<div class="explanation" onKeyDown=${onKeyDown}>
    <div class="stage">
      <${Board}
        label=${texts("explain")}
        layout=${layout}
        scene=${scene}
        texts=${studio.playTexts}
        onKey=${onKey}
        begin=${() => null}
        touch=${choose}
      />
      <div class="below">
        <${Button} label=${texts("previous")} act=${() => go(at - 1)} picture="left" quiet disabled=${at === 0} />
        <label class="slider"
          ><span>${rounds.length > 0 && texts("round", { number: at + 1, all: rounds.length })}</span>
          <input
            type="range"
            min="0"
            max=${Math.max(0, rounds.length - 1)}
            value=${at}
            onInput=${({ target }) => go(Number(target.value))}
        /></label>
        <${Button}
          label=${texts("next")}
          act=${() => go(at + 1)}
          picture="right"
          quiet
          disabled=${at >= rounds.length - 1}
        />
      </div>
    </div>
    <div class="side">
      <div class="words" aria-live="polite" tabindex="0">
        ${rounds[at] ? html`<${Words} round=${rounds[at]} texts=${texts} />` : html`<p>${texts("explain-stuck")}</p>`}
      </div>
      <${WhyNot} explained=${explained} cell=${cell} asked=${asked} ask=${ask} texts=${texts} />
      <${Rounds} rounds=${rounds} size=${layout.size} at=${at} go=${go} texts=${texts} />
    </div>
  </div>`;
}

/** The digits that can be asked about in the cell that was pressed, and the answer. */
function WhyNot({ explained, cell, asked, ask, texts }) {
  const { size } = explained.layout;
  if (cell < 0) return html`<p class="about-part">${texts("why-about")}</p>`;
  const place = cellTitle(texts, cell, size);
  const button = (digit) =>
    html`<button
      type="button"
      key=${digit}
      class="digit"
      aria-pressed=${String(digit === asked)}
      onClick=${() => ask(digit)}
    >
      ${SYMBOLS[digit - 1]}
    </button>`;
  return html`<div class="digits" role="group" aria-label=${texts("why", { place })}>
    <span class="about-part" aria-hidden="true">${texts("why", { place })}</span
    >${range(size).map((k) => button(k + 1))}
    <p class="verdict" role="status">
      ${asked > 0 && reasonText(reasonFor(explained, cell, asked), asked, explained, texts)}
    </p>
  </div>`;
}

/** The list of rounds, where the arrow keys go. */
function Rounds({ rounds, size, at, go, texts }) {
  const list = useRef(null);
  useLayoutEffect(() => {
    const item = list.current.children[at];
    if (item) list.current.scrollTop = item.offsetTop - list.current.clientHeight / 3; // where it has a scrollbar
    if (at === 0 || list.current.contains(document.activeElement)) item?.focus({ preventScroll: true });
  }, [at]);
  const item = ({ title, findings }, k) =>
    html`<button type="button" key=${k} aria-current=${k === at ? "step" : "false"} onClick=${() => go(k)}>
      ${k + 1}. ${title[texts.language]} <small>${outcomeOf(findings, size)}</small>
    </button>`;
  return html`<nav class="rounds" ref=${list} aria-label=${texts("explain")}>${rounds.map(item)}</nav>`;
}

/** The placements of a round, or else its eliminations, shortened: `r2c7=3`, `r1c2≠5`. */
function outcomeOf(findings, size) {
  const written =
    (sign) =>
    ([cell, digit]) =>
      `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}${sign}${SYMBOLS[digit - 1]}`;
  const placed = findings.flatMap((finding) => finding.placed).map(written("="));
  const all = placed.length ? placed : findings.flatMap((finding) => finding.removed).map(written("≠"));
  const different = [...new Set(all)];
  return different.slice(0, SHOWN).join(" ") + (different.length > SHOWN ? " …" : "");
}

function Words({ round: { title, complexity, findings }, texts }) {
  const sentence = (finding) => html`<li>${spelled(finding.sentence[texts.language], "digits")}</li>`;
  return html`<h2>${title[texts.language]}<small>${texts("complexity", { number: complexity })}</small></h2>
    <ul>
      ${findings.map(sentence)}
    </ul>`;
}

function sceneOf(layout, clues, round, game) {
  const figure = figureOf(round, layout, game);
  const sets = { ...tints(figure?.finding), ...setsOf(figure ? null : round) };
  return { clues, game: shownIn(round, game), sets, effects: effectsOf(round), figure };
}

/** A round that places digits is seen without marks. */
function shownIn(round, game) {
  const places = round?.findings.some((finding) => finding.placed.length && !hasFigure(finding));
  return places ? { ...game, centre: game.digits.map(() => "") } : game;
}

/** The game before each round. */
function boardsBefore(layout, clues, rounds) {
  const boards = [withAllMarks(layout, newGame(clues))];
  const done = (game, finding) => withFinding(layout, clues, game, finding, true);
  for (const { findings } of rounds) boards.push(findings.reduce(done, boards.at(-1)));
  return boards;
}

/** The parts to draw of a round's only finding, null if its cells say everything. */
function figureOf(round, layout, game) {
  const [finding, ...others] = round?.findings ?? [];
  return finding && !others.length && hasFigure(finding) ? { finding, candidates: candidatesOf(layout, game) } : null;
}

function setsOf(round) {
  const findings = round?.findings ?? [];
  const houses = findings.flatMap((finding) => finding.houses);
  const different = new Set(houses.map(String));
  return {
    look: new Set(different.size <= FEW ? houses.flat() : []),
    focus: new Set(findings.flatMap((finding) => finding.cells)),
  };
}

function effectsOf(round) {
  const findings = round?.findings ?? [];
  return { placed: findings.flatMap(({ placed }) => placed), removed: findings.flatMap(({ removed }) => removed) };
}
