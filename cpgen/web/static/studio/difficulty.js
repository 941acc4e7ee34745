// Grade, exact targets and method, and the button that starts the work.

import { button, choice, el, toggle } from "../dom.js";
import { gradeTitle, ladderTitle } from "./names.js";
import { makingPart } from "./making.js";
import { chosen, gradesOf, jobOf, requestOf, withLadder, withWish } from "./plan.js";
import { send } from "./server.js";
import { techniqueOptions } from "./techniques.js";

const PATIENCE = 250; // milliseconds without a change before the request is sent

/** The difficulty that is wanted, the method, and the buttons that start and stop the work. */
export function difficultyPart(studio) {
  const { store, texts } = studio;
  const grades = el("div", { class: "grades", role: "radiogroup", "aria-labelledby": "difficulty-title" });
  const change = (changes) => store.set({ plan: { ...store.state.plan, ...changes } });
  let shown = "";

  function showGrades({ plan }) {
    const key = JSON.stringify(gradesOf(plan).map(({ name }) => name));
    if (key !== shown) grades.replaceChildren(...gradesOf(plan).map((grade) => radio(grade)));
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
    return el("label", { class: "grade" }, input, el("span", {}, gradeTitle(studio, name)));
  }

  store.on(["plan"], showGrades);
  return el(
    "section",
    { class: "panel difficulty", "aria-labelledby": "difficulty-title" },
    el("h2", { id: "difficulty-title" }, texts("difficulty")),
    grades,
    targets(studio, change),
    techniques(studio),
    methods(studio, change),
    numbers(studio, change),
    feasibility(studio),
    makingPart(studio, {
      name: "job",
      label: texts("generate"),
      path: "jobs",
      request: () => jobOf(store.state.plan),
      keep: studio.keep,
    }),
  );
}

function targets({ store, texts }, change) {
  const { plan } = store.state;
  const span = (name, example) =>
    textField(texts(name), plan[name], (value) => change({ [name]: value }), { placeholder: example });
  return el(
    "details",
    {},
    el("summary", {}, texts("target")),
    el("p", { class: "about-part" }, texts("span-about")),
    el("div", { class: "three" }, span("level", "3..5"), span("steps", "30.."), span("typical", "0.9")),
  );
}

/** The ladder, and what solving needs, does without, or has as its hardest or only technique. */
function techniques(studio) {
  const { store, choices, texts } = studio;
  const set = (plan) => store.set({ plan });
  const wish = (changes) => set(withWish(store.state.plan, choices.ladders, changes));
  const options = [["", texts("technique-none")], ...techniqueOptions(studio)];
  const titles = Object.fromEntries(options.slice(1).flatMap(([, named]) => named));
  const ladders = [["", texts("ladder-own")], ...choices.ladders.map(({ name }) => [name, ladderTitle(texts, name)])];
  const pick = (name) => set(withLadder(store.state.plan, choices.ladders.find((one) => one.name === name) ?? null));
  const ladder = choice(texts("ladder"), ladders, "", pick);
  const score = textField(texts("score"), "", (value) => wish({ score: value }), { placeholder: "1000..1500" });
  const one = (role) => choice(texts(`technique-${role}`), options, "", (name) => wish({ [role]: name }));
  const several = (role) =>
    choice(texts(`technique-${role}`), options, "", (name) => wish({ [role]: [...store.state.plan[role], name] }));
  const fields = { needs: several("needs"), without: several("without"), hardest: one("hardest"), only: one("only") };
  const wanted = el("div", { class: "row" });

  store.on(["plan"], ({ plan }) => {
    const chosen = { ladder: plan.ladder?.name ?? "", hardest: plan.hardest, only: plan.only, needs: "", without: "" };
    for (const [name, field] of Object.entries({ ladder, ...fields })) field.querySelector("select").value = chosen[name];
    score.hidden = !plan.ladder?.scores;
    score.querySelector("input").value = plan.score;
    const chip = (role) => (name) => {
      const drop = () => wish({ [role]: plan[role].filter((other) => other !== name) });
      return button(`${texts(`technique-${role}`)}: ${titles[name]}`, drop, { picture: "close", class: "chip" });
    };
    wanted.replaceChildren(...["needs", "without"].flatMap((role) => plan[role].map(chip(role))));
  });
  return el(
    "details",
    {},
    el("summary", {}, texts("techniques")),
    el(
      "div",
      { class: "stack" },
      el("div", { class: "two" }, ladder, score),
      el("div", { class: "two" }, ...Object.values(fields)),
      wanted,
    ),
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
