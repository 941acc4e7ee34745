// The job that makes puzzles, and its progress. There is one at a time, and it continues whatever the page shows.

import { button, el } from "../dom.js";
import { jobOf } from "./plan.js";
import { begin } from "./server.js";

const KINDS = { done: "good", stopped: "" };

/** No job: none has started, or the last one has ended. */
export const IDLE = { working: false, stop: null, now: null, count: 0, end: null };

/** The buttons that start and stop a job, and its progress. */
export function makingPart({ store, texts, keep }) {
  const bar = el("progress", { max: 1, "aria-label": texts("generate") });
  const progress = el("p", { class: "progress", role: "status" });
  const outcome = el("p", { class: "verdict outcome", role: "status" });
  const go = button(texts("generate"), () => make(store, keep), { class: "primary large", picture: "go" });
  const halt = button(texts("stop"), () => store.state.job.stop(), { class: "large stop", picture: "stop" });

  store.on(["job"], ({ job }) => {
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

async function make(store, keep) {
  const { plan } = store.state;
  const change = (changes) => store.set({ job: { ...store.state.job, ...changes } });
  const end = (outcome) => change({ working: false, stop: null, end: outcome });
  store.set({ job: { ...IDLE, working: true, count: plan.count } });
  try {
    const stop = await begin(jobOf(plan), { progress: (now) => change({ now }), puzzle: keep, end });
    if (store.state.job.working) change({ stop });
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
