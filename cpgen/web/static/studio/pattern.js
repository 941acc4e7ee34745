// @ts-check
// What can be chosen for the pattern: its symmetry, ready-made and random patterns, and the order of digits.

import { range, SYMBOLS } from "../play/layout.js";
import { findRuns } from "./checks.js";
import { html } from "../html.js";
import { gradeTitle } from "./names.js";
import { Button, Choice, CostlyButton } from "../parts.js";
import { Panel, TextField } from "./parts.js";
import { clueCount, orderOf, randomClues, withOrder, withoutPattern, withPattern } from "./marks.js";
import { askServer } from "./server.js";
import { Shapes } from "./shapes.js";
import { OPENING } from "./stage.js";
import { runTitle } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").GradeEffort} GradeEffort
 */

const HARD = 2 / 3; // of the bar of a grade's work

/**
 * What can be chosen for the pattern.
 * @param {{studio: Studio}} props
 */
export function PatternPart({ studio }) {
  const { texts } = studio;
  return html`<${Panel} name="clues-part" title=${texts("pattern")} about=${texts("pattern-about")}>
    <${Efforts} studio=${studio} />
    <div class="row">
      <${Symmetries} studio=${studio} />
      <${Brushes} studio=${studio} />
      <${ReadyMade} studio=${studio} />
      <${Order} studio=${studio} />
    </div>
    <${RandomPattern} studio=${studio} />
    <${Shapes} studio=${studio} />
  </${Panel}>`;
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

/** @param {{studio: import("./studio.js").Part<"choices" | "edits" | "planned" | "texts">}} props */
function Symmetries({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const options = choices.symmetries.map((name) => [name, texts(`symmetry-${name}`)]);
  const choose = (/** @type {string} */ symmetry) => studio.edits.changePlan({ ...plan, symmetry });
  return html`<${Choice} label=${texts("symmetry")} options=${options} value=${plan.symmetry} choose=${choose} />`;
}

/**
 * The action of a click on a cell, for users without a keyboard.
 * @param {{studio: import("./studio.js").Part<"brush" | "planned" | "setState" | "texts">}} props
 */
function Brushes({ studio }) {
  const { texts } = studio;
  const digits = range(studio.planned.board.size).map((k) => [
    String(k + 1),
    texts("brush-fix", { digit: SYMBOLS[k] }),
  ]);
  const options = [["0", texts("brush-clue")], [String(OPENING), texts("brush-open")], ...digits];
  return html`<${Choice}
    label=${texts("brush")}
    options=${options}
    value=${String(studio.brush)}
    choose=${(/** @type {string} */ digit) => studio.setState({ brush: Number(digit) })}
  />`;
}

/**
 * The chooser of the shipped patterns that fit the board, if there are any; it names the one that is drawn.
 * @param {{studio: import("./studio.js").Part<"choices" | "edits" | "planned" | "texts">}} props
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
 * @param {{studio: import("./studio.js").Part<"attempt" | "edits" | "planned" | "texts", "plan">}} props
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
