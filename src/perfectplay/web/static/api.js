/*
The server's routes, and the addresses of the page.

  await getJson("/api/families", { signal })     the answer; an ApiError with the server's own line otherwise
  await postJson("/api/solve", body, { signal })
  await postText("/api/verify", text, { signal })
  await remove("/api/solve/ID")
  problemPath(spec, moves)                       "/api/problems/SPEC?moves=A,B"
  picturePath(spec, moves)                       "/api/picture/SPEC.svg?moves=A,B"
  pageAddress("play", spec, { moves, at })       "/play/SPEC?moves=A,B&at=1"
  editorAddress(family, spec, moves)             "/edit/FAMILY?from=SPEC&moves=A,B"
  editorPath(family, spec, moves)                "/api/editor/FAMILY?from=SPEC&moves=A,B"
  readAddress(location)                          { screen, spec, moves, at, query }
  isAbort(error)                                 the visitor has left; nobody wants to hear of it
*/

/** An answer that is not a good one; the message is fit to be shown. */
export class ApiError extends Error {
  /**
   * @param {string} message @param {number} status
   * @param {{ retryAfter?: number | null, move?: number }} [more] seconds; which of several moves cannot be played
   */
  constructor(message, status, { retryAfter = null, move = 1 } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.retryAfter = retryAfter;
    this.move = move;
  }
}

export const isAbort = (error) => error?.name === "AbortError";

/** @param {string} path @param {{ signal?: AbortSignal }} [options] */
export const getJson = (path, options = {}) => ask(path, options);

/** @param {string} path @param {unknown} body @param {{ signal?: AbortSignal }} [options] */
export const postJson = (path, body, options = {}) => postText(path, JSON.stringify(body), options);

/** @param {string} path @param {string} text @param {{ signal?: AbortSignal }} [options] */
export const postText = (path, text, options = {}) =>
  ask(path, { ...options, method: "POST", body: text, headers: { "Content-Type": "application/json" } });

/** @param {string} path @param {{ signal?: AbortSignal, keepalive?: boolean }} [options] */
export const remove = (path, options = {}) => ask(path, { ...options, method: "DELETE" });

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError("the server does not answer; is it still running?", 0);
  }
  if (response.status === 204) return null;
  const text = await response.text();
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ApiError(`the server's answer to ${path} cannot be read (status ${response.status})`, response.status);
  }
  if (response.ok) return answer;
  const retryAfter = Number(response.headers.get("Retry-After")) || null;
  const { error = `status ${response.status}`, move } = answer ?? {};
  throw new ApiError(error, response.status, { retryAfter, move });
}

// A spec stands in an address as people write it; only what an address cannot hold is escaped.
const inPath = (spec) => encodeURIComponent(spec).replace(/%(2F|3A|2C|40|3D|2B|24|3B)/g, decodeURIComponent);

// Commas stand between moves, so a comma inside of a move is escaped once more than the address itself asks for.
const one = (move) => move.replaceAll("%", "%25").replaceAll(",", "%2C");

/** Moves as one text, which is still to be escaped for an address.  @param {string[]} moves */
export const joinedMoves = (moves) => moves.map(one).join(",");

/** @param {string[]} moves */
const joined = (moves) => moves.map((move) => encodeURIComponent(one(move))).join(",");

function query(pairs) {
  const parts = pairs.filter(([, value]) => value !== "").map(([name, value]) => `${name}=${value}`);
  return parts.length ? `?${parts.join("&")}` : "";
}

/** @param {string} spec @param {string[]} [moves] @param {string} [end] "/try" @param {[string, string][]} [more] */
export const problemPath = (spec, moves = [], end = "", more = []) =>
  `/api/problems/${inPath(spec)}${end}` +
  query([["moves", joined(moves)], ...more.map(([name, value]) => [name, encodeURIComponent(value)])]);

/** @param {string} spec @param {string[]} [moves] */
export const picturePath = (spec, moves = []) => `/api/picture/${inPath(spec)}.svg${query([["moves", joined(moves)]])}`;

/** @param {string} screen @param {string} [spec] @param {{ moves?: string[], at?: number }} [where] */
export function pageAddress(screen, spec = "", { moves = [], at = moves.length } = {}) {
  const path = screen === "home" ? "/" : `/${screen}${spec && `/${inPath(spec)}`}`;
  return path + query([["moves", joined(moves)], ["at", at < moves.length ? String(at) : ""]]);
}

const beginning = (family, spec, moves) =>
  encodeURIComponent(family) + query([["from", encodeURIComponent(spec)], ["moves", joined(moves)]]);

/** @param {string} family @param {string} [spec] a problem to begin with @param {string[]} [moves] */
export const editorAddress = (family, spec = "", moves = []) => `/edit/${beginning(family, spec, moves)}`;

/** @param {string} family @param {string} [spec] @param {string[]} [moves] */
export const editorPath = (family, spec = "", moves = []) => `/api/editor/${beginning(family, spec, moves)}`;

/** @param {{ pathname: string, search: string }} location */
export function readAddress({ pathname, search }) {
  const [, screen, path] = pathname.match(/^\/([^/]*)\/?(.*)$/);
  const pairs = new URLSearchParams(search);
  const moves = (pairs.get("moves") ?? "").split(",").filter(Boolean).map(unescaped);
  const at = /^\d+$/.test(pairs.get("at") ?? "") ? Math.min(Number(pairs.get("at")), moves.length) : moves.length;
  return { screen: screen || "home", spec: unescaped(path).replace(/\/+$/, ""), moves, at, query: pairs };
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
