// @ts-check
// The cards of the results; only the visible ones are drawn.

import { progressOf } from "../play/list.js";
import { loadGame } from "../play/storage.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { Button } from "../parts.js";
import { putOnBoard } from "./loading.js";
import { entryTitle, factsOf, isBroken } from "./results.js";
import { Thumb } from "./thumb.js";

const HEIGHT = 150; // pixels of a card, as in the style sheet
const SPARE = 4; // cards that are drawn above and below those in sight

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {{top: number, height: number}} Sight the part of a list that is in sight, in pixels
 */

/**
 * The visible cards of the results; only these are drawn, because the list can be long.
 * @param {{studio: Studio}} props
 */
export function Cards({ studio }) {
  const { shown, numbers } = studio.results;
  const { chosen } = studio.state;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const returned = useRef(studio.state.returned); // as long as its card has not got the focus
  const [sight, setSight] = useState({ top: 0, height: 800 });
  useLayoutEffect(
    () => (list.current ? watchSight(list.current, placeOf(studio, returned.current), setSight) : undefined),
    [],
  );
  const choose = useChoice(studio);
  const first = Math.max(0, Math.floor(sight.top / HEIGHT) - SPARE);
  const end = Math.min(shown.length, Math.ceil((sight.top + sight.height) / HEIGHT) + SPARE);
  const card = (/** @type {Entry} */ entry, /** @type {number} */ k) =>
    html`<${Card}
      key=${entry.key}
      studio=${studio}
      entry=${entry}
      place=${first + k}
      all=${shown.length}
      isChosen=${chosen.has(entry.key)}
      choose=${choose}
      isNumbered=${numbers !== null}
    />`;
  return html`<div class="results" ref=${list} tabindex="-1">
    <ul style=${{ height: `${shown.length * HEIGHT}px` }}>
      ${shown.slice(first, end).map(card)}
    </ul>
  </div>`;
}

/**
 * Reports the visible part of a list, now and whenever it changes, and scrolls to the card from which the reader
 * returns. Returns a function that stops watching.
 * @param {HTMLElement} box
 * @param {number} place of that card, −1 if there is none
 * @param {(sight: Sight) => void} report
 */
function watchSight(box, place, report) {
  const start = () => box.firstElementChild?.getBoundingClientRect().top ?? 0;
  const look = () => {
    const { top, bottom } = box.getBoundingClientRect();
    const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    report({ top: Math.max(0, from - start()), height: Math.max(0, to - from) });
  };
  const watch = new ResizeObserver(look);
  watch.observe(box);
  document.addEventListener("scroll", look, { capture: true, passive: true }); // of the list, or on a phone of its sheet
  const scroller = scrollerOf(box);
  if (place >= 0) scroller.scrollTop += start() + (place + 0.5) * HEIGHT - innerHeight / 2;
  look();
  return () => {
    watch.disconnect();
    document.removeEventListener("scroll", look, { capture: true });
  };
}

/**
 * The element that scrolls a list: the list itself, or on a phone the sheet around it.
 * @param {HTMLElement} box
 * @returns {Element}
 */
function scrollerOf(box) {
  const isLong = (/** @type {Element} */ one) => one.scrollHeight > one.clientHeight + 1;
  for (let one = /** @type {Element | null} */ (box); one; one = one.parentElement)
    if (isLong(one) && getComputedStyle(one).overflowY !== "visible") return one;
  return document.documentElement;
}

/**
 * The place of the card with a key, −1 if it is not shown.
 * @param {Studio} studio
 * @param {string} wanted
 */
function placeOf({ results }, wanted) {
  return results.shown.findIndex(({ key }) => key === wanted);
}

/**
 * A stable function that chooses the card at a place or, with Shift, all cards from the last chosen one to it.
 * @param {Studio} studio
 */
function useChoice({ results }) {
  return useMemo(() => {
    let last = -1; // the place of the card that was chosen last
    return (/** @type {number} */ place, /** @type {boolean} */ on, /** @type {boolean} */ isRange) => {
      const [from, to] = isRange && last >= 0 ? [last, place].sort((one, other) => one - other) : [place, place];
      last = place;
      results.choose(results.shown.slice(from, to + 1), on);
    };
  }, []);
}

/**
 * @param {{studio: Studio, entry: Entry, place: number, all: number, isChosen: boolean, isNumbered: boolean,
 *   choose: ReturnType<typeof useChoice>}} props
 */
function Card({ studio, entry, place, all, isChosen, isNumbered, choose }) {
  const { texts } = studio;
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  const { author, cosmetics, key, layout, note, puzzle, stars, title } = entry;
  useLayoutEffect(() => {
    if (key !== studio.state.returned) return;
    /** @type {HTMLElement | null | undefined} */ (card.current?.querySelector(".primary"))?.focus({
      preventScroll: true,
    });
    studio.setState({ returned: "" });
  }, []);
  const kind = entryTitle(studio, entry);
  const facts = factsOf(studio, entry);
  const name = title || kind;
  const label = texts("choose", { name: [kind, ...facts].join(texts("pause")) });
  const played = useMemo(() => progressOf(loadGame(entry), studio.playTexts), [key, texts.language]);
  const about = [played, title ? kind : "", ...facts].filter(Boolean);
  /** @param {MouseEvent & {currentTarget: HTMLInputElement}} event */
  const onClick = ({ currentTarget, shiftKey }) => choose(place, currentTarget.checked, shiftKey);
  return html`<li
    class="result"
    ref=${card}
    aria-setsize=${all}
    aria-posinset=${place + 1}
    style=${{ top: `${place * HEIGHT}px` }}
    data-chosen=${isChosen}
  >
    <input type="checkbox" aria-label=${label} checked=${isChosen} onClick=${onClick} />
    <${Thumb} layout=${layout} puzzle=${puzzle} cosmetics=${cosmetics} symbols=${entry.symbols} />
    <div class="facts">
      <h3>${isNumbered && html`<${Place} studio=${studio} entry=${entry} place=${place} name=${name} />`}${name}</h3>
      <p class="facts">${about.map((fact) => html`<span>${fact}</span>`)}</p>
      <p class="own">${["★".repeat(stars), author, note].filter(Boolean).join(" · ")}</p>
    </div>
    <div class="row"><${CardTools} studio=${studio} entry=${entry} name=${name} /></div>
  </li>`;
}

/**
 * The number of a puzzle in the manual order, and buttons that move it past its shown neighbours.
 * @param {{studio: import("./studio.js").Part<"results" | "texts">, entry: Entry, place: number, name: string}} props
 */
function Place({ studio, entry, place, name }) {
  const { results, texts } = studio;
  const { numbers, shown } = results;
  const numberAt = (/** @type {number} */ at) => numbers?.get(shown[at]?.key);
  const number = numbers?.get(entry.key) ?? 0;
  const all = numbers?.size ?? 0;
  /** @param {{currentTarget: HTMLInputElement}} event */
  const onChange = ({ currentTarget: { value } }) =>
    /^\d+$/.test(value) && results.movePuzzle(number, Math.min(all, Math.max(1, Number(value))) - 1);
  const tool = (/** @type {string} */ label, /** @type {string} */ picture, /** @type {number | undefined} */ to) => {
    const act = (/** @type {MouseEvent & {currentTarget: HTMLElement}} */ { currentTarget }) => {
      results.movePuzzle(number, to ?? number);
      queueMicrotask(() => currentTarget.focus({ preventScroll: true }));
    };
    return html`<${Button}
      label=${texts(label, { name })}
      act=${act}
      picture=${picture}
      quiet
      class="ghost"
      disabled=${to === undefined}
    />`;
  };
  return html`<span class="place">
    <input
      type="number"
      min="1"
      max=${all}
      value=${number + 1}
      aria-label=${texts("place-number", { name })}
      onChange=${onChange}
    />
    ${tool("place-up", "up", numberAt(place - 1))}${tool("place-down", "down", numberAt(place + 1))}
  </span>`;
}

/** @param {{studio: Studio, entry: Entry, name: string}} props */
function CardTools({ studio, entry, name }) {
  const { texts } = studio;
  const openAs = (/** @type {"play" | "explain"} */ view) => () => studio.views.openView({ ...entry, name: view });
  const onBoard = () => studio.attempt(() => putOnBoard(studio, entry));
  const note = () => studio.setState({ dialog: { name: "note", key: entry.key } });
  const disabled = isBroken(entry);
  return html`
    <${Button} label=${texts("play")} act=${openAs("play")} class="primary" disabled=${disabled} />
    <${Button} label=${texts("explain")} act=${openAs("explain")} disabled=${disabled} />
    <${Button} label=${texts("put-on-board", { name })} act=${onBoard} picture="board" quiet class="ghost" />
    <${Button} label=${texts("note-edit", { name })} act=${note} picture="pencil" quiet class="ghost" />
  `;
}
