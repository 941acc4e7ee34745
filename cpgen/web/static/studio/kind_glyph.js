// @ts-check
// Glyphs of constraints: the server's picture of a small one, or an icon for those that are about the whole board.

import { html, memo } from "../html.js";
import { Icon } from "../parts.js";
import { range } from "../play/layout.js";
import { Shapes } from "../play/svg.js";

/**
 * @typedef {import("../records.js").ConstraintKind} ConstraintKind
 */

const AIR = 0.12; // cells around a picture
/** Icons of kinds that draw nothing on cells. @type {Record<string, string>} */
const BOARD_ICONS = {
  all: "all-shown",
  leaps: "leaps",
  "non-consecutive": "apart",
  "global-entropy": "entropy",
  diagonals: "diagonals",
  windoku: "windows",
  disjoint: "disjoint",
  extra: "extra",
  "anti-taxicab": "taxicab",
  flatmates: "flatmates",
  "global-modular": "modular",
};

/**
 * The glyph of a kind.
 * @param {{kind: Pick<ConstraintKind, "kind" | "glyph">}} props
 */
export const KindGlyph = memo((/** @type {{kind: Pick<ConstraintKind, "kind" | "glyph">}} */ { kind }) => {
  const { glyph } = kind;
  if (!glyph) return html`<${Icon} name=${BOARD_ICONS[kind.kind] ?? "board"} />`;
  const [x, y, width, height] = glyph.window;
  const box = [x - AIR, y - AIR, width + 2 * AIR, height + 2 * AIR].join(" ");
  return html`<svg class="glyph clues" viewBox=${box} aria-hidden="true" focusable="false">
    <path class="cell-lines" d=${cellLines(glyph.window)} />
    <g transform="scale(${1 / glyph.unit})"><${Shapes} shapes=${glyph.shapes} /></g>
  </svg>`;
});

/**
 * The lines of a board in a window.
 * @param {[number, number, number, number]} window
 */
function cellLines([x, y, width, height]) {
  const [left, top, right, bottom] = [Math.max(0, x), Math.max(0, y), x + width, y + height];
  const inside = (/** @type {number} */ from, /** @type {number} */ to) =>
    range(Math.floor(to) + 1).filter((at) => at >= from);
  const across = inside(top, bottom).map((at) => `M${left} ${at}H${right}`);
  const down = inside(left, right).map((at) => `M${at} ${top}V${bottom}`);
  return [...across, ...down].join("");
}
