// @ts-check
// A small picture of a puzzle.

import { layoutOf } from "../play/layout.js";
import { diagonals, inner, shaded } from "../play/lines.js";
import { html, useMemo } from "../html.js";

/** A small drawing of a puzzle. */
export function Thumb({ layout: spec, puzzle }) {
  return useMemo(() => drawn(layoutOf(spec), puzzle), [spec, puzzle]);
}

function drawn(layout, puzzle) {
  const { size } = layout;
  const { thin, thick } = inner(layout);
  const shade = [...shaded(layout)].map((cell) => `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`).join("");
  const digit = (symbol, cell) =>
    symbol !== "." && html`<text x=${(cell % size) + 0.5} y=${Math.floor(cell / size) + 0.72}>${symbol}</text>`;
  return html`<svg class="thumb" viewBox="-0.1 -0.1 ${size + 0.2} ${size + 0.2}" aria-hidden="true">
    <path class="shade" d=${shade} />
    <path class="diagonal" d=${diagonals(layout)} />
    <path class="thin" d=${thin} />
    <path class="thick" d=${thick} />
    <rect class="thick" width=${size} height=${size} />
    ${[...puzzle].map(digit)}
  </svg>`;
}
