// @ts-check
// Checks of the plan by the server after every change.

import { statedBy } from "./messages.js";
import { clueCount } from "./marks.js";
import { boardText, nearPlans, plansByGrade } from "./plan.js";
import { requestOf } from "./requests.js";
import { changedFields } from "./steps.js";
import { sendToServer } from "./server.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 */

const PATIENCE = 400; // milliseconds without a change before the request is sent

/**
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {ReturnType<typeof requestOf>} Wanted
 * @typedef {Partial<import("../records.js").Verdict> & {ok: boolean}} Answer
 * @typedef {[key: string, fields: Partial<Plan>]} Offer the key of its text, and a change of the plan
 *
 * @typedef {object} PlanVerdict on a plan; empty while the server is asked
 * @property {"" | "good" | "warn" | "bad"} kind
 * @property {boolean} [isRefused] whether the server refuses the plan
 * @property {string[]} [likely] grades that the drawing is likely to have
 * @property {string[]} [unlikely] the other grades
 * @property {number[]} marked cells that it speaks of
 * @property {import("../records.js").GradeEffort[]} efforts
 * @property {Offer[]} [offers] changes with which it could be
 * @property {string} [sentence]
 * @property {string} [key]
 * @property {Record<string, any>} [values]
 *
 * @typedef {{question: string, found: import("../records.js").ClueRun[]}} FoundRuns runs, and of what
 */

/** The checks of the plan. The verdict is stored in the studio's state. */
export class Checks {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.asked = "";
    this.number = 0;
    /** @type {Promise<void>} */
    this.answered = Promise.resolve(); // when the latest request has been answered
    this.ending = new AbortController();
  }

  /** Requests a check of the plan if it has changed. */
  followPlan() {
    const { studio } = this;
    const { plan, runs } = studio.state;
    if (runs && runs.question !== questionOf(plan)) studio.setState({ runs: null });
    const requests = plansByGrade(plan).map(requestOf);
    const question = JSON.stringify(requests);
    if (question === this.asked) return;
    this.asked = question;
    const number = ++this.number;
    clearTimeout(this.waiting);
    this.ending.abort();
    this.ending = new AbortController();
    const efforts = studio.state.verdict?.efforts ?? [];
    studio.setState({ verdict: clueCount(plan) ? { kind: "", marked: [], efforts } : null });
    this.waiting = setTimeout(() => (this.answered = this.ask(requests, number)), PATIENCE);
  }

  /**
   * Checks the requests, and stores the first objection as the verdict.
   * @param {Wanted[]} requests
   * @param {number} number
   */
  async ask(requests, number) {
    const { plan } = this.studio.state;
    const { signal } = this.ending;
    const answers = await Promise.all(requests.map((request) => check(request, signal)));
    if (number !== this.number) return;
    const answer = answers.find(({ ok }) => !ok) ??
      answers.find(({ sentence }) => sentence) ?? { ok: true, sentence: "" };
    /** @type {PlanVerdict["kind"]} */
    const kind = !answer.ok ? "bad" : answer.sentence ? "warn" : "good";
    const { efforts = [] } = answers[0];
    const isRefused = !answer.ok && Boolean(answer.kind); // a failed request has no kind
    const verdict = { ...answer, kind, isRefused, marked: answer.marked ?? [], efforts };
    this.studio.setState({ verdict });
    if (answer.ok) return;
    const offers = await possibleChanges(plan, signal);
    if (number === this.number) this.studio.setState({ verdict: { ...verdict, offers } });
  }
}

/**
 * @param {Wanted} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
function check(request, signal) {
  return sendToServer("pattern/check", request, signal).catch((error) => ({ ok: false, ...statedBy(error) }));
}

/**
 * The changes that would make an impossible plan possible.
 * @param {Plan} plan
 * @param {AbortSignal} [signal]
 * @returns {Promise<Offer[]>}
 */
export async function possibleChanges(plan, signal) {
  const near = nearPlans(plan);
  const can = async (/** @type {Plan} */ other) => {
    const requests = plansByGrade(other).map(requestOf);
    const answers = await Promise.all(requests.map((request) => check(request, signal)));
    return answers.every(({ ok }) => ok);
  };
  const answers = await Promise.all(near.map(([, other]) => can(other)));
  return near.filter((_, k) => answers[k]).map(([key, other]) => [key, changedFields(plan, other)]);
}

/**
 * A key for everything that the runs of a pattern depend on.
 * @param {Plan} plan
 */
function questionOf(plan) {
  return `${boardText(plan)} ${plan.marks.join("")}`;
}

/**
 * Looks for the runs of the pattern along which digits can be in order.
 * @param {import("./studio.js").Studio} studio
 */
export async function findRuns(studio) {
  const { plan } = studio.state;
  const question = questionOf(plan);
  const { runs } = await sendToServer("pattern/runs", { layout: boardText(plan), pattern: plan.marks.join("") });
  if (question === questionOf(studio.state.plan))
    studio.setState({ runs: { question, found: runs.filter(({ against }) => !against) } });
}
