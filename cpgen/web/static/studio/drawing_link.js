// @ts-check
// A link that opens the drawing in the studio, with the values and digits that are open.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { addressOfDrawing } from "./address.js";
import { copyAddress } from "./dialogs.js";

/** @param {{studio: import("./studio.js").Part<"planned" | "setState" | "texts">}} props */
export function DrawingLink({ studio }) {
  const { texts } = studio;
  const address = new URL(addressOfDrawing(studio.planned), location.href).href;
  return html`<div class="row link">
    <label class="field">
      <span>${texts("drawing-link")}</span>
      <input
        type="text"
        readonly
        value=${address}
        onFocus=${(/** @type {{target: HTMLInputElement}} */ { target }) => target.select()}
      />
    </label>
    <${Button}
      label=${texts("copy-of", { name: texts("drawing-link") })}
      act=${() => copyAddress(studio, address)}
      picture="copy"
      quiet
    />
  </div>`;
}
