// @ts-check
// Fog over the board: the list of lamps, and of cells whose right digits light others.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { fogOf } from "../play/fog.js";
import { textOfFog } from "./fog.js";
import { cellTitle } from "./names.js";
import { Panel } from "./parts.js";

/** @typedef {import("../play/texts.js").TextFunction} TextFunction */

/**
 * The list of lamps and lights; nothing if there are none.
 * @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts", "plan">}} props
 */
export function FogPart({ studio }) {
  const { edits, texts, planned } = studio;
  const { fog: text, board } = planned;
  if (!text) return null;
  const { lamps, lights } = fogOf(text, board.size);
  const change = (/** @type {string} */ fog) => edits.changePlan({ ...studio.state.plan, fog });
  /** @type {(name: string, all: Set<number> | Map<number, number[]>, cell: number) => unknown} */
  const row = (name, all, cell) => {
    const label = texts("draw-remove-one", { name });
    const remove = () => {
      all.delete(cell);
      change(textOfFog({ lamps, lights }, board.size));
    };
    return html`<li key=${name}>
      <span>${name}</span>
      <${Button} label=${label} act=${remove} picture="close" quiet class="ghost" />
    </li>`;
  };
  return html`<${Panel} name="fog" title=${texts("kinds-fog")} about=${texts("fog-about")}>
    <ul class="drawn" aria-label=${texts("kinds-fog")}>
      ${[...lamps].map((cell) => row(lampName(texts, cell, board.size), lamps, cell))}
      ${[...lights].map(([cell, lit]) => row(lightName(texts, cell, lit, board.size), lights, cell))}
    </ul>
    <div class="row"><${Button} label=${texts("fog-clear")} act=${() => change("")} picture="erase" /></div>
  <//>`;
}

/**
 * @param {TextFunction} texts
 * @param {number} cell
 * @param {number} size
 */
function lampName(texts, cell, size) {
  return texts("fog-lamp", { place: cellTitle(texts, cell, size) });
}

/**
 * @param {TextFunction} texts
 * @param {number} cell
 * @param {number[]} lit
 * @param {number} size
 */
function lightName(texts, cell, lit, size) {
  return texts("fog-light", { place: cellTitle(texts, cell, size), count: lit.length });
}

/**
 * What fog says about a cell.
 * @param {string} text of the fog
 * @param {number} cell
 * @param {number} size
 * @param {TextFunction} texts
 */
export function fogNamesAt(text, cell, size, texts) {
  const { lamps, lights } = fogOf(text, size);
  const lit = lights.get(cell);
  return [
    ...(lamps.has(cell) ? [lampName(texts, cell, size)] : []),
    ...(lit ? [lightName(texts, cell, lit, size)] : []),
  ];
}
