// @ts-check
// The dialog that prints a booklet: what is in it, a look at its pages, and how far it is while it is made.

import { html, useEffect, useState } from "../html.js";
import { statedBy } from "./messages.js";
import { Button, Choice, Toggle } from "../parts.js";
import { RequestDialog, TextField } from "./parts.js";
import { downloadFile, sendToServer } from "./server.js";
import { sentenceOf } from "./words.js";

const KINDS = ["pdf", "epub", "zip"];
const PAPERS = [
  ["a4", "A4"],
  ["a5", "A5"],
  ["b5", "B5"],
  ["b6", "B6"],
  ["letter", "Letter"],
  ["6x9in", "6 × 9 in"],
  ["5x8in", "5 × 8 in"],
];
const PER_PAGE = ["1", "2", "4", "6", "9"];
const SWITCHES = ["hints", "qr", "colours", "large_print", "certificate"];
const BOOKLET = {
  kind: "pdf",
  per_page: 4,
  paper_size: "a4",
  hints: false,
  qr: true,
  colours: false,
  large_print: false,
  certificate: false,
};
const PATIENCE = 400; // milliseconds without a change before the pages are asked for
const SPREAD = 2; // pages that are shown side by side

/** Prints a booklet. */
export function BookDialog({ studio, dialog: { puzzles }, close }) {
  const { texts } = studio;
  const [booklet, setBooklet] = useState({ ...BOOKLET, title: studio.state.project.name });
  const set = (changes) => setBooklet({ ...booklet, ...changes });
  const options = (values) => values.map((value) => [value, value]);
  const kinds = KINDS.map((kind) => [kind, texts(`book-${kind}`)]);
  const request = { ...booklet, puzzles: bare(puzzles), lang: texts.language };
  const act = (tell, signal) => downloadFile("book", request, tell, signal);
  return html`<${RequestDialog} studio=${studio} title=${texts("book-these", { count: puzzles.length })} label=${texts("save")} act=${act} close=${close} wide>
    <${TextField} label=${texts("book-title")} value=${booklet.title} maxlength="200" change=${(title) => set({ title })} />
    <${Choice} label=${texts("book-kind")} options=${kinds} value=${booklet.kind} choose=${(kind) => set({ kind })} />
    <div class="two">
      <${Choice} label=${texts("per-page")} options=${options(PER_PAGE)} value=${String(booklet.per_page)} choose=${(value) => set({ per_page: Number(value) })} />
      <${Choice} label=${texts("paper_size")} options=${PAPERS} value=${booklet.paper_size} choose=${(value) => set({ paper_size: value })} />
    </div>
    <div class="row">
      ${SWITCHES.map((name) => html`<${Toggle} key=${name} label=${texts(name)} on=${booklet[name]} change=${(on) => set({ [name]: on })} />`)}
    </div>
    ${booklet.kind === "pdf" && html`<${Pages} studio=${studio} request=${request} />`}
  </${RequestDialog}>`;
}

/** The fields of a puzzle that are sent to the server, which derives the rest. */
function bare(puzzles) {
  return puzzles.map(({ puzzle, layout, title, author, grade }) => ({
    puzzle,
    layout,
    title,
    author,
    grade: grade ?? "",
  }));
}

/** Pages that face each other, as they will be printed; the first is alone on its side. */
function Pages({ studio, request }) {
  const { texts } = studio;
  const [first, setFirst] = useState(1);
  const [shown, setShown] = useState({ first: 1, pages: [], of: 0, problem: "" });
  const { kind: _kind, ...booklet } = request;
  const question = JSON.stringify([booklet, first]);
  useEffect(() => {
    let late = false;
    const show = (answer) => late || setShown({ ...shown, problem: "", first, ...answer });
    const wanted = { ...booklet, first, most: first === 1 ? 1 : SPREAD };
    const look = () =>
      sendToServer("book/pages", wanted).then(show, (error) => show({ problem: sentenceOf(studio, statedBy(error)) }));
    const waiting = setTimeout(look, shown.of ? PATIENCE : 0);
    return () => {
      late = true;
      clearTimeout(waiting);
    };
  }, [question]);
  const turn = (by) => setFirst(first === 1 ? SPREAD : Math.max(1, first + by));
  const { pages, of, problem } = shown;
  const key = pages.length > 1 ? "pages-of" : "page-of";
  const page = (data, k) =>
    html`<img
      key=${k}
      src=${`data:image/png;base64,${data}`}
      alt=${texts("page-of", { number: shown.first + k, of })}
    />`;
  return html`<div class="pages" aria-busy=${String(shown.first !== first)}>
    <div class="row">
      <${Button}
        label=${texts("pages-before")}
        act=${() => turn(-SPREAD)}
        picture="left"
        quiet
        disabled=${first === 1}
      />
      <span role="status"
        >${of > 0 && texts(key, { number: shown.first, last: shown.first + pages.length - 1, of })}</span
      >
      <${Button}
        label=${texts("pages-after")}
        act=${() => turn(SPREAD)}
        picture="right"
        quiet
        disabled=${first + SPREAD > of && !(first === 1 && of > 1)}
      />
    </div>
    <p class="verdict" data-kind="bad">${problem}</p>
    <div class="facing">${pages.length ? pages.map(page) : texts("at-work")}</div>
  </div>`;
}
