// @ts-check
// The card that tells why a cell cannot hold a digit.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { spelled } from "./hint_view.js";
import { cellName } from "./layout.js";
import { symbolText } from "./symbols.js";

/**
 * The card of a question: what to do until a digit is asked, then the answer.
 * @param {{session: import("./session.js").Session, question: import("./data.js").Question,
 *   texts: import("./data.js").TextFunction}} props
 */
export function QuestionCard({ session, question: { cell, digit, answer }, texts }) {
  const { cursor, settings } = session.state;
  const sign = digit ? symbolText(settings.symbols, digit) : "";
  const asked = { cell: cellName(session.layout, digit ? cell : cursor), digit: sign };
  return html`<section class="card hint why" aria-label=${texts("why")}>
    <${Button} label=${texts("close")} act=${() => session.closeHint()} picture="close" quiet class="ghost close" />
    <h2>${digit ? texts("why-asked", asked) : texts("why")}</h2>
    <${Answer} answer=${answer} symbols=${settings.symbols} texts=${texts} />
    <p>${texts(digit ? "why-again" : "why-how", asked)}</p>
  </section>`;
}

/**
 * @param {{answer: import("./data.js").Question["answer"], symbols: string,
 *   texts: import("./data.js").TextFunction}} props
 */
function Answer({ answer, symbols, texts }) {
  if (!answer) return null;
  if (answer === "waiting") return html`<p>${texts("why-waiting")}</p>`;
  if (answer === "mistake") return html`<p>${texts("look-mistake")}</p>`;
  if ("failed" in answer) return html`<p>${answer.failed}</p>`;
  const item = (/** @type {string} */ sentence) => html`<li>${spelled(sentence, symbols)}</li>`;
  return html`<ol class="steps">
    ${answer.sentences.map(item)}
  </ol>`;
}
