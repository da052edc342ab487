import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { buildUser, type TestUser } from "../factories/users";
import { request } from "../support/api";
import { runApi } from "../support/running";

const api = runApi({ withoutLimits: true });
let user: TestUser;
let sent = 0;

beforeAll(async () => {
  // The administrator gets into every endpoint.
  user = await buildUser({ id: 4 });
});
afterAll(() => console.log(`${sent} hostile requests, none answered 5xx`));

/** Endpoints that only fail for want of a provider in this test are 503, which says so; that is no 500. */
const EXPECTED = (status: number) => status < 500 || status === 503;

/** English, where no schema and no error map had a sentence. */
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
  expect(EXPECTED(answer.status), `${method} ${path} → ${answer.status}`).toBe(true);
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
