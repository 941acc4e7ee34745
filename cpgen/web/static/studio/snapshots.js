// @ts-check
// Snapshots of the work on a board, to which one can go back, with the one that each began from.

import { html } from "../html.js";
import { valueInText } from "../memory.js";
import { newId } from "./ids.js";
import { Button, CostlyButton } from "../parts.js";
import { Folded, TextField } from "./parts.js";
import { authored, boardText } from "./plan.js";
import { putOnBoard } from "./loading.js";
import { Thumb } from "./thumb.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {{id: string, from: string, name: string, layout: string, marks: string, aside: string[]}
 *   & Parameters<typeof authored>[0]} Snapshot `from` is the id of the one that the work was at before; empty for the first
 */

const MOST = 60;

/**
 * The snapshots of a plan; what cannot be read is left out.
 * @param {Pick<Plan, "snapshots">} plan
 * @returns {Snapshot[]}
 */
export function snapshotsOf({ snapshots }) {
  const isSound = (/** @type {any} */ one) =>
    ["id", "from", "name", "layout", "marks"].every((name) => typeof one?.[name] === "string") &&
    Array.isArray(one.aside);
  return snapshots.map(valueInText).filter(isSound);
}

/**
 * The snapshots in the order of a tree, each with its depth: branches follow the one that they began from.
 * @param {Snapshot[]} all
 * @returns {{one: Snapshot, depth: number}[]}
 */
export function branches(all) {
  const known = new Set(all.map(({ id }) => id));
  /** @type {(from: string, depth: number) => {one: Snapshot, depth: number}[]} */
  const below = (from, depth) => {
    const children = all.filter((one) => (known.has(one.from) ? one.from : "") === from && one.id !== from);
    return children.flatMap((one, k) => {
      // The first goes on in the same line; the others are branches.
      const next = k === 0 ? depth : depth + 1;
      return [{ one, depth: next }, ...below(one.id, next)];
    });
  };
  return below("", 0);
}

/**
 * The plan with a snapshot of what is on the board.
 * @param {Plan} plan
 * @param {string} name
 * @param {string} from the id of the snapshot that the work began from
 * @returns {{plan: Plan, id: string}}
 */
export function withSnapshot(plan, name, from) {
  const id = newId();
  const one = {
    id,
    from,
    name,
    layout: boardText(plan),
    marks: plan.marks.join(""),
    ...authored(plan),
    aside: plan.aside,
  };
  return { id, plan: { ...plan, snapshots: [...plan.snapshots, JSON.stringify(one)].slice(-MOST) } };
}

/**
 * The snapshots, with a button that takes one.
 * @param {{studio: Studio}} props
 */
export function SnapshotsPart({ studio }) {
  const { edits, state, texts } = studio;
  const all = snapshotsOf(studio.planned);
  const name = texts("snapshot-name", { number: all.length + 1 });
  const take = () => {
    const { plan, id } = withSnapshot(state.plan, name, state.snapshot);
    edits.changePlan(plan);
    studio.setState({ snapshot: id });
  };
  const title = all.length ? texts("snapshots-count", { count: all.length }) : texts("snapshots");
  return html`<${Folded} title=${title} name="snapshots">
    <p class="about-part">${texts("snapshots-about")}</p>
    <${Button} label=${texts("snapshot-take")} act=${take} picture="add" />
    <ul class="snapshots" aria-label=${texts("snapshots")}>
      ${branches(all).map((row) => html`<${Row} key=${row.one.id} studio=${studio} ...${row} />`)}
    </ul>
  </${Folded}>`;
}

/**
 * @param {{studio: import("./studio.js").Part<"attempt" | "choices" | "edits" | "playTexts" | "setState" | "texts",
 *   "plan" | "snapshot">, one: Snapshot, depth: number}} props
 */
function Row({ studio, one, depth }) {
  const { edits, state, texts } = studio;
  const change = (/** @type {(one: Snapshot) => Snapshot[]} */ act) => {
    const snapshots = snapshotsOf(state.plan).flatMap((other) => (other.id === one.id ? act(other) : [other]));
    edits.changePlan({ ...state.plan, snapshots: snapshots.map((other) => JSON.stringify(other)) });
  };
  const open = () =>
    studio.attempt(async () => {
      await putOnBoard(studio, { ...one, puzzle: one.marks });
      studio.setState({ snapshot: one.id });
    });
  return html`<li style=${{ marginInlineStart: `${depth * 0.9}rem` }} aria-current=${String(state.snapshot === one.id)}>
    <${Thumb}
      layout=${one.layout}
      puzzle=${one.marks.replaceAll("x", "·")}
      cosmetics=${one.cosmetics}
      symbols=${one.symbols}
    />
    <${TextField}
      label=${texts("snapshot-title")}
      value=${one.name}
      maxlength="60"
      finish=${(/** @type {string} */ text) => text && change((other) => [{ ...other, name: text }])}
    />
    <div class="row">
      <${CostlyButton} label=${texts("snapshot-open", one)} act=${open} picture="undo" quiet class="chip" />
      <${Button}
        label=${texts("snapshot-remove", one)}
        act=${() => change(() => [])}
        picture="close"
        quiet
        class="ghost"
      />
    </div>
  </li>`;
}
