// @ts-check
// Short texts in the browser's localStorage, if it is available and has room.

/**
 * Returns true if the text is stored, false if storage is forbidden or full.
 * @param {string} name
 * @param {string} text
 */
export function rememberText(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
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
  const data = valueInText(text);
  return Array.isArray(data) ? data : null;
}

/**
 * The value of a JSON text; null if it is none.
 * @param {string | null} text
 * @returns {any}
 */
export function valueInText(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
