// The card that shows a hint: first where to look, then what is there.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { spelled } from "./hint_view.js";

const KINDS = { finding: Finding, mistake: Mistake, failed: Failed, stuck: Plain, none: Plain };

/**
 * The card of the hint that a session shows.
 * @param {{session: import("./session.js").Session, texts: Function}} props
 */
export function HintCard({ session, texts }) {
  const { hint, stage } = session.state.shown;
  return html`<section class="card hint ${hint.kind}" aria-label=${texts("hint")}>
    <${Button} label=${texts("close")} act=${() => session.closeHint()} picture="close" quiet class="ghost close" />
    <${KINDS[hint.kind]} session=${session} hint=${hint} stage=${stage} texts=${texts} />
  </section>`;
}

function Finding({ session, hint: { round, finding }, stage, texts }) {
  const { language } = texts;
  const text = stage === 1 ? finding.look[language] : finding.sentence[language];
  const next = stage === 1 ? ["show-step", () => session.hint()] : ["do-step", () => session.applyHint()];
  return html`<h2>
      ${round.title[language]}${round.complexity && html`<small>${texts("complexity", { number: round.complexity })}</small>`}
    </h2>
    <p>${spelled(text, session.state.settings.symbols)}</p>
    <${Button} label=${texts(next[0])} act=${next[1]} class="primary" />`;
}

function Mistake({ session, hint: { cells, missing }, stage, texts }) {
  const { size } = session.layout;
  const names = cells.map((cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`).join(", ");
  if (stage === 2) return html`<p>${texts(missing ? "what-missing" : "what-mistake", { cells: names })}</p>`;
  return html`<p>${texts("look-mistake")}</p>
    <${Button} label=${texts("check-where")} act=${() => session.hint()} class="primary" />`;
}

function Failed({ hint: { text } }) {
  return html`<p>${text}</p>`;
}

function Plain({ hint: { kind }, texts }) {
  return html`<p>${texts(`hint-${kind}`)}</p>`;
}
