// @ts-check
// The choice of a board: a known one, a random one, or one whose regions are drawn here.

import { html } from "../html.js";
import { Button, Choice, CostlyButton, Toggle } from "../parts.js";
import { Panel } from "./parts.js";
import { withBoard } from "./plan.js";
import { askServer } from "./server.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./plan.js").Board} Board
 */

const DIAGONALS = "+diagonals";
const JIGSAWS = [4, 16]; // the least and the largest side of random jigsaws

/**
 * The chooser of the layout.
 * @param {{studio: Studio}} props
 */
export function LayoutChooser({ studio }) {
  const { texts, choices } = studio;
  const plan = studio.planned;
  const { board } = plan;
  const take = (/** @type {Board} */ chosen) => studio.edits.changePlan(withBoard(studio.state.plan, chosen));
  const random = (/** @type {"jigsaw" | "pentomino"} */ kind) => {
    const [least, most] = JIGSAWS;
    const size = Math.min(most, Math.max(least, board.size));
    const act = () => studio.attempt(async () => take(await askServer("layout/random", { kind, size })));
    const other = kind === "jigsaw" && size !== board.size;
    const label = other ? texts("random-sized", { size }) : texts(`random-${kind}`);
    return html`<${CostlyButton} label=${label} act=${act} picture="dice" />`;
  };
  const cross = (/** @type {boolean} */ on) =>
    studio.attempt(async () =>
      take(await askServer("layout", { spec: on ? board.spec + DIAGONALS : board.spec.replace(DIAGONALS, "") })),
    );
  const draw = () => studio.edits.changePlan({ ...plan, drawing: regionsOf(board) });
  const known = choices.layouts.find(({ spec }) => spec === board.spec);
  const choose = (/** @type {string} */ name) => take(choices.layouts.find((one) => one.name === name) ?? board);
  return html`<${Panel} name="layout" title=${texts("board")}>
    <${Choice}
      label=${texts("layout")}
      options=${optionsOf(studio, known)}
      value=${known?.name ?? ""}
      choose=${choose}
    />
    <div class="row">
      ${random("jigsaw")}${random("pentomino")}
      <${Button} label=${texts("draw-regions")} act=${draw} picture="pencil" />
      <${Toggle} label=${texts("diagonals")} on=${board.diagonals} change=${cross} />
    </div>
  </${Panel}>`;
}

/**
 * @param {Studio} studio
 * @param {Board | undefined} known
 */
function optionsOf({ choices, planned, texts }, known) {
  const { size } = planned.board;
  const option = (/** @type {Board} */ { name = "", title = {} }) => [
    name,
    title[texts.language].replace(/[.。]$/, ""),
  ];
  const groups = [
    [texts("group-boxes"), choices.layouts.filter(isRegular).map(option)],
    [texts("group-named"), choices.layouts.filter((layout) => !isRegular(layout)).map(option)],
  ];
  return known ? groups : [["", `${texts("layout-own")} (${size}×${size})`], ...groups];
}

/** @param {Board} board */
function isRegular({ spec, extras }) {
  return !spec.includes("/") && !extras.length;
}

/**
 * The region of each cell; on a board without regions each row is one to begin with.
 * @param {Board} board
 */
function regionsOf({ regions, size }) {
  return regions.length ? [...regions] : Array.from({ length: size * size }, (_, cell) => Math.floor(cell / size));
}
