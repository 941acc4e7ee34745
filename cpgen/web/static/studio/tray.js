// @ts-check
// The results: puzzles to play, explain, export and print, with sorting, filters, search and selection.

import { otherScale } from "../play/about.js";
import { sizeOf } from "../play/layout.js";
import { progressOf } from "../play/list.js";
import { loadGame } from "../play/storage.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { gradeTitle, kindTitle } from "./names.js";
import { putOnBoard } from "./outlook.js";
import { Button, Choice } from "../parts.js";
import { Panel, TextField } from "./parts.js";
import { boundsOf, EVERYTHING, isShown, kindOf, MANUAL, moved, ordered, ORDERS } from "./sets.js";
import { Thumb } from "./thumb.js";

const HEIGHT = 136; // pixels of a card, as in the style sheet
const SPARE = 4; // cards that are drawn above and below those in sight

/** The panel of results. */
export function Tray({ studio }) {
  const { texts } = studio;
  const { filter, sought, puzzles, plan } = studio.state;
  const order = studio.order;
  const shown = useMemo(() => arranged(studio), [puzzles, order, filter, sought, texts.language, plan.board]);
  const all = studio.tray.length;
  const title = html`${texts("tray")}
    <span class="count"
      >${all > 0 && (shown.length < all ? texts("tray-some", { count: shown.length, all }) : all)}</span
    >`;
  return html`<${Panel} name="tray" title=${title} aside=${html`<${Actions} studio=${studio} shown=${shown} />`}>
    ${all > 0 && html`<${Sorting} studio=${studio} shown=${shown} />`}
    ${all > 0 ? html`<${Cards} studio=${studio} shown=${shown} />` : html`<p class="empty">${texts("tray-empty")}</p>`}
  </${Panel}>`;
}

/** The puzzles that are sought, in order. */
function arranged(studio) {
  const { filter, sought } = studio.state;
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const about = aboutIn(studio);
  const named = (one) => !words.length || words.every((word) => about(one).includes(word));
  return ordered(
    studio.tray.filter((one) => isShown(filter, one) && named(one)),
    studio.order,
  );
}

/** A function that gives all that a puzzle can be found by in the reader's language, worked out once for each. */
function aboutIn(studio) {
  const { language } = studio.texts;
  ABOUT[language] ??= new WeakMap();
  return (one) => {
    const { title, author, note, puzzle } = one;
    const known = ABOUT[language].get(one);
    const text =
      known ?? [title, author, note, nameOf(studio, one), ...facts(studio, one), puzzle].join(" ").toLowerCase();
    if (!known) ABOUT[language].set(one, text);
    return text;
  };
}

const ABOUT = {};

function Actions({ studio, shown }) {
  const { texts } = studio;
  const { chosen } = studio.state;
  const picked = shown.filter(({ key }) => chosen.has(key));
  const open = (name) => () => studio.setState({ dialog: { name, puzzles: picked.length ? picked : shown } });
  const remove = () => {
    const back = studio.edits.makeChange({ puzzles: picked.map(({ key }) => [key, null]) });
    studio.showMessage({ text: texts("removed", { count: picked.length }), back });
  };
  const none = !shown.length;
  return html`<div class="row on-these">
    <${Button} label=${texts("open")} act=${() => studio.setState({ dialog: { name: "read" } })} picture="add" />
    <${Button} label=${texts("export")} act=${open("export")} picture="download" disabled=${none} />
    <${Button} label=${texts("book")} act=${open("book")} picture="book" disabled=${none} />
    <${Button} label=${texts("remove")} act=${remove} picture="erase" quiet disabled=${!picked.length} />
  </div>`;
}

function Sorting({ studio, shown }) {
  const { texts } = studio;
  const { chosen, filter, sought } = studio.state;
  const [open, setOpen] = useState(filter !== EVERYTHING);
  const count = shown.filter(({ key }) => chosen.has(key)).length;
  const whole = shown.length > 0 && count === shown.length;
  const all = ({ target }) => studio.setState({ chosen: new Set(target.checked ? shown.map(({ key }) => key) : []) });
  const options = Object.keys(ORDERS).map((name) => [name, texts(`order-${name}`)]);
  const label = count ? texts("chosen-count", { count }) : texts("choose-all");
  const arrange = (order) => studio.projects.describe(studio.state.project.id, { order });
  const seek = ({ target }) => studio.setState({ sought: target.value });
  return html`<div class="stack">
    <div class="row sorting">
      <label class="switch"><input type="checkbox" checked=${whole} onChange=${all} /><span>${label}</span></label>
      <${Choice} label=${texts("sort")} options=${options} value=${studio.order} choose=${arrange} />
      <label class="field"
        ><span>${texts("seek")}</span>
        <input type="search" value=${sought} placeholder=${texts("seek-about")} onInput=${seek} />
      </label>
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

/** The levels, clues, sizes and kinds of boards that are shown. */
function Filtering({ studio }) {
  const { texts, tray } = studio;
  const { filter } = studio.state;
  const set = (changes) => {
    const after = { ...filter, ...changes };
    studio.setState({ filter: Object.values(after).some(Boolean) ? after : EVERYTHING });
  };
  const span = (name, example) => {
    const problem = boundsOf(filter[name]) ? "" : texts("filter-span");
    return html`<${TextField}
      label=${texts(`filter-${name}`)}
      value=${filter[name]}
      placeholder=${example}
      problem=${problem}
      change=${(text) => set({ [name]: text })}
    />`;
  };
  const options = (values, title) => [["", texts("filter-all")], ...values.map((value) => [value, title(value)])];
  const sizes = different(tray.map(({ layout }) => sizeOf(layout)))
    .sort((one, other) => one - other)
    .map(String);
  const kinds = different(tray.map(({ layout }) => kindOf(layout))).sort();
  const titleOf = (kind) => kindTitle(studio, kind);
  return html`<div class="two">
    ${span("level", "3..5")}${span("clues", "20..24")}
    <${Choice}
      label=${texts("filter-size")}
      options=${options(sizes, (side) => `${side}×${side}`)}
      value=${filter.size}
      choose=${(size) => set({ size })}
    />
    <${Choice}
      label=${texts("filter-kind")}
      options=${options(kinds, titleOf)}
      value=${filter.kind}
      choose=${(kind) => set({ kind })}
    />
  </div>`;
}

function different(values) {
  return [...new Set(values)];
}

/** The cards in sight, of a list that can be long. */
function Cards({ studio, shown }) {
  const { returned } = studio.state;
  const list = useRef(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const last = useRef(-1); // the place of the card that was chosen last
  useLayoutEffect(() => {
    const box = list.current;
    const start = () => box.firstElementChild.getBoundingClientRect().top;
    const look = () => {
      const { top, bottom } = box.getBoundingClientRect();
      const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
      setView({ top: Math.max(0, from - start()), height: Math.max(0, to - from) });
    };
    const watch = new ResizeObserver(look);
    watch.observe(box);
    const scrolling = { capture: true, passive: true };
    document.addEventListener("scroll", look, scrolling); // of the list, or on a phone of the page
    const place = shown.findIndex(({ key }) => key === returned);
    const scroller = box.scrollHeight > box.clientHeight ? box : document.scrollingElement;
    if (place >= 0) scroller.scrollTop += start() + (place + 0.5) * HEIGHT - innerHeight / 2;
    look();
    return () => {
      watch.disconnect();
      document.removeEventListener("scroll", look, scrolling);
    };
  }, []);
  const first = Math.max(0, Math.floor(view.top / HEIGHT) - SPARE);
  const end = Math.min(shown.length, Math.ceil((view.top + view.height) / HEIGHT) + SPARE);
  const choose = (place, { target, shiftKey }) => {
    const [from, to] = shiftKey && last.current >= 0 ? [last.current, place].sort((a, b) => a - b) : [place, place];
    const chosen = new Set(studio.state.chosen);
    for (const { key } of shown.slice(from, to + 1)) chosen[target.checked ? "add" : "delete"](key);
    last.current = place;
    studio.setState({ chosen });
  };
  const numbers = useMemo(() => numbersOf(studio), [studio.state.puzzles, studio.order]);
  const move = (from, to) => {
    const changed = moved(ordered(studio.tray, MANUAL), from, to);
    studio.edits.makeChange({ puzzles: changed.map((one) => [one.key, one]) });
  };
  const moves = (k) => {
    const [before, number, after] = [k - 1, k, k + 1].map((place) => numbers.get(shown[place]?.key));
    return { before, number, after, all: numbers.size, move };
  };
  return html`<div class="results" ref=${list} tabindex="-1">
    <ul style=${{ height: `${shown.length * HEIGHT}px` }}>
      ${shown
        .slice(first, end)
        .map(
          (one, k) =>
            html`<${Card}
              key=${one.key}
              studio=${studio}
              one=${one}
              place=${first + k}
              all=${shown.length}
              choose=${choose}
              moves=${numbers && moves(first + k)}
            />`,
        )}
    </ul>
  </div>`;
}

/** The number of each puzzle, from 0, where they are ordered by hand. */
function numbersOf(studio) {
  return studio.order === MANUAL ? new Map(ordered(studio.tray, MANUAL).map(({ key }, number) => [key, number])) : null;
}

function Card({ studio, one, place, all, choose, moves }) {
  const { texts, state } = studio;
  const name = nameOf(studio, one);
  const card = useRef(null);
  const { puzzle, layout, key } = one;
  useLayoutEffect(() => {
    if (key !== state.returned) return;
    card.current.querySelector(".primary").focus({ preventScroll: true });
    studio.setState({ returned: "" });
  }, []);
  const number = moves && html`<${Place} texts=${texts} name=${one.title || name} moves=${moves} />`;
  const label = texts("choose", { name: [name, ...facts(studio, one)].join(texts("pause")) });
  const played = useMemo(() => progressOf(loadGame(one), studio.playTexts), [key, texts.language]);
  const isChosen = state.chosen.has(key);
  const top = { top: `${place * HEIGHT}px` };
  return html`<li
    class="result"
    ref=${card}
    aria-setsize=${all}
    aria-posinset=${place + 1}
    style=${top}
    data-chosen=${isChosen}
  >
    <input type="checkbox" aria-label=${label} checked=${isChosen} onClick=${(event) => choose(place, event)} />
    <${Thumb} layout=${layout} puzzle=${puzzle} />
    <div class="facts">
      <h3>${number}${one.title || name}</h3>
      <p class="facts">
        ${[...(played ? [played] : []), ...(one.title ? [name] : [])].concat(facts(studio, one)).map((fact) => html`<span>${fact}</span>`)}
      </p>
      <p class="own">${[one.stars ? "★".repeat(one.stars) : "", one.author, one.note].filter(Boolean).join(" · ")}</p>
    </div>
    <div class="row"><${CardTools} studio=${studio} one=${one} name=${one.title || name} /></div>
  </li>`;
}

/** The number of a puzzle in the order by hand, and buttons that move it past the next one that is shown. */
function Place({ texts, name, moves: { number, before, after, all, move } }) {
  const go =
    (to) =>
    ({ currentTarget }) => {
      move(number, to);
      queueMicrotask(() => currentTarget.focus({ preventScroll: true }));
    };
  const type = (text) => /^\d+$/.test(text) && move(number, Math.min(all, Math.max(1, Number(text))) - 1);
  const tool = (label, picture, to) =>
    html`<${Button}
      label=${texts(label, { name })}
      act=${go(to)}
      picture=${picture}
      quiet
      class="ghost"
      disabled=${to === undefined}
    />`;
  return html`<span class="place">
    <input
      type="number"
      min="1"
      max=${all}
      value=${number + 1}
      aria-label=${texts("place-number", { name })}
      onChange=${({ target }) => type(target.value)}
    />
    ${tool("place-up", "up", before)}${tool("place-down", "down", after)}
  </span>`;
}

function CardTools({ studio, one, name }) {
  const { texts } = studio;
  const { key } = one;
  const see = (view) => () => studio.views.openView({ ...one, name: view });
  const onBoard = () => studio.attempt(() => putOnBoard(studio, one));
  const note = () => studio.setState({ dialog: { name: "note", key } });
  return html`
    <${Button} label=${texts("play")} act=${see("play")} class="primary" disabled=${isBroken(one)} />
    <${Button} label=${texts("explain")} act=${see("explain")} disabled=${isBroken(one)} />
    <${Button} label=${texts("put-on-board", { name })} act=${onBoard} picture="board" quiet class="ghost" />
    <${Button} label=${texts("note-edit", { name })} act=${note} picture="pencil" quiet class="ghost" />
  `;
}

/** Returns true if a puzzle has no solution or several. */
function isBroken({ solutions }) {
  return solutions === "many" || solutions === "none";
}

/** The grade of a puzzle, or what keeps it from having one. */
function nameOf(studio, one) {
  if (isBroken(one)) return studio.texts(`solutions-${one.solutions}`);
  return one.grade ? gradeTitle(studio, one.grade) : studio.texts("result-stuck");
}

function facts({ texts, playTexts }, one) {
  const clues = texts("result-clues", one);
  if (isBroken(one)) return [clues];
  const level = one.grade ? [texts("result-level", one)] : [];
  const score = one.score ? [texts("result-score", one)] : [];
  const typical =
    typeof one.appropriateness === "number"
      ? [texts("result-typical", { value: (100 * one.appropriateness).toFixed(0) })]
      : [];
  return [...level, ...score, clues, ...otherScale(one, playTexts), ...typical];
}
