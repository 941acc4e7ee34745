// @ts-check
// The empty state: what can be begun with one click.

import { html } from "../html.js";
import { CostlyButton } from "../parts.js";
import { Panel } from "./parts.js";
import { clueCount, withPattern } from "./marks.js";
import { NO_KIND, withBoard } from "./plan.js";

/**
 * @typedef {import("./plan.js").Plan} Plan
 */

/** Kinds of puzzles that draw their constraints at random, each with its icon. @type {[string, string][]} */
const STYLES = [
  ["killer", "start-killer"],
  ["thermo", "start-thermo"],
];

/**
 * The starts, as long as nothing is drawn and nothing has been made.
 * @param {{studio: import("./studio.js").Part<"choices" | "edits" | "planned" | "setState" | "texts" | "tray",
 *   "plan">}} props
 */
export function Starts({ studio }) {
  const { choices, texts, tray } = studio;
  const plan = studio.planned;
  if (tray.length || clueCount(plan) || plan.constraints.length || plan.cosmetics || plan.kind) return null;
  const heart = choices.patterns.find(({ name }) => name === "heart");
  const board = choices.layouts.find(({ name }) => name === choices.defaults.layout) ?? plan.board;
  const begin = (/** @type {(plan: Plan) => Plan} */ change) =>
    studio.edits.changePlan(change(withBoard(studio.state.plan, board)));
  const start = (/** @type {string} */ title, /** @type {string} */ picture, /** @type {() => void} */ act) =>
    html`<${CostlyButton} key=${picture} label=${title} act=${act} picture=${picture} class="begin" />`;
  const styles = STYLES.flatMap(([name, picture]) => {
    const style = choices.styles.find((one) => one.name === name);
    const act = () => begin((before) => ({ ...before, ...NO_KIND, kind: name }));
    return style ? [start(style.title[texts.language] ?? style.title.en, picture, act)] : [];
  });
  return html`<${Panel} name="starts" title=${texts("starts")} about=${texts("starts-about")}>
    <div class="begins">
      ${heart && start(texts("start-heart"), "start-heart", () => begin((before) => withPattern(before, heart.line)))}
      ${styles}
      ${start(texts("start-open"), "open", () => studio.setState({ dialog: { name: "read" } }))}
    </div>
  </${Panel}>`;
}
