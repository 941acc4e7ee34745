// @ts-check
// The buttons next to the board: kinds of marks, digits, and the other actions of a game.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { COLOURS } from "./colours.js";
import { Glyph } from "./glyph.js";
import { range } from "./layout.js";
import { MODES } from "./session.js";
import { symbolName } from "./symbols.js";

/** @typedef {{session: import("./session.js").Session, texts: import("./data.js").TextFunction}} Props */

const LONGEST = 9; // keys in a row

/**
 * The buttons next to a board.
 * @param {Props} props
 */
export function Controls({ session, texts }) {
  return html`<div class="controls">
    <${Modes} session=${session} texts=${texts} />
    <${Keypad} session=${session} texts=${texts} />
    <${Actions} session=${session} texts=${texts} />
    <${Learning} session=${session} texts=${texts} />
  </div>`;
}

/** @param {Props} props */
function Modes({ session, texts }) {
  const { mode: chosen } = session.state;
  const button = (/** @type {import("./session.js").Mode} */ mode) =>
    html`<${Button}
      label=${texts(`mode-${mode}`)}
      act=${() => session.setMode(mode)}
      class="mode"
      aria-pressed=${String(mode === chosen)}
    />`;
  return html`<div class="modes" role="group" aria-label=${texts("mode")}>${MODES.map(button)}</div>`;
}

/** @param {Props} props */
function Keypad({ session, texts }) {
  const { size } = session.layout;
  const colouring = session.state.mode === "colour";
  const across = Math.ceil(size / Math.ceil(size / LONGEST));
  const shape = size === LONGEST ? "nine" : size > LONGEST ? "many" : "";
  const names = ["keypad", shape, colouring && "colours"].filter(Boolean).join(" ");
  const { remaining } = session;
  const key = (/** @type {number} */ k) =>
    html`<${Key} digit=${k + 1} left=${remaining[k]} colouring=${colouring} session=${session} texts=${texts} />`;
  return html`<div class=${names} role="group" aria-label=${texts("keypad")} style=${{ "--across": String(across) }}>
    ${range(size).map(key)}
  </div>`;
}

/** @param {Props & {digit: number, left: number, colouring: boolean}} props */
function Key({ digit, left, colouring, session, texts }) {
  const { symbols } = session.state.settings;
  const isColour = digit <= COLOURS;
  const shown = Math.max(0, left);
  const writes = texts("key-left", { digit: symbolName(symbols, digit, texts), left: shown });
  return html`<button
    type="button"
    class=${left > 0 ? "key" : "key placed"}
    aria-label=${colouring && isColour ? texts(`colour-${digit}`) : writes}
    disabled=${session.idle || (colouring && !isColour)}
    onClick=${() => session.enter(digit)}
  >
    <span class="sign"><${Glyph} symbols=${symbols} digit=${digit} /></span>
    <span class="left" aria-hidden="true" data-count=${shown}></span>
    <span class="sample colour-${digit}" aria-hidden="true"></span>
  </button>`;
}

/** @param {Props} props */
function Actions({ session, texts }) {
  const { idle, state } = session;
  const { history, counted, wrong } = state;
  const unknown = !session.solution;
  /** @type {(name: string, act: () => void, disabled?: boolean, attributes?: object) => unknown} */
  const action = (name, act, disabled = false, attributes = {}) =>
    html`<${Button} label=${texts(name)} act=${act} picture=${name} disabled=${idle || disabled} ...${attributes} />`;
  const check = counted && !wrong.size ? "check-where" : "check";
  const hint = { class: "hint-button", title: unknown ? texts("hint-unknown") : "" };
  return html`<div class="actions" role="group" aria-label=${texts("actions")}>
    ${action("undo", () => session.undo(), !history.canUndo)} ${action("redo", () => session.redo(), !history.canRedo)}
    ${action("erase", () => session.erase())}
    ${action("mark-all", () => session.markAll(), false, { picture: "marks", title: texts("mark-all-long") })}
    ${action(check, () => session.check(), unknown, { picture: "check" })}
    ${action("hint", () => session.hint(), unknown, hint)}
  </div>`;
}

/**
 * The buttons that ask why a digit is not possible, and that replay the game.
 * @param {Props} props
 */
function Learning({ session, texts }) {
  const { state, idle, paused } = session;
  const { replay, history } = state;
  const show = () => session.replayTo(history.moves.done.length);
  /** @type {(name: string, act: () => void, disabled: boolean) => unknown} */
  const button = (name, act, disabled) =>
    html`<${Button} label=${texts(name)} act=${act} picture=${name} disabled=${disabled} class="ghost" />`;
  return html`<div class="learning">
    ${session.canRefute && button("why", () => session.askWhy(), idle)}
    ${button("replay", show, !history.canUndo || paused || replay !== null)}
  </div>`;
}
