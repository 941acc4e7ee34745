// @ts-check
// What can be done with the constraints that are chosen: moved, turned, copied, joined, divided, changed, set aside.

import { asKind, canJoin, halves, isAlike, isDivisible, joined, moved, reordered, WAYS } from "./arranging.js";
import { html } from "../html.js";
import { Button, Choice } from "../parts.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./gestures.js").Kind} Kind
 */

/** @type {Record<string, string>} */
const PICTURES = { up: "up", down: "down", left: "left", right: "right", turn: "restart", mirror: "mirror" };

/**
 * The buttons for the constraints that are chosen.
 * @param {{studio: Studio}} props
 */
export function Arrange({ studio }) {
  const { pen, texts } = studio;
  const { selected, size } = pen;
  const kinds = selected.map((number) => pen.kindOf(pen.drawn[number].given.kind));
  if (!kinds.some((kind) => kind?.cells.length)) return null;
  const go = (/** @type {string} */ name) => () => move(studio, (kind, given) => moved(kind, given, WAYS[name], size));
  const way = (/** @type {string} */ name) =>
    html`<${Button}
      key=${name}
      label=${texts(`arrange-${name}`)}
      act=${go(name)}
      picture=${PICTURES[name]}
      quiet
      class="chip"
    />`;
  const tool = (/** @type {string} */ name, /** @type {() => unknown} */ act) =>
    html`<${Button} key=${name} label=${texts(`arrange-${name}`)} act=${act} class="chip" />`;
  return html`<div class="arrange stack" role="group" aria-label=${texts("arrange")}>
    ${selected.length > 1 && html`<b>${texts("arrange-count", { count: selected.length })}</b>`}
    <div class="row">${Object.keys(WAYS).map(way)}</div>
    <div class="row">
      ${tool("copy", () => copy(studio))} ${canJoin(kinds) && tool("join", () => join(studio))}
      ${kinds.every(isDivisible) && tool("divide", () => pen.arrange((kind, given) => halves(kind, given, size)))}
      ${tool("earlier", () => reorder(studio, -1))} ${tool("later", () => reorder(studio, 1))}
      ${tool("aside", () => setAside(studio))}
    </div>
    <${OtherKind} studio=${studio} kinds=${kinds} />
  </div>`;
}

/**
 * Changes the chosen constraints, or says that one of them would leave the board.
 * @param {import("./studio.js").Part<"pen" | "showMessage" | "texts">} studio
 * @param {(kind: Kind, given: Record<string, any>) => Record<string, any> | null} change
 */
async function move(studio, change) {
  const one = (/** @type {Kind} */ kind, /** @type {Record<string, any>} */ given) => {
    const after = change(kind, given);
    return after && [after];
  };
  if (!(await studio.pen.arrange(one))) studio.showMessage({ text: studio.texts("arrange-outside"), kind: "bad" });
}

/**
 * Copies the chosen constraints to the nearest place where all are on the board.
 * @param {import("./studio.js").Part<"pen" | "showMessage" | "texts">} studio
 */
async function copy(studio) {
  const { pen } = studio;
  for (const name of ["right", "down", "left", "up"]) {
    const copied = (/** @type {Kind} */ kind, /** @type {Record<string, any>} */ given) => {
      const after = moved(kind, given, WAYS[name], pen.size);
      return after && [after];
    };
    if (await pen.arrange(copied, true)) return;
  }
  studio.showMessage({ text: studio.texts("arrange-outside"), kind: "bad" });
}

/** @param {Studio} studio */
function join({ pen }) {
  const all = pen.selected.map((number) => pen.drawn[number].given);
  let isFirst = true;
  return pen.arrange((kind) => {
    const made = isFirst ? [joined(kind, all)] : [];
    isFirst = false;
    return made;
  });
}

/** @param {Studio} studio @param {-1 | 1} step */
async function reorder({ constraints, pen, planned }, step) {
  const numbers = [...planned.constraints.keys()];
  const order = reordered(numbers, new Set(pen.selected), step);
  const chosen = pen.selected.map((number) => order.indexOf(number));
  if (await constraints.edit((lines) => order.map((number) => lines[number]))) pen.chooseAll(chosen);
}

/** @param {Studio} studio */
function setAside({ edits, pen, state }) {
  const { plan } = state;
  const gone = new Set(pen.selected);
  const [constraints, moving] = [false, true].map((is) => plan.constraints.filter((_, k) => gone.has(k) === is));
  pen.choose(-1);
  edits.changePlan({ ...plan, constraints, aside: [...plan.aside, ...moving] });
}

/**
 * The choice of another kind for the chosen constraints.
 * @param {{studio: import("./studio.js").Part<"kinds" | "pen" | "texts">, kinds: (Kind | undefined)[]}} props
 */
function OtherKind({ studio, kinds }) {
  const { kinds: all, pen, texts } = studio;
  const [first] = kinds;
  const others = all.filter((other) => kinds.every((kind) => isAlike(kind, other)));
  if (others.length < 2) return null;
  const change = (/** @type {string} */ name) => {
    const other = all.find(({ kind }) => kind === name);
    if (other) pen.arrange((kind, given) => [asKind(kind, given, other)]);
  };
  const options = others.map(({ kind, title }) => [kind, title[texts.language]]);
  const value = kinds.every((kind) => kind === first) ? (first?.kind ?? "") : "";
  return html`<${Choice}
    label=${texts("arrange-kind")}
    options=${value ? options : [["", texts("kind-none")], ...options]}
    value=${value}
    choose=${change}
  />`;
}

/**
 * The constraints that are set aside, each with a button that brings it back.
 * @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts", "plan">}} props
 */
export function Aside({ studio }) {
  const { edits, state, texts } = studio;
  const { aside } = studio.planned;
  const without = (/** @type {number} */ number) => aside.filter((_, k) => k !== number);
  const back = (/** @type {number} */ number) => {
    const { plan } = state;
    edits.changePlan({ ...plan, aside: without(number), constraints: [...plan.constraints, aside[number]] });
  };
  const row = (/** @type {string} */ line, /** @type {number} */ number) =>
    html`<li key=${`${line} ${number}`}>
      <span>${line}</span>
      <${Button}
        label=${texts("aside-back", { name: line })}
        act=${() => back(number)}
        picture="undo"
        quiet
        class="ghost"
      />
    </li>`;
  return (
    aside.length > 0 &&
    html`<div>
      <h3>${texts("aside")}</h3>
      <ul class="drawn set-aside" aria-label=${texts("aside")}>
        ${aside.map(row)}
      </ul>
    </div>`
  );
}
