// @ts-check
// Drawings without a meaning: the ink in which they are made, and the list of all.

import { html, useEffect, useRef } from "../html.js";
import { Button, Choice } from "../parts.js";
import { focusTyped } from "./chosen_constraint.js";
import { canHoldText, cellsOfCosmetic, cosmeticOf, inked, linesOfCosmetics, WIDTHS } from "./cosmetics.js";
import { cellTitle } from "./names.js";
import { Panel, TextField } from "./parts.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./cosmetics.js").Cosmetic} Cosmetic
 * @typedef {import("./cosmetics.js").Ink} Ink
 */

/** The tools whose drawings are lines, and those that may have a text. */
const [PATHS, TEXTS] = [
  ["cosmetic-line", "cosmetic-arrow"],
  ["cosmetic-text", "cosmetic-cage"],
];

/**
 * The ink of the tool in hand and of the chosen drawing: its colour, width and text.
 * @param {{studio: import("./studio.js").Part<"choices" | "pen" | "planned" | "setState" | "texts", "held" |
 *   "ink">}} props
 */
export function InkPart({ studio }) {
  const { choices, pen, texts, state } = studio;
  const { tool, look, typed } = state.held;
  const line = linesOfCosmetics(studio.planned.cosmetics)[look];
  const one = line ? cosmeticOf(line) : null;
  const ink = one ? { ...state.ink, ...inkOf(one) } : state.ink;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => focusTyped(box.current, pen), [look, typed]);
  const set = (/** @type {Partial<Ink>} */ changes, /** @type {string | null} */ visit = null) => {
    const after = { ...ink, ...changes };
    studio.setState({ ink: { ...after, text: "" } });
    if (one) pen.changeLook(look, [inked(one, after)], visit);
  };
  const swatch = (/** @type {[string, string]} */ [name, colour]) =>
    html`<label class="swatch" key=${name} title=${texts(`ink-${name}`)}>
      <input
        type="radio"
        name="ink"
        aria-label=${texts(`ink-${name}`)}
        checked=${ink.colour === colour}
        onChange=${() => set({ colour })}
      />
      <span style=${{ background: `var(--ink-${name})` }}></span>
    </label>`;
  const isPath = one ? "line arrow".includes(one.form) : PATHS.includes(tool);
  const hasText = one ? canHoldText(one) : TEXTS.includes(tool);
  const widths = Object.entries(WIDTHS).map(([name, width]) => [String(width), texts(`width-${name}`)]);
  return html`<div class="stack ink" ref=${box}>
    <div class="swatches" role="radiogroup" aria-label=${texts("ink-colour")}>
      ${Object.entries(choices.colours).map(swatch)}
    </div>
    <div class="row">
      ${
        isPath &&
        html`<${Choice}
          label=${texts("ink-width")}
          options=${widths}
          value=${String(ink.width)}
          choose=${(/** @type {string} */ width) => set({ width: Number(width) })}
        />`
      }
      ${
        hasText &&
        one &&
        html`<${TextField}
          label=${texts("ink-text")}
          value=${ink.text}
          size="8"
          maxlength="60"
          change=${(/** @type {string} */ text, /** @type {string} */ visit) => set({ text }, visit)}
        />`
      }
      ${one && html`<${Button} label=${texts("draw-remove")} act=${() => pen.removeChosen()} picture="erase" />`}
    </div>
  </div>`;
}

/**
 * The ink of a drawing.
 * @param {Cosmetic} one
 * @returns {Partial<Ink>}
 */
function inkOf({ fill, pen, ink, width, text = "" }) {
  return { colour: fill ?? pen ?? ink, text, ...(width && { width }) };
}

/**
 * The list of the drawings without a meaning; nothing if there are none.
 * @param {{studio: Studio}} props
 */
export function CosmeticsPart({ studio }) {
  const { texts, pen, state } = studio;
  const { cosmetics, board } = studio.planned;
  const lines = linesOfCosmetics(cosmetics);
  if (!lines.length) return null;
  const row = (/** @type {string} */ line, /** @type {number} */ number) => {
    const one = cosmeticOf(line);
    const name = one ? nameOf(one, texts, board.size) : line;
    return html`<li key=${`${number} ${line}`}>
      <button
        type="button"
        class="ghost"
        aria-pressed=${String(state.held.look === number)}
        onClick=${() => pen.chooseLook(number)}
      >
        ${name}
      </button>
      <${Button}
        label=${texts("draw-remove-one", { name })}
        act=${() => pen.changeLook(number, [])}
        picture="close"
        quiet
        class="ghost"
      />
    </li>`;
  };
  const clear = () => studio.edits.changePlan({ ...state.plan, cosmetics: "" });
  return html`<${Panel}
    name="cosmetics"
    title=${texts("cosmetics-count", { count: lines.length })}
    about=${texts("cosmetics-about")}
  >
    <ul class="drawn" aria-label=${texts("kinds-cosmetics")}>
      ${lines.slice(0, MOST).map(row)}
    </ul>
    ${lines.length > MOST && html`<p class="about-part">${texts("unique-rest", { count: lines.length - MOST })}</p>`}
    <div class="row"><${Button} label=${texts("cosmetics-clear")} act=${clear} picture="erase" /></div>
  <//>`;
}

const MOST = 100; // drawings that are listed

/**
 * The name of a drawing: its form, text and first cell.
 * @param {Cosmetic} one
 * @param {import("../play/texts.js").TextFunction} texts
 * @param {number} size of the board
 */
function nameOf(one, texts, size) {
  const [cell] = cellsOfCosmetic(one, size);
  const form = one.form === "box" ? (one.text && !one.fill ? "text" : "box") : one.form;
  const place = cell === undefined ? texts("look-outside") : cellTitle(texts, cell, size);
  return [texts(`look-${form}`), one.text, place].filter(Boolean).join(texts("pause"));
}
