// @ts-check
// Reading puzzles of any format into the results, with ratings; other lines are reported by number.

import { html, useState } from "../html.js";
import { statedBy } from "./messages.js";
import { CostlyButton, Dialog, Toggle } from "../parts.js";
import { entryOf, keyedEntries } from "./entry.js";
import { looksOf } from "./plan.js";
import { sendToServer } from "./server.js";
import { showResults } from "./sheets.js";
import { sentenceOf } from "./words.js";

const AT_ONCE = 4; // puzzles that the server rates at a time
const SHOWN = 20; // most lines that are reported

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").Puzzle} Puzzle
 * @typedef {import("../records.js").ReadRequest} ReadRequest
 * @typedef {import("./messages.js").Stated & {line: number}} Problem what is wrong in a line; 0 if it is unknown
 * @typedef {{added: number, known: number, drawings?: number, problems: Problem[]}} Outcome how many puzzles are new and
 * how many are not, and the number of drawings that were kept without a meaning
 * @typedef {{done: number, all: number, ended?: Outcome}} Work how far the reading is
 */

/**
 * The dialog that takes a text or a file.
 * @param {{studio: Studio, close: () => void}} props
 */
export function ReadDialog({ studio, close }) {
  const { texts } = studio;
  const [text, setText] = useState("");
  const [work, setWork] = useState(/** @type {Work | null} */ (null));
  const [ignoring, setIgnoring] = useState(false); // drawings that may be constraints
  const take = async () => {
    setWork({ done: 0, all: 0 });
    const request = { text, ignore_drawings: ignoring };
    const ended = await readGuarded(studio, request, (done, all) => setWork({ done, all }));
    if (ended.problems.length) return setWork({ done: 0, all: 0, ended });
    close();
    studio.showMessage({ text: outcomeText(texts, ended) });
  };
  /** @param {{currentTarget: HTMLTextAreaElement}} event */
  const type = ({ currentTarget }) => setText(currentTarget.value);
  /** @param {{currentTarget: HTMLInputElement}} event */
  const fill = async ({ currentTarget }) => setText((await currentTarget.files?.[0]?.text()) ?? text);
  const busy = Boolean(work && !work.ended);
  return html`<${Dialog} title=${texts("open")} texts=${texts} close=${close}><div class="stack">
    <p>${texts("open-about")}</p>
    <label class="field"><span>${texts("open-text")}</span>
      <textarea rows="6" spellcheck="false" value=${text} onInput=${type}></textarea></label>
    <label class="field"><span>${texts("open-file")}</span><input type="file" onChange=${fill} /></label>
    ${
      (ignoring || work?.ended?.problems.some(({ key }) => key === "drawings")) &&
      html`<${Toggle} label=${texts("field-ignore_drawings")} on=${ignoring} change=${setIgnoring} />`
    }
    ${busy && html`<progress max=${work?.all || 1} value=${work?.done} aria-label=${texts("at-work")}></progress>`}
    ${work?.ended && html`<${Problems} studio=${studio} ...${work.ended} />`}
    <${CostlyButton} label=${busy ? texts("at-work") : texts("open-add")} act=${take} class="primary" disabled=${busy} />
  </div></${Dialog}>`;
}

/**
 * The numbers of added and of already known puzzles, as text.
 * @param {import("../play/texts.js").TextFunction} texts
 * @param {Outcome} outcome
 */
function outcomeText(texts, { added, known, drawings = 0 }) {
  const parts = [
    added || !known ? texts("open-added", { count: added }) : "",
    known ? texts("open-known", { count: known }) : "",
    drawings ? texts("open-drawings", { count: drawings }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** @param {{studio: Studio} & Outcome} props */
function Problems({ studio, added, problems }) {
  const { texts } = studio;
  /** @param {Problem} problem */
  const item = (problem) => {
    const sentence = sentenceOf(studio, problem);
    return html`<li>${problem.line ? texts("open-line", { line: problem.line, sentence }) : sentence}</li>`;
  };
  return html`<div class="verdict" role="alert" data-kind="bad">
    ${added > 0 && html`<p>${texts("open-added", { count: added })}</p>`}
    <ul>
      ${problems.slice(0, SHOWN).map(item)}
    </ul>
    ${problems.length > SHOWN && html`<p>${texts("open-more", { count: problems.length - SHOWN })}</p>`}
  </div>`;
}

/**
 * Reads puzzles; until this is done, leaving the page asks for confirmation. A failure is reported without a line
 * number.
 * @param {import("./studio.js").Part<"edits" | "projects" | "setState", "kinds" | "puzzles">} studio
 * @param {ReadRequest} request
 * @param {(done: number, all: number) => void} tell
 */
async function readGuarded(studio, request, tell) {
  try {
    return await studio.projects.writer.guard(readPuzzles(studio, request, tell));
  } catch (error) {
    return { added: 0, known: 0, problems: [{ line: 0, ...statedBy(error) }] };
  }
}

/**
 * Adds the puzzles of a text to the results in one step, and reports the lines that cannot be read.
 * @param {import("./studio.js").Part<"edits" | "setState", "kinds" | "puzzles">} studio
 * @param {ReadRequest} request
 * @param {(done: number, all: number) => void} tell hears how many puzzles are rated
 * @returns {Promise<Outcome>}
 */
async function readPuzzles(studio, request, tell) {
  const { puzzles, problems, kept = {} } = await sendToServer("read", { ...request, kinds: studio.state.kinds.files });
  const rated = [];
  for (let from = 0; from < puzzles.length; from += AT_ONCE) {
    tell(from, puzzles.length);
    rated.push(...(await Promise.all(puzzles.slice(from, from + AT_ONCE).map(ratedPuzzle))));
  }
  const entries = rated.flatMap(({ made }) => (made ? [entryOf(made)] : []));
  const added = entries.filter(({ key }) => !studio.state.puzzles.has(key));
  if (added.length) {
    studio.edits.makeChange({ puzzles: keyedEntries(added.reverse()) });
    showResults(studio);
  }
  const wrong = rated.flatMap(({ problem }) => (problem ? [problem] : []));
  const drawings = Object.values(kept).reduce((sum, count) => sum + count, 0);
  const known = entries.length - added.length;
  return { added: added.length, known, drawings, problems: [...problems, ...wrong] };
}

/**
 * A puzzle with its rating and requested grade or, if it has not exactly one solution, with their number; a problem if
 * the request fails.
 * @param {Puzzle} puzzle
 * @returns {Promise<{made?: Parameters<typeof entryOf>[0], problem?: Problem}>}
 */
async function ratedPuzzle({ puzzle, layout, comment: note = "", grade, ...read }) {
  const { title = "", author = "", instructions = "" } = read;
  try {
    const rated = await sendToServer("rate", { puzzle, layout });
    const own = { title, author, instructions, ...looksOf(read), note, grade: grade || rated.grade };
    if (rated.outcome === "solved") return { made: { ...rated, ...own } };
    const { unique, solutions } = await sendToServer("check", { puzzle, layout });
    return { made: { ...rated, ...own, solutions: unique ? "one" : solutions.length ? "many" : "none" } };
  } catch (error) {
    return { problem: { line: 0, ...statedBy(error) } };
  }
}
