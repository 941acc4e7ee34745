// @ts-check
// The plain parts of the studio: icons, buttons, choices, switches, fields and dialogs.

import { ICONS } from "../dom.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { statedBy } from "./messages.js";

let numbered = 0;

/** A line drawing of the size of a letter. */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${ICONS[name]} />
  </svg>`;
}

/** A button with an icon, a label that may be hidden from the eye, and what it does. */
export function Button({ label, act, picture = "", quiet = false, ...attributes }) {
  const title = quiet ? { title: label } : {};
  return html`<button type="button" ...${title} ...${attributes} onClick=${act}>
    ${picture && html`<${Icon} name=${picture} />`}
    <span class=${quiet ? "unseen" : "label"}>${label}</span>
  </button>`;
}

/** A labelled choice of one of several options: pairs of value and text, or of a group's name and its options. */
export function Choice({ label, options, value, choose, ...attributes }) {
  const option = ([name, text]) =>
    Array.isArray(text)
      ? html`<optgroup label=${name}>${text.map(option)}</optgroup>`
      : html`<option value=${name} selected=${name === value}>${text}</option>`;
  const change = ({ target }) => {
    const chosen = target.value;
    target.value = value; // until what is chosen comes back as the value
    choose(chosen);
  };
  return html`<label class="field">
    <span>${label}</span>
    <select ...${attributes} value=${value} onChange=${change}>
      ${options.map(option)}
    </select>
  </label>`;
}

/** A labelled switch. */
export function Toggle({ label, on, change }) {
  return html`<label class="switch">
    <input type="checkbox" checked=${on} onChange=${({ target }) => change(target.checked)} />
    <span>${label}</span>
  </label>`;
}

/**
 * A labelled field for a text. `change` hears of it with every key, and of what joins the keys of a visit to one step;
 * a `late` change is reported when the field is left or Enter is pressed. A `problem` is shown next to the field.
 */
export function TextField({ label, value, change, problem = "", late = false, hidden = false, ...attributes }) {
  const [draft, setDraft] = useState(value);
  const visit = useRef(0);
  const id = useRef(`problem-${++numbered}`).current;
  useEffect(() => setDraft(value), [value]);
  const described = problem ? { "aria-invalid": "true", "aria-describedby": id } : {};
  const shown = draft.trim() === value ? draft : late ? draft : value;
  const onInput = ({ target }) => {
    setDraft(target.value);
    if (!late) change(target.value.trim(), `field ${visit.current}`);
  };
  return html`<div class="noted" hidden=${hidden}>
    <label class="field">
      <span>${label}</span>
      <input
        type="text"
        ...${attributes}
        ...${described}
        value=${shown}
        onFocus=${() => (visit.current = ++numbered)}
        onInput=${onInput}
        onChange=${({ target }) => late && change(target.value.trim())}
      />
    </label>
    ${problem && html`<small class="problem" id=${id} role="alert">${problem}</small>`}
  </div>`;
}

/** A panel of the page with a heading. */
export function Panel({ name, title, about = "", aside = null, children }) {
  return html`<section class="panel ${name}" aria-labelledby="${name}-title">
    <div class="heading">
      <h2 id="${name}-title">${title}</h2>
      ${aside}
    </div>
    ${about && html`<p class="about-part">${about}</p>`} ${children}
  </section>`;
}

/** A part of a panel that is folded away. */
export function Folded({ title, children }) {
  return html`<details>
    <summary>${title}</summary>
    <div class="stack">${children}</div>
  </details>`;
}

/** A dialog over the page; `close` is called when it was closed. */
export function Dialog({ title, texts, close, wide = false, children }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const onClick = ({ target }) => target === box.current && box.current.close();
  return html`<dialog
    ref=${box}
    class=${wide ? "wide" : ""}
    aria-labelledby="dialog-title"
    onClose=${close}
    onClick=${onClick}
  >
    <header>
      <h2 id="dialog-title">${title}</h2>
      <${Button} label=${texts("close")} act=${() => box.current.close()} picture="close" quiet class="ghost" />
    </header>
    ${children}
  </dialog>`;
}

/**
 * A dialog whose button does something that may take long, or be refused; it closes on success. What is done hears of a
 * function to tell how far it is, and of a signal that the dialog was closed before.
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
    await act(setShare, ending.current.signal).then(close, (error) => setProblem(studio.worded(statedBy(error))));
    setShare(-1);
  };
  return html`<${Dialog} title=${title} texts=${texts} close=${close} wide=${wide}><div class="stack">
    ${children}
    <p class="verdict" role="alert" data-kind="bad">${problem}</p>
    ${busy && html`<progress max="1" value=${share} aria-label=${label}></progress>`}
    <${Button} label=${busy ? texts("at-work") : label} act=${run} class="primary" disabled=${busy} />
  </div></${Dialog}>`;
}

/** An element that is made elsewhere, shown here. */
export function Host({ element, ...attributes }) {
  const place = useRef(null);
  useLayoutEffect(() => place.current.replaceChildren(element), [element]);
  return html`<div ref=${place} ...${attributes}></div>`;
}
