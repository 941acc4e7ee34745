// @ts-check
// Making a puzzle by hand: the verdict on the digits and constraints so far, which the server gives after every change.

import { SYMBOLS } from "../play/layout.js";
import { statedBy } from "./messages.js";
import { boardText } from "./plan.js";
import { sendToServer } from "./server.js";

/**
 * @typedef {import("./plan.js").Plan} Plan
 */

const PATIENCE = 40; // milliseconds without a change before the server is asked what follows in each cell
const PAUSE = 600; // milliseconds without a change before the server is asked for the number of solutions alone
const LATEST = 2000; // further milliseconds after which it is asked although it still checks the plan
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
