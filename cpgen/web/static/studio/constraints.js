// @ts-check
// The constraints on the board: the one in hand, the list of all, and ways to get them other than drawing.

import { Arrange, Aside } from "./arrange_part.js";
import { ChosenConstraint } from "./chosen_constraint.js";
import { InkPart } from "./cosmetics_part.js";
import { hasGroups, hasStrokes } from "./gestures.js";
import { html, useRef } from "../html.js";
import { DrawingLink } from "./drawing_link.js";
import { KindGlyph } from "./kind_glyph.js";
import { cluesOf } from "./outlook.js";
import { Button, Choice, CostlyButton, Toggle } from "../parts.js";
import { Folded, Panel, TextArea, TextField } from "./parts.js";
import { NO_KIND } from "./plan.js";
import { sendToServer } from "./server.js";
import { sentenceOf } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").DrawnConstraint} DrawnConstraint
 */

/**
 * The constraints on the board, and ways to get them other than drawing.
 * @param {{studio: Studio}} props
 */
export function ConstraintsPart({ studio }) {
  const { texts } = studio;
  const count = studio.planned.constraints.length;
  const title = count ? texts("constraints-count", { count }) : texts("constraints");
  return html`<${Panel} name="constraints" title=${title}>
    <${Filling} studio=${studio} />
    <${List} studio=${studio} />
    <${Aside} studio=${studio} />
    <${AtRandom} studio=${studio} />
    <${AsText} studio=${studio} />
  </${Panel}>`;
}

/**
 * The tool in hand: how to draw with it, the stroke so far, and the constraint that is chosen.
 * @param {{studio: Studio}} props
 */
export function InHand({ studio }) {
  const { pen, texts } = studio;
  const { held, symmetric } = studio.state;
  const { tool, chosen, look } = held;
  return (
    (tool || chosen >= 0 || look >= 0) &&
    html`<section class="panel in-hand" aria-label=${texts("in-hand")}>
      <${Sketch} studio=${studio} />
      ${pen.selected.length < 2 && html`<${ChosenConstraint} studio=${studio} />`} <${Arrange} studio=${studio} />
      ${(pen.isCosmetic || look >= 0) && html`<${InkPart} studio=${studio} />`}
      ${tool && html`<p class="about-part" role="status">${about(studio)}</p>`}
      ${
        pen.kind &&
        html`<${Toggle}
          label=${texts("draw-symmetric", { symmetry: texts(`symmetry-${studio.planned.symmetry}`) })}
          on=${symmetric}
          change=${(/** @type {boolean} */ on) => studio.setState({ symmetric: on })}
        />`
      }
    </section>`
  );
}

/**
 * Instructions for the current tool.
 * @param {Studio} studio
 */
function about({ texts, pen }) {
  const { kind } = pen;
  if (!kind) return texts("draw-pick");
  const way = pen.isFog ? kind.kind : pen.isCosmetic && hasStrokes(kind) ? "strokes" : kind.drawn;
  return html`<${KindGlyph} kind=${kind} /> ${texts("draw-about", {
      title: kind.title[texts.language],
      how: texts(`draw-${hasGroups(kind) ? "groups" : way}`),
    })}`;
}

/**
 * The kind of puzzle whose constraints each puzzle gets at random, with how many and how long they are.
 * @param {{studio: import("./studio.js").Part<"choices" | "edits" | "planned" | "texts">}} props
 */
function AtRandom({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const style = choices.styles.find(({ name }) => name === plan.kind);
  const options = [["", texts("kind-none")], ...choices.styles.map(({ name, title }) => [name, title[texts.language]])];
  const pick = (/** @type {string} */ kind) => studio.edits.changePlan({ ...plan, ...NO_KIND, kind });
  const span = (/** @type {string} */ name, /** @type {string} */ example) =>
    html`<${TextField}
      label=${texts(`kind-${name}`)}
      value=${plan[/** @type {keyof typeof plan} */ (name)]}
      placeholder=${example}
      change=${(/** @type {string} */ text, /** @type {string} */ visit) =>
        studio.edits.changePlan({ ...plan, [name]: text }, visit)}
    />`;
  return html` <div class="row">
      <${Choice} label=${texts("kind")} options=${options} value=${plan.kind} choose=${pick} />
      ${style?.sizes && span(style.sizes, "2..5")}
      ${style?.counted && style.sizes !== "cages" && span("elements", "6..8")}
    </div>
    ${style && html`<p class="about-part">${texts("kind-about")}</p>`}`;
}

/**
 * Buttons that finish or discard the stroke so far, for users without a keyboard.
 * @param {{studio: import("./studio.js").Part<"pen" | "texts", "held">}} props
 */
function Sketch({ studio }) {
  const { texts, pen, state } = studio;
  const { cells, groups } = state.held;
  if (!groups.length && (cells.length < 1 || pen.down)) return null;
  const count = groups.flat().length + cells.length;
  return html`<div class="row">
    <span class="about-part" role="status">${texts("draw-so-far", { count })}</span>
    <${Button} label=${texts("draw-finish")} act=${() => pen.finish()} picture="check" disabled=${!cells.length} />
    <${Button} label=${texts("draw-cancel")} act=${() => pen.hold({ cells: [], groups: [] })} picture="close" />
  </div>`;
}

/**
 * Buttons that fill in values from a random grid: the open values, or all.
 * @param {{studio: import("./studio.js").Part<"attempt" | "constraints" | "planned" | "showMessage" | "texts",
 *   "drawn" | "plan">}} props
 */
function Filling({ studio }) {
  const { texts, state } = studio;
  const plan = studio.planned;
  const { drawn } = state;
  const fill = async (/** @type {boolean} */ again) => {
    await studio.constraints.editing;
    await studio.attempt(async () => {
      const plan = studio.state.plan;
      const request = { clues: cluesOf(plan), layout: plan.board.spec, constraints: plan.constraints, again };
      const { constraints, left_out: count } = await sendToServer("fill", request);
      const isDone = await studio.constraints.edit(() => constraints);
      if (isDone && count) studio.showMessage({ text: texts("values-left-out", { count }) });
    });
  };
  if (!plan.constraints.length) return null;
  return html`<div class="row">
    <${CostlyButton}
      label=${texts("values-fill")}
      act=${() => fill(false)}
      picture="dice"
      disabled=${!drawn?.is_open}
    />
    <${CostlyButton} label=${texts("values-other")} act=${() => fill(true)} picture="restart" />
  </div>`;
}

/**
 * The constraints as lines of text, to be copied, changed or pasted.
 * @param {{studio: import("./studio.js").Part<"constraints" | "planned" | "setState" | "texts">}} props
 */
function AsText({ studio }) {
  const { texts } = studio;
  const latest = useRef(/** @type {string | null} */ (null)); // the text of an edit that is waiting
  const change = (/** @type {string} */ text, /** @type {string} */ visit) => {
    const isWaiting = latest.current !== null;
    latest.current = text;
    if (!isWaiting) studio.constraints.edit(() => lines(), visit);
  };
  const lines = () => {
    const text = latest.current ?? "";
    latest.current = null;
    return text.split("\n").filter((line) => line.trim());
  };
  return html`<${Folded} title=${texts("constraints-text")}>
    <p class="about-part">${texts("constraints-text-about")}</p>
    <${TextArea}
      label=${texts("constraints-text-lines")}
      value=${studio.planned.constraints.join("\n")}
      rows="6"
      spellcheck=${false}
      change=${change}
    />
    <${DrawingLink} studio=${studio} />
  </${Folded}>`;
}

/**
 * The list of constraints, each with buttons that choose and remove it.
 * @param {{studio: Studio}} props
 */
function List({ studio }) {
  const { texts, pen } = studio;
  const row = (/** @type {DrawnConstraint} */ { line, name, problem, warning }, /** @type {number} */ number) => {
    const title = name[texts.language];
    return html`<li key=${line} data-kind=${problem ? "bad" : warning ? "warn" : ""}>
      <button
        type="button"
        class="ghost"
        aria-pressed=${String(pen.selected.includes(number))}
        onClick=${(/** @type {MouseEvent} */ { shiftKey, ctrlKey, metaKey }) =>
          shiftKey || ctrlKey || metaKey ? pen.chooseAlso(number) : pen.choose(number)}
      >
        ${title}
      </button>
      ${problem && html`<small class="problem">${sentenceOf(studio, problem)}</small>`}
      ${warning && html`<small class="warning">${sentenceOf(studio, warning)}</small>`}
      <${Button}
        label=${texts("draw-remove-one", { name: title })}
        act=${() => pen.remove(number)}
        picture="close"
        quiet
        class="ghost"
      />
    </li>`;
  };
  return (
    pen.drawn.length > 0 &&
    html`<ul class="drawn" aria-label=${texts("constraints")}>
      ${pen.drawn.map(row)}
    </ul>`
  );
}
