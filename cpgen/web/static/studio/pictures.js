// @ts-check
// Pictures of the constraints of boards, which the server draws.

import { useEffect, useState } from "../html.js";
import { hasConstraints } from "../play/layout.js";
import { sendToServer } from "./server.js";

/** @typedef {import("../records.js").PostAnswers["drawing"]} Picture */

const MOST = 300; // pictures that are kept

/** @type {Map<string, Promise<Picture | null>>} */
const kept = new Map();

/**
 * The picture of the constraints in a board's spec and of drawings without a meaning; null until it is loaded, or if
 * there are none.
 * @param {string} spec
 * @param {string} cosmetics
 * @returns {Picture | null}
 */
export function usePicture(spec, cosmetics) {
  const [shown, setShown] = useState(/** @type {{question: string, picture: Picture | null} | null} */ (null));
  const question = JSON.stringify({ layout: spec, cosmetics });
  useEffect(() => {
    if (!hasConstraints(spec) && !cosmetics) return;
    let isWanted = true;
    pictureOf(question).then((picture) => isWanted && setShown({ question, picture }));
    return () => {
      isWanted = false;
    };
  }, [question]);
  return shown?.question === question ? shown.picture : null;
}

/** @param {string} question */
function pictureOf(question) {
  const known = kept.get(question);
  if (known) return known;
  const asked = sendToServer("drawing", JSON.parse(question)).catch(() => {
    kept.delete(question);
    return null;
  });
  kept.set(question, asked);
  if (kept.size > MOST) kept.delete(kept.keys().next().value ?? "");
  return asked;
}
