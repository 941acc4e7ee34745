// @ts-check
// The card that shows a hint: first where to look, then the finding.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { spelled } from "./hint_view.js";

/**
 * @typedef {import("./data.js").Hint} Hint
 * @typedef {import("./data.js").TextFunction} TextFunction
 * @typedef {import("./session.js").Session} Session
 */

/**
 * @template {Hint} H
 * @typedef {{session: Session, hint: H, stage: number, texts: TextFunction}} HintProps
 */

const KINDS = { finding: Finding, mistake: Mistake, failed: Failed, stuck: Plain, none: Plain };

/**
 * The card of the hint that a session shows.
 * @param {{session: Session, shown: import("./data.js").ShownHint, texts: TextFunction}} props
 */
export function HintCard({ session, shown: { hint, stage }, texts }) {
  return html`<section class="card hint ${hint.kind}" aria-label=${texts("hint")}>
    <${Button} label=${texts("close")} act=${() => session.closeHint()} picture="close" quiet class="ghost close" />
    <${KINDS[hint.kind]} session=${session} hint=${hint} stage=${stage} texts=${texts} />
  </section>`;
}

/** @param {HintProps<Extract<Hint, {kind: "finding"}>>} props */
function Finding({ session, hint: { round, finding }, stage, texts }) {
  const { language } = texts;
  const { complexity } = round;
  const text = stage === 1 ? finding.look[language] : finding.sentence[language];
  const act = () => (stage === 1 ? session.hint() : session.applyHint());
  return html`<h2>
      ${round.title[language]}${complexity && html`<small>${texts("complexity", { number: complexity })}</small>`}
    </h2>
    <p>${spelled(text, session.state.settings.symbols)}</p>
    <${Button} label=${texts(stage === 1 ? "show-step" : "do-step")} act=${act} class="primary" />`;
}

/** @param {HintProps<Extract<Hint, {kind: "mistake"}>>} props */
function Mistake({ session, hint: { cells, missing }, stage, texts }) {
  const { size } = session.layout;
  const names = cells.map((cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`).join(", ");
  if (stage === 2) return html`<p>${texts(missing ? "what-missing" : "what-mistake", { cells: names })}</p>`;
  return html`<p>${texts("look-mistake")}</p>
    <${Button} label=${texts("check-where")} act=${() => session.hint()} class="primary" />`;
}

/** @param {HintProps<Extract<Hint, {kind: "failed"}>>} props */
function Failed({ hint: { text } }) {
  return html`<p>${text}</p>`;
}

/** @param {HintProps<Hint>} props */
function Plain({ hint: { kind }, texts }) {
  return html`<p>${texts(`hint-${kind}`)}</p>`;
}
