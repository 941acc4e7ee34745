// The dialogs that read puzzles, write them in a format, and print a booklet.

import { button, choice, el, toggle } from "../dom.js";
import { dialog } from "../play/settings.js";
import { download, send } from "./server.js";

const PAPERS = ["a4", "letter"];
const PER_PAGE = ["1", "2", "4", "6", "9"];

/** A dialog whose button does something that may be refused; it closes on success. */
function requestDialog(title, texts, label, act, ...fields) {
  const problem = el("p", { class: "verdict", role: "alert", "data-kind": "bad" });
  const run = async () => {
    go.disabled = true;
    problem.textContent = "";
    await act().then(
      () => box.close(),
      (error) => (problem.textContent = error.message),
    );
    go.disabled = false;
  };
  const go = button(label, run, { class: "primary" });
  const box = dialog(title, texts, el("div", { class: "stack" }, ...fields, problem, go));
}

/** Writes puzzles in a format. */
export function openExport({ choices, texts }, puzzles) {
  const formats = choices.formats.filter(({ many }) => many || puzzles.length === 1);
  let to = "html";
  const fields = choice(
    texts("format"),
    formats.map(({ name, title }) => [name, title[texts.language]]),
    to,
    (name) => (to = name),
  );
  const act = () => download("export", { puzzles, to, lang: texts.language });
  requestDialog(texts("export-these", { count: puzzles.length }), texts, texts("save"), act, fields);
}

/** Prints a booklet. */
export function openBook({ texts }, puzzles) {
  const booklet = { per_page: 4, paper_size: "a4", hints: false, qr: true, colours: false, title: "" };
  const options = (values) => values.map((value) => [value, value]);
  const title = el("input", { type: "text", maxlength: 200 });
  const act = () => download("book", { puzzles, ...booklet, title: title.value, lang: texts.language });
  requestDialog(
    texts("book-these", { count: puzzles.length }),
    texts,
    texts("save"),
    act,
    el("label", { class: "field" }, el("span", {}, texts("book-title")), title),
    choice(texts("per-page"), options(PER_PAGE), "4", (value) => (booklet.per_page = Number(value))),
    choice(texts("paper_size"), options(PAPERS), "a4", (value) => (booklet.paper_size = value)),
    ...["hints", "qr", "colours"].map((name) => toggle(texts(name), booklet[name], (on) => (booklet[name] = on))),
  );
}

/** Reads puzzles of any format and puts them into the tray, rated. */
export function openReader({ texts, keep, say }) {
  const area = el("textarea", { rows: 6, spellcheck: "false" });
  const file = el("input", {
    type: "file",
    on: { change: async () => (area.value = (await file.files[0]?.text()) ?? area.value) },
  });
  async function act() {
    const { puzzles, problems } = await send("read", { text: area.value });
    for (const { puzzle, layout } of puzzles.reverse()) keep(await send("rate", { puzzle, layout }));
    if (problems.length) say(problems[0].sentence, "bad");
  }
  requestDialog(
    texts("open"),
    texts,
    texts("open-add"),
    act,
    el("p", {}, texts("open-about")),
    el("label", { class: "field" }, el("span", {}, texts("open-text")), area),
    el("label", { class: "field" }, el("span", {}, texts("open-file")), file),
  );
}
