// @ts-check
// A puzzle being played: board, buttons, hints and clock of a session.

import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { Button, openDialogs, Toggle } from "../parts.js";
import { BoardView, cellOf, focusCell } from "./board.js";
import { written } from "./clock.js";
import { Controls } from "./controls.js";
import { HintCard } from "./hint_card.js";
import { hintCells, hintFigure, spelled } from "./hint_view.js";
import { onKey } from "./keyboard.js";
import { doublePress } from "./pointer.js";
import { QuestionCard } from "./question_card.js";
import { ReplayCard } from "./replay_card.js";
import { sceneOf } from "./scene.js";
import { hearOfGames } from "./storage.js";

/** @typedef {{session: import("./session.js").Session, texts: import("./data.js").TextFunction}} Props */

const LARGE = 9; // sides above it may be enlarged
const TICK = 500; // milliseconds
const AIR = 10; // pixels between the keys and a hint

/**
 * A game with its controls. `next` returns a function that opens the next puzzle or exercise, if there is one.
 * @param {Props & {next?: () => (() => void) | null}} props
 */
export function Player({ session, texts, next = () => null }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => focusCell(place.current, session.state.cursor), []);
  useKeysAndPauses(session);
  useLayoutEffect(() => pauseUnderDialogs(session), []);
  useLayoutEffect(() => hearOfGames(session.walkthrough, (kept) => session.takeOver(kept)), []);
  const names = ["player", session.paused && "is-paused", session.state.solved && "is-solved"];
  return html`<div class=${names.filter(Boolean).join(" ")} ref=${place} data-focus=".cell[tabindex='0']">
    <${Stage} session=${session} texts=${texts} />
    <div class="side">
      <${Controls} session=${session} texts=${texts} />
      <${Card} session=${session} texts=${texts} next=${next} />
      <${Rules} session=${session} texts=${texts} />
    </div>
  </div>`;
}

/**
 * Passes all key presses to a game, and pauses it when the reader leaves the page.
 * @param {Props["session"]} session
 */
function useKeysAndPauses(session) {
  useLayoutEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const pause = () => session.state.clock.running && session.pause();
    document.addEventListener("keydown", (event) => onKey(event, session) && event.preventDefault(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && pause(), { signal });
    window.addEventListener("pagehide", pause, { signal });
    return () => ending.abort();
  }, []);
}

/**
 * Stops the clock of a game while a dialog is open. Returns a function that ends this.
 * @param {Props["session"]} session
 */
function pauseUnderDialogs(session) {
  /** @type {unknown} */
  let stopped = null; // the clock that was stopped; a restarted game has another one
  return openDialogs.subscribe((count) => {
    const { clock } = session.state;
    if (count && clock.running) {
      session.pause();
      stopped = session.state.clock;
    } else if (!count && stopped) {
      if (clock === stopped) session.start();
      stopped = null;
    }
  });
}

/**
 * The board with its cover, and below it the message and the clock.
 * @param {Props} props
 */
function Stage({ session, texts }) {
  const [enlarged, setEnlarged] = useState(false);
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const uncover = () => {
    session.start();
    queueMicrotask(() => focusCell(frame.current, session.state.cursor)); // after the board is drawn without its cover
  };
  return html`<div class="stage">
    <div class="frame" ref=${frame}>
      <${View} session=${session} texts=${texts} enlarged=${enlarged} />
      <div class="cover">
        <p>${texts("paused")}</p>
        <${Button} label=${texts("go-on")} act=${uncover} picture="go" class="primary" />
      </div>
    </div>
    <div class="below">
      <${Message} session=${session} texts=${texts} />
      <${Button}
        label=${texts("zoom")}
        act=${() => setEnlarged(!enlarged)}
        picture="zoom"
        quiet
        class="ghost zoom"
        hidden=${session.layout.size <= LARGE}
        aria-pressed=${String(enlarged)}
      />
      <${Timer} session=${session} texts=${texts} />
    </div>
  </div>`;
}

/**
 * The board; enlarged, it is seen in part, and a finger moves it.
 * @param {Props & {enlarged: boolean}} props
 */
function View({ session, texts, enlarged }) {
  const view = useRef(/** @type {HTMLElement | null} */ (null));
  const { cursor, selection, shown } = session.state;
  useLayoutEffect(() => follow(view.current, cursor), [cursor, selection, enlarged]);
  useLayoutEffect(() => {
    for (const cell of hintCells(shown)) follow(view.current, cell);
  }, [shown]);
  return html`<div class=${enlarged ? "view enlarged" : "view"} ref=${view}>
    <${GameBoard} session=${session} texts=${texts} />
  </div>`;
}

/**
 * Moves the board until a cell is in sight.
 * @param {HTMLElement | null} view
 * @param {number} place
 */
function follow(view, place) {
  const cell = cellOf(view, place)?.getBoundingClientRect();
  const seen = view?.getBoundingClientRect();
  if (!cell || !seen) return;
  /** @type {(start: number, end: number, from: number, to: number) => number} */
  const beyond = (start, end, from, to) => Math.min(0, start - from) + Math.max(0, end - to);
  const across = beyond(cell.left, cell.right, seen.left, seen.right);
  const down = beyond(cell.top, cell.bottom, seen.top, seen.bottom);
  if (across || down) view?.scrollBy(across, down);
}

/** @param {Props} props */
function GameBoard({ session, texts }) {
  const { layout, state } = session;
  const { symbols, places } = state.settings;
  const figure = useMemo(() => hintFigure(session), [session.game, state.shown]);
  const { begin, touch } = useMemo(() => selecting(session), [session]);
  return html`<${BoardView}
    layout=${layout}
    scene=${sceneOf(session, figure)}
    label=${texts("board", { size: layout.size })}
    symbols=${symbols}
    places=${places}
    texts=${texts}
    inert=${session.paused}
    begin=${begin}
    touch=${touch}
  />`;
}

/**
 * Listeners that select the cells of a stroke. With Ctrl or Shift, a stroke adds to the selection or, if it begins on a
 * selected cell, removes from it.
 * @param {Props["session"]} session
 * @returns {import("./pointer.js").Hearers<string>}
 */
function selecting(session) {
  const isDouble = doublePress();
  return {
    begin(cell, event) {
      const adding = event.ctrlKey || event.metaKey || event.shiftKey;
      if (isDouble(cell, event)) session.selectAlike(cell, adding);
      else if (adding && session.state.selection.has(cell)) return "deselect";
      else session.select(cell, adding);
      return "select";
    },
    touch: (cell, does) => (does === "deselect" ? session.deselect(cell) : session.select(cell, true)),
  };
}

/** @param {Props} props */
function Message({ session, texts }) {
  const { message } = session.state;
  const text = message && texts.has(message.key) ? texts(message.key, message.values) : "";
  return html`<p class="message" role="status" aria-live="polite">${text}</p>`;
}

/** @param {Props} props */
function Timer({ session, texts }) {
  const { clock, settings } = session.state;
  const { paused, idle } = session;
  const [, tick] = useState(0);
  useLayoutEffect(() => {
    const ticking = setInterval(() => tick(session.state.clock.seconds), TICK);
    return () => clearInterval(ticking);
  }, []);
  /** @type {(name: string, act: () => void, picture: string, hidden: boolean) => unknown} */
  const button = (name, act, picture, hidden) =>
    html`<${Button} label=${texts(name)} act=${act} picture=${picture} quiet class="ghost" hidden=${hidden} />`;
  return html`<div class="clock" data-focus="button:not([hidden])">
    <span class="time" role="timer" aria-label=${texts("time")} hidden=${!settings.timer}
      >${written(clock.seconds)}</span
    >
    ${button("pause-game", () => session.pause(), "pause", idle)}
    ${button("go-on", () => session.start(), "go", !paused)}
  </div>`;
}

/**
 * Scrolls until a card is in sight. A card that sticks to the edge of the window is always in sight; the page is then
 * scrolled so that the card does not cover the keys, as far as the board stays visible.
 * @param {HTMLElement | null} slot
 */
function bringIntoSight(slot) {
  const card = slot?.firstElementChild;
  if (!slot || !(card instanceof HTMLElement)) return;
  if (getComputedStyle(slot).position !== "sticky") return card.scrollIntoView({ block: "nearest" });
  const [board, keys] = [".frame", ".controls"].map((part) => slot.closest(".player")?.querySelector(part));
  if (!board || !keys) return;
  const below = keys.getBoundingClientRect().bottom + AIR + card.offsetHeight - window.innerHeight;
  const above = board.getBoundingClientRect().top;
  if (below > 0 && above > 0) window.scrollBy(0, Math.min(below, above));
}

/**
 * The card of the hint, or of the solved game.
 * @param {Props & {next: () => (() => void) | null}} props
 */
function Card({ session, texts, next }) {
  const { shown, solved, question, replay } = session.state;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const wasSolved = useRef(solved);
  useLayoutEffect(() => bringIntoSight(place.current), [shown, solved, question, replay === null]);
  useLayoutEffect(() => {
    /** @type {HTMLElement | null | undefined} */
    const further = place.current?.querySelector(".primary");
    if (solved && !wasSolved.current) further?.focus({ preventScroll: true });
    wasSolved.current = solved;
  }, [solved]);
  return html`<div class="slot" ref=${place} aria-live="polite" data-focus=".primary">
    ${replay !== null && html`<${ReplayCard} session=${session} texts=${texts} />`}
    ${question && html`<${QuestionCard} session=${session} question=${question} texts=${texts} />`}
    ${shown && !solved && html`<${HintCard} session=${session} shown=${shown} texts=${texts} />`}
    ${solved && replay === null && html`<${Congratulations} session=${session} texts=${texts} next=${next} />`}
  </div>`;
}

/** @param {Props & {next: () => (() => void) | null}} props */
function Congratulations({ session, texts, next }) {
  const { clock, settings, verdict } = session.state;
  const finding = verdict?.finding;
  const sentence = finding
    ? spelled(finding.sentence[texts.language], settings.symbols)
    : texts("solved", { time: written(clock.seconds) });
  const further = next();
  const label = texts(finding ? "next-exercise" : "next");
  return html`<section class="card done">
    <h2>${texts("congratulations")}</h2>
    ${session.walkthrough.message && html`<p class="author">${session.walkthrough.message}</p>`}
    <p>${sentence}</p>
    ${further && html`<${Button} label=${label} act=${further} picture="right" class="primary" />`}
  </section>`;
}

/**
 * The rules by the author, else those of the board's constraints, and on request the constraints that are broken.
 * @param {Props} props
 */
function Rules({ session, texts }) {
  const { instructions } = session.walkthrough;
  const { constraints } = session.layout;
  const rules = constraints?.rules?.[texts.language] ?? [];
  if (!instructions && !rules.length) return null;
  const item = (/** @type {string} */ line) => html`<li>${line}</li>`;
  return html`<details class="rules" open>
    <summary>${texts("rules")}</summary>
    ${
      instructions
        ? html`<p class="author">${instructions}</p>`
        : html`<ul>
            ${rules.map(item)}
          </ul>`
    }
    ${constraints && html`<${Broken} session=${session} texts=${texts} />`}
  </details>`;
}

/**
 * The switch that shows the constraints that are broken, and their names.
 * @param {Props} props
 */
function Broken({ session, texts }) {
  const { showsBroken } = session.state;
  const names = session.broken.map(({ name }) => name[texts.language]);
  const lines = showsBroken && !names.length ? [texts("none-broken")] : names;
  const item = (/** @type {string} */ line) => html`<li>${line}</li>`;
  return html`<${Toggle}
      label=${texts("show-broken")}
      on=${showsBroken}
      change=${(/** @type {boolean} */ on) => session.showBroken(on)}
    />
    <ul class="broken" aria-live="polite">
      ${lines.map(item)}
    </ul>`;
}
