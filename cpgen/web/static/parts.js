// @ts-check
// The plain parts of all pages: icons, buttons, choices, switches and dialogs.

import { html, signal, useLayoutEffect, useRef } from "./html.js";

/**
 * @typedef {import("preact").ComponentChildren} Children
 * @typedef {import("./play/texts.js").TextFunction} TextFunction
 * @typedef {[name: string, text: string]} Option the value of a choice, and its text
 * @typedef {[group: string, options: Option[]]} Group the title of a group of a choice, and its options
 */

/** The path data of icons, drawn with a pen in a square of 24. @type {Record<string, string>} */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  erase: "M20 20H8l-5-5a2 2 0 0 1 0-3l9-9 9 9-9 8M8 8l8 8",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  why: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18.5h.01",
  replay: "M4 5v5h5M4.5 10A8 8 0 1 1 4 13M12 8v4.5l3 2",
  check: "M4 12.5 9.5 18 20 7",
  pause: "M8 5v14M16 5v14",
  go: "M7 4.5v15l12-7.5z",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z" +
    "M8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  share: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  elsewhere: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  print: "M7 9V3h10v6M7 17H4v-7h16v7h-3M7 14h10v7H7z",
  zoom: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 21 21M10.5 7.5v6M7.5 10.5h6",
  close: "M6 6l12 12M18 6 6 18",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  mirror: "M12 3v18M8 7L3 17h5zM16 7l5 10h-5z",
  marks: "M4 4h16v16H4zM8 8h.01M12 8h.01M16 8h.01M8 12h.01M12 12h.01M16 12h.01M8 16h.01M12 16h.01M16 16h.01",
  restart: "M4 5v5h5M4.5 10A8 8 0 1 1 4 13",
  dice: "M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  stop: "M6 6h12v12H6z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  puzzles: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  board: "M4 4h16v16H4zM4 9.33h16M4 14.66h16M9.33 4v16M14.66 4v16",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  add: "M12 5v14M5 12h14",
  open: "M3 19V6a1 1 0 0 1 1-1h5l2 2h8a1 1 0 0 1 1 1v2M3 19l3-9h16l-3 9z",
  select: "M5 3l14 8-6 1.5L10 19z",
  apart: "M4 12h5M4 12l2-2M4 12l2 2M20 12h-5M20 12l-2-2M20 12l-2 2M12 4v16",
  leaps: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16M6.6 17.4h.01M12 6.6h.01",
  "all-shown": "M5 8a3 3 0 1 1 6 0 3 3 0 0 1-6 0zM13 16a3 3 0 1 1 6 0 3 3 0 0 1-6 0zM14 5l5 5M19 5l-5 5",
  entropy: "M4 4h16v16H4zM12 4v16M4 12h16M7 8h2M15 7v2M14 8h2M8 15v2M15 15l2 2M17 15l-2 2",
  diagonals: "M4 4h16v16H4zM4 4l16 16M20 4 4 20",
  windows: "M4 4h16v16H4zM6.5 6.5h4.5v4.5H6.5zM13 6.5h4.5v4.5H13zM6.5 13h4.5v4.5H6.5zM13 13h4.5v4.5H13z",
  disjoint: "M4 4h16v16H4zM12 4v16M4 12h16M7 7h.01M15 7h.01M7 15h.01M15 15h.01",
  taxicab: "M4 4h16v16H4zM7.5 7.5v4.5h4.5v4.5h4.5M7.5 7.5h.01M16.5 16.5h.01",
  flatmates: "M3.5 11 12 4l8.5 7M6 10v10h12V10M10 13h4v4h-4z",
  modular: "M4 4h16v16H4zM8.5 15.5l7-7M9 9h.01M15 15h.01",
  extra: "M4 4h16v16H4zM7 17l3-3 1-4 3-1 3-2",
  "start-heart": "M12 20C5 15 3 11.5 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5c0 3-2 6.5-9 11.5z",
  "start-killer": "M4 4h3M10 4h4M17 4h3v3M20 10v4M20 17v3h-3M14 20h-4M7 20H4v-3M4 14v-4M4 7V4M8 9v6M12 9h4v3h-4v3h4",
  "start-thermo": "M6 15a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM6 15V9l6-5h8",
  book: "M4 5a2 2 0 0 1 2-2h14v15H6a2 2 0 0 0-2 2zM4 19a2 2 0 0 0 2 2h14v-3",
};

/**
 * A line drawing of the size of a letter.
 * @param {{name: string}} props
 */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${ICONS[name]} />
  </svg>`;
}

/**
 * A button for work that costs. It ignores the second press of a double click, presses while a key is held down, and
 * presses until the promise of its `act` is settled. Further properties are those of `Button`.
 * @param {{label: string, act: (event: MouseEvent) => unknown, [name: string]: unknown}} props
 */
export function CostlyButton({ act, ...properties }) {
  const busy = useRef(false);
  const once = async (/** @type {MouseEvent} */ event) => {
    if (busy.current || event.detail > 1) return;
    busy.current = true;
    try {
      await act(event);
    } finally {
      busy.current = false;
    }
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => event.repeat && event.preventDefault();
  return html`<${Button} ...${properties} act=${once} onKeyDown=${onKeyDown} />`;
}

/**
 * A button with an icon, a label that may be hidden from the eye, and what it does; further properties are attributes.
 * @param {{label: string, act: (event: MouseEvent) => void, picture?: string, quiet?: boolean,
 *   [name: string]: unknown}} props
 */
export function Button({ label, act, picture = "", quiet = false, ...attributes }) {
  const title = quiet ? { title: label } : {};
  return html`<button type="button" ...${title} ...${attributes} onClick=${act}>
    ${picture && html`<${Icon} name=${picture} />`}
    <span class=${quiet ? "unseen" : "label"}>${label}</span>
  </button>`;
}

/**
 * A labelled choice of one of several options, which may be in groups; further properties are attributes.
 * @param {{label: string, options: (Option | Group)[], value: string, choose: (value: string) => void,
 *   [name: string]: unknown}} props
 */
export function Choice({ label, options, value, choose, ...attributes }) {
  /** @type {(option: Option | Group) => Children} */
  const option = ([name, text]) =>
    Array.isArray(text)
      ? html`<optgroup label=${name}>${text.map(option)}</optgroup>`
      : html`<option value=${name} selected=${name === value}>${text}</option>`;
  /** @param {{currentTarget: HTMLSelectElement}} event */
  const change = ({ currentTarget: select }) => {
    const chosen = select.value;
    select.value = value; // until what is chosen comes back as the value
    choose(chosen);
  };
  return html`<label class="field">
    <span>${label}</span>
    <select ...${attributes} value=${value} onChange=${change}>
      ${options.map(option)}
    </select>
  </label>`;
}

/**
 * A labelled switch.
 * @param {{label: string, on: boolean, change: (on: boolean) => void}} props
 */
export function Toggle({ label, on, change }) {
  /** @param {{currentTarget: HTMLInputElement}} event */
  const onChange = ({ currentTarget }) => change(currentTarget.checked);
  return html`<label class="switch">
    <input type="checkbox" checked=${on} onChange=${onChange} />
    <span>${label}</span>
  </label>`;
}

/** The number of dialogs that are open. It changes before the next key is heard. */
export const openDialogs = signal(0);

/**
 * A dialog over the page; `close` is called when it was closed.
 * @param {{title: string, texts: TextFunction, close: () => void, wide?: boolean, children?: Children}} props
 */
export function Dialog({ title, texts, close, wide = false, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    dialog.showModal();
    openDialogs.value++;
    let isCounted = true;
    const uncount = () => {
      if (isCounted) openDialogs.value--;
      isCounted = false;
    };
    // The event of a closed dialog comes later than a key that is pressed next.
    const watching = new MutationObserver(() => dialog.open || uncount());
    watching.observe(dialog, { attributeFilter: ["open"] });
    return () => {
      watching.disconnect();
      uncount();
      dialog.close(); // which gives the focus back
    };
  }, []);
  /** @param {MouseEvent} event */
  const onClick = ({ target }) => target === box.current && box.current?.close();
  return html`<dialog
    ref=${box}
    class=${wide ? "wide" : ""}
    aria-labelledby="dialog-title"
    onClose=${() => box.current && close()}
    onClick=${onClick}
  >
    <header>
      <h2 id="dialog-title">${title}</h2>
      <${Button} label=${texts("close")} act=${() => box.current?.close()} picture="close" quiet class="ghost" />
    </header>
    ${children}
  </dialog>`;
}

/**
 * Closes the dialog around a part of it.
 * @param {EventTarget | null} part
 */
export function closeAround(part) {
  /** @type {Element} */ (part).closest("dialog")?.close();
}
