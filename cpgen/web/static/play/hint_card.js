// The card that shows a hint: first where to look, then what is there.

import { button, el } from "../dom.js";
import { hasFigure, tints } from "./figure.js";
import { candidatesOf } from "./hints.js";
import { symbolText } from "./symbols.js";

/**
 * The card of the hint that a session shows, null when it shows none.
 * @param {import("./session.js").Session} session
 */
export function hintCard(session, texts) {
  const hint = session.shownHint;
  if (!hint) return null;
  const parts = { finding, mistake, failed, stuck: plain, none: plain }[hint.kind](session, hint, texts);
  const close = button(texts("close"), () => session.closeHint(), {
    picture: "close",
    quiet: true,
    class: "ghost close",
  });
  return el("section", { class: `card hint ${hint.kind}`, "aria-label": texts("hint") }, close, ...parts);
}

function finding(session, { round, finding: found }, texts) {
  const { language } = texts;
  const complexity = round.complexity ? el("small", {}, texts("complexity", { number: round.complexity })) : null;
  const text = session.stage === 1 ? found.look[language] : found.sentence[language];
  const next =
    session.stage === 1
      ? button(texts("show-step"), () => session.hint(), { class: "primary" })
      : button(texts("do-step"), () => session.applyHint(), { class: "primary" });
  return [el("h2", {}, round.title[language], complexity), el("p", {}, spelled(text, session.settings.symbols)), next];
}

function mistake(session, { cells, missing }, texts) {
  const { size } = session.layout;
  const names = cells.map((cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`).join(", ");
  const first = session.stage === 1;
  const text = first ? texts("look-mistake") : texts(missing ? "what-missing" : "what-mistake", { cells: names });
  const next = first ? button(texts("show-step"), () => session.hint(), { class: "primary" }) : null;
  return [el("p", {}, text), next];
}

function failed(_session, { text }) {
  return [el("p", {}, text)];
}

function plain(_session, { kind }, texts) {
  return [el("p", {}, texts(`hint-${kind}`))];
}

/** A sentence whose digits, which are in braces, are replaced by the chosen symbols. */
export function spelled(sentence, symbols) {
  return sentence.replace(/\{(\d+)\}/g, (_, digit) => symbolText(symbols, Number(digit)));
}

/** The sets of cells that the shown hint marks on the board. */
export function hintSets({ shownHint: hint, stage }) {
  const found = hint?.kind === "finding" ? hint.finding : { houses: [], cells: [] };
  const figure = tints(stage === 2 ? found : null);
  if (stage === 2 && hasFigure(found)) return figure;
  return { ...figure, look: new Set(found.houses.flat()), focus: new Set(stage === 2 ? found.cells : []) };
}

/** The figure of the shown hint with the board's candidates, for the board to draw; null when there is none. */
export function hintFigure({ shownHint: hint, stage, layout, game, explained }) {
  if (hint?.kind !== "finding" || stage !== 2 || !hasFigure(hint.finding)) return null;
  return { finding: hint.finding, candidates: candidatesOf(layout, game, explained) };
}

/** The placements and eliminations of the shown hint, for the board. */
export function hintEffects({ shownHint: hint, stage }) {
  return hint?.kind === "finding" && stage === 2 ? hint.finding : { placed: [], removed: [] };
}
