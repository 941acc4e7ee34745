// @ts-check
// Boards to practise one technique: the choice of it, and the buttons that make boards and open them.

import { WholeField } from "./difficulty.js";
import { focusOn } from "../focus.js";
import { html, useLayoutEffect, useRef } from "../html.js";
import { JobList, MakingButton } from "./making.js";
import { Button, Choice } from "../parts.js";
import { Panel } from "./parts.js";
import { practiceOf } from "./requests.js";
import { techniqueOptions } from "./techniques.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 */

const BY_NAME_ALONE = "brute-force"; // which nobody needs to practise

/**
 * The choice of a technique to practise.
 * @param {{studio: Studio}} props
 */
export function Practice({ studio }) {
  const { texts } = studio;
  const plan = studio.planned;
  const { returned } = studio.state;
  const { exercises } = studio;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (!exercises.some((one) => `${one.layout} ${one.puzzle}` === returned)) return;
    focusOn(".practise");
    studio.setState({ returned: "" });
  }, [returned]);
  const choose = (/** @type {string} */ technique) => studio.edits.changePlan({ ...plan, technique });
  const renewed = (/** @type {import("./plan.js").Plan} */ wanted) => {
    if (exercises.length) studio.edits.makeChange({ puzzles: exercises.map(({ key }) => [key, null]) });
    return [practiceOf(wanted)];
  };
  return html`<div ref=${place}><${Panel} name="practice" title=${texts("practice")} about=${texts("practice-about")}>
    <div class="two">
      <${Choice}
        label=${texts("technique")}
        options=${techniqueOptions(studio, [BY_NAME_ALONE])}
        value=${plan.technique}
        choose=${choose}
      />
      <${WholeField} studio=${studio} name="boards" label=${texts("practice-count")} />
    </div>
    <${MakingButton}
      studio=${studio}
      kinds=${["practise"]}
      label=${texts("practice-make")}
      fields=${["boards", "budget"]}
      requests=${renewed}
    />
    <${JobList} studio=${studio} kinds=${["practise"]} />
    <${Button}
      label=${texts("practise")}
      act=${() => studio.views.openView({ name: "practise", number: 1 })}
      class="large practise"
      disabled=${!exercises.length}
    />
  </${Panel}></div>`;
}
