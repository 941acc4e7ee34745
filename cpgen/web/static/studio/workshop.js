// @ts-check
// The page on which puzzles are made: tools, the board, what belongs to it, and a drawer with the results.

import { ConstraintsPart, InHand } from "./constraints.js";
import { CosmeticsPart } from "./cosmetics_part.js";
import { Difficulty, Generate, MAKING } from "./difficulty.js";
import { FogPart } from "./fog_part.js";
import { html } from "../html.js";
import { LayoutChooser } from "./layouts.js";
import { JobList } from "./making.js";
import { OutlookPart } from "./outlook_part.js";
import { OwnRulePart } from "./own_rule.js";
import { Button } from "../parts.js";
import { PatternPart } from "./pattern.js";
import { Practice } from "./practice.js";
import { Rail } from "./rail.js";
import { RegionsEditor } from "./regions.js";
import { RulesPart } from "./rules_field.js";
import { isDrawerOpen, showSheet } from "./sheets.js";
import { SnapshotsPart } from "./snapshots.js";
import { Stage } from "./stage.js";
import { Starts } from "./starts.js";
import { Tray } from "./tray.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./sheets.js").Sheet} Sheet
 */

/**
 * The board with everything around it. On a phone, the parts are sheets below the board, one at a time.
 * @param {{studio: Studio}} props
 */
export function Workshop({ studio }) {
  const { texts } = studio;
  const { sheet } = studio.state;
  const isOpen = isDrawerOpen(studio);
  const regions = studio.planned.drawing !== null;
  return html`<main class="workshop" data-sheet=${sheet} data-drawer=${isOpen ? "open" : "closed"}>
    <nav class="sheet tools-sheet" id="tools" aria-label=${texts("tools")}><${Rail} studio=${studio} /></nav>
    <div class="bench" id="board">
      ${regions ? html`<${RegionsEditor} studio=${studio} />` : html`<${Stage} studio=${studio} />`}
    </div>
    <div class="inspector">
      <div class="sheet column" id="draw">
        <${Starts} studio=${studio} />
        <${InHand} studio=${studio} />
        <${OutlookPart} studio=${studio} />
        <${ConstraintsPart} studio=${studio} />
        <${CosmeticsPart} studio=${studio} />
        <${FogPart} studio=${studio} />
        <${RulesPart} studio=${studio} />
        <${OwnRulePart} studio=${studio} />
        <${SnapshotsPart} studio=${studio} />
      </div>
      <div class="sheet column" id="make"><${Difficulty} studio=${studio} /></div>
      <div class="sheet column" id="setup">
        <${PatternPart} studio=${studio} />
        <${LayoutChooser} studio=${studio} />
        <${Practice} studio=${studio} />
      </div>
    </div>
    <div class="start"><${Generate} studio=${studio} /></div>
    <div class="sheet drawer" id="results">
      <${JobList} studio=${studio} kinds=${MAKING} />
      <${Tray} studio=${studio} />
    </div>
    <${Ways} studio=${studio} />
  </main>`;
}

/**
 * On a phone: the ways to the sheets.
 * @param {{studio: import("./studio.js").Part<"setState" | "texts" | "tray", "sheet">}} props
 */
function Ways({ studio }) {
  const { texts } = studio;
  const { sheet } = studio.state;
  const way = (/** @type {Sheet} */ name, /** @type {string} */ picture, /** @type {string} */ label) =>
    html`<${Button}
      label=${label}
      act=${() => showSheet(studio, name)}
      picture=${picture}
      class="ghost"
      aria-pressed=${String(sheet === name)}
    />`;
  return html`<nav class="ways" aria-label=${texts("ways")}>
    ${way("tools", "pencil", texts("tools"))} ${way("draw", "board", texts("board"))}
    ${way("make", "settings", texts("difficulty"))}
    ${way("results", "puzzles", texts("tray-count", { count: studio.tray.length }))}
  </nav>`;
}

/**
 * The button in the header that opens and closes the drawer of results.
 * @param {{studio: Studio}} props
 */
export function ResultsTool({ studio }) {
  const isOpen = isDrawerOpen(studio);
  return html`<${Button}
    label=${studio.texts("tray-count", { count: studio.tray.length })}
    act=${() => studio.setState({ drawer: !isOpen })}
    picture="puzzles"
    class="ghost results-tool"
    aria-expanded=${String(isOpen)}
    aria-controls="results"
  />`;
}
