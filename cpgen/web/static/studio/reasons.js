// @ts-check
// The reasons for no or several solutions: the contradiction, or digits and values that would make the solution unique.

import { html } from "../html.js";
import { cellTitle } from "./names.js";
import { Button } from "../parts.js";
import { withDigits } from "./marks.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").NamedConstraint} NamedConstraint
 * @typedef {import("../records.js").DecidingDigit} DecidingDigit
 * @typedef {import("./outlook.js").Reasons} ReasonsFound
 * @typedef {import("./outlook.js").Superfluous} SuperfluousFound
 */

const MOST = 40; // digits and values that are listed

/**
 * A scene of a board with what the reasons say of its cells: digits that would make the solution unique are written
 * small, and superfluous clues are marked.
 * @param {import("../play/board.js").Scene} scene
 * @param {ReasonsFound | SuperfluousFound | null | undefined} reasons
 * @returns {import("../play/board.js").Scene}
 */
export function withReasons(scene, reasons) {
  if (!reasons) return scene;
  if ("together" in reasons) return { ...scene, sets: { ...scene.sets, spare: new Set(reasons.clues) } };
  const corner = [...scene.game.corner];
  for (const { cell, digit } of reasons.deciding ?? []) corner[cell] += digit;
  const decides = new Set((reasons.deciding ?? []).map(({ cell }) => cell));
  const culprit = new Set(reasons.clues ?? []);
  return { ...scene, game: { ...scene.game, corner }, sets: { ...scene.sets, decides, culprit } };
}

/**
 * The reasons, or a button that asks for them: what is superfluous is told on request only.
 * @param {{studio: import("./studio.js").Part<"choices" | "outlook" | "pen" | "planned" | "texts" | "words",
 *   "reasons">, outlook: import("./outlook.js").Prospect}} props
 */
export function Reasons({ studio, outlook: { solutions, conflict } }) {
  const { texts, state } = studio;
  const { reasons } = state;
  const label = texts(solutions === 1 ? "why-superfluous" : solutions === 0 ? "why-none" : "why-several");
  if (reasons?.found) return html`<${Answer} studio=${studio} found=${reasons.found} />`;
  if (reasons) return html`<progress aria-label=${label}></progress>`;
  if (conflict?.length) return null; // it is marked on the board
  const ask = () => studio.outlook.askWhy(solutions === 1 ? "superfluous" : "why-not");
  return html`<div class="row"><${Button} label=${label} act=${ask} picture="hint" /></div>`;
}

/** @param {{studio: Studio, found: ReasonsFound | SuperfluousFound}} props */
function Answer({ studio, found }) {
  const { texts } = studio;
  if ("together" in found) return html`<${Superfluous} studio=${studio} found=${found} />`;
  const { solutions, complete, clues = [], constraints = [], deciding = [], values = [] } = found;
  if (solutions === null) return html`<p role="status">${texts("outlook-unknown")}</p>`;
  if (solutions === 0) {
    const title = texts(clues.length + constraints.length ? "contradict" : "contradict-board");
    return html`<${Parts} studio=${studio} title=${title} clues=${clues} constraints=${constraints} />`;
  }
  const count = deciding.length + values.length;
  const digit = (/** @type {DecidingDigit} */ one) =>
    html`<${DigitButton} key=${`${one.cell} ${one.digit}`} studio=${studio} one=${one} />`;
  const value = (/** @type {NamedConstraint} */ one) =>
    html`<${ValueButton} key=${one.line} studio=${studio} one=${one} />`;
  return html`<div role="status">
    <p>${texts(count ? "unique-with" : "unique-none")}${!complete && html` ${texts("unique-more")}`}</p>
    <div class="kinds">
      ${values.slice(0, MOST).map(value)} ${deciding.slice(0, Math.max(0, MOST - values.length)).map(digit)}
    </div>
    ${count > MOST && html`<p class="about-part">${texts("unique-rest", { count: count - MOST })}</p>`}
  </div>`;
}

/**
 * Clues and constraints below a title; a press on a constraint chooses it.
 * @param {{studio: import("./studio.js").Part<"pen" | "planned" | "texts">, title: string, clues: number[],
 *   constraints: NamedConstraint[]}} props
 */
function Parts({ studio, title, clues, constraints }) {
  const { texts, planned, pen } = studio;
  const { size } = planned.board;
  const row = (/** @type {NamedConstraint} */ { line, name }) =>
    html`<li key=${line}>
      <button type="button" class="chip" onClick=${() => pen.choose(planned.constraints.indexOf(line))}>
        ${name[texts.language]}
      </button>
    </li>`;
  const clue = (/** @type {number} */ cell) =>
    texts("unique-digit", { digit: planned.marks[cell], place: cellTitle(texts, cell, size) });
  return html`<div role="status">
    <p>${title}</p>
    <ul class="kinds">
      ${clues.map((cell) => html`<li key=${cell}>${clue(cell)}</li>`)} ${constraints.map(row)}
    </ul>
  </div>`;
}

/**
 * The clues and constraints that are superfluous, each on its own.
 * @param {{studio: import("./studio.js").Part<"pen" | "planned" | "texts">, found: SuperfluousFound}} props
 */
function Superfluous({ studio, found: { clues, constraints, complete, together } }) {
  const { texts } = studio;
  const count = clues.length + constraints.length;
  const title = texts(count > 1 && together ? "superfluous-all" : count ? "superfluous-each" : "superfluous-none");
  const rest = complete ? "" : ` ${texts("unique-more")}`;
  return html`<${Parts} studio=${studio} title=${title + rest} clues=${clues} constraints=${constraints} />`;
}

/** @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts", "plan">, one: DecidingDigit}} props */
function DigitButton({ studio, one: { cell, digit } }) {
  const { texts } = studio;
  const place = cellTitle(texts, cell, studio.planned.board.size);
  const act = () => studio.edits.changePlan(withDigits(studio.state.plan, [[cell, digit]]));
  return html`<${Button} label=${texts("unique-digit", { place, digit })} act=${act} class="chip" />`;
}

/** @param {{studio: import("./studio.js").Part<"constraints" | "texts">, one: NamedConstraint}} props */
function ValueButton({ studio, one: { line, name, instead } }) {
  const act = () =>
    studio.constraints.edit((/** @type {string[]} */ lines) =>
      lines.map((other) => (other === instead ? line : other)),
    );
  return html`<${Button} label=${name[studio.texts.language]} act=${act} class="chip" />`;
}
