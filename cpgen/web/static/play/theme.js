// @ts-check
// The colours of the page.

export const THEMES = ["auto", "light", "dark", "contrast"];

const PREFERENCES = {
  contrast: matchMedia("(prefers-contrast: more)"),
  dark: matchMedia("(prefers-color-scheme: dark)"),
};
let worn = "auto";

/**
 * Applies a theme to the whole page; `auto` follows the system.
 * @param {string} theme
 */
export function wear(theme) {
  worn = theme;
  const preferred = Object.entries(PREFERENCES).find(([, { matches }]) => matches)?.[0] ?? "light";
  document.documentElement.dataset.theme = theme === "auto" ? preferred : theme;
}

for (const query of Object.values(PREFERENCES)) query.addEventListener("change", () => wear(worn));
