// The drawing of a board's constraints, which the server gives as SVG elements.

import { svg } from "../dom.js";

/** The elements below (`under`) or above (`over`) the lines of a board, scaled to cells of side 1. */
export function clueShapes({ constraints }, layer) {
  if (!constraints?.[layer].length) return [];
  return [svg("g", { transform: `scale(${1 / constraints.unit})` }, ...constraints[layer].map(shape))];
}

function shape([name, attributes, text, parts]) {
  return svg(name, attributes, text, ...parts.map(shape));
}
