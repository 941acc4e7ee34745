// @ts-check
// The explanation of a puzzle, round by round, on the board and in words.

import { spelled } from "../play/hint_view.js";
import { step } from "../play/keyboard.js";
import { boardOf, digitsOf, range } from "../play/layout.js";
import { digitTyped, ownSet, symbolText } from "../play/symbols.js";
import { Board } from "./board.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { cellTitle } from "./names.js";
import { Button } from "../parts.js";
import { gamesOfRounds, outcomeOfRound, sceneOfRound } from "./rounds.js";
import { reasonFor, reasonText } from "./why.js";

/**
 * @typedef {import("./why.js").Explained} Explained
 * @typedef {import("../play/data.js").Finding} Finding
 * @typedef {import("../play/data.js").Round} Round
 * @typedef {import("../play/data.js").TextFunction} TextFunction
 * @typedef {import("../play/data.js").Walkthrough} Walkthrough
 */

/**
 * The explanation of a walkthrough. A slider, the arrow keys and the list choose the round to show. For a pressed cell,
 * it explains why a digit is not possible there.
 * @param {{studio: import("./studio.js").Part<"playTexts" | "texts">, walkthrough: Walkthrough}} props
 */
export function Explanation({ studio, walkthrough }) {
  const { texts } = studio;
  const explained = useMemo(() => explainedIn(walkthrough), [walkthrough]);
  const { layout, clues, rounds } = explained;
  const symbols = ownSet(walkthrough.symbols, layout.size);
  const games = useMemo(() => gamesOfRounds(layout, clues, rounds), [explained]);
  const [at, setAt] = useState(0);
  const [cell, setCell] = useState(-1);
  const [asked, setAsked] = useState(0);
  const scene = useMemo(
    () => ({ ...sceneOfRound(layout, clues, rounds[at], games[at]), cursor: cell }),
    [explained, at, cell],
  );
  const go = (/** @type {number} */ number) => setAt(Math.min(Math.max(0, number), Math.max(0, rounds.length - 1)));
  const slide = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) => go(Number(currentTarget.value));
  /** @param {KeyboardEvent} event */
  const onKeyDown = ({ key, target, defaultPrevented }) => {
    if (defaultPrevented || target instanceof HTMLInputElement) return;
    if (key === "ArrowLeft") go(at - 1);
    if (key === "ArrowRight") go(at + 1);
  };
  const choose = (/** @type {number} */ place) => {
    setCell(place);
    setAsked(0);
  };
  const ask = (/** @type {number} */ digit) => {
    setAsked(digit);
    const { round } = reasonFor(explained, cell, digit);
    if (round >= 0) go(round);
  };
  /** @param {KeyboardEvent} event */
  const onKey = ({ key }) => {
    const moved = step(key, Math.max(0, cell), layout.size);
    const digit = digitTyped(symbols, layout.size, key);
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
        symbols=${symbols}
        texts=${studio.playTexts}
        onKey=${onKey}
        begin=${() => null}
        touch=${choose}
      />
      <div class="below">
        <${Button} label=${texts("previous")} act=${() => go(at - 1)} picture="left" quiet disabled=${at === 0} />
        <label class="slider"
          ><span>${rounds.length > 0 && texts("round", { number: at + 1, all: rounds.length })}</span>
          <input type="range" min="0" max=${Math.max(0, rounds.length - 1)} value=${at} onInput=${slide}
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
        ${rounds[at] ? html`<${Words} round=${rounds[at]} symbols=${symbols} texts=${texts} />` : html`<p>${texts("explain-stuck")}</p>`}
      </div>
      <${WhyNot} explained=${explained} cell=${cell} asked=${asked} ask=${ask} symbols=${symbols} texts=${texts} />
      <${Rounds} rounds=${rounds} size=${layout.size} at=${at} go=${go} texts=${texts} />
    </div>
  </div>`;
}

/**
 * A puzzle with its clues and the rounds that solve it.
 * @param {Walkthrough} walkthrough
 * @returns {Explained}
 */
function explainedIn(walkthrough) {
  return { layout: boardOf(walkthrough), clues: digitsOf(walkthrough.puzzle), rounds: walkthrough.rounds ?? [] };
}

/**
 * The digits that can be asked about in the cell that was pressed, and the answer.
 * @param {{explained: Explained, cell: number, asked: number, ask: (digit: number) => void, symbols: string,
 *   texts: TextFunction}} props
 */
function WhyNot({ explained, cell, asked, ask, symbols, texts }) {
  const { size } = explained.layout;
  if (cell < 0) return html`<p class="about-part">${texts("why-about")}</p>`;
  const title = texts("why", { place: cellTitle(texts, cell, size) });
  const button = (/** @type {number} */ digit) =>
    html`<button
      type="button"
      key=${digit}
      class="digit"
      aria-pressed=${String(digit === asked)}
      onClick=${() => ask(digit)}
    >
      ${symbolText(symbols, digit)}
    </button>`;
  return html`<div class="digits" role="group" aria-label=${title}>
    <span class="about-part" aria-hidden="true">${title}</span>${range(size).map((k) => button(k + 1))}
    <p class="verdict" role="status">
      ${asked > 0 && reasonText(reasonFor(explained, cell, asked), asked, explained, texts, symbols)}
    </p>
  </div>`;
}

/**
 * The list of rounds, where the arrow keys go.
 * @param {{rounds: Round[], size: number, at: number, go: (number: number) => void, texts: TextFunction}} props
 */
function Rounds({ rounds, size, at, go, texts }) {
  const nav = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const list = nav.current;
    const item = list?.children[at];
    if (!list || !(item instanceof HTMLElement)) return;
    list.scrollTop = item.offsetTop - list.clientHeight / 3; // where it has a scrollbar
    if (at === 0 || list.contains(document.activeElement)) item.focus({ preventScroll: true });
  }, [at]);
  const item = (/** @type {Round} */ round, /** @type {number} */ k) =>
    html`<button type="button" key=${k} aria-current=${k === at ? "step" : "false"} onClick=${() => go(k)}>
      ${k + 1}. ${round.title[texts.language]} <small>${outcomeOfRound(round, size)}</small>
    </button>`;
  return html`<nav class="rounds" ref=${nav} aria-label=${texts("explain")}>${rounds.map(item)}</nav>`;
}

/**
 * A round in words.
 * @param {{round: Round, symbols: string, texts: TextFunction}} props
 */
function Words({ round: { title, complexity, findings }, symbols, texts }) {
  const sentence = (/** @type {Finding} */ finding) =>
    html`<li>${spelled(finding.sentence[texts.language], symbols)}</li>`;
  return html`<h2>${title[texts.language]}<small>${texts("complexity", { number: complexity })}</small></h2>
    <ul>
      ${findings.map(sentence)}
    </ul>`;
}
