// Requests to the server.

const SILENT = "The server does not answer; is it still running?";
const LOST = { outcome: "error", sentence: SILENT };

/** A request that failed, with the reason in a sentence. */
class Refusal extends Error {}

/** The answer to a GET request below /api, with these fields in its query. */
export function ask(path, fields = {}) {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== "" && value !== null));
  return answered(fetch(`api/${path}?${query}`)).then((response) => response.json());
}

/** The answer to a POST request with this object. */
export function send(path, body) {
  return sent(path, body).then((response) => response.json());
}

/** The file that the server makes of an object, saved as a download. */
export async function download(path, body) {
  const response = await sent(path, body);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "puzzles";
  const address = URL.createObjectURL(await response.blob());
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
  if (response === null) throw new Refusal(SILENT);
  if (response.ok) return response;
  const failure = await response.json().catch(() => null);
  throw new Refusal(bare(failure?.error?.sentence ?? `The server answers ${response.status}.`));
}

/** A sentence without the drawing of the board that may follow it. */
function bare(sentence) {
  return sentence.split("\n")[0];
}

/**
 * Starts a job on the server and reports its progress, its puzzles and its end.
 * @param {string} path
 * @param {object} request
 * @param {{progress: Function, puzzle: Function, end: Function}} listener
 * @returns {Promise<() => void>} a function that stops it
 */
export async function begin(path, request, listener) {
  const { id, events } = await send(path, request);
  const source = new EventSource(events);
  for (const kind of ["progress", "puzzle"])
    source.addEventListener(kind, ({ data }) => listener[kind](JSON.parse(data)));
  const end = (outcome) => {
    source.close();
    listener.end({ ...outcome, sentence: bare(outcome.sentence) });
  };
  source.addEventListener("end", ({ data }) => end(JSON.parse(data)));
  source.addEventListener("error", () => source.readyState === EventSource.CLOSED && end(LOST));
  return () => answered(fetch(`api/jobs/${id}`, { method: "DELETE" })).catch(() => end(LOST));
}
