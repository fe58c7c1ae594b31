// @ts-check
// The server on this computer, if there is one. Nothing here knows any other address.

const DOCUMENTS = "v1/documents";
const KEPT_ALIVE = 20000; // characters; browsers refuse more than 64 KiB for a page that is going

/** An answer that is an error: what to do stands in its message. */
class ServiceError extends Error {
  /** @param {string} message @param {number} status 0: the server did not answer at all */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} address @param {RequestInit} [options] */
async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (/** @type {any} */ (error)?.name === "AbortError") throw error;
    throw new ServiceError("", 0);
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => null);
  throw new ServiceError(problem?.detail ?? `The server answered ${response.status}.`, response.status);
}

/** @param {any} body */
const json = (body) => ({ headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
/** @param {string} id */
const of = (id) => `${DOCUMENTS}/${encodeURIComponent(id)}`;

/** @param {{ q: string, limit: number, offset: number }} wanted */
export const listDocuments = ({ q, limit, offset }) => ask(`${DOCUMENTS}?${new URLSearchParams({ q, limit: String(limit), offset: String(offset), sort: "opened" })}`);
/** @param {string} id */
export const openDocument = (id) => ask(`${of(id)}/reader`);
/** @param {string} id */
export const getReading = (id) => ask(`${of(id)}/reading`);
/** @param {string} id @param {any} reading @param {boolean} [leaving] */
export function putReading(id, reading, leaving = false) {
  const request = json(reading);
  return ask(`${of(id)}/reading`, { method: "PUT", keepalive: leaving && request.body.length < KEPT_ALIVE, ...request });
}
/** @param {string} id @param {string} title */
export const renameDocument = (id, title) => ask(of(id), { method: "PATCH", ...json({ title }) });
/** @param {string} id */
export const deleteDocument = (id) => ask(of(id), { method: "DELETE" });
/** @param {string} id @param {string} query @param {AbortSignal} signal */
export const orderFor = (id, query, signal) => ask(`${of(id)}/order?${new URLSearchParams({ q: query })}`, { signal });
/** @param {string} id @param {number} index @param {string} query */
export const reasonsFor = (id, index, query) => ask(`${of(id)}/sentences/${index}?${new URLSearchParams({ q: query })}`);
/** @param {string} id @param {number} page */
export const pageAddress = (id, page) => `${of(id)}/pages/${page}`;
/** @param {string} id @param {number} page */
export const placesOf = (id, page) => ask(`${of(id)}/pages/${page}/places`);
/** @param {string} ticket */
export const progressOf = (ticket) => ask(`v1/uploads/${ticket}`);
/** @param {string} ticket */
export const stopUpload = (ticket) => ask(`v1/uploads/${ticket}`, { method: "DELETE" });
export const isReady = () => ask(`${DOCUMENTS}?limit=1`);

/**
 * Send a file or a text as it is, or an address to fetch; the name helps the server to see what it is.
 * @param {{ body?: Blob | string, name?: string, address?: string, ticket: string, signal: AbortSignal }} thing
 */
export function addDocument({ body = "", name = "", address = "", ticket, signal }) {
  const type = body instanceof Blob && body.type ? body.type : "text/plain; charset=utf-8";
  const query = new URLSearchParams({ name, ticket, ...(address ? { address } : {}) });
  return ask(`${DOCUMENTS}?${query}`, { method: "POST", headers: { "Content-Type": type }, body, signal });
}
