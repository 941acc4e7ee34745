// @ts-check
// Drawings of shapes, which are data: a tag, attributes, and a text or further shapes inside.

import { html } from "../html.js";

/**
 * @typedef {Record<string, string | number | null | undefined>} Attributes
 * @typedef {[tag: string, attributes: Attributes, text?: string, parts?: Shape[]]} Shape
 */

/**
 * Shapes of a drawing.
 * @param {{shapes: Shape[]}} props
 */
export function Shapes({ shapes }) {
  return shapes.map(drawn);
}

/** @param {Shape} shape @returns {import("preact").ComponentChild} */
function drawn([tag, attributes, text = "", parts = []]) {
  return html`<${tag} ...${attributes}>${text}${parts.map(drawn)}<//>`;
}

/**
 * A drawing over a board, whose unit is a cell.
 * @param {{name: string, size: number, children?: import("preact").ComponentChildren}} props
 */
export function Drawing({ name, size, children }) {
  return html`<svg class=${name} viewBox="0 0 ${size} ${size}" aria-hidden="true" focusable="false">${children}</svg>`;
}
