// @ts-check
// New ids, and times to sort by.

/** A new id, of letters and digits. */
export function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return [...numbers].map((number) => number.toString(36)).join("");
}

let latest = 0;

/** A time that is later than all that were given before, to sort by. */
export function nextMoment() {
  return (latest = Math.max(Date.now(), latest + 0.001));
}
