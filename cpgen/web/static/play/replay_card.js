// @ts-check
// The card that replays one's own solution, move by move, and shows where it went wrong.

import { html } from "../html.js";
import { Button } from "../parts.js";
import { cellName } from "./layout.js";

/**
 * The controls of a replay.
 * @param {{session: import("./session.js").Session, texts: import("./data.js").TextFunction}} props
 */
export function ReplayCard({ session, texts }) {
  const { history, replay, wrong } = session.state;
  const { firstMistake } = session;
  const number = replay ?? 0;
  const count = history.moves.done.length;
  const to = (/** @type {number | null} */ place) => () => session.replayTo(place);
  const move = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) =>
    session.replayTo(Number(currentTarget.value));
  const names = (/** @type {Iterable<number>} */ cells) =>
    [...cells].map((cell) => cellName(session.layout, cell)).join(texts("pause"));
  const changed = names(session.replayedCells);
  const place = texts(changed ? "replay-move" : "replay-at", { number, count, cells: changed });
  return html`<section class="card hint replay" aria-label=${texts("replay")}>
    <${Button} label=${texts("close")} act=${to(null)} picture="close" quiet class="ghost close" />
    <h2>${texts("replay")}</h2>
    <p role="status">
      ${place}${wrong.size > 0 && html` <strong>${texts("what-mistake", { cells: names(wrong) })}</strong>`}
    </p>
    <div class="slide">
      <${Button} label=${texts("replay-back")} act=${to(number - 1)} picture="left" quiet disabled=${number === 0} />
      <input type="range" min="0" max=${count} value=${number} aria-label=${texts("replay-place")} onInput=${move} />
      <${Button} label=${texts("replay-on")} act=${to(number + 1)} picture="right" quiet disabled=${number >= count} />
    </div>
    <div class="answers">
      ${
        firstMistake > 0
          ? html`<${Button} label=${texts("replay-mistake", { number: firstMistake })} act=${to(firstMistake)} />`
          : html`<p>${texts("replay-right")}</p>`
      }
      <${Button} label=${texts("replay-continue")} act=${() => session.continueReplayed()} class="primary" />
    </div>
  </section>`;
}
