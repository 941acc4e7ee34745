// @ts-check
// What can be done about the verdict on digits and constraints: reasons, digits to try, and filling in.

import { range, SYMBOLS } from "../play/layout.js";
import { html } from "../html.js";
import { Button, CostlyButton, Toggle } from "../parts.js";
import { entryOf } from "./entry.js";
import { jobsOf } from "./jobs.js";
import { cellTitle } from "./names.js";
import { actOnPlan } from "./obstacles.js";
import { cluesOf } from "./outlook.js";
import { authored, boardText } from "./plan.js";
import { withCell, withDigits } from "./marks.js";
import { Reasons } from "./reasons.js";
import { jobOf } from "./requests.js";
import { sendToServer } from "./server.js";
import { showResults } from "./sheets.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./outlook.js").Prospect} Prospect
 * @typedef {{digit: string, solutions: number | "some" | null}} Choice a digit, and how many solutions have it
 */

/**
 * The switch, and below it what can be done about what the digits lead to.
 * @param {{studio: Studio}} props
 */
export function OutlookPart({ studio }) {
  const { texts } = studio;
  const { following, outlook } = studio.state;
  return html`<section class="panel outlook" aria-label=${texts("verdict")}>
    <${Toggle}
      label=${texts("follow")}
      on=${following}
      change=${(/** @type {boolean} */ on) => studio.outlook.switchOn(on)}
    />
    ${
      outlook &&
      html`
        <${Reasons} studio=${studio} outlook=${outlook} />
        ${following && html`<${Digits} studio=${studio} outlook=${outlook} />`}
        <${Filling} studio=${studio} solutions=${outlook.solutions} />
      `
    }
  </section>`;
}

/**
 * A button for each digit that the cell in question may hold.
 * @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts", "plan">, outlook: Prospect}} props
 */
function Digits({ studio, outlook }) {
  const { texts } = studio;
  const plan = studio.planned;
  const { size } = plan.board;
  const { cell } = outlook;
  const choices = outlook.isWhole ? choicesAt(outlook, plan.marks[cell], size) : outlook.choices;
  const place = cellTitle(texts, cell, size);
  const button = (/** @type {Choice} */ { digit, solutions }) => {
    const kind = kindOfSolutions(solutions);
    const label = texts(`digit-${kind}`, { digit });
    const isFixed = plan.marks[cell] === digit;
    const act = () => studio.edits.changePlan(withDigits(studio.state.plan, [[cell, isFixed ? "x" : digit]]));
    return html`<button
      type="button"
      key=${digit}
      class="digit ${kind}"
      aria-label=${label}
      title=${label}
      aria-pressed=${String(isFixed)}
      disabled=${solutions === 0 && !isFixed}
      onClick=${act}
    >
      ${digit}
    </button>`;
  };
  return html`<div class="digits" role="group" aria-label=${texts("digits-of", { place })}>
    <span class="about-part" aria-hidden="true">${texts("digits-of", { place })}</span>${choices.map(button)}
    <${Opening} studio=${studio} cell=${cell} />
  </div>`;
}

/**
 * A button that opens the digit of a clue, or removes an open clue, for users without a keyboard.
 * @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts">, cell: number}} props
 */
function Opening({ studio, cell }) {
  const plan = studio.planned;
  const mark = plan.marks[cell];
  if (mark === ".") return null;
  const isOpen = mark === "x";
  const act = () => studio.edits.changePlan(isOpen ? withCell(plan, cell, false) : withDigits(plan, [[cell, "x"]]));
  return html`<${Button} label=${studio.texts(isOpen ? "clue-remove" : "clue-open")} act=${act} picture="erase" />`;
}

/** @param {Choice["solutions"]} solutions */
function kindOfSolutions(solutions) {
  if (solutions === null) return "unknown";
  if (solutions === "some") return "some";
  return ["none", "one"][solutions] ?? "several";
}

/**
 * The digits with what is known of their solutions in the cell; null for unknown, as in a cell with a fixed digit.
 * @param {Prospect} outlook
 * @param {string} mark in the cell
 * @param {number} size
 * @returns {Choice[]}
 */
function choicesAt({ cell, placed, marks, solutions }, mark, size) {
  const isFixed = SYMBOLS.includes(mark);
  const left = marks[cell] + (placed[cell] ?? "");
  return [...SYMBOLS.slice(0, size)].map((digit) => {
    if (isFixed || solutions === null) return { digit, solutions: null };
    return { digit, solutions: left.includes(digit) ? "some" : 0 };
  });
}

/**
 * Buttons that fill in the open digits, open the fixed digits, and add the puzzle to the results; while the maker does
 * not solve along, only those of use.
 * @param {{studio: Studio, solutions: number | null}} props
 */
function Filling({ studio, solutions }) {
  const { texts } = studio;
  const plan = studio.planned;
  const fill = () => actOnPlan(studio, () => studio.jobs.add("fill", [{ ...jobOf(studio.state.plan), count: 1 }]));
  const cells = range(plan.marks.length).filter((cell) => SYMBOLS.includes(plan.marks[cell]));
  const open = () => {
    const pairs = cells.map((cell) => /** @type {[number, string]} */ ([cell, "x"]));
    studio.edits.changePlan(withDigits(studio.state.plan, pairs));
  };
  const { following } = studio.state;
  const [isOpen, isOnly, isFixed] = [plan.marks.includes("x"), solutions === 1, cells.length > 0];
  const working = jobsOf(studio, ["fill"]).some(({ state }) => state !== "ended");
  return html`<div class="row">
    ${
      (following || isOpen) &&
      html`<${CostlyButton} label=${texts("fill")} act=${fill} picture="go" disabled=${!isOpen || working} />`
    }
    ${
      (following || isOnly) &&
      html`<${CostlyButton}
        label=${texts("take")}
        act=${() => studio.attempt(() => take(studio))}
        picture="add"
        disabled=${!isOnly}
      />`
    }
    ${
      (following || isFixed) &&
      html`<${Button} label=${texts("digits-open")} act=${open} picture="erase" disabled=${!isFixed} />`
    }
  </div>`;
}

/**
 * Adds the puzzle with the digits so far to the results.
 * @param {import("./studio.js").Part<"edits" | "setState", "plan">} studio
 */
async function take(studio) {
  const { plan } = studio.state;
  const request = { puzzle: cluesOf(plan), layout: boardText(plan), ladder: plan.ladder?.name ?? "" };
  const entry = entryOf({ ...(await sendToServer("rate", request)), ...authored(plan) });
  studio.edits.makeChange({ puzzles: [[entry.key, entry]] });
  showResults(studio);
}
