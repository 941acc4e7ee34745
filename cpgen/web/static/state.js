// @ts-check
// State in signals: a component that reads a field while it is drawn is drawn again when that field changes.

import { computed, signal } from "./html.js";

/**
 * An object with a signal behind each field.
 * @template {object} T
 * @param {T} values
 * @returns {T}
 */
export function stateOf(values) {
  const state = {};
  for (const [name, value] of Object.entries(values)) {
    const field = signal(value);
    Object.defineProperty(state, name, {
      enumerable: true,
      get: () => field.value,
      set: (after) => {
        field.value = after;
      },
    });
  }
  return /** @type {T} */ (Object.seal(state));
}

/**
 * The fields of an immutable object that is replaced by others of its kind: each changes only when its value does.
 * @template {object} T
 * @param {() => T} whole reads the object that holds now
 * @returns {Readonly<T>}
 */
export function fieldsOf(whole) {
  const fields = {};
  for (const name of /** @type {(keyof T)[]} */ (Object.keys(whole()))) {
    const field = computed(() => whole()[name]);
    Object.defineProperty(fields, name, { enumerable: true, get: () => field.value });
  }
  return /** @type {T} */ (Object.seal(fields));
}
