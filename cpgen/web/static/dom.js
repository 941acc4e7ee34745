// @ts-check
// Building elements of the page, and the icons.

const SVG = "http://www.w3.org/2000/svg";

export const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  erase: "M20 20H8l-5-5a2 2 0 0 1 0-3l9-9 9 9-9 8M8 8l8 8",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  check: "M4 12.5 9.5 18 20 7",
  pause: "M8 5v14M16 5v14",
  go: "M7 4.5v15l12-7.5z",
  settings:
    "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
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
  book: "M4 5a2 2 0 0 1 2-2h14v15H6a2 2 0 0 0-2 2zM4 19a2 2 0 0 0 2 2h14v-3",
};

/**
 * An element with attributes and children; `on` holds listeners, `true` and `false` switch attributes.
 * @param {string} tag
 * @param {Record<string, any>} attributes
 * @param {...(Node|string|null|false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children.filter((child) => typeof child === "string" || child instanceof Node));
  return element;
}

/** Creates an SVG element, as `element` creates an HTML element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

/** Sets attributes and listeners. */
export function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** A line drawing of the size of a letter. */
export function icon(name) {
  const path = svg("path", { d: ICONS[name] });
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, path);
}

/** A button with an icon, a label that may be hidden from the eye, and what it does. */
export function button(label, action, { picture = "", quiet = false, ...attributes } = {}) {
  const text = el("span", { class: quiet ? "unseen" : "label" }, label);
  const named = quiet ? { title: label } : {};
  return el(
    "button",
    { type: "button", ...named, ...attributes, on: { click: action } },
    picture ? icon(picture) : null,
    text,
  );
}

/** A labelled choice of one of several options: pairs of value and text, or of a group's name and its options. */
export function choice(label, options, chosen, choose, attributes = {}) {
  const option = ([value, text]) =>
    Array.isArray(text)
      ? el("optgroup", { label: value }, ...text.map(option))
      : el("option", { value, selected: value === chosen }, text);
  const select = el("select", { ...attributes, on: { change: () => choose(select.value) } }, ...options.map(option));
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/** A labelled switch. */
export function toggle(label, on, change) {
  const box = el("input", { type: "checkbox", checked: on, on: { change: () => change(box.checked) } });
  return el("label", { class: "switch" }, box, el("span", {}, label));
}
