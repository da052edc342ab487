import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { RAW_ROUTES } from "@/server/http/raw-routes";
import { recordHeartbeat } from "@/server/system/system.service";
import { buildUser, type TestUser } from "../factories/users";
import { request } from "../support/api";
import { requestRaw } from "../support/raw-request";
import { runApi, runSandbox } from "../support/running";

// Every provider answers, so that a 503 is a failure like any other 5xx.
runSandbox();
const api = runApi({ withoutLimits: true });
let user: TestUser;
let sent = 0;

beforeAll(async () => {
  // The administrator may call every endpoint.
  user = await buildUser({ id: 4 });
});
// Without a live worker /api/ready answers 503.
beforeEach(() => recordHeartbeat("a worker"));
afterAll(() => console.log(`${sent} hostile requests, none answered 5xx`));

/** zod's English messages, which appear where neither the schema nor the error map has one. */
const THE_LIBRARYS_OWN = /^(?:Invalid (?!WhatsApp)|Too (?:big|small)|Unrecognized|Expected)/;

const nasty = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.constant("a\u0000b"),
  fc.constant("x".repeat(100_000)),
  fc.constant("'; DROP TABLE users; --"),
  fc.constant("%_\\%"),
  fc.constant("\ud800"),
  fc.array(fc.anything(), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "toString", "a"), fc.anything()),
);

async function send(method: string, path: string, body?: unknown) {
  sent += 1;
  const answer = await request<{
    error?: string;
    code?: string;
    fields?: Record<string, string>;
  }>(api, method, path, body, user.headers);
  expect(answer.status, `${method} ${path}`).toBeLessThan(500);
  if (answer.status >= 400) {
    expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    for (const sentence of Object.values(answer.body.fields ?? {})) {
      expect(sentence, `${method} ${path}`).not.toMatch(THE_LIBRARYS_OWN);
    }
  }
}

const writing = allEndpoints.filter(
  ({ method, path }) => method !== "GET" && path !== "/api/logout",
);

test.each(writing)("$method $path survives any body", async ({ method, path, body }) => {
  const target = path.replace(/\{\w+\}/g, "1");
  const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? { a: 1 });
  const bodies = fc.dictionary(fc.constantFrom(...fields, "__proto__", "extra"), nasty);
  await fc.assert(
    fc.asyncProperty(fc.oneof(bodies, nasty), (value) =>
      send(method, target, JSON.stringify(value) ?? "null"),
    ),
    { numRuns: 25, seed: 20261121 },
  );
  await send(method, target, "{not json");
  await send(method, target, `${"[".repeat(20_000)}${"]".repeat(20_000)}`);
  await send(method, target, JSON.stringify({ a: "x".repeat(2_000_000) }));
});

test.each(allEndpoints.filter(({ method }) => method === "GET"))(
  "$method $path survives any query and parameter",
  async ({ method, path }) => {
    const values = [
      "0",
      "-1",
      "1e9",
      "99999999999999999999",
      "abc",
      "%00",
      "%27",
      "%F0%9F%98%80",
      "%ff",
      "x".repeat(3000),
    ];
    for (const value of values) {
      const parameter = value.length > 200 ? "x" : value;
      await send(
        method,
        `${path.replace(/\{\w+\}/g, parameter)}?page=${value}&per_page=${value}&search=${value}`,
      );
    }
  },
);

const SPOILT = [
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
/** Longer than the request headers that Node accepts. */
const TOO_LONG = "x".repeat(40_000);
const READ_BY_SERVER = [
  ...["token", "authorization", "origin", "sec-fetch-site", "user-agent", "x-forwarded-for"],
  ...["content-type", "last-event-id", "range", "accept", "if-none-match", "expect", "host"],
  ...["__proto__", "constructor", "x-garimpo-socket-address", "x-pathname", "content-encoding"],
];
/** Malformed, these headers end a request before the others are read, or change its authentication. */
const OUTRANKING = new Set(["token", "authorization", "expect", "host", "content-encoding"]);
const COOKIES = [
  ...SPOILT.map((value) => `next-auth.session-token=${value}`),
  ...SPOILT.map(
    (value) => `__Secure-next-auth.session-token=${value}; next-auth.callback-url=${value}`,
  ),
  ...SPOILT,
  "__proto__=1; constructor=2; toString=3; next-auth.session-token",
  "next-auth.session-token=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c",
];

async function sendHead(method: string, path: string, headers: [string, string][]) {
  sent += 1;
  const body = method === "GET" ? undefined : "{}";
  const status = await requestRaw(api.url, method, path, headers, body);
  const said = JSON.stringify(headers).slice(0, 200);
  expect(status, `${method} ${path} ${said}`).toBeLessThan(500);
}

test.each([...allEndpoints, ...RAW_ROUTES])(
  "$method $path survives spoilt headers and cookies",
  async ({ method, path }) => {
    const target = path.replace(/\{\w+\}/g, "2147483647");
    // Logging out would end the session of the following tests.
    const { token } = path === "/api/logout" ? await buildUser() : user;
    const together = READ_BY_SERVER.filter((name) => !OUTRANKING.has(name));
    for (const value of SPOILT) {
      const headers = together.map((name): [string, string] => [name, value]);
      const cookie: [string, string] = ["cookie", `next-auth.session-token=${value}`];
      await sendHead(method, target, [...headers, cookie]);
      await sendHead(method, target, [...headers, cookie, ["token", token]]);
    }
  },
);

test.each([
  { method: "GET", path: "/api/leads" },
  { method: "POST", path: "/api/leads" },
  { method: "POST", path: "/api/auth" },
  { method: "GET", path: "/api/stream" },
])("$method $path survives each header and cookie by itself", async ({ method, path }) => {
  const token: [string, string] = ["token", user.token];
  for (const name of READ_BY_SERVER) {
    for (const value of [...SPOILT, TOO_LONG, "a\u0000b"]) {
      await sendHead(method, path, [[name, value]]);
      if (name !== "token") await sendHead(method, path, [token, [name, value]]);
    }
  }
  for (const cookie of [...COOKIES, TOO_LONG, "a\u0000b"]) {
    await sendHead(method, path, [["cookie", cookie]]);
    await sendHead(method, path, [token, ["cookie", cookie]]);
  }
});

test("a body over the limit is 413 and one that is no JSON 415", async () => {
  const huge = JSON.stringify({ a: "x".repeat(2_000_000) });
  const big = await request(api, "POST", "/api/pages", huge, user.headers);
  expect(big.status).toBe(413);
  const form = await request(api, "POST", "/api/pages", "a=b", {
    ...user.headers,
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(form.status).toBe(415);
});
