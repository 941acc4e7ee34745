// @ts-check
// Requests to the server.

/** A request that failed, with the reason in a sentence; `status` is 0 when the server did not answer. */
export class Refusal extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

const SILENT = "The server does not answer; is it still running?";

/** The answer to a GET request below /api, with these fields in its query. */
export function ask(path, fields = {}) {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== "" && value !== null));
  return answered(fetch(`api/${path}${query.size ? `?${query}` : ""}`)).then((response) => response.json());
}

/** The answer to a POST request with this object. */
export function send(path, body) {
  return sent(path, body).then((response) => response.json());
}

/** Asks the server to end something. */
export function drop(path) {
  return answered(fetch(`api/${path}`, { method: "DELETE" }));
}

/** The file that the server makes of an object, saved as a download. */
export async function download(path, body) {
  const response = await sent(path, body);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "puzzles";
  save(await response.blob(), name);
}

/** Saves a file that the page made. */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function sent(path, body) {
  const headers = { "Content-Type": "application/json" };
  return answered(fetch(`api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answered(request) {
  const response = await request.catch(() => null);
  if (response === null) throw new Refusal(SILENT, 0);
  if (response.ok) return response;
  const failure = await response.json().catch(() => null);
  throw new Refusal(bare(failure?.error?.sentence ?? `The server answers ${response.status}.`), response.status);
}

/** A sentence without the drawing of the board that may follow it. */
export function bare(sentence) {
  return sentence.split("\n")[0];
}
