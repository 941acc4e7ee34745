// @ts-check
// The dialogs of the studio, and those that export, share or annotate puzzles and change settings.

import { range } from "../play/layout.js";
import { THEMES } from "../play/theme.js";
import { BookDialog } from "./book_dialog.js";
import { html, useState } from "../html.js";
import { Button, Choice, Dialog } from "../parts.js";
import { RequestDialog, TextField } from "./parts.js";
import { MOST_STARS } from "./entry.js";
import { looksOf } from "./plan.js";
import { ProjectsDialog } from "./projects_dialog.js";
import { ReadDialog } from "./reading.js";
import { MessageField, RulesField, useUsualRules } from "./rules_field.js";
import { downloadFile } from "./server.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./studio.js").OpenDialog} OpenDialog
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./entry.js").Own} Own
 * @typedef {import("../records.js").Walkthrough} Walkthrough
 */

/**
 * @template {OpenDialog} [Kind=OpenDialog]
 * @typedef {{studio: Studio, dialog: Kind, close: () => void}} DialogProps
 */

const PICTURES = ["svg", "png"];
/** The fields of an entry that stay in the studio. */
const OWN = ["key", "list", "added", "place", "project", "stars", "solutions", "note"];
/** @type {Record<OpenDialog["name"], (props: DialogProps<any>) => unknown>} */
const DIALOGS = {
  settings: SettingsDialog,
  projects: ProjectsDialog,
  read: ReadDialog,
  export: ExportDialog,
  book: BookDialog,
  note: NoteDialog,
  share: ShareDialog,
};

/**
 * The dialog that is open, if there is one.
 * @param {{studio: Studio}} props
 */
export function DialogOf({ studio }) {
  const { dialog } = studio.state;
  const close = () => studio.setState({ dialog: null });
  return dialog && html`<${DIALOGS[dialog.name]} studio=${studio} dialog=${dialog} close=${close} />`;
}

/**
 * Writes puzzles in a format.
 * @param {DialogProps<Extract<OpenDialog, {puzzles: Entry[]}>>} props
 */
function ExportDialog({ studio, dialog: { puzzles }, close }) {
  const { choices, texts } = studio;
  const [to, setTo] = useState("html");
  const formats = choices.formats.filter(({ many }) => many || puzzles.length === 1);
  const options = formats.map(({ name, title }) => [name, title[texts.language]]);
  const body = { puzzles: puzzles.map(servedFields), to, lang: texts.language };
  /** @type {import("./parts.js").LongAct} */
  const act = (tell, signal) => downloadFile("export", body, tell, signal);
  const title = texts("export-these", { count: puzzles.length });
  return html`<${RequestDialog} studio=${studio} title=${title} label=${texts("save")} act=${act} close=${close}>
    <${Choice} label=${texts("format")} options=${options} value=${to} choose=${setTo} />
  </${RequestDialog}>`;
}

/**
 * An entry as the server sent it, with the maker's title and author; the note is the maker's own and stays here.
 * @param {Entry} entry
 */
function servedFields(entry) {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !OWN.includes(name)));
}

/**
 * The maker's title, author, note and rating of a puzzle.
 * @param {DialogProps<Extract<OpenDialog, {name: "note"}>>} props
 */
function NoteDialog({ studio, dialog: { key }, close }) {
  const { texts } = studio;
  const entry = studio.state.puzzles.get(key);
  if (!entry) return null;
  /** @type {(changes: Partial<Own>, visit?: string | null) => void} */
  const set = (changes, visit = null) => {
    studio.edits.makeChange({ puzzles: [[key, Object.freeze({ ...entry, ...changes })]] }, visit);
  };
  const stars = range(MOST_STARS + 1).map((k) => [String(k), k ? "★".repeat(k) : texts("stars-none")]);
  const rate = (/** @type {string} */ value) => set({ stars: Number(value) });
  const field = (/** @type {"title" | "author" | "note"} */ name) =>
    html`<${TextField}
      label=${texts(`entry-${name}`)}
      value=${entry[name]}
      maxlength="200"
      change=${(/** @type {string} */ text, /** @type {string} */ visit) => set({ [name]: text }, visit)}
    />`;
  return html`<${Dialog} title=${texts("note-title")} texts=${texts} close=${close}><div class="stack">
    ${field("title")}${field("author")}${field("note")}
    <${RulesField}
      studio=${studio}
      rules=${entry.instructions}
      usual=${useUsualRules(entry.layout)}
      change=${(/** @type {string} */ instructions, /** @type {string} */ visit) => set({ instructions }, visit)}
    />
    <${MessageField}
      texts=${texts}
      message=${entry.message}
      change=${(/** @type {string} */ message, /** @type {string} */ visit) => set({ message }, visit)}
    />
    <${Choice} label=${texts("entry-stars")} options=${stars} value=${String(entry.stars)} choose=${rate} />
    <${Button} label=${texts("done")} act=${close} class="primary" />
  </div></${Dialog}>`;
}

/**
 * The dialog with links and pictures of a puzzle; the links contain the puzzle itself.
 * @param {DialogProps<Extract<OpenDialog, {name: "share"}>>} props
 */
function ShareDialog({ studio, dialog: { one }, close }) {
  const { choices, texts } = studio;
  /** @type {Partial<Walkthrough>} */
  const { elsewhere = [], puzzle, layout, title = "", author = "", instructions = "" } = one;
  const own = { puzzle, layout, title, author, instructions, ...looksOf(one) };
  const titles = Object.fromEntries(choices.formats.map(({ name, title }) => [name, title[texts.language]]));
  const link = (/** @type {[site: string, address: string]} */ [site, address]) =>
    html`<${Address} key=${site} studio=${studio} site=${site} address=${address} />`;
  const save = (/** @type {string} */ to) => studio.attempt(() => downloadFile("export", { puzzles: [own], to }));
  const picture = (/** @type {string} */ to) =>
    html`<${Button} key=${to} label=${titles[to]} act=${() => save(to)} picture="download" />`;
  return html`<${Dialog} title=${texts("share")} texts=${texts} close=${close}><div class="stack">
    <p class="about-part">${texts("share-about")}</p>
    ${elsewhere.map(link)}
    <p class="verdict" role="status">${elsewhere.length === 0 ? texts("share-none") : ""}</p>
    <div class="row">${PICTURES.map(picture)}</div>
  </div></${Dialog}>`;
}

/**
 * An address of the puzzle, to be copied.
 * @param {{studio: import("./studio.js").Part<"setState" | "texts">, site: string, address: string}} props
 */
function Address({ studio, site, address }) {
  const select = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) => currentTarget.select();
  const label = studio.texts("copy-of", { name: site });
  return html`<div class="row link">
    <label class="field">
      <span>${site}</span>
      <input type="text" readonly value=${address} onFocus=${select} />
    </label>
    <${Button} label=${label} act=${() => copyAddress(studio, address)} picture="copy" quiet />
  </div>`;
}

/**
 * @param {import("./studio.js").Part<"setState" | "texts">} studio
 * @param {string} address
 */
export async function copyAddress(studio, address) {
  try {
    await navigator.clipboard.writeText(address);
    studio.setState({ dialog: null, message: { text: studio.texts("copied"), kind: "good" } });
  } catch {
    // copying is forbidden: the address stands there to be taken
  }
}

/**
 * The colours of the pages.
 * @param {DialogProps} props
 */
function SettingsDialog({ studio, close }) {
  const { texts, state } = studio;
  const themes = THEMES.map((name) => [name, texts(`theme-${name}`)]);
  const choose = (/** @type {string} */ theme) => studio.changeSettings({ theme });
  return html`<${Dialog} title=${texts("settings")} texts=${texts} close=${close}><div class="stack">
    <${Choice} label=${texts("theme")} options=${themes} value=${state.settings.theme} choose=${choose} />
  </div></${Dialog}>`;
}
