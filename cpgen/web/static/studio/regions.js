// @ts-check
// Drawing regions: choose one and paint its cells; the server says whether the board is valid.

import { step } from "../play/keyboard.js";
import { SYMBOLS, range } from "../play/layout.js";
import { Board } from "./board.js";
import { layoutOfRegions, sceneOfRegions, specOfRegions, tintOf } from "./drawn_regions.js";
import { html, useMemo, useState } from "../html.js";
import { Button } from "../parts.js";
import { Panel } from "./parts.js";
import { withBoard } from "./plan.js";
import { askServer } from "./server.js";

let strokes = 0; // so far, to tell one from another

/**
 * The editor of regions, which replaces the pattern while regions are drawn.
 * @param {{studio: import("./studio.js").Part<"attempt" | "edits" | "planned" | "texts", "plan">}} props
 */
export function RegionsEditor({ studio }) {
  const { texts } = studio;
  const { drawing, board } = studio.planned;
  const [region, setRegion] = useState(0);
  if (!drawing) return null;
  const { size } = board;
  const use = () =>
    studio.attempt(async () => {
      const drawn = await askServer("layout", { spec: specOfRegions(drawing, size) });
      studio.edits.changePlan(withBoard(studio.state.plan, drawn));
    });
  const cancel = () => studio.edits.changePlan({ ...studio.state.plan, drawing: null });
  return html`<${Panel} name="pattern regions" title=${texts("regions")} about=${texts("regions-about", { size })}>
    <${Palette} studio=${studio} drawing=${drawing} size=${size} region=${region} choose=${setRegion} />
    <div class="easel"><${RegionsBoard} studio=${studio} drawing=${drawing} size=${size} region=${region} /></div>
    <div class="row">
      <${Button} label=${texts("regions-use")} act=${use} class="primary" picture="check" />
      <${Button} label=${texts("regions-cancel")} act=${cancel} />
    </div>
  </${Panel}>`;
}

/**
 * The board whose cells are painted with a region.
 * @param {{studio: import("./studio.js").Part<"edits" | "texts", "plan">, drawing: number[], size: number,
 *   region: number}} props
 */
function RegionsBoard({ studio, drawing, size, region }) {
  const { texts } = studio;
  const [cursor, setCursor] = useState(0);
  const layout = useMemo(() => layoutOfRegions(drawing, size), [size, drawing]);
  const scene = useMemo(() => sceneOfRegions(drawing, cursor), [drawing, cursor]);
  /** @type {(cell: number, stroke?: string | null) => void} */
  const paint = (cell, stroke = null) => {
    setCursor(cell);
    const { plan } = studio.state;
    const painted = plan.drawing?.map((old, place) => (place === cell ? region : old)) ?? null;
    studio.edits.changePlan({ ...plan, drawing: painted }, stroke);
  };
  /** @param {KeyboardEvent} event */
  const onKey = ({ key, ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) return false;
    const moved = step(key, cursor, size);
    if (moved >= 0) setCursor(moved);
    else if (key === " " || key === "Enter") paint(cursor);
    else return false;
    return true;
  };
  const describe = (/** @type {number} */ cell) => [texts("cell-region", { number: drawing[cell] + 1 })];
  return html`<${Board}
    label=${texts("regions")}
    layout=${layout}
    scene=${scene}
    texts=${texts}
    onKey=${onKey}
    describe=${describe}
    begin=${() => `regions ${++strokes}`}
    touch=${paint}
  />`;
}

/**
 * The regions to choose from, each with the number of its cells.
 * @param {{studio: import("./studio.js").Part<"texts">, drawing: number[], size: number, region: number,
 *   choose: (region: number) => void}} props
 */
function Palette({ studio, drawing, size, region, choose }) {
  const { texts } = studio;
  const swatch = (/** @type {number} */ number) => {
    const count = drawing.filter((other) => other === number).length;
    const label = texts("region-number", { number: number + 1, count, size });
    return html`<button
      type="button"
      key=${number}
      class="swatch ${tintOf(number)}"
      aria-pressed=${String(number === region)}
      aria-label=${label}
      title=${label}
      data-full=${String(count === size)}
      onClick=${() => choose(number)}
    >
      ${SYMBOLS[number]}
    </button>`;
  };
  return html`<div class="palette" role="group" aria-label=${texts("regions")}>${range(size).map(swatch)}</div>`;
}
