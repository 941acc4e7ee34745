// @ts-check
// A digit as it is drawn on the board and on keys.

import { html } from "../html.js";
import { shapePath, symbolText } from "./symbols.js";

/**
 * The symbol of a digit: a text, or a shape in its colour.
 * @param {{symbols: string, digit: number}} props
 */
export function Glyph({ symbols, digit }) {
  if (symbols !== "shapes") return symbolText(symbols, digit);
  return html`<svg class="shape" viewBox="0 0 24 24" aria-hidden="true" style=${{ color: `var(--shape-${digit})` }}>
    <path d=${shapePath(digit)} />
  </svg>`;
}
