// @ts-check
// The buttons that start and stop a job, and its progress.

import { html } from "./html.js";
import { Button } from "./parts.js";
import { refused } from "./plan.js";

const KINDS = { done: "good", stopped: "" };

/**
 * The buttons and the progress of a job of that `name`; `request` makes of the plan what the server is asked, unless
 * one of the `fields` holds what cannot be.
 */
export function MakingPart({ studio, name, label, fields, request }) {
  const { texts } = studio;
  const job = studio.state.jobs[name];
  const going = job && job.state !== "ended";
  const start = () => {
    const { plan } = studio.state;
    const wrong = fields.find((field) => refused(plan, field));
    if (wrong) fieldOf(wrong).focus();
    else studio.jobs.start(name, request(plan));
  };
  return html`<div class="maker">
    ${going
      ? html`<${Button} label=${texts("stop")} act=${() => studio.jobs.stop(name)} class="large stop" picture="stop" disabled=${job.state !== "working"} />`
      : html`<${Button} label=${label} act=${start} class="primary large" picture="go" />`}
    ${going && html`<progress max="1" value=${(job.progress?.found ?? 0) / job.count} aria-label=${label}></progress>`}
    <p class="progress" role="status" hidden=${!going}>${going && (job.state === "lost" ? "" : written(job, texts))}</p>
    ${job?.state === "lost" && html`<${Lost} studio=${studio} name=${name} />`}
    <${Outcome} studio=${studio} end=${job?.end} />
  </div>`;
}

/** @returns {HTMLInputElement} */
function fieldOf(name) {
  return document.querySelector(`[data-field=${name}]`);
}

function Lost({ studio, name }) {
  const { texts } = studio;
  return html`<div class="verdict lost" role="alert" data-kind="bad">
    <span>${texts("server-lost")}</span>
    <${Button} label=${texts("try-again")} act=${() => studio.jobs.retry(name)} class="chip" />
    <${Button} label=${texts("give-up")} act=${() => studio.jobs.forget(name)} class="chip" />
  </div>`;
}

function Outcome({ studio, end }) {
  const kind = end ? (KINDS[end.outcome] ?? "bad") : "";
  return html`<p class="verdict outcome" role="status" data-kind=${kind}>${end && studio.told(end.sentence)}</p>`;
}

function written({ progress, count }, texts) {
  if (!progress) return texts("progress-wait");
  if (progress.to_compile) return texts("progress-compiling", { number: progress.compiling, of: progress.to_compile });
  const number = (value) => value.toLocaleString(texts.language);
  return texts("progress", {
    found: progress.found,
    count,
    attempts: number(progress.attempts),
    ratings: number(progress.ratings),
    seconds: progress.seconds.toFixed(1),
  });
}
