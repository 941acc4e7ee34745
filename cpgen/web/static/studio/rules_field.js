// @ts-check
// The author's rules text: a field that shows the sentences about the constraints until the author writes a text.

import { html, useEffect, useState } from "../html.js";
import { Button } from "../parts.js";
import { ownSet } from "../play/symbols.js";
import { Folded, TextArea, TextField } from "./parts.js";
import { sendToServer } from "./server.js";

const LONGEST = 20000; // characters, as on the server

/**
 * @typedef {Record<string, string[]>} Sentences about the constraints of a board, by language
 */

/**
 * The rules of the project, in which puzzles are made.
 * @param {{studio: import("./studio.js").Part<"edits" | "planned" | "texts", "drawn" | "plan">}} props
 */
export function RulesPart({ studio }) {
  const { drawn } = studio.state;
  const { planned } = studio;
  const set = (/** @type {Partial<import("./plan.js").Plan>} */ fields, /** @type {string | null} */ visit = null) =>
    studio.edits.changePlan({ ...studio.state.plan, ...fields }, visit);
  return html`<${Folded} title=${studio.texts("rules")}>
    <${RulesField}
      studio=${studio}
      rules=${planned.rules}
      usual=${drawn?.rules ?? {}}
      change=${(/** @type {string} */ rules, /** @type {string} */ visit) => set({ rules }, visit)}
    />
    <${MessageField}
      texts=${studio.texts}
      message=${planned.message}
      change=${(/** @type {string} */ message, /** @type {string} */ visit) => set({ message }, visit)}
    />
    <${SymbolsField}
      texts=${studio.texts}
      symbols=${planned.symbols}
      size=${planned.board.size}
      change=${(/** @type {string} */ symbols, /** @type {string} */ visit) => set({ symbols }, visit)}
    />
  </${Folded}>`;
}

/**
 * A field for what the author says when the puzzle is solved.
 * @param {{texts: import("../play/texts.js").TextFunction, message: string,
 *   change: (text: string, visit?: string) => void}} props
 */
export function MessageField({ texts, message, change }) {
  return html`<${TextArea}
    label=${texts("message-text")}
    value=${message}
    rows="2"
    maxlength=${LONGEST}
    change=${change}
  />`;
}

/**
 * A field for the symbols of the digits, which says what is wrong with them.
 * @param {{texts: import("../play/texts.js").TextFunction, symbols: string, size: number,
 *   change: (text: string, visit?: string) => void}} props
 */
export function SymbolsField({ texts, symbols, size, change }) {
  const isWrong = symbols.trim() && ownSet(symbols, size) === "digits";
  return html`<div class="stack">
    <${TextField}
      label=${texts("own-symbols")}
      value=${symbols}
      maxlength="400"
      placeholder=${texts("own-symbols-example")}
      aria-invalid=${String(Boolean(isWrong))}
      change=${change}
    />
    ${isWrong && html`<p class="problem" role="status">${texts("own-symbols-count", { size })}</p>`}
  </div>`;
}

/**
 * A field for a rules text. `rules` is empty while the usual sentences apply; `change` hears of a text, and of "" when
 * they shall apply again.
 * @param {{studio: import("./studio.js").Part<"texts">, rules: string, usual: Sentences, change: (text: string,
 *   visit?: string) => void}} props
 */
export function RulesField({ studio, rules, usual, change }) {
  const { texts } = studio;
  const written = (/** @type {string} */ language) => (usual[language] ?? []).join("\n");
  const shown = written(texts.language);
  const both = Object.keys(usual).map(written).filter(Boolean).join("\n\n");
  const own = (/** @type {string} */ text) => (text.trim() === shown ? "" : text.trim());
  return html`<div class="stack">
    <${TextArea}
      label=${texts("rules-text")}
      value=${rules || shown}
      rows="5"
      maxlength=${LONGEST}
      placeholder=${texts("rules-usual")}
      change=${(/** @type {string} */ text, /** @type {string} */ visit) => change(own(text), visit)}
    />
    <div class="row">
      <${Button} label=${texts("rules-reset")} act=${() => change("")} picture="restart" disabled=${!rules} />
      <${Button} label=${texts("rules-both")} act=${() => change(both)} disabled=${!both || rules === both} />
    </div>
  </div>`;
}

/**
 * The sentences about the constraints of a puzzle's board; none until the server has answered.
 * @param {string} layout its spec
 * @returns {Sentences}
 */
export function useUsualRules(layout) {
  const [rules, setRules] = useState(/** @type {Sentences} */ ({}));
  useEffect(() => {
    const show = (/** @type {{rules: Sentences}} */ drawing) => setRules(drawing.rules);
    sendToServer("drawing", { layout }).then(show, () => undefined); // without them, the field begins empty
  }, [layout]);
  return rules;
}
