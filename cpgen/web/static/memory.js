// @ts-check
// Short texts in the browser's localStorage, if it is available and has room.

/**
 * @param {string} name
 * @param {string} text
 */
export function rememberText(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // storage is forbidden or full: the text lives as long as the page
  }
}

/**
 * The text of a name; null if there is none.
 * @param {string} name
 */
export function rememberedText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden
  }
}

/** @param {string} name */
export function forgetText(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // storage is forbidden
  }
}

/**
 * The list in a JSON text; null if it holds no list.
 * @param {string | null} text
 * @returns {any[] | null}
 */
export function listInText(text) {
  try {
    const data = JSON.parse(text ?? "");
    return Array.isArray(data) ? data : null;
  } catch {
    return null;
  }
}
