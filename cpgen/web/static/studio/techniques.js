// @ts-check
// The choice of techniques by family, and of their role in the solution.

import { html, useState } from "../html.js";
import { Button, Choice } from "../parts.js";
import { withWish } from "./plan.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").TechniqueChoice} Technique
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {"needs" | "without"} Several what is wished of any number of techniques
 * @typedef {"hardest" | "only"} One what is wished of one technique
 */

/** @type {Several[]} */
const SEVERAL = ["needs", "without"];
/** @type {One[]} */
const ONE = ["hardest", "only"];

/**
 * The techniques as options in groups, except for those in `without`.
 * @param {Studio} studio
 * @param {string[]} without
 * @returns {[family: string, options: [name: string, title: string][]][]}
 */
export function techniqueOptions({ choices, texts }, without = []) {
  const { language } = texts;
  /** @type {(technique: Technique) => [name: string, title: string]} */
  const option = ({ name, title }) => [name, title[language]];
  const kept = (/** @type {Technique} */ { name }) => !without.includes(name);
  return choices.families
    .map(({ title, techniques }) => /** @type {const} */ ([title[language], techniques.filter(kept)]))
    .filter(([, techniques]) => techniques.length)
    .map(([title, techniques]) => [title, techniques.map(option)]);
}

/**
 * Techniques that solving needs, excludes, or has as the hardest or only one.
 * @param {{studio: Studio}} props
 */
export function Wishes({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const [role, setRole] = useState("needs");
  const groups = techniqueOptions(studio);
  const titles = Object.fromEntries(groups.flatMap(([, options]) => options));
  const wish = (/** @type {Partial<Plan>} */ changes) =>
    studio.edits.changePlan(withWish(plan, choices.ladders, changes));
  const add = (/** @type {string} */ name) => {
    const several = SEVERAL.find((one) => one === role);
    if (name) wish({ [role]: several ? [...new Set([...plan[several], name])] : name });
  };
  const chip = (/** @type {Several | One} */ of, /** @type {string} */ name, /** @type {Partial<Plan>} */ drop) =>
    html`<${Button}
      key=${of + name}
      label=${`${texts(`technique-${of}`)}: ${titles[name] ?? name}`}
      act=${() => wish(drop)}
      picture="close"
      class="chip"
    />`;
  const chips = (/** @type {Several} */ of) =>
    plan[of].map((name) => chip(of, name, { [of]: plan[of].filter((other) => other !== name) }));
  const roles = [...SEVERAL, ...ONE].map((name) => [name, texts(`technique-${name}`)]);
  return html`
    <div class="two">
      <${Choice} label=${texts("technique-role")} options=${roles} value=${role} choose=${setRole} />
      <${Choice}
        label=${texts("technique")}
        options=${[["", texts("technique-none")], ...groups]}
        value=""
        choose=${add}
      />
    </div>
    <div class="row">
      ${SEVERAL.flatMap(chips)} ${ONE.filter((of) => plan[of]).map((of) => chip(of, plan[of], { [of]: "" }))}
    </div>
  `;
}
