// @ts-check
// The tools: clues, selecting, and a glyph for each kind of constraint, the recent ones first.

import { html, useEffect, useRef, useState } from "../html.js";
import { Button } from "../parts.js";
import { KindGlyph } from "./kind_glyph.js";
import { TextField } from "./parts.js";
import { PICK } from "./pen.js";

/**
 * @typedef {import("../records.js").ConstraintKind} ConstraintKind
 */

/** @type {Record<string, string>} */
const GROUPS = {
  cell: "cells",
  cells: "cells",
  line: "lines",
  edge: "marks",
  corner: "marks",
  outside: "outside",
  diagonal: "outside",
  board: "board",
};
/** The letters that choose tools, on boards whose digits are not letters. @type {Record<string, string>} */
const KEYS = {
  v: PICK,
  c: "cage",
  t: "thermo",
  a: "arrow",
  w: "white",
  b: "black",
  x: "xv",
  l: "little",
  s: "sandwich",
  y: "skyscraper",
  g: "whisper",
  r: "renban",
  p: "palindrome",
  m: "region-sum",
  z: "zipper",
  i: "less",
  q: "quad",
  d: "clone",
  o: "odd",
  e: "even",
};
const MOST_DIGITS = 9; // of boards whose digits are no letters

/**
 * The rail of tools. A search shows the kinds whose names, titles or synonyms have its text, with their titles.
 * @param {{studio: import("./studio.js").Part<"choices" | "kinds" | "pen" | "planned" | "texts", "dialog" | "held" |
 *   "recent">}} props
 */
export function Rail({ studio }) {
  const { texts, choices, state } = studio;
  const all = [...studio.kinds, ...choices.fog, ...choices.cosmetics];
  const [sought, setSought] = useState("");
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => listenForKeys(studio, place), []);
  const found = all.filter((kind) => isFound(sought, kind));
  const take = (/** @type {string} */ name) => {
    setSought("");
    studio.pen.take(name);
  };
  const takeFirst = () => {
    if (sought && found.length) take(found[0].kind);
  };
  const recent = state.recent.flatMap((name) => all.filter(({ kind }) => kind === name));
  const groups = [...new Set(Object.values(GROUPS))];
  const part = (/** @type {string} */ name, /** @type {ConstraintKind[]} */ kinds) =>
    kinds.length > 0 &&
    html`<div class="kinds" role="group" key=${name} aria-label=${texts(`kinds-${name}`)}>
      <h2>${texts(`kinds-${name}`)}</h2>
      ${kinds.map((kind) => html`<${KindTool} key=${kind.kind} studio=${studio} kind=${kind} take=${take} />`)}
    </div>`;
  return html`<div class="rail" ref=${place}>
    <div class="row base">
      <${Button}
        label=${texts("draw-clues")}
        act=${() => studio.pen.hold({ tool: "", cells: [], groups: [], place: -1, chosen: -1 })}
        picture="pencil"
        aria-pressed=${String(!state.held.tool)}
      />
      <${Button}
        label=${texts("draw-choose")}
        act=${() => take(PICK)}
        picture="select"
        title=${withKey(texts("draw-choose"), PICK)}
        aria-keyshortcuts="V"
        aria-pressed=${String(state.held.tool === PICK)}
      />
    </div>
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        takeFirst();
      }}
    >
      <${TextField} label=${texts("kinds-find")} value=${sought} change=${setSought} type="search" placeholder="/" />
    </form>
    <div class="palette-of-kinds">
      ${
        sought
          ? html`<div class="kinds titled" role="group" aria-label=${texts("kinds-found")}>
              ${found.map(
                (kind) => html`<${KindTool} key=${kind.kind} studio=${studio} kind=${kind} take=${take} titled />`,
              )}
            </div>`
          : html`${part("recent", recent)}
            ${groups.map((group) =>
              part(
                group,
                studio.kinds.filter(({ drawn }) => GROUPS[drawn] === group),
              ),
            )}
            ${part("fog", choices.fog)} ${part("cosmetics", choices.cosmetics)}`
      }
    </div>
  </div>`;
}

/**
 * The button of a kind.
 * @param {{studio: import("./studio.js").Part<"pen" | "texts", "held">, kind: ConstraintKind,
 *   take: (name: string) => void, titled?: boolean}} props
 */
function KindTool({ studio, kind, take, titled = false }) {
  const { pen, state, texts } = studio;
  const isOn = state.held.tool === kind.kind || (kind.drawn === "board" && pen.numberOf(kind.kind) >= 0);
  const title = kind.title[texts.language];
  const key = keyOf(kind.kind);
  return html`<button
    type="button"
    class="kind"
    title=${withKey(title, kind.kind)}
    aria-pressed=${String(isOn)}
    ...${key ? { "aria-keyshortcuts": key } : {}}
    onClick=${() => take(kind.kind)}
  >
    <${KindGlyph} kind=${kind} />
    <span class=${titled ? "" : "unseen"}>${title}</span>
    ${key && html`<kbd aria-hidden="true">${key}</kbd>`}
  </button>`;
}

/** @param {string} tool */
function keyOf(tool) {
  return (Object.keys(KEYS).find((key) => KEYS[key] === tool) ?? "").toUpperCase();
}

/** @param {string} title @param {string} tool */
function withKey(title, tool) {
  const key = keyOf(tool);
  return key ? `${title} (${key})` : title;
}

/**
 * Returns true if a kind is found by a text.
 * @param {string} sought
 * @param {ConstraintKind} kind
 */
export function isFound(sought, { kind, title, synonyms }) {
  const plain = (/** @type {string} */ text) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[-_\s]+/g, " ");
  const names = [kind, ...Object.values(title), ...Object.values(synonyms).flat()];
  return names.some((name) => plain(name).includes(plain(sought).trim()));
}

/**
 * Listens for letters, which choose tools, and for the slash, which leads to the search. Returns a function that ends
 * this.
 * @param {import("./studio.js").Part<"pen" | "planned", "dialog">} studio
 * @param {{current: HTMLElement | null}} place of the rail
 */
function listenForKeys(studio, place) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
    const isWriting = target instanceof Element && target.closest("input:not([type=radio]), select, textarea, dialog");
    if (isWriting || defaultPrevented || ctrlKey || metaKey || altKey || studio.state.dialog) return;
    const tool = studio.planned.board.size <= MOST_DIGITS ? KEYS[key.toLowerCase()] : undefined;
    if (tool) studio.pen.take(tool);
    else if (key === "/") place.current?.querySelector("input")?.focus();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
