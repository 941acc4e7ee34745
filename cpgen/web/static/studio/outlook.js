// @ts-check
// Making a puzzle by hand: the verdict on the digits and constraints so far, which the server gives after every change.

import { newGame } from "../play/game.js";
import { digitsOf, range, SYMBOLS } from "../play/layout.js";
import { html } from "../html.js";
import { jobsOf } from "./jobs.js";
import { statedBy } from "./messages.js";
import { cellTitle } from "./names.js";
import { actOnPlan } from "./obstacles.js";
import { Button, CostlyButton, Toggle } from "../parts.js";
import { Reasons } from "./reasons.js";
import { authored, boardText, isPattern, withBoard, withCell, withDigits, withPattern } from "./plan.js";
import { jobOf } from "./requests.js";
import { entryOf } from "./entry.js";
import { askServer, sendToServer } from "./server.js";
import { showResults } from "./sheets.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {{digit: string, solutions: number | "some" | null}} Choice a digit, and how many solutions have it
 */

const PATIENCE = 40; // milliseconds without a change before the server is asked what follows in each cell
const PAUSE = 600; // milliseconds without a change before the server is asked for the number of solutions alone
const LATEST = 2000; // further milliseconds after which it is asked although it still checks the plan
const KNOWN = 4; // most candidates that are shown in a cell
const SLOW = 1; // seconds that a question about a board with constraints may take
const PATIENT = 5; // seconds that it may take on request
/** Solutions, counted so far. */
export const MANY = 100;

/**
 * @typedef {import("../records.js").Reasons} Reasons
 * @typedef {import("../records.js").Superfluous} Superfluous
 * @typedef {{question: string, found: Reasons | Superfluous | null}} Told what the server says, and of what
 *
 * @typedef {object} Asked
 * @property {number} cell whose digits are in question
 * @property {boolean} isWhole whether the board was asked about as a whole, because it has constraints
 * @property {boolean} isStale whether the plan has changed since
 * @property {boolean} [rated] whether a board with constraints was rated, too
 * @property {import("../records.js").Rated["outcome"]} outcome
 * @typedef {Omit<import("../records.js").Outlook, "outcome"> & Asked} Prospect
 */

/**
 * The outlook of the plan: it requests it after each change, stores the answer in the studio's state, and drops
 * outdated answers. While the maker does not solve along, it is the number of solutions and the rating of a single one.
 */
export class Outlook {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.asked = "";
    this.place = 0;
    this.patientWith = ""; // the question for which the maker takes more time
    this.ending = new AbortController();
  }

  /**
   * Starts or stops solving along.
   * @param {boolean} following
   */
  switchOn(following) {
    this.studio.setState({ following, outlook: null });
    this.#end();
    this.followPlan();
  }

  /**
   * Chooses the cell whose possible digits are shown.
   * @param {number} place
   */
  chooseCell(place) {
    this.place = place;
    this.followPlan();
  }

  /** Counts the solutions once more, and takes more time for it. */
  askPatiently() {
    this.patientWith = questionOf(this.studio.state.plan);
    this.#end();
    this.followPlan();
  }

  /**
   * Requests the outlook of the plan if it has changed. On a board with constraints, the request is about all cells at
   * once. Nothing is requested until something wrong with a constraint is mended.
   */
  followPlan() {
    const { studio } = this;
    const { plan, following, outlook, reasons } = studio.state;
    if (reasons && reasons.question !== questionOf(plan)) this.#forget();
    const isWhole = plan.constraints.length > 0;
    if (!(following || isBegun(plan)) || (isWhole && studio.pen.isWrong)) {
      this.#end();
      return studio.setState({ outlook: null });
    }
    const place = this.place < plan.marks.length ? this.place : 0;
    const request = this.#request(place);
    const question = JSON.stringify(request);
    if (isWhole && outlook && outlook.cell !== place) studio.setState({ outlook: { ...outlook, cell: place } });
    if (question === this.asked) return;
    this.#end();
    this.asked = question;
    studio.setState({ judging: true, ...(outlook && { outlook: { ...outlook, isStale: true } }) });
    this.waiting = setTimeout(() => this.ask(request, question), following ? PATIENCE : PAUSE);
  }

  /**
   * The request for the outlook of the plan.
   * @param {number} place
   */
  #request(place) {
    const { plan, following } = this.studio.state;
    const question = questionOf(plan);
    const isWhole = plan.constraints.length > 0;
    const isPatient = question === this.patientWith;
    return {
      ...JSON.parse(question),
      ladder: plan.ladder?.name ?? "",
      candidates: following,
      ...(following && !isWhole && { cell: place }),
      ...((isWhole || isPatient) && { limit: isPatient ? PATIENT : SLOW }),
    };
  }

  /** Aborts the requests about an earlier plan. */
  #end() {
    this.asked = "";
    this.ending.abort();
    clearTimeout(this.waiting);
    this.studio.setState({ judging: false });
  }

  /**
   * @param {import("../records.js").OutlookRequest} request
   * @param {string} question
   */
  async ask(request, question) {
    const { studio } = this;
    this.ending = new AbortController();
    const { signal } = this.ending;
    try {
      // One question at a time, so that the server's processes are free for what is drawn next.
      if (!request.candidates) await Promise.race([studio.checks.answered, moment(LATEST)]);
      if (question !== this.asked) return;
      const found = await sendToServer("outlook", request, signal);
      if (question !== this.asked) return;
      const isWhole = studio.state.plan.constraints.length > 0;
      const outlook = { ...found, cell: request.cell ?? this.place, isWhole, isStale: false };
      studio.setState({ outlook, judging: false });
      this.#rate();
      const { solutions } = found;
      if (solutions !== null && solutions !== 1 && solutions < MANY && (solutions || isWhole))
        this.#findReasons("why-not");
    } catch (error) {
      if (question !== this.asked) return;
      this.asked = "";
      studio.setState({ outlook: null, judging: false });
      if (request.candidates) studio.showMessage({ ...statedBy(error), kind: "bad" });
    }
  }

  /** Rates a board with constraints that has one solution. This may take long and is aborted by the next request. */
  async #rate() {
    const { outlook, plan } = this.studio.state;
    if (!outlook?.isWhole || outlook.solutions !== 1) return;
    const { puzzle, layout } = outlook;
    const { signal } = this.ending;
    const request = { puzzle, layout, ladder: plan.ladder?.name ?? "" };
    const rated = await sendToServer("rate", request, signal).catch(() => null);
    if (signal.aborted || !rated) return;
    const { outcome, level, steps, grade, also } = rated;
    const known = this.studio.state.outlook ?? outlook;
    this.studio.setState({ outlook: { ...known, outcome, level, steps, grade, also, rated: true } });
  }

  /**
   * Asks why there is not exactly one solution (`why-not`), or which clues of a single one are `superfluous`.
   * @param {"why-not" | "superfluous"} path
   */
  askWhy(path) {
    return this.studio.attempt(() => this.#findReasons(path, true));
  }

  /**
   * @param {"why-not" | "superfluous"} path
   * @param {boolean} mustAnswer whether a failure is the maker's business, who asked
   */
  async #findReasons(path, mustAnswer = false) {
    const { studio } = this;
    const question = questionOf(studio.state.plan);
    this.#forget();
    this.asking = new AbortController();
    studio.setState({ reasons: { question, found: null } });
    const isWanted = () => studio.state.reasons?.question === question;
    try {
      const found = await sendToServer(path, JSON.parse(question), this.asking.signal);
      if (isWanted()) studio.setState({ reasons: { question, found } });
    } catch (error) {
      if (!isWanted()) return;
      studio.setState({ reasons: null });
      if (mustAnswer) throw error;
    }
  }

  #forget() {
    this.asking?.abort();
    this.studio.setState({ reasons: null });
  }
}

/** @param {number} length in milliseconds */
function moment(length) {
  return new Promise((end) => {
    setTimeout(end, length);
  });
}

/**
 * Returns true if there is something to judge: a fixed digit, or a constraint.
 * @param {Pick<Plan, "marks" | "constraints">} plan
 */
export function isBegun({ marks, constraints }) {
  return constraints.length > 0 || marks.some((mark) => SYMBOLS.includes(mark));
}

/**
 * The request about the digits that are fixed and the constraints.
 * @param {Plan} plan
 */
function questionOf(plan) {
  return JSON.stringify({ clues: cluesOf(plan), layout: boardText(plan) });
}

/**
 * The digits that are fixed, in a line, dots elsewhere.
 * @param {Pick<Plan, "marks">} plan
 */
export function cluesOf({ marks }) {
  return marks.map((mark) => (mark === "x" ? "." : mark)).join("");
}

/**
 * The pattern on its board: the digits that are fixed, in grey what follows from them, and cells that are `moving`.
 * @param {string[]} marks
 * @param {number} cursor
 * @param {Prospect | null} outlook
 * @param {Set<number>} moving
 */
export function sceneOf(marks, cursor, outlook, moving) {
  const clues = digitsOf(marks.join("").replaceAll("x", "."));
  const picked = new Set(range(clues.length).filter((cell) => marks[cell] !== "."));
  const fits = outlook?.clues === clues.filter(Boolean).length && outlook.placed.length === clues.length;
  const [conflict, blamed] = [new Set(fits ? outlook.conflict : []), new Set(fits ? outlook.blamed : [])];
  const sets = { picked, moving, conflict, blamed, follows: new Set() };
  // Nothing follows from clues that contradict each other.
  if (!fits || conflict.size) return { clues, game: newGame(clues), cursor, sets };
  const placed = digitsOf(outlook.placed);
  const game = newGame(clues.map((clue, cell) => clue || placed[cell]));
  const most = outlook.isWhole ? outlook.marks.length ** 0.5 - 1 : KNOWN; // all digits say nothing
  game.centre = outlook.marks.map((marks, cell) => (game.digits[cell] || marks.length > most ? "" : marks));
  const follows = new Set(range(clues.length).filter((cell) => !clues[cell] && (placed[cell] || game.centre[cell])));
  return { clues, game, cursor, sets: { ...sets, follows } };
}

/**
 * The switch, and below it what can be done about what the digits lead to.
 * @param {{studio: Studio}} props
 */
export function OutlookPart({ studio }) {
  const { texts } = studio;
  const { following, outlook } = studio.state;
  return html`<section class="panel outlook" aria-label=${texts("verdict")}>
    <${Toggle}
      label=${texts("follow")}
      on=${following}
      change=${(/** @type {boolean} */ on) => studio.outlook.switchOn(on)}
    />
    ${
      outlook &&
      html`
        <${Reasons} studio=${studio} outlook=${outlook} />
        ${following && html`<${Digits} studio=${studio} outlook=${outlook} />`}
        <${Filling} studio=${studio} solutions=${outlook.solutions} />
      `
    }
  </section>`;
}

/**
 * A button for each digit that the cell in question may hold.
 * @param {{studio: Studio, outlook: Prospect}} props
 */
function Digits({ studio, outlook }) {
  const { texts } = studio;
  const plan = studio.planned;
  const { size } = plan.board;
  const { cell } = outlook;
  const choices = outlook.isWhole ? choicesAt(outlook, plan.marks[cell], size) : outlook.choices;
  const place = cellTitle(texts, cell, size);
  const button = (/** @type {Choice} */ { digit, solutions }) => {
    const kind = kindOfSolutions(solutions);
    const label = texts(`digit-${kind}`, { digit });
    const isFixed = plan.marks[cell] === digit;
    const act = () => studio.edits.changePlan(withDigits(studio.state.plan, [[cell, isFixed ? "x" : digit]]));
    return html`<button
      type="button"
      key=${digit}
      class="digit ${kind}"
      aria-label=${label}
      title=${label}
      aria-pressed=${String(isFixed)}
      disabled=${solutions === 0 && !isFixed}
      onClick=${act}
    >
      ${digit}
    </button>`;
  };
  return html`<div class="digits" role="group" aria-label=${texts("digits-of", { place })}>
    <span class="about-part" aria-hidden="true">${texts("digits-of", { place })}</span>${choices.map(button)}
    <${Opening} studio=${studio} cell=${cell} />
  </div>`;
}

/**
 * A button that opens the digit of a clue, or removes an open clue, for users without a keyboard.
 * @param {{studio: Studio, cell: number}} props
 */
function Opening({ studio, cell }) {
  const plan = studio.planned;
  const mark = plan.marks[cell];
  if (mark === ".") return null;
  const isOpen = mark === "x";
  const act = () => studio.edits.changePlan(isOpen ? withCell(plan, cell, false) : withDigits(plan, [[cell, "x"]]));
  return html`<${Button} label=${studio.texts(isOpen ? "clue-remove" : "clue-open")} act=${act} picture="erase" />`;
}

/** @param {Choice["solutions"]} solutions */
function kindOfSolutions(solutions) {
  if (solutions === null) return "unknown";
  if (solutions === "some") return "some";
  return ["none", "one"][solutions] ?? "several";
}

/**
 * The digits with what is known of their solutions in the cell; null for unknown, as in a cell with a fixed digit.
 * @param {Prospect} outlook
 * @param {string} mark in the cell
 * @param {number} size
 * @returns {Choice[]}
 */
function choicesAt({ cell, placed, marks, solutions }, mark, size) {
  const isFixed = SYMBOLS.includes(mark);
  const left = marks[cell] + (placed[cell] ?? "");
  return [...SYMBOLS.slice(0, size)].map((digit) => {
    if (isFixed || solutions === null) return { digit, solutions: null };
    return { digit, solutions: left.includes(digit) ? "some" : 0 };
  });
}

/**
 * Buttons that fill in the open digits, open the fixed digits, and add the puzzle to the results; while the maker does
 * not solve along, only those of use.
 * @param {{studio: Studio, solutions: number | null}} props
 */
function Filling({ studio, solutions }) {
  const { texts } = studio;
  const plan = studio.planned;
  const fill = () => actOnPlan(studio, () => studio.jobs.add("fill", [{ ...jobOf(studio.state.plan), count: 1 }]));
  const cells = range(plan.marks.length).filter((cell) => SYMBOLS.includes(plan.marks[cell]));
  const open = () => {
    const pairs = cells.map((cell) => /** @type {[number, string]} */ ([cell, "x"]));
    studio.edits.changePlan(withDigits(studio.state.plan, pairs));
  };
  const { following } = studio.state;
  const [isOpen, isOnly, isFixed] = [plan.marks.includes("x"), solutions === 1, cells.length > 0];
  const working = jobsOf(studio, ["fill"]).some(({ state }) => state !== "ended");
  return html`<div class="row">
    ${
      (following || isOpen) &&
      html`<${CostlyButton} label=${texts("fill")} act=${fill} picture="go" disabled=${!isOpen || working} />`
    }
    ${
      (following || isOnly) &&
      html`<${CostlyButton}
        label=${texts("take")}
        act=${() => studio.attempt(() => take(studio))}
        picture="add"
        disabled=${!isOnly}
      />`
    }
    ${
      (following || isFixed) &&
      html`<${Button} label=${texts("digits-open")} act=${open} picture="erase" disabled=${!isFixed} />`
    }
  </div>`;
}

/**
 * Adds the puzzle with the digits so far to the results.
 * @param {Studio} studio
 */
async function take(studio) {
  const { plan } = studio.state;
  const request = { puzzle: cluesOf(plan), layout: boardText(plan), ladder: plan.ladder?.name ?? "" };
  const entry = entryOf({ ...(await sendToServer("rate", request)), ...authored(plan) });
  studio.edits.makeChange({ puzzles: [[entry.key, entry]] });
  showResults(studio);
}

/**
 * Loads a puzzle or a drawing into the plan, with its digits fixed, and with its author's rules.
 * @param {Studio} studio
 * @param {{puzzle: string, layout: string, aside?: string[]} & Parameters<typeof authored>[0]} puzzle
 */
export async function putOnBoard(studio, { puzzle, layout, aside = [], ...further }) {
  const board =
    studio.choices.layouts.find(({ spec }) => spec === layout) ?? (await askServer("layout", { spec: layout }));
  if (!isPattern([...puzzle], board.size)) throw new Error(studio.playTexts("link-bad"));
  const { instructions: rules, ...looks } = authored(further);
  const plan = { ...withBoard(studio.state.plan, board), constraints: board.constraints, aside, rules, ...looks };
  studio.edits.changePlan(withPattern(plan, puzzle));
}
