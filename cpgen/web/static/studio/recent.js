// @ts-check
// The kinds of constraints that were drawn last, which the browser remembers.

import { listInText, rememberedText, rememberText } from "../memory.js";

const NAME = "cpgen.recent";
const MOST = 6;

/**
 * The kinds that were drawn, the latest first.
 * @returns {string[]}
 */
export function recentKinds() {
  return (listInText(rememberedText(NAME)) ?? []).filter((kind) => typeof kind === "string").slice(0, MOST);
}

/**
 * The recent kinds with another one, which is remembered. The order stays if it is among them.
 * @param {string[]} recent
 * @param {string} kind
 */
export function withRecent(recent, kind) {
  if (recent.includes(kind)) return recent;
  const after = [kind, ...recent].slice(0, MOST);
  rememberText(NAME, JSON.stringify(after));
  return after;
}
