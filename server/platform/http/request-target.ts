/** Letters, digits and marks that never need escaping: a path of these is already in its normal form. */
const PLAIN_PATH = /^\/[\w./~-]*$/;
const UNRESERVED = /^[\w.~-]$/;
const PRINTABLE_ASCII = /^[!-~]*$/;

/**
 * The request's path and query with the path in its normal form: unreserved characters unescaped, empty and dot
 * segments resolved. Everything after the front door matches this form, so that no spelling of a path reaches a
 * handler around it. Returns null for a target to refuse: `*`, an absolute address, a fragment, a backslash, a control
 * character or a malformed escape.
 */
export function normalizeTarget(target: string): string | null {
  if (!target.startsWith("/")) return null;
  const at = target.indexOf("?");
  const path = at < 0 ? target : target.slice(0, at);
  if (PLAIN_PATH.test(path) && !path.includes("//") && !path.includes("/.")) return target;
  if (!PRINTABLE_ASCII.test(path) || path.includes("\\") || path.includes("#")) return null;
  if (!isReadable(path)) return null;
  return resolveSegments(unescapeUnreserved(path)) + (at < 0 ? "" : target.slice(at));
}

export function isApiPath(target: string): boolean {
  return target.startsWith("/api") && (target.length === 4 || "/?".includes(target.charAt(4)));
}

/** Escapes that hide a segment from one decoder and show it to the next. No page's address needs them. */
export function hasHiddenSegments(target: string): boolean {
  return /%(?:25|2F)/.test(target.split("?", 1)[0] ?? "");
}

function isReadable(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
    return !/[\u0000-\u001f\u007f\\]/.test(decoded);
  } catch {
    return false;
  }
}

function unescapeUnreserved(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
}

function resolveSegments(path: string): string {
  const segments = path.split("/");
  const last = segments.at(-1) ?? "";
  const resolved: string[] = [];
  for (const segment of segments) {
    if (segment === "..") resolved.pop();
    else if (segment !== "" && segment !== ".") resolved.push(segment);
  }
  const endsInFolder = resolved.length > 0 && (last === "" || last === "." || last === "..");
  return `/${resolved.join("/")}${endsInFolder ? "/" : ""}`;
}
