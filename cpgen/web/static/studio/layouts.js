// The choice of a board: a known one, a random one, or one whose regions are drawn here.

import { button, el } from "../dom.js";
import { withBoard } from "./plan.js";
import { ask } from "./server.js";

const DIAGONALS = "+diagonals";
const JIGSAWS = [5, 12]; // the sides of random jigsaws that are quick to find

/** The chooser of the layout. */
export class LayoutChooser {
  constructor({ store, choices, texts, attempt }) {
    Object.assign(this, { store, choices, texts });
    this.select = el("select", { on: { change: () => this.#take(this.#named(this.select.value)) } });
    this.diagonals = el("input", { type: "checkbox", on: { change: attempt(() => this.#turn()) } });
    const random = (kind) =>
      button(
        texts(`random-${kind}`),
        attempt(() => this.#random(kind)),
        { picture: "dice" },
      );
    this.element = el(
      "section",
      { class: "panel layout", "aria-labelledby": "layout-title" },
      el("h2", { id: "layout-title" }, texts("board")),
      el("label", { class: "field" }, el("span", {}, texts("layout")), this.select),
      el(
        "div",
        { class: "row" },
        random("jigsaw"),
        random("pentomino"),
        button(texts("draw-regions"), () => store.set({ drawing: [...regionsOf(this.board)] })),
        el("label", { class: "switch" }, this.diagonals, el("span", {}, texts("diagonals"))),
      ),
    );
    store.on(["plan"], () => this.#show());
  }

  get board() {
    return this.store.state.plan.board;
  }

  #named(name) {
    return this.choices.layouts.find((layout) => layout.name === name);
  }

  #take(board) {
    if (board) this.store.set({ plan: withBoard(this.store.state.plan, board), drawing: null });
  }

  /** Puts the diagonals on the board, or takes them away. */
  async #turn() {
    const { spec } = this.board;
    this.#take(await ask("layout", { spec: this.diagonals.checked ? spec + DIAGONALS : spec.replace(DIAGONALS, "") }));
  }

  async #random(kind) {
    const [least, most] = JIGSAWS;
    const size = Math.min(most, Math.max(least, this.board.size));
    this.#take(await ask("layout/random", { kind, size }));
  }

  #show() {
    const { board, texts } = this;
    const known = this.choices.layouts.find(({ spec }) => spec === board.spec);
    const own = el("option", { value: "", selected: true }, `${texts("layout-own")} (${board.size}×${board.size})`);
    this.select.replaceChildren(...(known ? [] : [own]), ...this.#groups(known));
    this.diagonals.checked = board.diagonals;
  }

  #groups(known) {
    const group = (key, layouts) =>
      el("optgroup", { label: this.texts(key) }, ...layouts.map((one) => option(one, known, this.texts.language)));
    return [
      group("group-boxes", this.choices.layouts.filter(isRegular)),
      group(
        "group-named",
        this.choices.layouts.filter((layout) => !isRegular(layout)),
      ),
    ];
  }
}

function option(layout, known, language) {
  return el("option", { value: layout.name, selected: layout === known }, layout.title[language].replace(/[.。]$/, ""));
}

function isRegular({ spec, extras }) {
  return !spec.includes("/") && !extras.length;
}

/** The region of each cell; on a board without regions each row is one to begin with. */
function regionsOf({ regions, size }) {
  return regions.length ? regions : Array.from({ length: size * size }, (_, cell) => Math.floor(cell / size));
}
