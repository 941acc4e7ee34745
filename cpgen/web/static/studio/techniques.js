// @ts-check
// The techniques to choose from, by family, and what is wished of them.

import { html, useState } from "../html.js";
import { Button, Choice } from "../parts.js";
import { withWish } from "./plan.js";

const SEVERAL = ["needs", "without"];
const ONE = ["hardest", "only"];

/** All techniques as options in groups, but those left out. */
export function techniqueOptions({ choices, texts }, without = []) {
  const { language } = texts;
  const named = ({ name, title }) => [name, title[language]];
  const kept = ({ name }) => !without.includes(name);
  return choices.families
    .map(({ title, techniques }) => [title[language], techniques.filter(kept).map(named)])
    .filter(([, options]) => options.length);
}

/** Techniques that solving needs, excludes, or has as the hardest or only one. */
export function Wishes({ studio }) {
  const { choices, texts } = studio;
  const plan = studio.planned;
  const [role, setRole] = useState("needs");
  const groups = techniqueOptions(studio);
  const titles = Object.fromEntries(groups.flatMap(([, options]) => options));
  const wish = (changes) => studio.edits.changePlan(withWish(plan, choices.ladders, changes));
  const add = (name) => name && wish({ [role]: SEVERAL.includes(role) ? [...new Set([...plan[role], name])] : name });
  const chip = (of, name, drop) =>
    html`<${Button}
      key=${of + name}
      label=${`${texts(`technique-${of}`)}: ${titles[name] ?? name}`}
      act=${() => wish(drop)}
      picture="close"
      class="chip"
    />`;
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
      ${SEVERAL.flatMap((of) => plan[of].map((name) => chip(of, name, { [of]: plan[of].filter((other) => other !== name) })))}
      ${ONE.filter((of) => plan[of]).map((of) => chip(of, plan[of], { [of]: "" }))}
    </div>
  `;
}
