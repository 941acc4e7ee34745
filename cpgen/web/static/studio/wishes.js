// How hard is it to be, and how is it made? Grade, exact targets, method, and the button that starts the work.

import { choice, el, toggle } from "../dom.js";
import { makingPart } from "./making.js";
import { chosen, jobOf } from "./plan.js";
import { ask } from "./server.js";

const ROLES = ["may", "needs", "without"];
const PATIENCE = 250; // milliseconds without a change before the server is asked

/** All that is wished for besides the board, and the making itself. */
export function wishesPart(studio) {
  const { store, texts } = studio;
  const grades = el("div", { class: "grades", role: "radiogroup", "aria-labelledby": "wishes-title" });
  const change = (changes) => store.set({ plan: { ...store.state.plan, ...changes } });
  let shown = "";

  function showGrades({ plan }) {
    const key = JSON.stringify(plan.board.grades.map(({ name }) => name));
    if (key !== shown) grades.replaceChildren(...plan.board.grades.map((grade) => radio(grade)));
    shown = key;
    for (const input of grades.querySelectorAll("input")) input.checked = input.value === plan.grade;
  }

  function radio({ name }) {
    const input = el("input", {
      type: "radio",
      name: "grade",
      value: name,
      on: { change: () => change({ grade: name }) },
    });
    const title = texts.has(`grade-${name}`) ? texts(`grade-${name}`) : name;
    return el("label", { class: "grade" }, input, el("span", {}, title));
  }

  store.on(["plan"], showGrades);
  return el(
    "section",
    { class: "panel wishes", "aria-labelledby": "wishes-title" },
    el("h2", { id: "wishes-title" }, texts("wishes")),
    grades,
    targets(studio, change),
    methods(studio, change),
    numbers(studio, change),
    verdict(studio),
    makingPart(studio),
  );
}

function targets({ store, choices, texts }, change) {
  const { target } = store.state.plan;
  const set = (name, value) => change({ target: { ...store.state.plan.target, [name]: value } });
  const span = (name, example) =>
    textField(texts(name), target[name], (value) => set(name, value), { placeholder: example });
  const roles = ROLES.map((role) => [role, texts(`rule-${role}`)]);
  const rule = ({ name, complexity, ...titles }) =>
    choice(`${complexity}. ${titles[texts.language]}`, roles, target.rules[name] ?? "may", (role) =>
      set("rules", { ...store.state.plan.target.rules, [name]: role }),
    );
  return el(
    "details",
    {},
    el("summary", {}, texts("target")),
    el("p", { class: "about-part" }, texts("span-about")),
    el("div", { class: "three" }, span("level", "3..5"), span("steps", "30.."), span("typical", "0.9")),
    el("div", { class: "rules", role: "group", "aria-label": texts("rules") }, ...choices.rules.map(rule)),
  );
}

function methods({ store, choices, texts }, change) {
  const { method } = store.state.plan;
  const set = (name, value) => change({ method: { ...store.state.plan.method, [name]: value } });
  const phase = (name) =>
    choice(
      texts(name),
      choices.methods[name].map((one) => [one, one]),
      method[name],
      (value) => set(name, value),
    );
  const oracles = choices.oracles.map(({ name, about }) => [name, `${name}: ${about}`]);
  return el(
    "details",
    {},
    el("summary", {}, texts("method")),
    el(
      "div",
      { class: "stack" },
      el("div", { class: "two" }, phase("generation"), phase("replacement")),
      choice(texts("oracle"), oracles, method.oracle, (value) => set("oracle", value)),
      toggle(texts("paper"), method.paper, (on) => set("paper", on)),
    ),
  );
}

function numbers({ store, texts }, change) {
  const { plan } = store.state;
  const whole = (name, least, most) =>
    textField(texts(name), plan[name], (value) => change({ [name]: clamped(value, least, most) }), {
      type: "number",
      min: least,
      max: most,
    });
  const seed = textField(texts("seed"), plan.seed, (value) => change({ seed: value.replace(/\D/g, "").slice(0, 15) }), {
    inputmode: "numeric",
    placeholder: texts("seed-fresh"),
  });
  return el("div", { class: "three" }, whole("count", 1, 1000), seed, whole("budget", 1, 600));
}

function clamped(text, least, most) {
  return Math.min(most, Math.max(least, Math.floor(Number(text)) || least));
}

function textField(label, value, change, attributes = {}) {
  const input = el("input", { type: "text", value, ...attributes, on: { change: () => change(input.value.trim()) } });
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** What speaks against the combination, asked of the server after every change. */
function verdict({ store, texts }) {
  const told = el("p", { class: "verdict", role: "status" });
  let [timer, latest, asked] = [0, 0, ""];
  store.on(["plan"], ({ plan }) => {
    const { layout, pattern, grade, target } = jobOf(plan);
    const question = { layout, pattern, grade, ...target };
    if (JSON.stringify(question) === asked) return;
    asked = JSON.stringify(question);
    clearTimeout(timer);
    told.dataset.kind = "";
    told.textContent = chosen(plan) ? texts("check-going") : "";
    const number = ++latest;
    timer = setTimeout(async () => {
      const answer = await ask("pattern/check", question).catch((error) => ({ ok: false, sentence: error.message }));
      if (number !== latest) return;
      told.dataset.kind = !answer.ok ? "bad" : answer.sentence ? "warn" : "good";
      told.textContent = answer.sentence || texts("check-ok");
    }, PATIENCE);
  });
  return told;
}
