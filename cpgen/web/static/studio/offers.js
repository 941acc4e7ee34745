// @ts-check
// Changes that are offered if a plan is impossible.

import { html, useEffect, useState } from "../html.js";
import { Button } from "../parts.js";
import { possibleChanges } from "./checks.js";

/**
 * A button for each change.
 * @param {{studio: import("./studio.js").Studio, offers: import("./checks.js").Offer[]}} props
 */
export function Offers({ studio, offers }) {
  return html`<div class="row offers">
    ${offers.map(([key, fields]) => {
      const act = () => studio.edits.changePlan({ ...studio.state.plan, ...fields });
      return html`<${Button} key=${key} label=${studio.texts(key)} act=${act} class="chip" />`;
    })}
  </div>`;
}

/**
 * The changes that would make the plan possible, shown while the plan is the one whose job was impossible.
 * @param {{studio: import("./studio.js").Part<"edits" | "texts", "plan">}} props
 */
export function OffersForPlan({ studio }) {
  const { plan } = studio.state;
  const [found, setFound] = useState({ plan, offers: /** @type {import("./checks.js").Offer[]} */ ([]) });
  useEffect(() => {
    possibleChanges(found.plan).then((offers) => setFound({ ...found, offers }));
  }, []);
  return plan === found.plan ? html`<${Offers} studio=${studio} offers=${found.offers} />` : null;
}
