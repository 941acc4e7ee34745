// @ts-check
// Patterns from patterns: moved, turned, mirrored, turned inside out, put together; and from letters and pictures.

import { range } from "../play/layout.js";
import { html, useState } from "../html.js";
import { Button, Toggle } from "../parts.js";
import { Folded, TextField } from "./parts.js";
import { clueCount, randomClues, withPattern } from "./marks.js";

/**
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {keyof typeof CHANGES} Change the name of a change of a whole pattern
 * @typedef {(n: number, r: number, c: number) => [row: number, column: number]} Source
 */

const SCALE = 16; // points of a picture along each side of a cell
const INKED = 0.45; // a cell is a clue of a letter when so much of it is inked

/** The source cell of each cell's mark, by the name of the change of the pattern. */
const CHANGES = {
  up: /** @type {Source} */ ((n, r, c) => [(r + 1) % n, c]),
  down: /** @type {Source} */ ((n, r, c) => [(r + n - 1) % n, c]),
  "move-left": /** @type {Source} */ ((n, r, c) => [r, (c + 1) % n]),
  "move-right": /** @type {Source} */ ((n, r, c) => [r, (c + n - 1) % n]),
  turn: /** @type {Source} */ ((n, r, c) => [n - 1 - c, r]),
  mirror: /** @type {Source} */ ((n, r, c) => [r, n - 1 - c]),
};
const PICTURES = {
  up: "up",
  down: "down",
  "move-left": "left",
  "move-right": "right",
  turn: "restart",
  mirror: "mirror",
};

/**
 * The pattern after a change of that name.
 * @param {string[]} marks
 * @param {number} size
 * @param {Change} name
 */
function changed(marks, size, name) {
  return range(size * size).map((cell) => {
    const [row, column] = CHANGES[name](size, Math.floor(cell / size), cell % size);
    return marks[row * size + column];
  });
}

/**
 * The cells without a clue as clues, and the others without.
 * @param {string[]} marks
 */
function inverted(marks) {
  return marks.map((mark) => (mark === "." ? "x" : "."));
}

/**
 * Clues where one pattern or the other has them; where both have, those of the first.
 * @param {string[]} marks
 * @param {string[]} others
 */
export function together(marks, others) {
  return marks.map((mark, cell) => (mark === "." ? others[cell] : mark));
}

/**
 * The ways to another pattern, folded away.
 * @param {{studio: import("./studio.js").Part<"attempt" | "edits" | "planned" | "texts", "plan">}} props
 */
export function Shapes({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const none = !clueCount(plan);
  const use = (/** @type {string[]} */ marks) =>
    studio.edits.changePlan(withPattern(studio.state.plan, marks.join("")));
  const button = (/** @type {Change} */ name) =>
    html`<${Button}
      key=${name}
      label=${texts(`shape-${name}`)}
      picture=${PICTURES[name]}
      quiet
      disabled=${none}
      act=${() => use(changed(plan.marks, plan.board.size, name))}
    />`;
  return html`<${Folded} title=${texts("shapes")}>
    <div class="row" role="group" aria-label=${texts("shapes-move")}>
      ${/** @type {Change[]} */ (Object.keys(CHANGES)).map(button)}
      <${Button} label=${texts("shape-invert")} act=${() => use(inverted(plan.marks))} />
    </div>
    <${Drawn} studio=${studio} use=${use} />
    <p class="about-part">${texts("clues-by-region", { counts: byRegion(plan).join(" · ") })}</p>
  </${Folded}>`;
}

/**
 * The number of clues in each region, or in each row of a Latin square.
 * @param {Plan} plan
 */
function byRegion({ board: { size, regions }, marks }) {
  const counts = Array(size).fill(0);
  marks.forEach(
    (mark, cell) => (counts[regions.length ? regions[cell] : Math.floor(cell / size)] += mark === "." ? 0 : 1),
  );
  return counts;
}

/**
 * A pattern from letters, or from a picture: its darkest cells, as many as a random pattern would have clues.
 * @param {{studio: import("./studio.js").Part<"attempt" | "texts", "plan">, use: (marks: string[]) => void}} props
 */
function Drawn({ studio, use }) {
  const { texts } = studio;
  const [joined, setJoined] = useState(false);
  /**
   * @param {(size: number) => number[]} darkness
   * @param {(dark: number[], plan: Plan) => string[]} choose
   */
  const take = (darkness, choose) => {
    const { plan } = studio.state;
    const marks = choose(darkness(plan.board.size), plan);
    use(joined ? together(plan.marks, marks) : marks);
  };
  const write = (/** @type {string} */ text) =>
    text &&
    take(
      (size) => darknessOfText(text, size),
      (dark) => dark.map((part) => (part >= INKED ? "x" : ".")),
    );
  const read = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget: field }) =>
    studio.attempt(async () => {
      const [file] = field.files ?? [];
      field.value = "";
      const picture = await createImageBitmap(file).catch(() => null);
      if (!picture) throw new Error(texts("picture-none", { name: file.name }));
      take((size) => darknessOf(size, (paper, side) => paper.drawImage(picture, 0, 0, side, side)), darkest);
    });
  return html` <${TextField} label=${texts("shape-text")} value="" maxlength="3" finish=${write} />
    <label class="field"
      ><span>${texts("shape-picture")}</span><input type="file" accept="image/*" onChange=${read}
    /></label>
    <${Toggle} label=${texts("shape-join")} on=${joined} change=${setJoined} />`;
}

/**
 * The darkest cells as clues, as many as a random pattern has.
 * @param {number[]} dark
 * @param {Plan} plan
 */
function darkest(dark, plan) {
  const order = range(dark.length).sort((one, other) => dark[other] - dark[one] || one - other);
  const clues = new Set(order.slice(0, randomClues(plan)).filter((cell) => dark[cell] > 0));
  return dark.map((_, cell) => (clues.has(cell) ? "x" : "."));
}

/**
 * @param {string} text
 * @param {number} size
 */
function darknessOfText(text, size) {
  return darknessOf(size, (paper, side) => {
    paper.font = `900 ${side}px sans-serif`;
    const {
      actualBoundingBoxLeft: left,
      actualBoundingBoxRight: right,
      actualBoundingBoxAscent: up,
      actualBoundingBoxDescent: down,
    } = paper.measureText(text);
    paper.setTransform(side / (left + right), 0, 0, side / (up + down), 0, 0);
    paper.fillStyle = "black";
    paper.fillText(text, left, up);
  });
}

/**
 * The darkness of each cell of a drawing on white, from 0 to 1.
 * @param {number} size
 * @param {(paper: CanvasRenderingContext2D, side: number) => void} draw
 */
function darknessOf(size, draw) {
  const side = size * SCALE;
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  paper.imageSmoothingEnabled = false; // dark areas next to a cell do not darken it
  paper.fillStyle = "white";
  paper.fillRect(0, 0, side, side);
  draw(paper, side);
  const { data } = paper.getImageData(0, 0, side, side);
  return range(size * size).map((cell) => {
    const [top, left] = [Math.floor(cell / size) * SCALE, (cell % size) * SCALE];
    const points = range(SCALE * SCALE).map((k) => 4 * ((top + Math.floor(k / SCALE)) * side + left + (k % SCALE)));
    const light = points.reduce((sum, at) => sum + data[at] + data[at + 1] + data[at + 2], 0);
    return 1 - light / (3 * 255 * points.length);
  });
}
