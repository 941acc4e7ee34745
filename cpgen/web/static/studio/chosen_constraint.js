// @ts-check
// The constraint that is chosen, with a field for each of its values.

import { focusOn } from "../focus.js";
import { html, useEffect, useRef } from "../html.js";
import { Button, Choice, Toggle } from "../parts.js";
import { cellFields, hasStrokes, textOf, valueOf } from "./gestures.js";
import { ownText } from "./names.js";
import { TextField } from "./parts.js";
import { sentenceOf } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").ConstraintKind} ConstraintKind
 * @typedef {import("../records.js").ConstraintValue} ConstraintValue
 * @typedef {import("../records.js").DrawnConstraint["given"]} Given a constraint as an object
 */

/**
 * The constraint that is chosen, with a field for each value.
 * @param {{studio: Studio}} props
 */
export function ChosenConstraint({ studio }) {
  const { texts, pen, state } = studio;
  const { chosen, extending, tool } = state.held;
  const one = pen.drawn[chosen];
  const kind = one && pen.kindOf(one.given.kind);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => focusTyped(box.current, pen), [chosen, studio.planned.constraints.length, state.held.typed]);
  if (!kind) return null;
  const set = (/** @type {string} */ name, /** @type {any} */ value, /** @type {string | null} */ visit = null) => {
    const { [name]: _before, ...others } = one.given;
    pen.change(chosen, value === null ? others : { ...others, [name]: value }, visit);
  };
  const field = (/** @type {ConstraintValue} */ value) =>
    html`<${Value}
      key=${`${chosen} ${value.name}`}
      studio=${studio}
      value=${value}
      given=${one.given[value.name]}
      range=${one.ranges[value.name]}
      set=${(/** @type {any} */ to, /** @type {string} */ visit) => set(value.name, to, visit)}
    />`;
  const canExtend = tool === kind.kind && hasStrokes(kind);
  const extend = (/** @type {boolean} */ on) => pen.hold({ extending: on });
  return html`<div class="chosen stack" ref=${box} role="group" aria-label=${one.name[texts.language]}>
    <b>${one.name[texts.language]}</b>
    ${one.problem && html`<p class="verdict" data-kind="bad" role="alert">${sentenceOf(studio, one.problem)}</p>`}
    ${one.warning && html`<p class="verdict" data-kind="warn">${sentenceOf(studio, one.warning)}</p>`}
    <div class="row">
      ${kind.values.map(field)}
      ${kind.cells.length > 1 && html`<${Heads} studio=${studio} kind=${kind} given=${one.given} />`}
      ${canExtend && html`<${Toggle} label=${texts("draw-extend")} on=${extending} change=${extend} />`}
      <${Button} label=${texts("draw-remove")} act=${() => pen.remove(chosen)} picture="erase" />
    </div>
  </div>`;
}

/**
 * Enters what was typed on the board into the field for the value, where typing goes on. Until something is typed, the
 * board has the focus, so that Delete and Undo act on the new constraint.
 * @param {HTMLElement | null} box
 * @param {import("./pen.js").Pen} pen
 */
export function focusTyped(box, pen) {
  const field = /** @type {HTMLInputElement | null} */ (box?.querySelector("input[type=text]") ?? null);
  const { typed } = pen.held;
  if (!field || !typed) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "end" });
  put(field, typed);
  pen.hold({ typed: "" });
}

/**
 * Enters a text into a field as if it were typed.
 * @param {HTMLInputElement} field
 * @param {string} text
 */
function put(field, text) {
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/**
 * A field for a value of the chosen constraint. A number in the range takes effect while it is typed; any other is
 * often the beginning of one that is, so it takes effect, and is marked as wrong, when the field is left.
 * @param {{studio: import("./studio.js").Part<"planned" | "texts">, value: ConstraintValue, given: any,
 *   range?: [number, number],
 *   set: (to: any, visit?: string) => void}} props
 */
function Value({ studio, value, given, range, set }) {
  const { texts } = studio;
  const before = useRef(given); // the value when the field got the focus
  const label = ownText(texts, `value-${value.name}`, value.name);
  const word = (/** @type {string} */ name) => (name ? ownText(texts, `word-${name}`, name) : texts("word-both"));
  if (value.type === "word") {
    const options = value.choices.map((name) => [name, word(name)]);
    const choose = (/** @type {string} */ name) => set(name || null);
    return html`<${Choice} label=${label} options=${options} value=${given ?? ""} choose=${choose} />`;
  }
  if (value.type === "words") {
    const others = (/** @type {string} */ name) => given.filter((/** @type {string} */ one) => one !== name);
    const change = (/** @type {string} */ name, /** @type {boolean} */ on) => set(on ? [...given, name] : others(name));
    const box = (/** @type {string} */ name) =>
      html`<${Toggle}
        label=${word(name)}
        on=${given.includes(name)}
        change=${(/** @type {boolean} */ on) => change(name, on)}
      />`;
    return value.choices.map(box);
  }
  const [least, most] = range ?? [-Infinity, Infinity];
  const valueIn = (/** @type {string} */ text) => valueOf(value, text, studio.planned.board.size);
  const acts = (/** @type {any} */ to) =>
    typeof to === "number" ? to >= least && to <= most : value.type !== "number" || to === "?";
  const change = (/** @type {string} */ text, /** @type {string} */ visit) =>
    acts(valueIn(text)) && set(valueIn(text), visit);
  const finish = (/** @type {string} */ text, /** @type {string} */ visit) =>
    acts(valueIn(text)) || set(valueIn(text), visit);
  const leave = (/** @type {KeyboardEvent} */ { key, target }) => {
    if ((key !== "Enter" && key !== "Escape") || !(target instanceof HTMLInputElement)) return;
    if (key === "Escape") {
      put(target, textOf(before.current));
      set(before.current ?? null);
    }
    target.blur();
    focusOn(".pattern .cell[tabindex='0']");
  };
  return html`<span onKeyDown=${leave} onFocusIn=${() => (before.current = given)}>
      <${TextField}
        label=${label}
        value=${textOf(given)}
        size="6"
        autocomplete="off"
        inputmode=${value.type === "number" ? "numeric" : "text"}
        placeholder=${value.optional ? texts("value-none") : value.open ? "?" : ""}
        title=${range ? texts("value-range", { least, most }) : ""}
        change=${change}
        finish=${finish}
      />
    </span>
    ${
      value.open &&
      html`<${Button} label=${texts("value-open")} act=${() => set("?")} class="chip" disabled=${given === "?"} />`
    }`;
}

/**
 * The choice of the number of cells in the first field of a constraint, such as the circle of an arrow.
 * @param {{studio: import("./studio.js").Part<"pen" | "texts", "held">, kind: ConstraintKind, given: Given}} props
 */
function Heads({ studio, kind, given }) {
  const { texts, pen, state } = studio;
  const [first, second] = kind.cells;
  const names = [...given[first], ...given[second]];
  const options = names.slice(1, 4).map((_, k) => [String(k + 1), String(k + 1)]);
  const choose = (/** @type {string} */ count) =>
    pen.change(state.held.chosen, { ...given, ...cellFields(kind, names, Number(count)) });
  const label = ownText(texts, `value-${first}`, first);
  return html`<${Choice} label=${label} options=${options} value=${String(given[first].length)} choose=${choose} />`;
}
