/** Values that break code which does not expect them. */
export const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 31,
  2 ** 53,
  "",
  " ",
  "a\u0000b",
  "\ud800",
  "'; DROP TABLE users; --",
  "%_\\%",
  "NaN",
  "-Infinity",
  "0000-01-01",
  "0000-01-01T00:00:00Z",
  "0001-01-01",
  "10000-01-01",
  "+010000-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59-12:00",
  "2026-02-31",
  "99999999999999999999",
  "x".repeat(60_000),
  [],
  [null],
  [[[[[]]]]],
  {},
  { a: 1, constructor: 2, toString: 3 },
  JSON.parse('{"__proto__":{"a":1}}'),
];

/** In a URL: also escapes that no decoder accepts. */
export const NASTY_TEXTS = [
  ...NASTY_VALUES.filter((value) => typeof value !== "object").map((value) =>
    encodeURIComponent(Buffer.from(String(value)).toString().slice(0, 3_000)),
  ),
  "%00",
  "%ff",
  "%",
  "%E0%A4%A",
  "1&1=2&__proto__=3",
];

export const SPOILT_HEADERS = [
  "",
  "%",
  "%00",
  "%E0%A4%A",
  "\u00ff\u00fe",
  "__proto__",
  '{"__proto__":1}',
  "a=b; a=c;;;=; ,,,",
  "99999999999999999999",
  "-1",
  "NaN",
  "x".repeat(8_000),
];

/** Longer than the request headers that Node accepts, and a character that no header may have. */
export const IMPOSSIBLE_HEADERS = ["x".repeat(40_000), "a\u0000b"];

/** Headers that this server, Next or a library reads. */
export const READ_HEADERS = [
  ...["token", "authorization", "origin", "sec-fetch-site", "user-agent", "x-forwarded-for"],
  ...["content-type", "last-event-id", "range", "accept", "if-none-match", "expect", "host"],
  ...["__proto__", "constructor", "content-encoding", "upgrade", "accept-language", "referer"],
  ...["x-garimpo-socket-address", "x-pathname", "x-nonce", "content-security-policy"],
  ...["x-forwarded-host", "x-forwarded-proto", "forwarded", "x-http-method-override"],
  ...["x-middleware-subrequest", "x-middleware-rewrite", "x-invoke-path", "x-invoke-status"],
  ...["x-matched-path", "x-nextjs-data", "next-action", "next-url", "rsc", "x-original-url"],
  ...["next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"],
];

export const SPOILT_COOKIES = [
  ...SPOILT_HEADERS.map((value) => `next-auth.session-token=${value}`),
  ...SPOILT_HEADERS.map(
    (value) => `__Secure-next-auth.session-token=${value}; next-auth.callback-url=${value}`,
  ),
  ...SPOILT_HEADERS,
  "__proto__=1; constructor=2; toString=3; next-auth.session-token",
  "next-auth.session-token=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c",
  "__prerender_bypass=x; __next_preview_data=y",
];

export const METHODS = [
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
  ...["TRACE", "QUERY", "PROPFIND", "SEARCH"],
];

/** Spellings of a path's address, and addresses around it. */
export function spellTarget(path: string): string[] {
  const escaped = `/${path.slice(1).replaceAll("/", "%2f")}`;
  const first = path.charAt(1) || "x";
  return [
    `/.${path}`,
    `/x/..${path}`,
    `/${path}`,
    `${path}/`,
    `${path}/.`,
    `${path}/..`,
    `${path}/%2e%2e`,
    `/%${first.charCodeAt(0).toString(16)}${path.slice(2)}`,
    `/%25${first.charCodeAt(0).toString(16)}${path.slice(2)}`,
    escaped,
    path.replaceAll("/", "\\"),
    `${path}%00`,
    `${path}%ff`,
    `${path}%`,
    `${path}#x`,
    `${path}?%`,
    `${path}?%ff=%00&__proto__=1`,
    `${path}?${"a=1&".repeat(2_000)}`,
    `${path}??`,
    `${path};a=b`,
    `${path}${"/x".repeat(3_000)}`,
    path.toUpperCase(),
    `http://outro.example${path}`,
    `//outro.example${path}`,
  ];
}

const NASTY_INSTANTS = [
  ...["2026-13-45T99:99:99.999Z", "2026-02-31T00:00:00.000Z", "2099-12-31T24:00:00.000Z"],
  ...["0000-01-01T00:00:00.000Z", "+010000-01-01T00:00:00.000Z", "-000001-01-01T00:00:00.000Z"],
  ...["infinity", "now", "", "1e999", "a\u0000b"],
];

/** Cursors with a right form and wrong content, for leads sorted by each of `sorts`. */
export function forgeLeadCursors(sorts: readonly string[]): { sort: string; cursor: string }[] {
  const keys = [...NASTY_INSTANTS, null, "\ud800", 7, {}, [1]];
  const ids = [1, 0, -1, 1.5, 2 ** 31, 1e300, null, "1"];
  return sorts.flatMap((sort) =>
    [
      ...keys.map((key) => [sort, "desc", 1, key]),
      ...ids.map((id) => [sort, "desc", id, "2026-01-01T00:00:00.000Z"]),
      ...[[], {}, null, "x"],
    ].map((place) => ({ sort, cursor: encodeCursor(JSON.stringify(place)) })),
  );
}

/** The same for conversations. */
export function forgeChatCursors(): string[] {
  const ids = ["1", "0", "-1", "1.5", "99999999999999999999", "x", ""];
  return [
    ...NASTY_INSTANTS.map((instant) => `${instant} 1`),
    ...ids.map((id) => `2026-01-01T00:00:00.000Z ${id}`),
  ].map(encodeCursor);
}

function encodeCursor(text: string): string {
  return Buffer.from(text).toString("base64url");
}
