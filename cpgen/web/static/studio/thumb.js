// @ts-check
// A small picture of a puzzle.

import { clueShapes } from "../play/clues.js";
import { layoutOf, SYMBOLS } from "../play/layout.js";
import { diagonals, inner, shaded } from "../play/lines.js";
import { ownSet, symbolText } from "../play/symbols.js";
import { Shapes } from "../play/svg.js";
import { html, useMemo } from "../html.js";
import { usePicture } from "./pictures.js";

/** @typedef {import("../play/layout.js").Layout} Layout */

/**
 * A small drawing of a puzzle; that of its constraints and of its drawings without a meaning comes from the server.
 * @param {{layout: string, puzzle: string, cosmetics?: string, symbols?: string}} props
 */
export function Thumb({ layout: spec, puzzle, cosmetics = "", symbols }) {
  const picture = usePicture(spec, cosmetics);
  return useMemo(
    () => drawn({ ...layoutOf(spec), constraints: picture ?? undefined }, puzzle, symbols),
    [spec, puzzle, picture, symbols],
  );
}

/**
 * @param {Layout} layout
 * @param {string} puzzle
 * @param {string | undefined} symbols of the author
 */
function drawn(layout, puzzle, symbols) {
  const { size } = layout;
  const set = ownSet(symbols, size);
  const { thin, thick } = inner(layout);
  const shade = [...shaded(layout)].map((cell) => `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`).join("");
  const shown = (/** @type {string} */ symbol) =>
    SYMBOLS.includes(symbol) ? symbolText(set, SYMBOLS.indexOf(symbol) + 1) : symbol;
  const digit = (/** @type {string} */ symbol, /** @type {number} */ cell) =>
    symbol !== "." && html`<text x=${(cell % size) + 0.5} y=${Math.floor(cell / size) + 0.72}>${shown(symbol)}</text>`;
  const clues = (/** @type {"under" | "over"} */ layer) =>
    html`<g class="clues"><${Shapes} shapes=${clueShapes(layout, layer)} /></g>`;
  return html`<svg class="thumb" viewBox=${viewOf(layout)} aria-hidden="true">
    <path class="shade" d=${shade} />
    <path class="diagonal" d=${diagonals(layout)} />
    ${clues("under")}
    <path class="thin" d=${thin} />
    <path class="thick" d=${thick} />
    <rect class="thick" width=${size} height=${size} />
    ${clues("over")} ${[...puzzle].map(digit)}
  </svg>`;
}

/**
 * The part of the plane that is shown: the board, and clues around it, in a square.
 * @param {Layout} layout
 */
function viewOf({ size, constraints }) {
  const [left, top, right, bottom] = (constraints?.reach ?? [0, 0, 0, 0]).map((cells) => cells + 0.1);
  const side = size + Math.max(left + right, top + bottom);
  const [beside, above] = [(side - size - left - right) / 2 + left, (side - size - top - bottom) / 2 + top];
  return [-beside, -above, side, side].join(" ");
}
