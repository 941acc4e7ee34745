// @ts-check
// Requests to the server.

import { StatedError } from "./messages.js";

/**
 * @typedef {import("../records.js").GetAnswers} GetAnswers
 * @typedef {import("../records.js").PostAnswers} PostAnswers
 */

const SILENT = 0; // the status where the server did not answer
const MOMENT = 1000; // milliseconds that nobody minds waiting
const READ = 10000; // milliseconds in which the browser reads a file that is saved

/** A request that failed; `status` is 0 when the server did not answer. */
export class Refusal extends StatedError {
  /**
   * @param {import("./messages.js").Stated} stated
   * @param {number} status
   */
  constructor(stated, status) {
    super(stated);
    this.status = status;
  }
}

/**
 * A failure that the page reports itself; its texts are among those of the server's errors.
 * @param {string} key
 * @param {number} status
 */
function refusalOf(key, status) {
  return new Refusal({ sentence: key, key, values: { status } }, status);
}

/**
 * The answer to a GET request below /api, with these fields in its query.
 * @template {keyof GetAnswers} Path
 * @param {Path} path
 * @param {Record<string, any>} fields
 * @returns {Promise<GetAnswers[Path]>}
 */
export async function askServer(path, fields = {}) {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== "" && value !== null));
  const response = await answered(fetch(`api/${path}${query.size ? `?${query}` : ""}`));
  return response.json();
}

/**
 * The answer to a POST request below /api with this object; a `signal` can end it.
 * @template {keyof PostAnswers} Path
 * @param {Path} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<PostAnswers[Path]>}
 */
export async function sendToServer(path, body, signal) {
  const response = await posted(path, body, { signal });
  return response.json();
}

/**
 * Sends a DELETE request, which ends a job.
 * @param {string} path below /api
 */
export function endOnServer(path) {
  return answered(fetch(`api/${path}`, { method: "DELETE" }));
}

/**
 * The file that the server makes of an object, saved as a download.
 * @param {"book" | "export"} path
 * @param {object} body
 * @param {(share: number) => void} tell hears which share of it is done
 * @param {AbortSignal} [signal] can end it
 */
export async function downloadFile(path, body, tell = () => undefined, signal) {
  const response = await posted(path, body, { headers: { Accept: "text/event-stream" }, signal });
  for await (const { kind, data } of eventsIn(response)) {
    if (kind === "progress") tell(data.share);
    if (kind === "failure") throw new Refusal(data.error, response.status);
    if (kind === "file") return saveFile(new Blob([bytesOf(data.content)], { type: data.media }), data.name);
  }
  throw refusalOf("server-silent", SILENT);
}

/**
 * The server-sent events of an answer.
 * @param {Response} response
 * @returns {AsyncGenerator<{kind: string, data: any}>}
 */
async function* eventsIn({ body }) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  /** @type {string[]} */
  const parts = []; // of the event that is not whole yet: it can be as long as a book
  let held = ""; // the first half of what may end an event
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const text = held + part.value;
    held = /[^\n]\n$/.test(text) ? "\n" : "";
    const [first, ...others] = text.slice(0, text.length - held.length).split("\n\n");
    parts.push(first);
    for (const next of others) {
      yield eventOf(parts.join(""));
      parts.splice(0, Infinity, next);
    }
  }
}

/** @param {string} text of one event */
function eventOf(text) {
  const [, kind, data] = /** @type {RegExpExecArray} */ (/event: (.*)\ndata: ([^]*)/.exec(text));
  return { kind, data: JSON.parse(data) };
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/**
 * Saves a file that the page made.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ);
}

/**
 * @param {string} path
 * @param {object} body
 * @param {{headers?: Record<string, string>, signal?: AbortSignal}} options
 */
function posted(path, body, { headers = {}, signal }) {
  const all = { "Content-Type": "application/json", ...headers };
  const request = fetch(`api/${path}`, { method: "POST", headers: all, body: JSON.stringify(body), signal });
  // What the page can end by itself, it asks beside the maker's work, and shows where the answer will be.
  return answered(request, !signal);
}

let slow = 0;
/** @type {(count: number) => void} */
let tellSlow = () => undefined;

/**
 * Calls a function with the number of requests that take longer than a moment, whenever it changes.
 * @param {(count: number) => void} tell
 */
export function onSlow(tell) {
  tellSlow = tell;
}

/**
 * The response to a request, null where the server does not answer.
 * @param {Promise<Response>} request
 */
async function watched(request) {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    tellSlow((slow += 1));
  }, MOMENT);
  const response = await request.catch(() => null);
  clearTimeout(timer);
  if (isLate) tellSlow((slow -= 1));
  return response;
}

/**
 * @param {Promise<Response>} request
 * @param {boolean} isWaitedFor whether the page says that it takes long
 */
async function answered(request, isWaitedFor = true) {
  const response = isWaitedFor ? await watched(request) : await request.catch(() => null);
  if (response === null) throw refusalOf("server-silent", SILENT);
  if (response.ok) return response;
  const failure = await response.json().catch(() => null);
  throw failure?.error ? new Refusal(failure.error, response.status) : refusalOf("server-status", response.status);
}
