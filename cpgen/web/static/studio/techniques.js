// The techniques to choose from, by family, and boards to practise one.

import { button, choice, el } from "../dom.js";
import { makingPart } from "./making.js";

const MOST = 100; // boards
const BY_NAME_ALONE = "brute-force"; // which nobody needs to practise

/** The first choice of what to practise. */
export const FIRST_PRACTICE = { technique: "x-wing", count: 5 };

/** All techniques as options in groups, but those left out. */
export function techniqueOptions({ choices, texts }, without = []) {
  const { language } = texts;
  const named = ({ name, title }) => [name, title[language]];
  const kept = ({ name }) => !without.includes(name);
  return choices.families
    .map(({ title, techniques }) => [title[language], techniques.filter(kept).map(named)])
    .filter(([, options]) => options.length);
}

/** The choice of a technique to practise, and the buttons that make boards and open them. */
export function practicePart(studio) {
  const { store, texts, practise } = studio;
  const { practice } = store.state;
  const change = (changes) => store.set({ practice: { ...store.state.practice, ...changes } });
  const techniques = techniqueOptions(studio, [BY_NAME_ALONE]);
  const clamped = (text) => Math.min(MOST, Math.max(1, Math.floor(Number(text)) || 1));
  const count = el("input", {
    type: "number",
    min: 1,
    max: MOST,
    value: practice.count,
    on: { change: () => change({ count: clamped(count.value) }) },
  });
  const open = button(texts("practise"), () => practise(0), { class: "large" });
  store.on(["exercises"], ({ exercises }) => (open.disabled = !exercises.length));
  return el(
    "section",
    { class: "panel practice", "aria-labelledby": "practice-title" },
    el("h2", { id: "practice-title" }, texts("practice")),
    el("p", { class: "about-part" }, texts("practice-about")),
    el(
      "div",
      { class: "two" },
      choice(texts("technique"), techniques, practice.technique, (technique) => change({ technique })),
      el("label", { class: "field" }, el("span", {}, texts("practice-count")), count),
    ),
    makingPart(studio, {
      name: "practiceJob",
      label: texts("practice-make"),
      path: "practice",
      request: () => begun(store),
      keep: (one) => store.set({ exercises: [...store.state.exercises, one] }),
    }),
    open,
  );
}

/** The request for new exercises, which take the place of the earlier ones. */
function begun(store) {
  const { practice, plan } = store.state;
  store.set({ exercises: [] });
  return { ...practice, layout: plan.board.spec, budget: plan.budget };
}
