// @ts-check
// Requests to the server.

/** A request that failed, with what the server stated; `status` is 0 when the server did not answer. */
export class Refusal extends Error {
  /** @param {import("./messages.js").Stated} stated */
  constructor(stated, status) {
    super(stated.sentence);
    this.stated = stated;
    this.status = status;
  }
}

/** A failure that the page reports itself; its texts are among those of the server's errors. */
function own(key, values = {}) {
  return { sentence: key, key, values };
}

const SILENT = own("server-silent");
const MOMENT = 1000; // milliseconds that nobody minds waiting

/** The answer to a GET request below /api, with these fields in its query. */
export function askServer(path, fields = {}) {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== "" && value !== null));
  return answered(fetch(`api/${path}${query.size ? `?${query}` : ""}`)).then((response) => response.json());
}

/** The answer to a POST request with this object; a `signal` can end it. */
export function sendToServer(path, body, signal = undefined) {
  return sent(path, body, { signal }).then((response) => response.json());
}

/** Asks the server to end something. */
export function endOnServer(path) {
  return answered(fetch(`api/${path}`, { method: "DELETE" }));
}

/** The file that the server makes of an object, saved as a download; `tell` hears which share of it is done. */
export async function downloadFile(path, body, tell = (_share) => undefined, signal = undefined) {
  const response = await sent(path, body, { headers: { Accept: "text/event-stream" }, signal });
  for await (const { kind, data } of eventsIn(response.body)) {
    if (kind === "progress") tell(data.share);
    if (kind === "failure") throw new Refusal(data.error, response.status);
    if (kind === "file") return saveFile(new Blob([bytesOf(data.content)], { type: data.media }), data.name);
  }
  throw new Refusal(SILENT, 0);
}

/** The server-sent events of an answer. */
async function* eventsIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const parts = []; // of the event that is not whole yet: it can be as long as a book
  let held = ""; // the first half of what may end an event
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const text = held + part.value;
    held = /[^\n]\n$/.test(text) ? "\n" : "";
    const [first, ...others] = text.slice(0, text.length - held.length).split("\n\n");
    parts.push(first);
    for (const next of others) {
      const [, kind, data] = /event: (.*)\ndata: ([^]*)/.exec(parts.join(""));
      yield { kind, data: JSON.parse(data) };
      parts.splice(0, Infinity, next);
    }
  }
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/** Saves a file that the page made. */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function sent(path, body, { headers = {}, signal = undefined } = {}) {
  const all = { "Content-Type": "application/json", ...headers };
  return answered(fetch(`api/${path}`, { method: "POST", headers: all, body: JSON.stringify(body), signal }));
}

let slow = 0;
let tellSlow = (_count) => undefined;

/** Calls a function with the number of requests that take longer than a moment, whenever it changes. */
export function onSlow(tell) {
  tellSlow = tell;
}

async function watched(request) {
  let late = 0;
  const timer = setTimeout(() => tellSlow((slow += late = 1)), MOMENT);
  const response = await request.catch(() => null);
  clearTimeout(timer);
  if (late) tellSlow((slow -= late));
  return response;
}

async function answered(request) {
  const response = await watched(request);
  if (response === null) throw new Refusal(SILENT, 0);
  if (response.ok) return response;
  const failure = await response.json().catch(() => null);
  throw new Refusal(failure?.error ?? own("server-status", { status: response.status }), response.status);
}
