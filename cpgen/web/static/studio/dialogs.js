// @ts-check
// The dialogs that read puzzles, write them in a format, print a booklet, share one, say something of one, and settings.

import { THEMES } from "../play/settings.js";
import { html, useEffect, useState } from "./html.js";
import { Button, Choice, Dialog, TextField, Toggle } from "./parts.js";
import { STARS } from "./project.js";
import { ProjectsDialog } from "./projects_dialog.js";
import { ReadDialog } from "./reading.js";
import { download, send } from "./server.js";

const PAPERS = ["a4", "a5", "b5", "b6", "letter", "6x9in", "5x8in"];
const PER_PAGE = ["1", "2", "4", "6", "9"];
const ELSEWHERE = ["sudokupad", "puzzlink", "penpa"]; // the formats that are addresses where anybody can play
const BOOKLET = { per_page: 4, paper_size: "a4", hints: false, qr: true, colours: false, large_print: false, certificate: false };
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
  const close = () => studio.set({ dialog: null });
  return html`<${DIALOGS[dialog.name]} studio=${studio} dialog=${dialog} close=${close} />`;
}

/** A dialog whose button does something that may be refused; it closes on success. */
function RequestDialog({ studio, title, label, act, close, children }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem("");
    await act().then(close, (error) => setProblem(studio.told(error.message)));
    setBusy(false);
  };
  return html`<${Dialog} title=${title} texts=${studio.texts} close=${close}><div class="stack">
    ${children}
    <p class="verdict" role="alert" data-kind="bad">${problem}</p>
    <${Button} label=${busy ? studio.texts("at-work") : label} act=${run} class="primary" disabled=${busy} />
  </div></${Dialog}>`;
}

/** What the server takes of puzzles: it finds out the rest. */
function bare(puzzles) {
  return puzzles.map(({ puzzle, layout, title, author }) => ({ puzzle, layout, title, author }));
}

/** Writes puzzles in a format. */
function ExportDialog({ studio, dialog: { puzzles }, close }) {
  const { choices, texts } = studio;
  const [to, setTo] = useState("html");
  const formats = choices.formats.filter(({ many }) => many || puzzles.length === 1);
  const options = formats.map(({ name, title }) => [name, studio.told(title[texts.language])]);
  const act = () => download("export", { puzzles: puzzles.map(served), to, lang: texts.language });
  return html`<${RequestDialog} studio=${studio} title=${texts("export-these", { count: puzzles.length })} label=${texts("save")} act=${act} close=${close}>
    <${Choice} label=${texts("format")} options=${options} value=${to} choose=${setTo} />
  </${RequestDialog}>`;
}

/** An entry as the server told it, with what the maker says of it in the words of the formats. */
function served({ key: _key, list: _list, added: _added, project: _project, stars: _stars, solutions: _solutions, note, ...one }) {
  return note ? { ...one, comment: note } : one;
}

/** Prints a booklet. */
function BookDialog({ studio, dialog: { puzzles }, close }) {
  const { texts } = studio;
  const [booklet, setBooklet] = useState({ ...BOOKLET, title: studio.state.project.name });
  const set = (changes) => setBooklet({ ...booklet, ...changes });
  const options = (values) => values.map((value) => [value, value]);
  const act = () => download("book", { ...booklet, puzzles: bare(puzzles), lang: texts.language });
  return html`<${RequestDialog} studio=${studio} title=${texts("book-these", { count: puzzles.length })} label=${texts("save")} act=${act} close=${close}>
    <${TextField} label=${texts("book-title")} value=${booklet.title} maxlength="200" change=${(title) => set({ title })} />
    <${Choice} label=${texts("per-page")} options=${options(PER_PAGE)} value=${String(booklet.per_page)} choose=${(value) => set({ per_page: Number(value) })} />
    <${Choice} label=${texts("paper_size")} options=${options(PAPERS)} value=${booklet.paper_size} choose=${(value) => set({ paper_size: value })} />
    ${["hints", "qr", "colours", "large_print", "certificate"].map((name) => html`<${Toggle} key=${name} label=${texts(name)} on=${booklet[name]} change=${(on) => set({ [name]: on })} />`)}
  </${RequestDialog}>`;
}

/** What the maker says of a puzzle. */
function NoteDialog({ studio, dialog: { key }, close }) {
  const { texts } = studio;
  const entry = studio.state.puzzles.get(key);
  if (!entry) return null;
  const set = (changes, visit = null) => studio.edit({ puzzles: [[key, Object.freeze({ ...entry, ...changes })]] }, visit);
  const stars = Array.from({ length: STARS + 1 }, (_, k) => [String(k), k ? "★".repeat(k) : texts("stars-none")]);
  const field = (name) =>
    html`<${TextField} label=${texts(`entry-${name}`)} value=${entry[name]} maxlength="200" change=${(text, visit) => set({ [name]: text }, visit)} />`;
  return html`<${Dialog} title=${texts("note-title")} texts=${texts} close=${close}><div class="stack">
    ${field("title")}${field("author")}${field("note")}
    <${Choice} label=${texts("entry-stars")} options=${stars} value=${String(entry.stars)} choose=${(value) => set({ stars: Number(value) })} />
    <${Button} label=${texts("done")} act=${close} class="primary" />
  </div></${Dialog}>`;
}

/** Addresses that hold the puzzle itself, and open anywhere. */
function ShareDialog({ studio, dialog: { one }, close }) {
  const { choices, texts } = studio;
  const [links, setLinks] = useState(null);
  useEffect(() => void linksOf(one).then(setLinks), [one]);
  const titles = Object.fromEntries(choices.formats.map(({ name, title }) => [name, studio.told(title[texts.language])]));
  const row = ({ name, address }) => html`<div class="row link" key=${name}>
    <label class="field">
      <span>${titles[name]}</span>
      <input type="text" readonly value=${address} onFocus=${({ target }) => target.select()} />
    </label>
    <${Button} label=${texts("copy-of", { name: titles[name] })} act=${() => copy(studio, address)} picture="copy" quiet />
  </div>`;
  return html`<${Dialog} title=${texts("share")} texts=${texts} close=${close}><div class="stack">
    <p class="about-part">${texts("share-about")}</p>
    ${links === null ? texts("at-work") : links.map(row)}
    <p class="verdict" role="status">${links?.length === 0 ? texts("share-none") : ""}</p>
  </div></${Dialog}>`;
}

async function linksOf({ puzzle, layout }) {
  const answers = await Promise.all(ELSEWHERE.map((to) => send("convert", { text: puzzle, layout, to }).catch(() => ({ text: "" }))));
  return ELSEWHERE.map((name, k) => ({ name, address: answers[k].text.trim() })).filter(({ address }) => address);
}

async function copy(studio, address) {
  try {
    await navigator.clipboard.writeText(address);
    studio.set({ dialog: null, message: { text: studio.texts("copied"), kind: "good" } });
  } catch {
    // copying is forbidden: the address stands there to be taken
  }
}

/** The colours of the pages. */
function SettingsDialog({ studio, close }) {
  const { texts, state } = studio;
  const themes = THEMES.map((name) => [name, texts(`theme-${name}`)]);
  return html`<${Dialog} title=${texts("settings")} texts=${texts} close=${close}><div class="stack">
    <${Choice} label=${texts("theme")} options=${themes} value=${state.settings.theme} choose=${(theme) => studio.change({ theme })} />
  </div></${Dialog}>`;
}
