// A job that makes puzzles or exercises, and its progress. Each kind has one at a time, which continues whatever the page
// shows.

import { button, el } from "../dom.js";
import { begin } from "./server.js";

const KINDS = { done: "good", stopped: "" };

/** No job: none has started, or the last one has ended. */
export const IDLE = { working: false, stop: null, now: null, count: 0, end: null };

/**
 * The buttons that start and stop a job, and its progress.
 * @param {{name: string, label: string, path: string, request: () => any, keep: (one: any) => void}} work the part of
 * the store that has the job, what the button says, what is sent where, and who takes what is made
 */
export function makingPart({ store, texts }, work) {
  const bar = el("progress", { max: 1, "aria-label": work.label });
  const progress = el("p", { class: "progress", role: "status" });
  const outcome = el("p", { class: "verdict outcome", role: "status" });
  const go = button(work.label, () => make(store, work), { class: "primary large", picture: "go" });
  const halt = button(texts("stop"), () => store.state[work.name].stop(), { class: "large stop", picture: "stop" });

  store.on([work.name], ({ [work.name]: job }) => {
    go.hidden = job.working;
    halt.hidden = bar.hidden = progress.hidden = !job.working;
    halt.disabled = !job.stop;
    bar.value = job.now ? job.now.found / job.count : 0;
    progress.textContent = job.now ? written(job, texts) : texts("progress-wait");
    outcome.textContent = job.end?.sentence ?? "";
    outcome.dataset.kind = KINDS[job.end?.outcome] ?? "bad";
  });
  return el("div", { class: "maker" }, go, halt, bar, progress, outcome);
}

async function make(store, { name, path, request, keep }) {
  const asked = request();
  const change = (changes) => store.set({ [name]: { ...store.state[name], ...changes } });
  const end = (outcome) => change({ working: false, stop: null, end: outcome });
  store.set({ [name]: { ...IDLE, working: true, count: asked.count } });
  try {
    const stop = await begin(path, asked, { progress: (now) => change({ now }), puzzle: keep, end });
    if (store.state[name].working) change({ stop });
  } catch (error) {
    end({ outcome: "error", sentence: error.message });
  }
}

function written({ now, count }, texts) {
  if (now.to_compile) return texts("progress-compiling", { number: now.compiling, of: now.to_compile });
  const number = (value) => value.toLocaleString(texts.language);
  return texts("progress", {
    found: now.found,
    count,
    attempts: number(now.attempts),
    ratings: number(now.ratings),
    seconds: now.seconds.toFixed(1),
  });
}
