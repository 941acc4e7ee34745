// The dialog of settings, and the colours of the page.

import { button, choice, el, toggle } from "../dom.js";
import { setsFor } from "./symbols.js";

export const THEMES = ["auto", "light", "dark", "contrast"];
const SWITCHES = ["conflicts", "same", "seen", "tidy", "places", "timer"];
const KEYS = ["move", "digits", "mode", "erase", "hint", "mouse"];

const PREFERENCES = {
  contrast: matchMedia("(prefers-contrast: more)"),
  dark: matchMedia("(prefers-color-scheme: dark)"),
};
let worn = "auto";

/** Applies a theme to the whole page; `auto` follows the system. */
export function wear(theme) {
  worn = theme;
  const preferred = Object.keys(PREFERENCES).find((name) => PREFERENCES[name].matches) ?? "light";
  document.documentElement.dataset.theme = theme === "auto" ? preferred : theme;
}

for (const query of Object.values(PREFERENCES)) query.addEventListener("change", () => wear(worn));

/** A dialog with a heading; it goes from the page when it is closed. */
export function dialog(title, texts, ...content) {
  const close = () => box.close();
  const head = el(
    "header",
    {},
    el("h2", { id: "dialog-title" }, title),
    button(texts("close"), close, { picture: "close", quiet: true, class: "ghost" }),
  );
  const box = el("dialog", { "aria-labelledby": "dialog-title", on: { close: () => box.remove() } }, head, ...content);
  box.addEventListener("click", (event) => event.target === box && close());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Opens the settings; `change` is called with each one that changes. */
export function openSettings({ settings, size, texts, ladders, change, restart }) {
  const themes = THEMES.map((name) => [name, texts(`theme-${name}`)]);
  const sets = setsFor(size).map((name) => [name, texts(`symbols-${name}`)]);
  const choices = [
    choice(texts("theme"), themes, settings.theme, (theme) => change({ theme })),
    choice(texts("symbols"), sets, settings.symbols, (symbols) => change({ symbols })),
    ...(ladders.length ? [choice(texts("hint-ladder"), ladders, settings.ladder, (ladder) => change({ ladder }))] : []),
  ];
  const switches = SWITCHES.map((name) => toggle(texts(`set-${name}`), settings[name], (on) => change({ [name]: on })));
  const keys = KEYS.map((name) => el("li", {}, texts(`keys-${name}`)));
  const help = el("details", {}, el("summary", {}, texts("help")), el("ul", {}, ...keys));
  const again = button(texts("restart"), () => (box.close(), restart()), {
    picture: "restart",
  });
  const box = dialog(texts("settings"), texts, el("div", { class: "stack" }, ...choices, ...switches, help, again));
}
