// @ts-check
// The button that starts jobs, and the list of jobs with progress and buttons to stop them.

import { focusOn } from "../focus.js";
import { html, useEffect, useRef } from "../html.js";
import { jobsOf } from "./jobs.js";
import { gradeTitle } from "./names.js";
import { OffersForPlan } from "./offers.js";
import { actOnPlan, obstacleOf } from "./obstacles.js";
import { Button, CostlyButton } from "../parts.js";
import { ANY } from "./marks.js";
import { HARDEST, violatedBounds } from "./plan.js";
import { requestOf } from "./requests.js";
import { showSheet } from "./sheets.js";
import { sentenceOf } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../play/texts.js").TextFunction} TextFunction
 * @typedef {import("../records.js").Progress} Progress
 * @typedef {import("./jobs.js").Job & {key: string}} Job
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {Record<string, any>} Wanted a request for a job
 */

const BUDGET = 60; // seconds that a job takes at most, where its request does not say
const MINUTES = 100; // seconds from which times are shown in minutes
const CUT_SHORT = ["gone", "stopped"]; // outcomes of jobs that may have more to make
const SEARCHES = ["ran-out", "ran-out-drawn"]; // the messages of searches whose time was up
const KNOWN = 3; // functions that are compiled before the time for the others is estimated
/** @type {Record<string, string>} */
const KINDS = { done: "good", stopped: "" };

/**
 * The button that starts jobs of the first of these `kinds`. `requests` returns the requests for a plan; if one of the
 * `fields` is out of bounds, the button focuses it instead. What is wrong with the plan is said instead of starting,
 * unless the jobs do not use the drawing. Practice boards are made by one job at a time. `begun` is called when the
 * jobs are waiting.
 * @param {{studio: Studio, kinds: string[], label: string, fields: string[], requests: (plan: Plan) => Wanted[],
 *   begun?: () => void}} props
 */
export function MakingButton({ studio, kinds, label, fields, requests, begun }) {
  const isPractice = kinds.includes("practise");
  if (isPractice && jobsOf(studio, kinds).some(({ state }) => state !== "ended")) return null;
  const start = async () => {
    const { plan } = studio.state;
    const wrong = fields.find((field) => violatedBounds(plan, field));
    const wanted = wrong ? [] : requests(plan);
    if (!wanted.length) {
      showSheet(studio, "make");
      return focusOn(`[data-field=${wrong ?? fields[0]}]`);
    }
    begun?.();
    await studio.jobs.add(kinds[0], wanted);
  };
  const act = () => (isPractice ? start() : actOnPlan(studio, start));
  const isBlocked = !isPractice && obstacleOf(studio) !== null;
  return html`<${CostlyButton}
    label=${label}
    act=${act}
    class="primary large"
    picture="go"
    aria-disabled=${String(isBlocked)}
  />`;
}

/**
 * The jobs of these kinds, the last one in sight when it is added.
 * @param {{studio: Studio, kinds: string[]}} props
 */
export function JobList({ studio, kinds }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const jobs = jobsOf(studio, kinds);
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), [jobs.at(-1)?.key]);
  return html`<ul class="jobs" ref=${list}>
    ${jobs.map((job) => html`<${JobRow} key=${job.key} studio=${studio} job=${job} />`)}
  </ul>`;
}

/** @param {{studio: Studio, job: Job}} props */
function JobRow({ studio, job }) {
  const { texts } = studio;
  const { key, state } = job;
  const title = titleOf(studio, job);
  const going = state !== "ended";
  const end = () => (going ? studio.jobs.stop(key) : studio.jobs.forget(key));
  return html`<li>
    <div class="row">
      <b>${title}</b>
      <${Button}
        label=${texts(going ? "job-stop" : "job-close", { job: title })}
        act=${end}
        quiet
        class="ghost ${going ? "stop" : ""}"
        picture=${going ? "stop" : "close"}
      />
    </div>
    ${going && html`<progress max="1" value=${done(job)} aria-label=${title}></progress>`}
    <p class="progress" role="status" hidden=${!going}>${going && state !== "lost" && written(job, texts)}</p>
    ${state === "lost" && html`<${Lost} studio=${studio} job=${job} />`}
    <${Outcome} studio=${studio} job=${job} />
    ${job.end?.outcome === "impossible" && job.kind !== "practise" && html`<${OffersForPlan} studio=${studio} />`}
    <${Rest} studio=${studio} job=${job} />
  </li>`;
}

/**
 * A short description of a job.
 * @param {Studio} studio
 * @param {Job} job
 */
function titleOf(studio, { kind, request }) {
  const { choices, texts } = studio;
  const { count, grade, technique } = request;
  const titles = choices.families.flatMap(({ techniques }) => techniques).find(({ name }) => name === technique)?.title;
  const what = kind === "practise" ? titles?.[texts.language] : gradeTitle(studio, grade);
  return grade === HARDEST ? what : texts("job-title", { what, count });
}

/** @param {{studio: import("./studio.js").Part<"jobs" | "texts">, job: Job}} props */
function Lost({ studio, job: { key } }) {
  const { texts } = studio;
  return html`<div class="verdict lost" role="alert" data-kind="bad">
    <span>${texts("server-lost")}</span>
    <${Button} label=${texts("try-again")} act=${() => studio.jobs.retry(key)} class="chip" />
    <${Button} label=${texts("give-up")} act=${() => studio.jobs.forget(key)} class="chip" />
  </div>`;
}

/** @param {{studio: Studio, job: Job}} props */
function Outcome({ studio, job: { end, request } }) {
  const kind = end ? (KINDS[end.outcome] ?? "bad") : "";
  const isSearch = end && SEARCHES.includes(end.key ?? "");
  const text = isSearch ? searchText(studio, end.values ?? {}, request) : end && sentenceOf(studio, end);
  return html`<p class="verdict outcome" role="status" data-kind=${kind}>${text}</p>`;
}

/**
 * What a search found until its time was up, and what may help, without the details of the search.
 * @param {Studio} studio
 * @param {Record<string, any>} values of the server's message
 * @param {Wanted} request
 */
function searchText(studio, { found, count, seconds, ended }, request) {
  const what = gradeTitle(studio, request.grade);
  const likely = likelyGrades(studio, request).map((name) => gradeTitle(studio, name));
  const text = studio.texts("search-ended", { found, count, seconds, what });
  if (!likely.length) return `${text} ${sentenceOf(studio, ended)}`;
  return `${text} ${studio.texts("search-likely", { likely: likely.join(studio.texts("pause")) })}`;
}

/**
 * The grades that the drawing of a request is likely to have, while it is the one on the board.
 * @param {Studio} studio
 * @param {Wanted} request
 */
function likelyGrades({ state }, { drawing, layout }) {
  const shown = requestOf(state.plan);
  return shown.drawing === drawing && shown.layout === layout ? (state.verdict?.likely ?? []) : [];
}

/**
 * Offers to make the missing puzzles of a job that was stopped or that the server has forgotten and, if its grade was
 * not found, puzzles of any grade.
 * @param {{studio: Studio, job: Job}} props
 */
function Rest({ studio, job: { key, end, heard, request } }) {
  const count = request.count - heard;
  if (!end || request.grade === HARDEST || count <= 0) return null;
  const offer = (/** @type {string} */ name, changes = {}, values = {}) => {
    const make = () => studio.jobs.addRest(key, changes);
    return html`<${CostlyButton} label=${studio.texts(name, { count, ...values })} act=${make} picture="go" />`;
  };
  if (CUT_SHORT.includes(end.outcome)) return offer("job-rest");
  if (end.outcome !== "not-found" || !request.grade || request.grade === ANY) return null;
  const likely = likelyGrades(studio, request).filter((grade) => grade !== request.grade);
  const named = (/** @type {string} */ grade) => offer("job-grade", { grade }, { what: gradeTitle(studio, grade) });
  return html`<div class="row">${likely.map(named)}${offer("job-any", { grade: ANY })}</div>`;
}

/**
 * The completed share of a job, from 0 to 1: of its puzzles or, for ever harder puzzles, of its time limit.
 * @param {Job} job
 */
function done({ progress, request: { count, grade, budget = BUDGET } }) {
  if (!progress) return 0;
  return grade === HARDEST ? progress.seconds / budget : progress.found / count;
}

/**
 * @param {Job} job
 * @param {TextFunction} texts
 */
function written({ id, progress, preparing, request }, texts) {
  if (!id) return texts("job-waits");
  if (!progress) return texts("progress-wait");
  if (progress.to_compile && preparing) return prepared(progress, preparing, texts);
  if (progress.waits) return texts("job-waits");
  if (!progress.seconds && !progress.found) return texts("progress-start");
  const number = (/** @type {number} */ value) => value.toLocaleString(texts.language);
  const described = texts(request.grade === HARDEST ? "progress-hardest" : "progress", {
    found: progress.found,
    count: request.count,
    attempts: number(progress.attempts),
    ratings: number(progress.ratings),
    seconds: progress.seconds.toFixed(1),
  });
  return [described, timeLeft(progress, request, texts)].join(" · ");
}

/**
 * The progress of compiling the solver, with the remaining time once enough functions are compiled to estimate it.
 * @param {Progress} progress
 * @param {{since: number, from: number}} preparing
 * @param {TextFunction} texts
 */
function prepared({ compiling, to_compile: all }, { since, from }, texts) {
  const described = texts("progress-compiling", { number: compiling, of: all });
  if (compiling - from < KNOWN) return described;
  const seconds = ((Date.now() - since) / 1000 / (compiling - from)) * (all - compiling);
  return [described, texts("time-left", { time: duration(Math.ceil(seconds), texts) })].join(" · ");
}

/**
 * @param {number} seconds
 * @param {TextFunction} texts
 */
function duration(seconds, texts) {
  const short = seconds < MINUTES;
  return short ? texts("time-seconds", { count: seconds }) : texts("time-minutes", { count: Math.round(seconds / 60) });
}

/**
 * The remaining time, estimated from the rate so far and limited by the time limit.
 * @param {Progress} progress
 * @param {Wanted} request
 * @param {TextFunction} texts
 */
function timeLeft({ found, seconds }, { count, grade, budget = BUDGET }, texts) {
  const most = Math.max(0, budget - seconds);
  const likely = found && grade !== HARDEST ? (seconds / found) * (count - found) : Infinity;
  const time = duration(Math.ceil(Math.min(likely, most)), texts);
  return texts(likely <= most ? "time-left" : "time-most", { time });
}
