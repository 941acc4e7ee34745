// Grade, exact targets and method, and the button that starts the work.

import { choice, el, toggle } from "../dom.js";
import { makingPart } from "./making.js";
import { chosen, requestOf } from "./plan.js";
import { send } from "./server.js";

const ROLES = ["may", "needs", "without"];
const PATIENCE = 250; // milliseconds without a change before the request is sent

/** The difficulty that is wanted, the method, and the buttons that start and stop the work. */
export function difficultyPart(studio) {
  const { store, texts } = studio;
  const grades = el("div", { class: "grades", role: "radiogroup", "aria-labelledby": "difficulty-title" });
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
    { class: "panel difficulty", "aria-labelledby": "difficulty-title" },
    el("h2", { id: "difficulty-title" }, texts("difficulty")),
    grades,
    targets(studio, change),
    methods(studio, change),
    numbers(studio, change),
    feasibility(studio),
    makingPart(studio),
  );
}

function targets({ store, choices, texts }, change) {
  const { plan } = store.state;
  const span = (name, example) =>
    textField(texts(name), plan[name], (value) => change({ [name]: value }), { placeholder: example });
  const roles = ROLES.map((role) => [role, texts(`rule-${role}`)]);
  const rule = ({ name, complexity, ...titles }) =>
    choice(`${complexity}. ${titles[texts.language]}`, roles, plan.rules[name] ?? "may", (role) =>
      change({ rules: { ...store.state.plan.rules, [name]: role } }),
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
  const { plan } = store.state;
  const phase = (name) =>
    choice(
      texts(name),
      choices.methods[name].map((one) => [one, one]),
      plan[name],
      (value) => change({ [name]: value }),
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
      choice(texts("oracle"), oracles, plan.oracle, (oracle) => change({ oracle })),
      toggle(texts("paper"), plan.paper, (paper) => change({ paper })),
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

/** Whether the combination is possible, which the server checks after every change. */
function feasibility({ store, texts }) {
  const verdict = el("p", { class: "verdict", role: "status" });
  let [timer, latest, sent] = [0, 0, ""];
  store.on(["plan"], ({ plan }) => {
    const request = JSON.stringify(requestOf(plan));
    if (request === sent) return;
    sent = request;
    clearTimeout(timer);
    verdict.dataset.kind = "";
    verdict.textContent = chosen(plan) ? texts("check-going") : "";
    const number = ++latest;
    timer = setTimeout(async () => {
      const answer = await send("pattern/check", requestOf(plan)).catch((error) => ({ ok: false, sentence: error.message }));
      if (number !== latest) return;
      verdict.dataset.kind = !answer.ok ? "bad" : answer.sentence ? "warn" : "good";
      verdict.textContent = answer.sentence || texts("check-ok");
    }, PATIENCE);
  });
  return verdict;
}
