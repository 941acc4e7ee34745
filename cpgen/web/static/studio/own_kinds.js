// @ts-check
// Kinds of constraints in files: the browser keeps them, each is a tool, and the server reads them again when asked.

import { html, useState } from "../html.js";
import { listInText, rememberedText, rememberText } from "../memory.js";
import { Button } from "../parts.js";
import { statedBy } from "./messages.js";
import { sendToServer } from "./server.js";
import { sentenceOf } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").KindFile} KindFile
 * @typedef {import("../records.js").ConstraintKind} ConstraintKind
 * @typedef {import("./messages.js").Stated} Stated
 * @typedef {{files: KindFile[], tools: ConstraintKind[]}} OwnKinds
 */

const KEPT = "cpgen.kinds";
const MOST = 30; // kinds that are kept
const LARGEST = 16384; // characters of a file, as on the server
const ENDING = /\.toml$/i;

/** @type {OwnKinds} */
export const NO_KINDS = Object.freeze({ files: [], tools: [] });

/**
 * Asks the server for the tools of the kinds that the browser keeps.
 * @param {import("./studio.js").Part<"constraints" | "setState">} studio
 */
export async function restoreKinds(studio) {
  const isFile = (/** @type {any} */ one) => typeof one?.name === "string" && typeof one.text === "string";
  const files = (listInText(rememberedText(KEPT)) ?? []).filter(isFile).slice(0, MOST);
  if (files.length) await useFiles(studio, files).catch(() => undefined); // they are asked for again next time
}

/**
 * Uses the kinds of files, and returns what is wrong with those of which there is no tool.
 * @param {import("./studio.js").Part<"constraints" | "setState">} studio
 * @param {KindFile[]} files
 * @returns {Promise<Stated[]>}
 */
async function useFiles(studio, files) {
  const { kinds: tools, problems } = await sendToServer("kinds", { files });
  const known = new Set(tools.map(({ kind }) => kind));
  studio.setState({ kinds: { files: files.filter(({ name }) => known.has(name)), tools } });
  studio.constraints.askAgain();
  return problems;
}

/**
 * The kinds with a tool: those of cpgen, and the reader's own, which replace kinds of the same name.
 * @param {ConstraintKind[]} shipped
 * @param {OwnKinds} own
 */
export function kindsWith(shipped, { tools }) {
  const names = new Set(tools.map(({ kind }) => kind));
  return tools.length ? [...shipped.filter(({ kind }) => !names.has(kind)), ...tools] : shipped;
}

/**
 * A button that loads files with kinds, and the kinds that were loaded.
 * @param {{studio: Studio}} props
 */
export function OwnKindsPart({ studio }) {
  const { texts, state, pen } = studio;
  const { files, tools } = state.kinds;
  const [problems, setProblems] = useState(/** @type {Stated[]} */ ([]));
  const use = async (/** @type {KindFile[]} */ all) => {
    try {
      const found = await useFiles(studio, all.slice(0, MOST));
      rememberText(KEPT, JSON.stringify(studio.state.kinds.files));
      setProblems(found);
    } catch (error) {
      setProblems([statedBy(error)]);
    }
  };
  /** @param {{currentTarget: HTMLInputElement}} event */
  const load = async ({ currentTarget }) => {
    const given = await Promise.all([...(currentTarget.files ?? [])].map(fileOf));
    const names = new Set(given.map(({ name }) => name));
    currentTarget.value = ""; // so that the same file can be loaded again
    await use([...given, ...files.filter(({ name }) => !names.has(name))]);
  };
  const forget = (/** @type {string} */ kind) => use(files.filter(({ name }) => name !== kind));
  const row = (/** @type {ConstraintKind} */ { kind, title }) =>
    html`<li key=${kind}>
      <button type="button" class="ghost" onClick=${() => pen.take(kind)}>${title[texts.language]}</button>
      <${Button}
        label=${texts("own-rule-forget", { name: title[texts.language] })}
        act=${() => forget(kind)}
        picture="close"
        quiet
        class="ghost"
      />
    </li>`;
  return html`<label class="file">
      <span>${texts("own-kinds-load")}</span><input type="file" accept=".toml" multiple onChange=${load} />
    </label>
    ${problems.map(
      (problem) => html`<p class="verdict" data-kind="bad" role="alert">${sentenceOf(studio, problem)}</p>`,
    )}
    ${
      tools.length > 0 &&
      html`<ul class="kept-rules" aria-label=${texts("own-kinds")}>
        ${tools.map(row)}
      </ul>`
    }`;
}

/**
 * The name and the text of a file, as far as the server needs it to refuse one that is too large.
 * @param {File} file
 * @returns {Promise<KindFile>}
 */
async function fileOf(file) {
  return { name: file.name.replace(ENDING, "").toLowerCase(), text: await file.slice(0, 4 * LARGEST).text() };
}
