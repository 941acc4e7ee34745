// @ts-check
// Building elements of the page, and the icons.

import { ICONS } from "./parts.js";

const SVG = "http://www.w3.org/2000/svg";

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
