// @ts-check
// Drawing regions: choose one and paint its cells; the server says whether the board is valid.

import { newGame } from "../play/game.js";
import { step } from "../play/keyboard.js";
import { range, SYMBOLS } from "../play/layout.js";
import { Board } from "./board.js";
import { html, useMemo, useState } from "../html.js";
import { Button } from "../parts.js";
import { Panel } from "./parts.js";
import { withBoard } from "./plan.js";
import { askServer } from "./server.js";

const TINTS = 6;
let strokes = 0; // so far, to tell one from another

/** The drawing of regions, in the place of the pattern as long as it lasts. */
export function RegionsEditor({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const { size } = plan.board;
  const [region, setRegion] = useState(0);
  const use = () =>
    studio.attempt(async () => {
      const board = await askServer("layout", { spec: specOf(studio.state.plan.drawing, size) });
      studio.edits.changePlan(withBoard(studio.state.plan, board));
    });
  const cancel = () => studio.edits.changePlan({ ...plan, drawing: null });
  return html`<${Panel} name="pattern" title=${texts("regions")} about=${texts("regions-about", { size })}>
    <${Palette} studio=${studio} region=${region} choose=${setRegion} />
    <${RegionsBoard} studio=${studio} region=${region} />
    <div class="row">
      <${Button} label=${texts("regions-use")} act=${use} class="primary" picture="check" />
      <${Button} label=${texts("regions-cancel")} act=${cancel} />
    </div>
  </${Panel}>`;
}

function RegionsBoard({ studio, region }) {
  const { texts } = studio;
  const {
    board: { size },
    drawing,
  } = studio.planned;
  const [cursor, setCursor] = useState(0);
  const layout = useMemo(() => ({ size, regions: drawing, extras: [], houses: [], peers: [] }), [size, drawing]);
  const scene = useMemo(() => sceneOf(drawing, cursor), [drawing, cursor]);
  const paint = (cell, stroke = null) => {
    setCursor(cell);
    const { plan } = studio.state;
    studio.edits.changePlan(
      { ...plan, drawing: plan.drawing.map((old, place) => (place === cell ? region : old)) },
      stroke,
    );
  };
  const onKey = ({ key, ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) return false;
    const moved = step(key, cursor, size);
    if (moved >= 0) setCursor(moved);
    else if (key === " " || key === "Enter") paint(cursor);
    else return false;
    return true;
  };
  return html`<${Board}
    label=${texts("regions")}
    layout=${layout}
    scene=${scene}
    texts=${texts}
    onKey=${onKey}
    describe=${(cell) => [texts("cell-region", { number: drawing[cell] + 1 })]}
    begin=${() => `regions ${++strokes}`}
    touch=${paint}
  />`;
}

function Palette({ studio, region, choose }) {
  const { texts } = studio;
  const {
    board: { size },
    drawing,
  } = studio.planned;
  const swatch = (number) => {
    const count = drawing.filter((one) => one === number).length;
    const label = texts("region-number", { number: number + 1, count, size });
    return html`<button
      type="button"
      key=${number}
      class="swatch tint-${number % TINTS}"
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

function sceneOf(drawing, cursor) {
  const clues = drawing.map(() => 0);
  const game = { ...newGame(clues), corner: drawing.map((number) => SYMBOLS[number]) };
  return { clues, game, cursor, sets: tints(drawing) };
}

/** The cells of each tint, by the name of its style. */
function tints(drawing) {
  const cells = range(drawing.length);
  const tinted = (tint) => new Set(cells.filter((cell) => drawing[cell] % TINTS === tint));
  return Object.fromEntries(range(TINTS).map((tint) => [`tint-${tint}`, tinted(tint)]));
}

/** The drawn regions as a layout's spec, a letter a region. */
function specOf(drawing, size) {
  const letters = drawing.map((number) => String.fromCharCode(number < 26 ? 65 + number : 71 + number)).join("");
  return range(size)
    .map((row) => letters.slice(row * size, (row + 1) * size))
    .join("/");
}
