// @ts-check
// The drawing of a board's constraints, which the server gives as shapes.

/**
 * The shapes below (`under`) or above (`over`) the lines of a board, scaled to cells of side 1.
 * @param {Pick<import("./layout.js").Layout, "constraints">} layout
 * @param {"under" | "over"} layer
 * @returns {import("./svg.js").Shape[]}
 */
export function clueShapes({ constraints }, layer) {
  if (!constraints?.[layer].length) return [];
  return [["g", { transform: `scale(${1 / constraints.unit})` }, "", constraints[layer]]];
}
