// @ts-check
// Drawing a pattern on the board with mouse, finger or keys; every stroke keeps the symmetry, and is a step.

import { step } from "../play/keyboard.js";
import { layoutOf, range, SYMBOLS } from "../play/layout.js";
import { digitTyped } from "../play/symbols.js";
import { Board } from "./board.js";
import { findRuns } from "./checks.js";
import { ConstraintsPart } from "./constraints.js";
import { html, useMemo, useState } from "../html.js";
import { gradeTitle } from "./names.js";
import { OutlookPart, sceneOf } from "./outlook.js";
import { Button, Choice, CostlyButton } from "../parts.js";
import { Panel, TextField } from "./parts.js";
import {
  clueCount,
  orderOf,
  randomClues,
  withCell,
  withDigits,
  withFixed,
  withOrder,
  withoutPattern,
  withPattern,
} from "./plan.js";
import { RulesPart } from "./rules_field.js";
import { askServer } from "./server.js";
import { pointsOf, sketchShapes } from "./sketch.js";
import { Shapes } from "./shapes.js";
import { runTitle } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../play/svg.js").Shape} Shape
 * @typedef {import("../play/texts.js").TextFunction} TextFunction
 * @typedef {import("../records.js").ConstraintKind} ConstraintKind
 * @typedef {import("../records.js").Drawing} Drawing
 * @typedef {import("../records.js").GradeEffort} GradeEffort
 * @typedef {import("./checks.js").FoundRuns} FoundRuns
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {{on: boolean, stroke: string}} Stroke whether its cells are chosen, and what joins its changes to one step
 */

const AROUND = 0.9; // cells around the board while clues outside it are drawn
const OPENING = -1; // the brush that leaves digits open
const HARD = 2 / 3; // of the bar of a grade's work
let strokes = 0; // so far, to tell one from another

/**
 * The editor of the pattern, with what can be chosen below it.
 * @param {{studio: Studio}} props
 */
export function PatternEditor({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const aside = html`<${ClueCount} studio=${studio} />`;
  const [brush, setBrush] = useState(0); // the digit that a press fixes; 0 chooses the cell, or leaves it
  return html`<${Panel} name="pattern" title=${texts("pattern")} about=${texts("pattern-about")} aside=${aside}>
    <${PatternBoard} studio=${studio} brush=${brush > plan.board.size ? 0 : brush} />
    <${ConstraintsPart} studio=${studio} />
    <${RulesPart} studio=${studio} />
    <${Efforts} studio=${studio} />
    <${OutlookPart} studio=${studio} />
    <div class="row">
      <${Symmetries} studio=${studio} />
      <${Brushes} studio=${studio} brush=${brush} setBrush=${setBrush} />
      <${ReadyMade} studio=${studio} />
      <${Order} studio=${studio} />
    </div>
    <${RandomPattern} studio=${studio} />
    <${Shapes} studio=${studio} />
  </${Panel}>`;
}

/** @param {{studio: Studio}} props */
function ClueCount({ studio }) {
  const { texts } = studio;
  const count = clueCount(studio.planned);
  return html`<p class="count">${count ? texts("clues-chosen", { count }) : texts("clues-random")}</p>`;
}

/** @param {{studio: Studio, brush: number}} props */
function PatternBoard({ studio, brush }) {
  const { texts } = studio;
  const plan = studio.planned;
  const { runs, following, outlook, verdict } = studio.state;
  const { size, spec } = plan.board;
  const [place, setPlace] = useState(0);
  const cursor = Math.min(place, size * size - 1);
  const { drawn, held } = studio.state;
  const layout = useMemo(() => boardWith(drawn?.spec ?? spec, drawn, studio.pen.kind), [spec, drawn, held.tool]);
  const moving = useMemo(() => new Set(verdict?.marked), [verdict]);
  const scene = useMemo(() => sceneOf(plan.marks, cursor, outlook, moving), [plan.marks, cursor, outlook, moving]);
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
    const digit = digitTyped("digits", size, key);
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
    return [described(plan.marks[cell], texts), ...isMoving, ...studio.pen.namesAt(cell)];
  };
  /** @type {(cell: number) => Stroke} */
  const begin = (cell) => ({ on: following || plan.marks[cell] === ".", stroke: `pattern ${++strokes}` });
  return html`<${Board}
    label=${texts("pattern-label", { size })}
    layout=${layout}
    scene=${scene}
    texts=${texts}
    onKey=${onKey}
    describe=${describe}
    begin=${begin}
    touch=${paint}
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
 * The predicted work of making a puzzle of each grade on the pattern, as a bar: a third is typical, two thirds are
 * hard.
 * @param {{studio: Studio}} props
 */
function Efforts({ studio }) {
  const { texts } = studio;
  const efforts = studio.state.verdict?.efforts ?? [];
  const bar = (/** @type {GradeEffort} */ { grade, times, hard, beyond }) => {
    const share = Math.min(1, Math.max(hard ? HARD : 0.05, (Math.log10(times) + 1) / 3));
    const kind = beyond ? "beyond" : hard ? "hard" : "times";
    const meaning = texts(`effort-${kind}`, { times: times.toPrecision(times < 100 ? 2 : 3) });
    const title = gradeTitle(studio, grade);
    return html`<li key=${grade} title=${meaning}>
      <span>${title}</span>
      <meter
        min="0"
        max="1"
        low=${HARD - 0.2}
        high=${HARD - 0.01}
        optimum="0"
        value=${share}
        aria-label=${`${title}: ${meaning}`}
      ></meter>
    </li>`;
  };
  return (
    efforts.length > 0 &&
    html`<ul class="efforts" aria-label=${texts("efforts")}>
      ${efforts.map(bar)}
    </ul>`
  );
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

/** @param {{studio: Studio}} props */
function Symmetries({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const options = choices.symmetries.map((name) => [name, texts(`symmetry-${name}`)]);
  const choose = (/** @type {string} */ symmetry) => studio.edits.changePlan({ ...plan, symmetry });
  return html`<${Choice} label=${texts("symmetry")} options=${options} value=${plan.symmetry} choose=${choose} />`;
}

/**
 * The action of a click on a cell, for users without a keyboard.
 * @param {{studio: Studio, brush: number, setBrush: (brush: number) => void}} props
 */
function Brushes({ studio, brush, setBrush }) {
  const { texts } = studio;
  const digits = range(studio.planned.board.size).map((k) => [
    String(k + 1),
    texts("brush-fix", { digit: SYMBOLS[k] }),
  ]);
  const options = [["0", texts("brush-clue")], [String(OPENING), texts("brush-open")], ...digits];
  return html`<${Choice}
    label=${texts("brush")}
    options=${options}
    value=${String(brush)}
    choose=${(/** @type {string} */ digit) => setBrush(Number(digit))}
  />`;
}

/**
 * The chooser of the shipped patterns that fit the board, if there are any; it names the one that is drawn.
 * @param {{studio: Studio}} props
 */
function ReadyMade({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const fitting = choices.patterns.filter(({ size }) => size === plan.board.size);
  if (!fitting.length) return null;
  const drawn = plan.marks.join("");
  const shown = fitting.find(({ line }) => line.replaceAll("X", "x") === drawn)?.name ?? "";
  const options = [["", texts("pattern-choose")], ...fitting.map(({ name, clues }) => [name, `${name} (${clues})`])];
  const choose = (/** @type {string} */ name) => {
    const chosen = fitting.find((one) => one.name === name);
    if (chosen) studio.edits.changePlan(withPattern(plan, chosen.line));
  };
  return html`<${Choice} label=${texts("pattern-shipped")} options=${options} value=${shown} choose=${choose} />`;
}

/**
 * Buttons for a random pattern with a number of clues, and for an empty one.
 * @param {{studio: Studio}} props
 */
function RandomPattern({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const { size } = plan.board;
  const change = (/** @type {string} */ text) =>
    studio.edits.changePlan({ ...plan, clues: Math.min(size * size, Math.max(0, Math.floor(Number(text)) || 0)) });
  const draw = () =>
    studio.attempt(async () => {
      const { line } = await askServer("pattern/random", { size, clues: randomClues(plan), symmetry: plan.symmetry });
      studio.edits.changePlan(withPattern(studio.state.plan, line));
    });
  return html`<div class="row">
    <${TextField}
      label=${texts("clues")}
      type="number"
      min="0"
      max=${size * size}
      value=${String(randomClues(plan))}
      finish=${change}
    />
    <${CostlyButton} label=${texts("pattern-random")} act=${draw} picture="dice" />
    <${Button}
      label=${texts("pattern-clear")}
      act=${() => studio.edits.changePlan(withoutPattern(plan))}
      picture="erase"
      disabled=${!clueCount(plan)}
    />
  </div>`;
}

/**
 * The choice of the run along which digits are in order; those of the pattern are looked for when asked.
 * @param {{studio: Studio}} props
 */
function Order({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const { runs } = studio.state;
  const known =
    runs?.found.map(({ run, cells }) => [
      run,
      texts("order-run", { run: runTitle(studio, run), count: cells.length }),
    ]) ?? [];
  const value = orderOf(plan);
  const own =
    value && value !== "any" && !known.some(([run]) => run === value) ? [[value, runTitle(studio, value)]] : [];
  const options = [["", texts("order-none")], ["any", texts("order-any")], ...known, ...own];
  const find =
    clueCount(plan) > 0 &&
    !runs &&
    html`<${CostlyButton} label=${texts("order-find")} act=${() => studio.attempt(() => findRuns(studio))} />`;
  return html`<${Choice}
      label=${texts("order")}
      options=${options}
      value=${value}
      choose=${(/** @type {string} */ run) => studio.edits.changePlan(withOrder(plan, run))}
    />${find}`;
}
