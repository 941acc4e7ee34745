// @ts-check
// How often each digit occurs in the solutions, as a colour scale on the board; asked for after every change.

import { range } from "../play/layout.js";
import { Drawing, Shapes } from "../play/svg.js";
import { html, memo } from "../html.js";
import { Button } from "../parts.js";
import { boardText } from "./plan.js";
import { cluesOf } from "./outlook.js";
import { sendToServer } from "./server.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").Occurrences} Found
 */

const PATIENCE = 150; // milliseconds without a change before the server is asked
const FAINT = 0.1; // how opaque the rarest digits are

/** The occurrences of the plan, which are stored in the studio's state while they are wanted. */
export class Occurrences {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.asked = "";
    this.ending = new AbortController();
  }

  /** @param {boolean} counting whether they are wanted */
  switchOn(counting) {
    this.studio.setState({ counting });
    this.followPlan();
  }

  /** Takes the shown ones away if the plan has changed, and asks for those of the new plan. */
  followPlan() {
    const { counting, plan } = this.studio.state;
    const question = counting ? JSON.stringify({ clues: cluesOf(plan), layout: boardText(plan) }) : "";
    if (question === this.asked) return;
    this.asked = question;
    this.ending.abort();
    this.ending = new AbortController();
    clearTimeout(this.waiting);
    this.studio.setState({ occurrences: null });
    if (counting) this.waiting = setTimeout(() => this.#ask(question, this.ending.signal), PATIENCE);
  }

  /** @param {string} question @param {AbortSignal} signal */
  async #ask(question, signal) {
    // What is wrong with the plan is said elsewhere.
    const found = await sendToServer("occurrences", JSON.parse(question), signal).catch(() => null);
    if (question === this.asked) this.studio.setState({ occurrences: found });
  }
}

/**
 * The button that asks, and what the scale is about.
 * @param {{studio: import("./studio.js").Part<"occurrences" | "texts", "counting" | "occurrences">}} props
 */
export function OccurrencesTool({ studio }) {
  const { texts } = studio;
  const { counting, occurrences } = studio.state;
  const { solutions: count = 0, exact = true } = occurrences ?? {};
  const about = occurrences && texts(exact ? "occurrences-exact" : "occurrences-some", { count });
  return html`<${Button}
      label=${texts("occurrences")}
      act=${() => studio.occurrences.switchOn(!counting)}
      picture="marks"
      quiet
      class="chip"
      aria-pressed=${String(counting)}
    />
    ${counting && html`<span class="about-part" role="status">${about ?? texts("verdict-waits")}</span>`}`;
}

/**
 * The share of the solutions in which a cell has each digit, as in “1: 30 %”, most frequent first.
 * @param {Found} found
 * @param {number} cell
 * @param {string} language
 */
export function sharesAt({ counts, solutions }, cell, language) {
  const share = new Intl.NumberFormat(language, { style: "percent" });
  const digits = counts[cell].map((count, k) => ({ digit: k + 1, count })).filter(({ count }) => count > 0);
  digits.sort((one, other) => other.count - one.count);
  return digits.map(({ digit, count }) => `${digit}: ${share.format(count / solutions)}`);
}

/**
 * The digits of the open cells, each on a square that is the more opaque the more often it occurs.
 * @type {import("preact").ComponentClass<{found: Found, marks: string[], size: number}>}
 */
export const OccurrenceLayer = memo(
  (/** @type {{found: Found, marks: string[], size: number}} */ { found, marks, size }) => {
    const wide = Math.ceil(Math.sqrt(size));
    const side = 0.92 / wide;
    const shapes = range(size * size).flatMap((cell) => {
      if (marks[cell] !== "." && marks[cell] !== "x") return [];
      const [left, top] = [(cell % size) + 0.04, Math.floor(cell / size) + 0.04];
      return found.counts[cell].flatMap((count, k) => {
        const [x, y] = [left + (k % wide) * side, top + Math.floor(k / wide) * side];
        return count ? shapesOf(k + 1, count / found.solutions, x, y, side) : [];
      });
    });
    return html`<${Drawing} name="occurrences" size=${size}><${Shapes} shapes=${shapes} /><//>`;
  },
);

/**
 * @param {number} digit
 * @param {number} share of the solutions
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @returns {import("../play/svg.js").Shape[]}
 */
function shapesOf(digit, share, x, y, side) {
  const opacity = FAINT + (1 - FAINT) * share;
  const inset = 0.03 * side;
  const name = share === 1 ? "always" : "";
  const box = { x: x + inset, y: y + inset, width: side - 2 * inset, height: side - 2 * inset, rx: 0.1 * side };
  const middle = { x: x + side / 2, y: y + 0.72 * side, "font-size": 0.62 * side };
  return [
    ["rect", { class: name, ...box, opacity: opacity.toFixed(2) }],
    ["text", middle, String(digit)],
  ];
}
