// @ts-check
// The card that shows a hint: first where to look, then the finding.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { spelled } from "./hint_view.js";
import { STAGES } from "./hints.js";
import { cellName } from "./layout.js";

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

/** The text of a finding, and the button for what follows, at each stage. */
const SHOWN = /** @type {const} */ ({
  [STAGES.where]: ["where", "show-technique"],
  [STAGES.technique]: ["look", "show-step"],
  [STAGES.step]: ["sentence", "do-step"],
});

/** @param {HintProps<Extract<Hint, {kind: "finding"}>>} props */
function Finding({ session, hint: { round, finding }, stage, texts }) {
  const { language } = texts;
  const { complexity } = round;
  const [text, label] = SHOWN[stage];
  const showStep = () => session.showStep();
  return html`<h2>
      ${stage === STAGES.where ? texts("hint") : round.title[language]}
      ${stage > STAGES.where && complexity && html`<small>${texts("complexity", { number: complexity })}</small>`}
    </h2>
    <p>${spelled(finding[text][language], session.state.settings.symbols)}</p>
    <div class="answers">
      <${Button} label=${texts(label)} act=${() => session.continueHint()} class="primary" />
      ${stage === STAGES.where && html`<${Button} label=${texts("show-step")} act=${showStep} class="ghost" />`}
    </div>`;
}

/** @param {HintProps<Extract<Hint, {kind: "mistake"}>>} props */
function Mistake({ session, hint: { cells, missing }, stage, texts }) {
  const names = cells.map((cell) => cellName(session.layout, cell)).join(", ");
  if (stage === STAGES.step) return html`<p>${texts(missing ? "what-missing" : "what-mistake", { cells: names })}</p>`;
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
