// @ts-check
// The parts of the studio's pages: those of all pages, fields, panels, and dialogs that do something.

import { html, useEffect, useRef, useState } from "../html.js";
import { CostlyButton, Dialog } from "../parts.js";
import { statedBy } from "./messages.js";
import { sentenceOf } from "./words.js";

let numbered = 0;

/**
 * @typedef {import("preact").ComponentChildren} Children
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {{currentTarget: HTMLInputElement}} InputEvent
 */

/**
 * A labelled text field. `change` is called with the text on every input, and `finish` when the field is left or Enter
 * is pressed, both with an id that joins all inputs of a visit into one undo step. What is typed stays in the field
 * until it is left, whatever its value becomes. A `problem` is shown next to the field.
 * @param {{label: string, value: string, change?: (text: string, visit: string) => unknown,
 *   finish?: (text: string, visit: string) => unknown, problem?: string, hidden?: boolean,
 *   [name: string]: unknown}} props
 */
export function TextField({ label, value, change, finish, problem = "", hidden = false, ...attributes }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const visit = useRef(0);
  const id = useRef(`problem-${++numbered}`).current;
  const described = problem ? { "aria-invalid": "true", "aria-describedby": id } : {};
  const onInput = (/** @type {InputEvent} */ { currentTarget: { value: text } }) => {
    setDraft(text);
    change?.(text.trim(), `field ${visit.current}`);
  };
  const leave = (/** @type {InputEvent} */ { currentTarget }) => {
    if (draft !== null) finish?.(currentTarget.value.trim(), `field ${visit.current}`);
    setDraft(null);
  };
  return html`<div class="noted" hidden=${hidden}>
    <label class="field">
      <span>${label}</span>
      <input
        type="text"
        ...${attributes}
        ...${described}
        value=${draft ?? value}
        onFocus=${() => (visit.current = ++numbered)}
        onInput=${onInput}
        onBlur=${leave}
        onKeyDown=${(/** @type {InputEvent & KeyboardEvent} */ event) => event.key === "Enter" && leave(event)}
      />
    </label>
    ${problem && html`<small class="problem" id=${id} role="alert">${problem}</small>`}
  </div>`;
}

/**
 * A labelled field for several lines. `change` is called with the text on every input, and with an id that joins all
 * inputs of a visit into one undo step. What is typed stays in the field until it is left, whatever its value becomes.
 * @param {{label: string, value: string, change: (text: string, visit: string) => unknown,
 *   [name: string]: unknown}} props
 */
export function TextArea({ label, value, change, ...attributes }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const visit = useRef(0);
  const onInput = (/** @type {{currentTarget: HTMLTextAreaElement}} */ { currentTarget: { value: text } }) => {
    setDraft(text);
    change(text, `field ${visit.current}`);
  };
  return html`<label class="field">
    <span>${label}</span>
    <textarea
      ...${attributes}
      value=${draft ?? value}
      onFocus=${() => (visit.current = ++numbered)}
      onInput=${onInput}
      onBlur=${() => setDraft(null)}
    ></textarea>
  </label>`;
}

/**
 * A panel of the page with a heading.
 * @param {{name: string, title: Children, about?: string, aside?: Children, children: Children}} props
 */
export function Panel({ name, title, about = "", aside = null, children }) {
  return html`<section class="panel ${name}" aria-labelledby="${name}-title">
    <div class="heading">
      <h2 id="${name}-title">${title}</h2>
      ${aside}
    </div>
    ${about && html`<p class="about-part">${about}</p>`} ${children}
  </section>`;
}

const unfolded = new Set(); // the parts that are open when their page is shown again

/**
 * A collapsible part of a panel; `name` identifies it if its title changes.
 * @param {{title: string, name?: string, children: Children}} props
 */
export function Folded({ title, name = title, children }) {
  const keep = (/** @type {{currentTarget: HTMLDetailsElement}} */ { currentTarget }) =>
    currentTarget.open ? unfolded.add(name) : unfolded.delete(name);
  return html`<details open=${unfolded.has(name)} onToggle=${keep}>
    <summary>${title}</summary>
    <div class="stack">${children}</div>
  </details>`;
}

/**
 * @typedef {(tell: (share: number) => void, signal: AbortSignal) => Promise<unknown>} LongAct what may take long; it
 *   tells which share of it is done, and may be ended
 */

/**
 * A dialog whose button starts work that may take long or fail; it closes on success. `act` receives a function that
 * reports progress, and a signal that is aborted when the dialog is closed.
 * @param {{studio: Studio, title: string, label: string, close: () => void, wide?: boolean, children: Children,
 *   act: (tell: (share: number) => void, signal: AbortSignal) => Promise<unknown>}} props
 */
export function RequestDialog({ studio, title, label, act, close, wide = false, children }) {
  const { texts } = studio;
  const [problem, setProblem] = useState("");
  const [share, setShare] = useState(-1); // of the work that is done; negative while there is none
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const busy = share >= 0;
  const run = async () => {
    setShare(0);
    setProblem("");
    await act(setShare, ending.current.signal).then(close, (error) => setProblem(sentenceOf(studio, statedBy(error))));
    setShare(-1);
  };
  return html`<${Dialog} title=${title} texts=${texts} close=${close} wide=${wide}><div class="stack">
    ${children}
    <p class="verdict" role="alert" data-kind="bad">${problem}</p>
    ${busy && html`<progress max="1" value=${share} aria-label=${label}></progress>`}
    <${CostlyButton} label=${busy ? texts("at-work") : label} act=${run} class="primary" disabled=${busy} />
  </div></${Dialog}>`;
}
