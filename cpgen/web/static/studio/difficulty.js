// @ts-check
// Grade, exact targets and method, and the button that starts the work.

import { html } from "../html.js";
import { MakingButton } from "./making.js";
import { gradeTitle, ladderTitle } from "./names.js";
import { Offers } from "./offers.js";
import { Choice, Toggle } from "../parts.js";
import { Folded, Panel, TextField } from "./parts.js";
import {
  chosenGrade,
  countsOf,
  gradesOf,
  isMixed,
  plansByGrade,
  violatedBounds,
  withLadder,
  withMix,
  withWhole,
  withWish,
} from "./plan.js";
import { jobOf } from "./requests.js";
import { showResults } from "./sheets.js";
import { Wishes } from "./techniques.js";
import { sentenceOf } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./plan.js").Plan} Plan
 */

/** The kinds of jobs that make puzzles on the board. */
export const MAKING = ["make", "fill"];

/**
 * The difficulty that is wanted, and the method.
 * @param {{studio: import("./studio.js").Part<"choices" | "edits" | "planned" | "texts" | "words", "plan" |
 *   "verdict">}} props
 */
export function Difficulty({ studio }) {
  const { texts } = studio;
  return html`<${Panel} name="difficulty" title=${texts("difficulty")}>
    <${Grades} studio=${studio} />
    <${Targets} studio=${studio} />
    <${Ladders} studio=${studio} />
    <${Methods} studio=${studio} />
    <${Numbers} studio=${studio} />
    <${Verdict} studio=${studio} />
  </${Panel}>`;
}

/**
 * The button that starts the work.
 * @param {{studio: import("./studio.js").Part<"constraints" | "jobs" | "planned" | "setState" | "showMessage" |
 *   "texts", "plan">}} props
 */
export function Generate({ studio }) {
  return html`<${MakingButton}
    studio=${studio}
    kinds=${MAKING}
    label=${studio.texts("generate")}
    fields=${[...countsOf(studio.planned), "seed", "budget"]}
    requests=${(/** @type {Plan} */ plan) => plansByGrade(plan).map(jobOf)}
    begun=${() => showResults(studio)}
  />`;
}

/**
 * The grade that is wanted, or how many puzzles of each, and what the grades mean on the other scale.
 * @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts", "verdict">}} props
 */
function Grades({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const mixed = isMixed(plan);
  const isDrawn = plan.constraints.length > 0 || plan.kind;
  const scale = `scale-${plan.ladder?.name ?? (isDrawn ? "drawn" : plan.board.model)}`;
  return html`
    ${mixed ? html`<${Shares} studio=${studio} />` : html`<${OneGrade} studio=${studio} />`}
    ${texts.has(scale) && html`<p class="about-part">${texts(scale)}</p>`}
    <${Toggle}
      label=${texts("mix")}
      on=${mixed}
      change=${(/** @type {boolean} */ on) => studio.edits.changePlan(withMix(plan, on))}
    />
  `;
}

/** @param {{studio: Studio}} props */
function Shares({ studio }) {
  const plan = studio.planned;
  const share = (/** @type {string} */ name) =>
    html`<${WholeField} key=${name} studio=${studio} name=${name} label=${gradeTitle(studio, name)} />`;
  return html`<div class="three numbers" role="group" aria-labelledby="difficulty-title">
    ${Object.keys(plan.mix).map(share)}
  </div>`;
}

/** @param {{studio: Studio}} props */
function OneGrade({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const unlikely = unlikelyGrades(studio.state.verdict);
  const radio = (/** @type {{name: string}} */ { name }) =>
    html`<label class=${unlikely.includes(name) ? "grade unlikely" : "grade"} key=${name}>
      <input
        type="radio"
        name="grade"
        value=${name}
        checked=${plan.grade === name}
        onChange=${() => studio.edits.changePlan(chosenGrade({ ...plan, grade: name }))}
      />
      <span
        ><b>${gradeTitle(studio, name)}</b
        >${unlikely.includes(name) && html`<small>${texts("grade-unlikely")}</small>`}</span
      >
    </label>`;
  return html`<div class="grades" role="radiogroup" aria-labelledby="difficulty-title">
    ${gradesOf(plan).map(radio)}
  </div>`;
}

/**
 * The grades that puzzles of the plan are not likely to have, as far as it is known.
 * @param {import("./checks.js").PlanVerdict | null} verdict
 */
function unlikelyGrades(verdict) {
  const hard = verdict?.efforts.filter(({ hard, beyond }) => hard || beyond) ?? [];
  return verdict?.unlikely ?? hard.map(({ grade }) => grade);
}

/** @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts">}} props */
function Targets({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const span = (/** @type {"level" | "steps" | "typical"} */ name, /** @type {string} */ example) =>
    html`<${TextField}
      label=${texts(name)}
      value=${plan[name]}
      placeholder=${example}
      change=${(/** @type {string} */ text, /** @type {string} */ visit) =>
        studio.edits.changePlan({ ...plan, [name]: text }, visit)}
    />`;
  return html`<${Folded} title=${texts("target")}>
    <p class="about-part">${texts("span-about")}</p>
    <div class="three">${span("level", "3..5")}${span("steps", "30..")}${span("typical", "0.9")}</div>
  </${Folded}>`;
}

/**
 * The ladder, and what solving needs, does without, or has as its hardest or only technique.
 * @param {{studio: import("./studio.js").Part<"choices" | "edits" | "planned" | "texts">}} props
 */
function Ladders({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const options = [["", texts("ladder-own")], ...choices.ladders.map(({ name }) => [name, ladderTitle(texts, name)])];
  const pick = (/** @type {string} */ name) =>
    studio.edits.changePlan(withLadder(plan, choices.ladders.find((one) => one.name === name) ?? null));
  const score = (/** @type {string} */ text, /** @type {string} */ visit) =>
    studio.edits.changePlan(withWish(plan, choices.ladders, { score: text }), visit);
  return html`<${Folded} title=${texts("techniques")}>
    <div class="two">
      <${Choice} label=${texts("ladder")} options=${options} value=${plan.ladder?.name ?? ""} choose=${pick} />
      <${TextField}
        label=${texts("score")}
        value=${plan.score}
        hidden=${!plan.ladder?.scores}
        placeholder="1000..1500"
        change=${score}
      />
    </div>
    <${Wishes} studio=${studio} />
  </${Folded}>`;
}

/** @param {{studio: import("./studio.js").Part<"choices" | "edits" | "planned" | "texts">}} props */
function Methods({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const set = (/** @type {Partial<Plan>} */ changes) => studio.edits.changePlan({ ...plan, ...changes });
  const phase = (/** @type {"generation" | "replacement"} */ name) => {
    const options = choices.methods[name].map((method) => [method, method]);
    return html`<${Choice}
      label=${texts(name)}
      options=${options}
      value=${plan[name]}
      choose=${(/** @type {string} */ value) => set({ [name]: value })}
    />`;
  };
  const offered = choices.oracles.filter(({ name, available }) => available || name === plan.oracle);
  const oracles = offered.map(({ name, title }) => [name, `${name}: ${title[texts.language]}`]);
  return html`<${Folded} title=${texts("method")}>
    <div class="two">${phase("generation")}${phase("replacement")}</div>
    <${Choice}
      label=${texts("oracle")}
      options=${oracles}
      value=${plan.oracle}
      choose=${(/** @type {string} */ oracle) => set({ oracle })}
    />
    <${Toggle} label=${texts("paper")} on=${plan.paper} change=${(/** @type {boolean} */ paper) => set({ paper })} />
  </${Folded}>`;
}

/** @param {{studio: import("./studio.js").Part<"planned" | "texts">}} props */
function Numbers({ studio }) {
  const { texts } = studio;
  const whole = (/** @type {string} */ name, placeholder = "") =>
    html`<${WholeField} studio=${studio} name=${name} placeholder=${placeholder} />`;
  return html`<div class="three numbers">
    ${!isMixed(studio.planned) && whole("count")}${whole("seed", texts("seed-fresh"))}${whole("budget")}
  </div>`;
}

/**
 * A field for a whole number; any other text stays, with an error message next to it.
 * @param {{studio: Studio, name: string, placeholder?: string, label?: string}} props
 */
export function WholeField({ studio, name, placeholder = "", label = studio.texts(name) }) {
  const { texts } = studio;
  const plan = studio.planned;
  const bounds = violatedBounds(plan, name);
  const problem = bounds ? texts("refused-whole", bounds) : "";
  const change = (/** @type {string} */ text, /** @type {string} */ visit) =>
    studio.edits.changePlan(withWhole(plan, name, text), visit);
  return html`<${TextField}
    label=${label}
    value=${plan.mix[name] ?? plan[/** @type {keyof Plan} */ (name)]}
    inputmode="numeric"
    data-field=${name}
    placeholder=${placeholder}
    problem=${problem}
    change=${change}
  />`;
}

/**
 * The verdict on the combination, with changes that would make it possible; it is below the buttons, which would
 * otherwise move under the pointer.
 * @param {{studio: Studio}} props
 */
function Verdict({ studio }) {
  const { texts } = studio;
  const { verdict } = studio.state;
  const text = !verdict
    ? ""
    : verdict.kind === ""
      ? texts("check-going")
      : sentenceOf(studio, verdict) || texts("check-ok");
  return html`<p class="verdict" role="status" data-kind=${verdict?.kind ?? ""}>${text}</p>
    <${Offers} studio=${studio} offers=${verdict?.offers ?? []} />`;
}
