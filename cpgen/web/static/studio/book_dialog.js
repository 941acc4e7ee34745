// @ts-check
// The dialog that prints a booklet: its options, a preview of its pages, and progress.

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
const SWITCHES = /** @type {const} */ (["hints", "qr", "colours", "large_print", "certificate"]);
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

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {typeof BOOKLET & {title: string}} Booklet what is chosen in the dialog
 * @typedef {Booklet & {puzzles: object[], lang: string}} BookRequest
 *
 * @typedef {object} Shown
 * @property {number} first the number of the first page that is shown
 * @property {string[]} pages as PNG files in base64
 * @property {number} of how many pages the booklet has
 * @property {string} problem
 */

/**
 * Prints a booklet.
 * @param {{studio: Studio, dialog: {puzzles: Entry[]}, close: () => void}} props
 */
export function BookDialog({ studio, dialog: { puzzles }, close }) {
  const { texts } = studio;
  const [booklet, setBooklet] = useState(/** @type {Booklet} */ ({ ...BOOKLET, title: studio.state.project.name }));
  const request = { ...booklet, puzzles: puzzles.map(bareFields), lang: texts.language };
  /** @type {import("./parts.js").LongAct} */
  const act = (tell, signal) => downloadFile("book", request, tell, signal);
  const title = texts("book-these", { count: puzzles.length });
  return html`<${RequestDialog} studio=${studio} title=${title} label=${texts("save")} act=${act} close=${close} wide>
    <${BookFields} texts=${texts} booklet=${booklet} change=${setBooklet} />
    ${booklet.kind === "pdf" && html`<${Pages} studio=${studio} request=${request} />`}
  </${RequestDialog}>`;
}

/** @param {{texts: Studio["texts"], booklet: Booklet, change: (after: Booklet) => void}} props */
function BookFields({ texts, booklet, change }) {
  const kinds = KINDS.map((kind) => [kind, texts(`book-${kind}`)]);
  const numbers = PER_PAGE.map((number) => [number, number]);
  /** @param {string} name */
  const choose = (name) => (/** @type {string} */ value) => change({ ...booklet, [name]: value });
  const choosePerPage = (/** @type {string} */ value) => change({ ...booklet, per_page: Number(value) });
  const { title, kind, per_page, paper_size } = booklet;
  const toggle = (/** @type {(typeof SWITCHES)[number]} */ name) => {
    const turn = (/** @type {boolean} */ on) => change({ ...booklet, [name]: on });
    return html`<${Toggle} key=${name} label=${texts(name)} on=${booklet[name]} change=${turn} />`;
  };
  return html`<${TextField} label=${texts("book-title")} value=${title} maxlength="200" change=${choose("title")} />
    <${Choice} label=${texts("book-kind")} options=${kinds} value=${kind} choose=${choose("kind")} />
    <div class="two">
      <${Choice} label=${texts("per-page")} options=${numbers} value=${String(per_page)} choose=${choosePerPage} />
      <${Choice} label=${texts("paper_size")} options=${PAPERS} value=${paper_size} choose=${choose("paper_size")} />
    </div>
    <div class="row">${SWITCHES.map(toggle)}</div>`;
}

/**
 * The fields of a puzzle that are sent to the server, which derives the rest.
 * @param {Entry} entry
 */
function bareFields({ puzzle, layout, title, author, grade }) {
  return { puzzle, layout, title, author, grade: grade ?? "" };
}

/**
 * Pages that face each other, as they will be printed; the first is alone on its side.
 * @param {{studio: Studio, request: BookRequest}} props
 */
function Pages({ studio, request }) {
  const { texts } = studio;
  const [first, setFirst] = useState(1);
  const { pages, of, problem, first: firstShown } = usePages(studio, request, first);
  const turn = (/** @type {number} */ by) => setFirst(first === 1 ? SPREAD : Math.max(1, first + by));
  const isLast = first + SPREAD > of && !(first === 1 && of > 1);
  const last = firstShown + pages.length - 1;
  const place = texts(pages.length > 1 ? "pages-of" : "page-of", { number: firstShown, last, of });
  const page = (/** @type {string} */ data, /** @type {number} */ k) => {
    const alt = texts("page-of", { number: firstShown + k, of });
    return html`<img key=${k} src=${`data:image/png;base64,${data}`} alt=${alt} />`;
  };
  const back = () => turn(-SPREAD);
  const on = () => turn(SPREAD);
  return html`<div class="pages" aria-busy=${String(firstShown !== first)}>
    <div class="row">
      <${Button} label=${texts("pages-before")} act=${back} picture="left" quiet disabled=${first === 1} />
      <span role="status">${of > 0 && place}</span>
      <${Button} label=${texts("pages-after")} act=${on} picture="right" quiet disabled=${isLast} />
    </div>
    <p class="verdict" data-kind="bad">${problem}</p>
    <div class="facing">${pages.length ? pages.map(page) : texts("at-work")}</div>
  </div>`;
}

/**
 * The pages from a number on, asked for once nothing has changed for a while; until then, those before.
 * @param {Studio} studio
 * @param {BookRequest} request
 * @param {number} first
 */
function usePages(studio, request, first) {
  const [shown, setShown] = useState(/** @type {Shown} */ ({ first: 1, pages: [], of: 0, problem: "" }));
  const { kind: _kind, ...booklet } = request;
  const question = JSON.stringify([booklet, first]);
  useEffect(() => {
    let isLate = false;
    /** @param {Partial<Shown>} answer */
    const show = (answer) => isLate || setShown({ ...shown, problem: "", first, ...answer });
    const wanted = { ...booklet, first, most: first === 1 ? 1 : SPREAD };
    const look = () =>
      sendToServer("book/pages", wanted).then(show, (error) => show({ problem: sentenceOf(studio, statedBy(error)) }));
    const waiting = setTimeout(look, shown.of ? PATIENCE : 0);
    return () => {
      isLate = true;
      clearTimeout(waiting);
    };
  }, [question]);
  return shown;
}
