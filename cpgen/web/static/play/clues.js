// @ts-check
// The drawing of a board's constraints, which the server gives as shapes.

const TINTS = 6;

/**
 * The shapes below (`under`) or above (`over`) the lines of a board, scaled to cells of side 1.
 * @param {Pick<import("./layout.js").Layout, "constraints">} layout
 * @param {"under" | "over"} layer
 * @returns {import("./svg.js").Shape[]}
 */
export function clueShapes({ constraints }, layer) {
  if (!constraints) return [];
  const shapes = layer === "under" ? [...cageTints(constraints), ...constraints.under] : constraints.over;
  return shapes.length ? [["g", { transform: `scale(${1 / constraints.unit})` }, "", shapes]] : [];
}

/**
 * The insides of cages, each in one of several tints.
 * @param {NonNullable<import("./layout.js").Layout["constraints"]>} constraints
 * @returns {import("./svg.js").Shape[]}
 */
function cageTints({ under, over }) {
  const isCage = (/** @type {import("./svg.js").Shape} */ [, attributes]) =>
    /\bdashed\b/.test(String(attributes.class)) && String(attributes.d).endsWith("Z");
  const outlines = [...under, ...over].filter(isCage);
  return outlines.map(([tag, { d }], k) => [tag, { class: `cage-tint tint-${k % TINTS}`, d }]);
}
