// @ts-check
// The status of the board in one chip: how many solutions it has, and the rating of a single one.

import { otherScale } from "../play/about.js";
import { html } from "../html.js";
import { gradeTitle } from "./names.js";
import { isBegun, MANY } from "./outlook.js";
import { Button } from "../parts.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./outlook.js").Prospect} Prospect
 */

/**
 * The outlook of the board in a sentence; where it could not be had in a moment, with a button that asks for it.
 * @param {{studio: Studio}} props
 */
export function StatusChip({ studio }) {
  const { texts } = studio;
  const { following, outlook, judging } = studio.state;
  if (!following && !isBegun(studio.planned)) return null;
  const ask = html`<${Button}
    label=${texts("verdict-ask")}
    act=${() => studio.outlook.askPatiently()}
    picture="check"
    class="chip"
  />`;
  if (!outlook && !judging) return studio.pen.isWrong ? null : ask;
  const [kind, text] = outlook ? [kindOf(outlook), summary(studio, outlook)] : ["", texts("verdict-waits")];
  const names = outlook?.isStale ? "verdict stale" : "verdict";
  return html`<p class=${names} role="status" data-kind=${kind} title=${text}>${text}</p>
    ${outlook?.solutions === null && !judging && ask}`;
}

/** @param {Prospect} outlook */
function kindOf({ solutions }) {
  return solutions === 0 ? "bad" : solutions === 1 ? "good" : "";
}

/**
 * The number of solutions, with the rating of a single one, or the clues to blame for none.
 * @param {Studio} studio
 * @param {Prospect} outlook
 */
function summary(studio, outlook) {
  const { texts } = studio;
  const { solutions, conflict, blamed, grade } = outlook;
  if (solutions === null) return texts("outlook-unknown");
  if (solutions === 0)
    return texts(blamed.length ? "outlook-blamed" : conflict.length ? "outlook-conflict" : "outlook-none");
  if (solutions >= MANY) return texts("outlook-many", { count: MANY });
  if (solutions > 1) return texts("outlook-several", { count: solutions });
  if (outlook.isWhole && !outlook.rated) return texts("outlook-only");
  if (outlook.outcome === "stopped") return texts("outlook-one", { how: texts("result-stopped", { ...outlook }) });
  const how = grade
    ? [gradeTitle(studio, grade), texts("result-level", { ...outlook }), ...otherScale(outlook, studio.playTexts)].join(
        texts("pause"),
      )
    : texts("result-stuck");
  return texts("outlook-one", { how });
}
