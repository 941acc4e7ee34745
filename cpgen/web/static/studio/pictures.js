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
 * The picture of the constraints in a board's spec; null until it is loaded, or if there are no constraints.
 * @param {string} spec
 * @returns {Picture | null}
 */
export function usePicture(spec) {
  const [shown, setShown] = useState(/** @type {{spec: string, picture: Picture | null} | null} */ (null));
  useEffect(() => {
    if (!hasConstraints(spec)) return;
    let isWanted = true;
    pictureOf(spec).then((picture) => isWanted && setShown({ spec, picture }));
    return () => {
      isWanted = false;
    };
  }, [spec]);
  return shown?.spec === spec ? shown.picture : null;
}

/** @param {string} spec */
function pictureOf(spec) {
  const known = kept.get(spec);
  if (known) return known;
  const asked = sendToServer("drawing", { layout: spec }).catch(() => {
    kept.delete(spec);
    return null;
  });
  kept.set(spec, asked);
  if (kept.size > MOST) kept.delete(kept.keys().next().value ?? "");
  return asked;
}
