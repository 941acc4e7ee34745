// @ts-check
// The panel of results: puzzles to play, explain, export and print, with sorting, filters, search and selection.

import { range } from "../play/layout.js";
import { html, useState } from "../html.js";
import { jobsOf } from "./jobs.js";
import { Button, Choice } from "../parts.js";
import { Cards } from "./cards.js";
import { kindTitle } from "./names.js";
import { Panel, TextField } from "./parts.js";
import { boundsOf, EVERYTHING, ORDERS } from "./sets.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 */

const MOST_AWAITED = 2; // cards without content

/**
 * The panel of results.
 * @param {{studio: Studio}} props
 */
export function Tray({ studio }) {
  const { texts } = studio;
  const title = html`${texts("tray")} <${Count} studio=${studio} />`;
  const isEmpty = !studio.tray.length;
  const awaited = awaitedBy(studio);
  return html`<${Panel} name="tray" title=${title} aside=${html`<${Actions} studio=${studio} />`}>
    ${awaited > 0 && html`<${Awaited} count=${awaited} />`}
    ${
      isEmpty
        ? !awaited && html`<p class="empty">${texts("tray-empty")}</p>`
        : html`<${Sorting} studio=${studio} /><${Cards} studio=${studio} />`
    }
  </${Panel}>`;
}

/**
 * The number of puzzles that the jobs in line and at work have still to make.
 * @param {Studio} studio
 */
function awaitedBy(studio) {
  const going = jobsOf(studio, ["make"]).filter(({ state }) => state === "working" || state === "waiting");
  return going.reduce((sum, { request, heard }) => sum + Math.max(0, request.count - heard), 0);
}

/**
 * Cards without content for the puzzles that come next.
 * @param {{count: number}} props
 */
function Awaited({ count }) {
  const card = (/** @type {number} */ k) => html`<li class="skeleton" key=${k}><span></span><b></b><i></i></li>`;
  return html`<ul class="awaited" aria-hidden="true">
    ${range(Math.min(count, MOST_AWAITED)).map(card)}
  </ul>`;
}

/**
 * The number of puzzles, and of those that are shown if they are fewer.
 * @param {{studio: import("./studio.js").Part<"results" | "texts" | "tray">}} props
 */
function Count({ studio }) {
  const [count, all] = [studio.results.shown.length, studio.tray.length];
  return html`<span class="count">${all > 0 && (count < all ? studio.texts("tray-some", { count, all }) : all)}</span>`;
}

/** @param {{studio: import("./studio.js").Part<"edits" | "results" | "setState" | "showMessage" | "texts">}} props */
function Actions({ studio }) {
  const { texts, results } = studio;
  const open = (/** @type {"export" | "book"} */ name) => () => {
    const { picked, shown } = results;
    studio.setState({ dialog: { name, puzzles: picked.length ? picked : shown } });
  };
  const remove = () => {
    const { picked } = results;
    const back = studio.edits.makeChange({ puzzles: picked.map(({ key }) => [key, null]) });
    studio.showMessage({ text: texts("removed", { count: picked.length }), back });
  };
  const none = !results.shown.length;
  const noneChosen = !results.picked.length;
  return html`<div class="row on-these">
    <${Button} label=${texts("export")} act=${open("export")} picture="download" disabled=${none} />
    <${Button} label=${texts("book")} act=${open("book")} picture="book" disabled=${none} />
    <${Button} label=${texts("remove")} act=${remove} picture="erase" quiet disabled=${noneChosen} />
  </div>`;
}

/**
 * @param {{studio: import("./studio.js").Part<"order" | "projects" | "results" | "setState" | "texts", "filter" |
 *   "project" | "sought">}} props
 */
function Sorting({ studio }) {
  const { texts } = studio;
  const { filter } = studio.state;
  const [open, setOpen] = useState(filter !== EVERYTHING);
  const options = Object.keys(ORDERS).map((name) => [name, texts(`order-${name}`)]);
  const arrange = (/** @type {string} */ order) => studio.projects.describe(studio.state.project.id, { order });
  return html`<div class="stack">
    <div class="row sorting">
      <${ChooseAll} studio=${studio} />
      <${Choice} label=${texts("sort")} options=${options} value=${studio.order} choose=${arrange} />
      <${Search} studio=${studio} />
      <${Button}
        label=${texts("filter")}
        act=${() => setOpen(!open)}
        aria-expanded=${String(open)}
        class=${filter === EVERYTHING ? "ghost" : "chip"}
      />
    </div>
    ${open && html`<${Filtering} studio=${studio} />`}
  </div>`;
}

/** @param {{studio: import("./studio.js").Part<"results" | "setState" | "texts">}} props */
function ChooseAll({ studio }) {
  const { results, texts } = studio;
  const count = results.picked.length;
  const whole = count > 0 && count === results.shown.length;
  /** @param {{currentTarget: HTMLInputElement}} event */
  const onChange = ({ currentTarget: { checked } }) => {
    studio.setState({ chosen: new Set(checked ? results.shown.map(({ key }) => key) : []) });
  };
  return html`<label class="switch"
    ><input type="checkbox" checked=${whole} onChange=${onChange} />
    <span>${count ? texts("chosen-count", { count }) : texts("choose-all")}</span>
  </label>`;
}

/** @param {{studio: import("./studio.js").Part<"results" | "setState" | "texts", "sought">}} props */
function Search({ studio }) {
  const { results, state, texts } = studio;
  /** @param {{currentTarget: HTMLInputElement}} event */
  const onInput = ({ currentTarget: { value } }) => studio.setState({ sought: value });
  return html`<label class="field"
    ><span>${texts("seek")}</span>
    <input
      type="search"
      value=${state.sought}
      placeholder=${texts("seek-about")}
      onFocus=${() => results.prepareSearch()}
      onInput=${onInput}
    />
  </label>`;
}

/**
 * The levels, clues, sizes and kinds of boards that are shown.
 * @param {{studio: Studio}} props
 */
function Filtering({ studio }) {
  const { results, texts } = studio;
  const { filter } = studio.state;
  const change = (/** @type {Partial<typeof filter>} */ changes) => {
    const after = { ...filter, ...changes };
    studio.setState({ filter: Object.values(after).some(Boolean) ? after : EVERYTHING });
  };
  const span = (/** @type {"level" | "clues"} */ name, /** @type {string} */ example) => {
    const problem = boundsOf(filter[name]) ? "" : texts("filter-span");
    return html`<${TextField}
      label=${texts(`filter-${name}`)}
      value=${filter[name]}
      placeholder=${example}
      problem=${problem}
      change=${(/** @type {string} */ text) => change({ [name]: text })}
    />`;
  };
  const option = (/** @type {string} */ value, /** @type {string} */ text) => [value, text];
  const sizes = results.sizes.map((side) => option(side, `${side}×${side}`));
  const kinds = results.kinds.map((kind) => option(kind, kindTitle(studio, kind)));
  const choice = (/** @type {"size" | "kind"} */ name, /** @type {string[][]} */ options) =>
    html`<${Choice}
      label=${texts(`filter-${name}`)}
      options=${[option("", texts("filter-all")), ...options]}
      value=${filter[name]}
      choose=${(/** @type {string} */ value) => change({ [name]: value })}
    />`;
  return html`<div class="two">
    ${span("level", "3..5")}${span("clues", "20..24")}${choice("size", sizes)}${choice("kind", kinds)}
  </div>`;
}
