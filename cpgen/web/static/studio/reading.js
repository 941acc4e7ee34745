// @ts-check
// Reading puzzles of any format into the results, with ratings; other lines are reported by number.

import { html, useState } from "../html.js";
import { statedBy } from "./messages.js";
import { Button, Dialog, Toggle } from "../parts.js";
import { entryOf } from "./project.js";
import { sendToServer } from "./server.js";
import { sentenceOf } from "./words.js";

const AT_ONCE = 4; // puzzles that the server rates at a time
const SHOWN = 20; // most lines that are reported

/** The dialog that takes a text or a file. */
export function ReadDialog({ studio, close }) {
  const { texts } = studio;
  const [text, setText] = useState("");
  const [work, setWork] = useState(null);
  const [ignoring, setIgnoring] = useState(false); // drawings that may be constraints
  const take = async () => {
    setWork({ done: 0, all: 0, problems: [] });
    const reading = read(studio, { text, ignore_drawings: ignoring }, (done, all) =>
      setWork({ done, all, problems: [] }),
    );
    const outcome = await studio.projects.writer.guard(reading).catch((error) => ({
      problems: [{ line: 0, ...statedBy(error) }],
    }));
    if (outcome.problems.length) return setWork({ ...outcome, ended: true });
    close();
    studio.showMessage({ text: told(texts, outcome) });
  };
  const fill = async ({ target }) => setText((await target.files[0]?.text()) ?? text);
  const busy = Boolean(work && !work.ended);
  return html`<${Dialog} title=${texts("open")} texts=${texts} close=${close}><div class="stack">
    <p>${texts("open-about")}</p>
    <label class="field"><span>${texts("open-text")}</span>
      <textarea rows="6" spellcheck="false" value=${text} onInput=${({ target }) => setText(target.value)}></textarea></label>
    <label class="field"><span>${texts("open-file")}</span><input type="file" onChange=${fill} /></label>
    ${
      (ignoring || work?.problems.some(({ key }) => key === "drawings")) &&
      html`<${Toggle} label=${texts("field-ignore_drawings")} on=${ignoring} change=${setIgnoring} />`
    }
    ${busy && html`<progress max=${work.all || 1} value=${work.done} aria-label=${texts("at-work")}></progress>`}
    ${work?.ended && html`<${Problems} studio=${studio} work=${work} />`}
    <${Button} label=${busy ? texts("at-work") : texts("open-add")} act=${take} class="primary" disabled=${busy} />
  </div></${Dialog}>`;
}

/** How many puzzles were added, and how many were there before. */
function told(texts, { added, known }) {
  const parts = [
    added || !known ? texts("open-added", { count: added }) : "",
    known ? texts("open-known", { count: known }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

function Problems({ studio, work: { added = 0, problems } }) {
  const { texts } = studio;
  const worded = (one) =>
    one.line ? texts("open-line", { line: one.line, sentence: sentenceOf(studio, one) }) : sentenceOf(studio, one);
  return html`<div class="verdict" role="alert" data-kind="bad">
    ${added > 0 && html`<p>${texts("open-added", { count: added })}</p>`}
    <ul>
      ${problems.slice(0, SHOWN).map((one) => html`<li>${worded(one)}</li>`)}
    </ul>
    ${problems.length > SHOWN && html`<p>${texts("open-more", { count: problems.length - SHOWN })}</p>`}
  </div>`;
}

/** Adds the puzzles of a text to the results in one step, and reports the lines that cannot be read. */
async function read(studio, request, tell) {
  const { puzzles, problems } = await sendToServer("read", request);
  const rated = [];
  for (let from = 0; from < puzzles.length; from += AT_ONCE) {
    tell(from, puzzles.length);
    rated.push(...(await Promise.all(puzzles.slice(from, from + AT_ONCE).map(rate))));
  }
  const entries = rated.filter(({ one }) => one).map(({ one }) => entryOf(one));
  const added = entries.filter(({ key }) => !studio.state.puzzles.has(key));
  if (added.length) studio.edits.makeChange({ puzzles: added.reverse().map((entry) => [entry.key, entry]) });
  return {
    added: added.length,
    known: entries.length - added.length,
    problems: [...problems, ...rated.filter(({ problem }) => problem).map(({ problem }) => problem)],
  };
}

/** A puzzle with its rating and the grade for which it was made, or with its number of solutions if that is not one, or with a problem. */
async function rate({ puzzle, layout, title = "", author = "", comment = "", grade }) {
  try {
    const rated = await sendToServer("rate", { puzzle, layout });
    const own = { title: title ?? "", author: author ?? "", note: comment ?? "", grade: grade || rated.grade };
    if (rated.outcome === "solved") return { one: { ...rated, ...own } };
    const { unique, solutions } = await sendToServer("check", { puzzle, layout });
    return { one: { ...rated, ...own, solutions: unique ? "one" : solutions.length ? "many" : "none" } };
  } catch (error) {
    return { problem: { line: 0, ...statedBy(error) } };
  }
}
