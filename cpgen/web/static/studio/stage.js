// @ts-check
// The board on which patterns and constraints are drawn; every stroke keeps the symmetry, and is a step.

import { step } from "../play/keyboard.js";
import { layoutOf, SYMBOLS } from "../play/layout.js";
import { digitTyped, ownSet } from "../play/symbols.js";
import { Board } from "./board.js";
import { html, useMemo, useState } from "../html.js";
import { fogNamesAt } from "./fog_part.js";
import { OccurrenceLayer, OccurrencesTool, sharesAt } from "./occurrences.js";
import { sceneOf } from "./board_scene.js";
import { clueCount, orderOf, withCell, withDigits, withFixed } from "./marks.js";
import { withReasons } from "./reasons.js";
import { pointsOf, sketchShapes } from "./sketch.js";
import { StatusChip } from "./status.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../play/svg.js").Shape} Shape
 * @typedef {import("../play/texts.js").TextFunction} TextFunction
 * @typedef {import("../records.js").ConstraintKind} ConstraintKind
 * @typedef {import("../records.js").Drawing} Drawing
 * @typedef {import("./checks.js").FoundRuns} FoundRuns
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {{on: boolean, stroke: string}} Stroke whether its cells are chosen, and what joins its changes to one step
 */

/** The brush that leaves digits open. */
export const OPENING = -1;
const AROUND = 0.9; // cells around the board while clues outside it are drawn
let strokes = 0; // so far, to tell one from another

/**
 * The board with what is known of it above it.
 * @param {{studio: Studio}} props
 */
export function Stage({ studio }) {
  const { texts } = studio;
  return html`<section class="pattern" aria-labelledby="pattern-title">
    <h2 id="pattern-title" class="unseen">${texts("pattern-board")}</h2>
    <div class="status">
      <${StatusChip} studio=${studio} />
      <${OccurrencesTool} studio=${studio} />
      <${ClueCount} studio=${studio} />
    </div>
    <div class="easel"><${PatternBoard} studio=${studio} /></div>
  </section>`;
}

/** @param {{studio: import("./studio.js").Part<"planned" | "texts">}} props */
function ClueCount({ studio }) {
  const { texts } = studio;
  const count = clueCount(studio.planned);
  return html`<p class="count">${count ? texts("clues-chosen", { count }) : texts("clues-random")}</p>`;
}

/** @param {{studio: Studio}} props */
function PatternBoard({ studio }) {
  const { texts, brush } = studio;
  const plan = studio.planned;
  const { runs, following, outlook, occurrences, verdict } = studio.state;
  const { size, spec } = plan.board;
  const symbols = ownSet(plan.symbols, size);
  const [place, setPlace] = useState(0);
  const cursor = Math.min(place, size * size - 1);
  const { drawn, held } = studio.state;
  const layout = useMemo(() => boardWith(drawn?.spec ?? spec, drawn, studio.pen.kind), [spec, drawn, held.tool]);
  const moving = useMemo(() => new Set(verdict?.marked), [verdict]);
  const known = occurrences ? null : outlook; // which shows the same in another way
  const reasons = studio.pen.reasons;
  const scene = useMemo(
    () => withReasons(sceneOf(plan.marks, cursor, known, moving), reasons),
    [plan.marks, cursor, known, moving, reasons],
  );
  const move = (/** @type {number} */ cell) => {
    setPlace(cell);
    studio.outlook.chooseCell(cell);
  };
  const paint = (/** @type {number} */ cell, /** @type {Stroke} */ { on, stroke }) => {
    move(cell);
    if (following && !brush && plan.marks[cell] !== ".") return; // it is only chosen
    studio.edits.changePlan(painted(studio.state.plan, cell, brush, on), stroke);
  };
  const write = (/** @type {string} */ key) => {
    const digit = digitTyped(symbols, size, key);
    if (digit) studio.edits.changePlan(withFixed(plan, cursor, digit));
    else if (key === " " || key === "Enter")
      studio.edits.changePlan(withCell(plan, cursor, plan.marks[cursor] === "."));
    else if (key === "Backspace" || key === "Delete") studio.edits.changePlan(withCell(plan, cursor, false));
    else return false;
    return true;
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (studio.pen.key(event.key, cursor)) return true;
    const moved = step(event.key, cursor, size);
    if (moved < 0) return write(event.key);
    move(moved);
    return true;
  };
  const describe = (/** @type {number} */ cell) => {
    const isMoving = moving.has(cell) ? [texts("cell-moving")] : [];
    const shares =
      occurrences && !SYMBOLS.includes(plan.marks[cell]) ? sharesAt(occurrences, cell, texts.language) : [];
    const fog = fogNamesAt(plan.fog, cell, size, texts);
    return [described(plan.marks[cell], texts), ...isMoving, ...studio.pen.namesAt(cell), ...fog, ...shares];
  };
  /** @type {(cell: number) => Stroke} */
  const begin = (cell) => ({ on: following || plan.marks[cell] === ".", stroke: `pattern ${++strokes}` });
  return html`<${Board}
    label=${texts("pattern-label", { size })}
    layout=${layout}
    scene=${scene}
    symbols=${symbols}
    texts=${texts}
    onKey=${onKey}
    describe=${describe}
    begin=${begin}
    touch=${paint}
    layer=${occurrences && html`<${OccurrenceLayer} found=${occurrences} marks=${plan.marks} size=${size} />`}
    sketch=${[...runShapes(plan, runs), ...sketchShapes(studio.pen)]}
    pen=${held.tool ? studio.pen : null}
  />`;
}

/**
 * The plan after a press of a brush on a cell.
 * @param {Plan} plan
 * @param {number} cell
 * @param {number} brush
 * @param {boolean} on
 * @returns {Plan}
 */
function painted(plan, cell, brush, on) {
  if (brush === OPENING) return plan.marks[cell] === "." ? plan : withDigits(plan, [[cell, "x"]]);
  return brush ? withFixed(plan, cell, brush) : withCell(plan, cell, on);
}

/**
 * @param {string} mark
 * @param {TextFunction} texts
 */
function described(mark, texts) {
  if (mark === ".") return texts("cell-none");
  return mark === "x" ? texts("cell-clue") : texts("cell-fixed", { digit: mark });
}

/**
 * The board with its constraints, and a margin for the places of the current kind.
 * @param {string} spec
 * @param {Drawing | null} drawn
 * @param {ConstraintKind | undefined} kind
 */
function boardWith(spec, drawn, kind) {
  const outside = kind?.drawn === "outside" || kind?.drawn === "diagonal";
  const layout = layoutOf(spec);
  if (!drawn && !outside) return layout;
  const { reach, ...picture } = drawn ?? { reach: [0, 0, 0, 0], under: [], over: [], unit: 1 };
  return { ...layout, constraints: { ...picture, reach: reach.map((far) => Math.max(far, outside ? AROUND : 0)) } };
}

/**
 * The run that is chosen, as a line through its cells with a dot at its beginning.
 * @param {Plan} plan
 * @param {FoundRuns | null} runs
 * @returns {Shape[]}
 */
function runShapes(plan, runs) {
  const { size } = plan.board;
  const cells = runs?.found.find(({ run }) => run === orderOf(plan))?.cells ?? [];
  if (!cells.length) return [];
  const [[cx, cy]] = pointsOf(cells, size);
  return [
    ["polyline", { class: "run", points: pointsOf(cells, size).join(" ") }],
    ["circle", { class: "run", cx, cy, r: 0.16 }],
  ];
}
