// @ts-check
// The dialogs: which there are, and those that write puzzles in a format, share one, say something of one, and settings.

import { THEMES } from "../play/theme.js";
import { BookDialog } from "./book_dialog.js";
import { html, useState } from "../html.js";
import { Button, Choice, Dialog } from "../parts.js";
import { RequestDialog, TextField } from "./parts.js";
import { MOST_STARS } from "./project.js";
import { ProjectsDialog } from "./projects_dialog.js";
import { ReadDialog } from "./reading.js";
import { downloadFile } from "./server.js";

const PICTURES = ["svg", "png"];
/** The fields of an entry that stay in the studio. */
const OWN = ["key", "list", "added", "place", "project", "stars", "solutions", "note"];
const DIALOGS = {
  settings: SettingsDialog,
  projects: ProjectsDialog,
  read: ReadDialog,
  export: ExportDialog,
  book: BookDialog,
  note: NoteDialog,
  share: ShareDialog,
};

/** The dialog that is open. */
export function DialogOf({ studio }) {
  const { dialog } = studio.state;
  const close = () => studio.setState({ dialog: null });
  return html`<${DIALOGS[dialog.name]} studio=${studio} dialog=${dialog} close=${close} />`;
}

/** Writes puzzles in a format. */
function ExportDialog({ studio, dialog: { puzzles }, close }) {
  const { choices, texts } = studio;
  const [to, setTo] = useState("html");
  const formats = choices.formats.filter(({ many }) => many || puzzles.length === 1);
  const options = formats.map(({ name, title }) => [name, title[texts.language]]);
  const act = (tell, signal) =>
    downloadFile("export", { puzzles: puzzles.map(served), to, lang: texts.language }, tell, signal);
  return html`<${RequestDialog} studio=${studio} title=${texts("export-these", { count: puzzles.length })} label=${texts("save")} act=${act} close=${close}>
    <${Choice} label=${texts("format")} options=${options} value=${to} choose=${setTo} />
  </${RequestDialog}>`;
}

/** An entry as the server sent it, with the maker's title and author; the note is the maker's own and stays here. */
function served(entry) {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !OWN.includes(name)));
}

/** The maker's title, author, note and rating of a puzzle. */
function NoteDialog({ studio, dialog: { key }, close }) {
  const { texts } = studio;
  const entry = studio.state.puzzles.get(key);
  if (!entry) return null;
  const set = (changes, visit = null) =>
    studio.edits.makeChange({ puzzles: [[key, Object.freeze({ ...entry, ...changes })]] }, visit);
  const stars = Array.from({ length: MOST_STARS + 1 }, (_, k) => [String(k), k ? "★".repeat(k) : texts("stars-none")]);
  const field = (name) =>
    html`<${TextField}
      label=${texts(`entry-${name}`)}
      value=${entry[name]}
      maxlength="200"
      change=${(text, visit) => set({ [name]: text }, visit)}
    />`;
  return html`<${Dialog} title=${texts("note-title")} texts=${texts} close=${close}><div class="stack">
    ${field("title")}${field("author")}${field("note")}
    <${Choice} label=${texts("entry-stars")} options=${stars} value=${String(entry.stars)} choose=${(value) => set({ stars: Number(value) })} />
    <${Button} label=${texts("done")} act=${close} class="primary" />
  </div></${Dialog}>`;
}

/** Addresses that hold the puzzle itself, and open anywhere. */
function ShareDialog({ studio, dialog: { one }, close }) {
  const { choices, texts } = studio;
  const { elsewhere = [], puzzle, layout, title = "", author = "" } = one;
  const titles = Object.fromEntries(choices.formats.map(({ name, title }) => [name, title[texts.language]]));
  const row = ([site, address]) =>
    html`<div class="row link" key=${site}>
      <label class="field">
        <span>${site}</span>
        <input type="text" readonly value=${address} onFocus=${({ target }) => target.select()} />
      </label>
      <${Button} label=${texts("copy-of", { name: site })} act=${() => copy(studio, address)} picture="copy" quiet />
    </div>`;
  const save = (to) =>
    studio.attempt(() => downloadFile("export", { puzzles: [{ puzzle, layout, title, author }], to }));
  const picture = (to) => html`<${Button} key=${to} label=${titles[to]} act=${() => save(to)} picture="download" />`;
  return html`<${Dialog} title=${texts("share")} texts=${texts} close=${close}><div class="stack">
    <p class="about-part">${texts("share-about")}</p>
    ${elsewhere.map(row)}
    <p class="verdict" role="status">${elsewhere.length === 0 ? texts("share-none") : ""}</p>
    <div class="row">${PICTURES.map(picture)}</div>
  </div></${Dialog}>`;
}

async function copy(studio, address) {
  try {
    await navigator.clipboard.writeText(address);
    studio.setState({ dialog: null, message: { text: studio.texts("copied"), kind: "good" } });
  } catch {
    // copying is forbidden: the address stands there to be taken
  }
}

/** The colours of the pages. */
function SettingsDialog({ studio, close }) {
  const { texts, state } = studio;
  const themes = THEMES.map((name) => [name, texts(`theme-${name}`)]);
  return html`<${Dialog} title=${texts("settings")} texts=${texts} close=${close}><div class="stack">
    <${Choice} label=${texts("theme")} options=${themes} value=${state.settings.theme} choose=${(theme) => studio.changeSettings({ theme })} />
  </div></${Dialog}>`;
}
