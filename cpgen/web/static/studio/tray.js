// @ts-check
// The results: puzzles to play, explain, export and print, with sorting, search and selection.

import { otherScale } from "../play/about.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "./html.js";
import { gradeTitle } from "./names.js";
import { putOnBoard } from "./outlook.js";
import { Button, Choice, Panel } from "./parts.js";
import { Thumb } from "./thumb.js";

const HEIGHT = 136; // pixels of a card, as in the style sheet
const SPARE = 4; // cards that are drawn above and below those in sight

/** The sort orders: a number or a text for each puzzle, the least first. */
const ORDERS = {
  newest: (one) => -one.added,
  oldest: (one) => one.added,
  easiest: (one) => one.level * 1000 + one.steps,
  hardest: (one) => -(one.level * 1000 + one.steps),
  fewest: (one) => one.clues,
  best: (one) => -one.stars,
  title: (one) => one.title || "\uffff",
};

/** The panel of results. */
export function Tray({ studio }) {
  const { texts } = studio;
  const { order, sought, puzzles, plan } = studio.state;
  const shown = useMemo(() => arranged(studio), [puzzles, order, sought, texts.language, plan.board]);
  const all = studio.tray.length;
  const title = html`${texts("tray")} <span class="count">${all > 0 && (shown.length < all ? texts("tray-some", { count: shown.length, all }) : all)}</span>`;
  return html`<${Panel} name="tray" title=${title} aside=${html`<${Actions} studio=${studio} shown=${shown} />`}>
    ${all > 0 && html`<${Sorting} studio=${studio} shown=${shown} />`}
    ${all > 0 ? html`<${Cards} studio=${studio} shown=${shown} />` : html`<p class="empty">${texts("tray-empty")}</p>`}
  </${Panel}>`;
}

/** The puzzles that are sought, in order. */
function arranged(studio) {
  const { order, sought } = studio.state;
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const about = aboutIn(studio);
  const kept = words.length ? studio.tray.filter((one) => words.every((word) => about(one).includes(word))) : studio.tray;
  const value = ORDERS[order];
  return [...kept].sort((one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : other.added - one.added));
}

/** A function that gives all that a puzzle can be found by in the reader's language, worked out once for each. */
function aboutIn(studio) {
  const { language } = studio.texts;
  ABOUT[language] ??= new WeakMap();
  return (one) => {
    const { title, author, note, puzzle } = one;
    const known = ABOUT[language].get(one);
    const text = known ?? [title, author, note, nameOf(studio, one), ...facts(studio, one), puzzle].join(" ").toLowerCase();
    if (!known) ABOUT[language].set(one, text);
    return text;
  };
}

const ABOUT = {};

function Actions({ studio, shown }) {
  const { texts } = studio;
  const { chosen } = studio.state;
  const picked = shown.filter(({ key }) => chosen.has(key));
  const open = (name) => () => studio.set({ dialog: { name, puzzles: picked.length ? picked : shown } });
  const remove = () => {
    const back = studio.edit({ puzzles: picked.map(({ key }) => [key, null]) });
    studio.say({ text: texts("removed", { count: picked.length }), back });
  };
  const none = !shown.length;
  return html`<div class="row on-these">
    <${Button} label=${texts("open")} act=${() => studio.set({ dialog: { name: "read" } })} picture="add" />
    <${Button} label=${texts("export")} act=${open("export")} picture="download" disabled=${none} />
    <${Button} label=${texts("book")} act=${open("book")} picture="book" disabled=${none} />
    <${Button} label=${texts("remove")} act=${remove} picture="erase" quiet disabled=${!picked.length} />
  </div>`;
}

function Sorting({ studio, shown }) {
  const { texts } = studio;
  const { chosen, order, sought } = studio.state;
  const count = shown.filter(({ key }) => chosen.has(key)).length;
  const whole = shown.length > 0 && count === shown.length;
  const all = ({ target }) => studio.set({ chosen: new Set(target.checked ? shown.map(({ key }) => key) : []) });
  const options = Object.keys(ORDERS).map((name) => [name, texts(`order-${name}`)]);
  const label = count ? texts("chosen-count", { count }) : texts("choose-all");
  return html`<div class="row sorting">
    <label class="switch"><input type="checkbox" checked=${whole} onChange=${all} /><span>${label}</span></label>
    <${Choice} label=${texts("sort")} options=${options} value=${order} choose=${(name) => studio.set({ order: name })} />
    <label class="field"><span>${texts("seek")}</span>
      <input type="search" value=${sought} placeholder=${texts("seek-about")} onInput=${({ target }) => studio.set({ sought: target.value })} />
    </label>
  </div>`;
}

/** The cards in sight, of a list that can be long. */
function Cards({ studio, shown }) {
  const { returned } = studio.state;
  const list = useRef(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const last = useRef(-1); // the place of the card that was chosen last
  useLayoutEffect(() => {
    const look = () => setView({ top: list.current.scrollTop, height: list.current.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(list.current);
    list.current.addEventListener("scroll", look, { passive: true });
    const place = shown.findIndex(({ key }) => key === returned);
    if (place >= 0) list.current.scrollTop = Math.max(0, place * HEIGHT - list.current.clientHeight / 2);
    look();
    return () => watch.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(view.top / HEIGHT) - SPARE);
  const end = Math.min(shown.length, Math.ceil((view.top + view.height) / HEIGHT) + SPARE);
  const choose = (place, { target, shiftKey }) => {
    const [from, to] = shiftKey && last.current >= 0 ? [last.current, place].sort((a, b) => a - b) : [place, place];
    const chosen = new Set(studio.state.chosen);
    for (const { key } of shown.slice(from, to + 1)) chosen[target.checked ? "add" : "delete"](key);
    last.current = place;
    studio.set({ chosen });
  };
  return html`<div class="results" ref=${list} tabindex="-1">
    <ul style=${{ height: `${shown.length * HEIGHT}px` }}>
      ${shown.slice(first, end).map((one, k) =>
        html`<${Card} key=${one.key} studio=${studio} one=${one} place=${first + k} all=${shown.length} choose=${choose} />`)}
    </ul>
  </div>`;
}

function Card({ studio, one, place, all, choose }) {
  const { texts, state } = studio;
  const name = nameOf(studio, one);
  const card = useRef(null);
  const { puzzle, layout, key } = one;
  useLayoutEffect(() => {
    if (key !== state.returned) return;
    card.current.querySelector(".primary").focus({ preventScroll: true });
    studio.set({ returned: "" });
  }, []);
  const label = texts("choose", { name: [name, ...facts(studio, one)].join(texts("pause")) });
  const isChosen = state.chosen.has(key);
  const top = { top: `${place * HEIGHT}px` };
  return html`<li class="result" ref=${card} aria-setsize=${all} aria-posinset=${place + 1} style=${top} data-chosen=${isChosen}>
    <input type="checkbox" aria-label=${label} checked=${isChosen} onClick=${(event) => choose(place, event)} />
    <${Thumb} layout=${layout} puzzle=${puzzle} />
    <div class="facts">
      <h3>${one.title || name}</h3>
      <p class="facts">${(one.title ? [name] : []).concat(facts(studio, one)).map((fact) => html`<span>${fact}</span>`)}</p>
      <p class="own">${[one.stars ? "★".repeat(one.stars) : "", one.author, one.note].filter(Boolean).join(" · ")}</p>
    </div>
    <div class="row"><${CardTools} studio=${studio} one=${one} name=${one.title || name} /></div>
  </li>`;
}

function CardTools({ studio, one, name }) {
  const { texts } = studio;
  const { key, puzzle, layout } = one;
  const see = (view) => () => studio.go({ name: view, puzzle, layout });
  const onBoard = () => studio.attempt(() => putOnBoard(studio, one));
  const note = () => studio.set({ dialog: { name: "note", key } });
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
  const typical = typeof one.appropriateness === "number" ? [texts("result-typical", { value: (100 * one.appropriateness).toFixed(0) })] : [];
  return [...level, ...score, clues, ...otherScale(one, playTexts), ...typical];
}
