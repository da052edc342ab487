import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { paths as screens } from "@/lib/paths";
import { RAW_ROUTES } from "@/server/platform/http/raw-routes";
import { recordHeartbeat } from "@/server/platform/system/system.service";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { type Attack, attack } from "@/tests/support/attacker";
import { describeDrawn, drawCases } from "@/tests/support/cases";
import {
  IMPOSSIBLE_HEADERS,
  METHODS,
  READ_HEADERS,
  SPOILT_COOKIES,
  SPOILT_HEADERS,
  spellTarget,
} from "@/tests/support/hostile-values";
import { runApi, runSandbox } from "@/tests/support/running";

/** How a request is made: methods, targets, headers and cookies. Every answer must be below 500. */

runSandbox();
const api = runApi();
let user: TestUser;

beforeAll(async () => {
  user = await buildUser({ id: 4 });
});
beforeEach(() => recordHeartbeat.run("a worker"));
afterAll(() => {
  console.log(
    `hostile methods, targets, headers and cookies, none answered 5xx: ${describeDrawn()}`,
  );
});

/** Of each address, in `npm test`. */
const CASES = 8;

/** Malformed, these headers end a request before the others are read, or change its authentication. */
const OUTRANKING = new Set(["token", "authorization", "expect", "host", "content-encoding"]);

const NEXT_AUTH = ["session", "csrf", "providers", "signin", "signout", "callback/x", "error"];
const OTHERS = ["/api", "/api/unknown", "/_next/image", "/_next/static/x.js", "/favicon.ico", "*"];

const addresses = [
  ...new Set([
    ...[...allEndpoints, ...RAW_ROUTES].map(({ path }) => path.replace(/\{\w+\}/g, "2147483647")),
    ...NEXT_AUTH.map((name) => `/api/auth/${name}`),
    ...Object.values(screens),
    ...OTHERS,
  ]),
];
const served = [...allEndpoints, ...RAW_ROUTES].map(({ method, path }) => ({
  method: method as string,
  target: path.replace(/\{\w+\}/g, "2147483647"),
}));

/** Logging out ends the session of the other requests. */
async function getToken(target: string): Promise<[string, string]> {
  return ["token", target.startsWith("/api/logout") ? (await buildUser()).token : user.token];
}

function withBody(request: Attack): Attack {
  return { ...request, body: request.method === "GET" ? undefined : "{}" };
}

test.each(addresses)("%s survives every method", async (target) => {
  const token = await getToken(target);
  await attack(
    api.url,
    drawCases(METHODS, CASES / 2).flatMap((method) => [
      { method, target },
      { method, target, headers: [token], body: method === "HEAD" ? undefined : "{}" },
      withBody({ method, target, headers: [["content-type", "multipart/form-data; boundary=x"]] }),
    ]),
  );
});

test.each(addresses.filter((address) => address !== "*"))(
  "%s survives every spelling",
  async (address) => {
    const token = await getToken(address);
    await attack(
      api.url,
      drawCases(spellTarget(address), CASES / 2).flatMap((target) => [
        { method: "GET", target, headers: [token] },
        { method: "POST", target, body: "{}" },
      ]),
    );
  },
);

test.each(served)("$method $target survives spoilt headers", async ({ method, target }) => {
  const token = await getToken(target);
  const together = READ_HEADERS.filter((name) => !OUTRANKING.has(name));
  await attack(
    api.url,
    drawCases(SPOILT_HEADERS, CASES / 2).flatMap((value) => {
      const cookie: [string, string] = ["cookie", `next-auth.session-token=${value}`];
      const headers = [...together.map((name): [string, string] => [name, value.slice(0, 200)])];
      return [
        withBody({ method, target, headers: [...headers, cookie] }),
        withBody({ method, target, headers: [...headers, cookie, token] }),
      ];
    }),
  );
});

test.each([
  { method: "GET", target: "/api/leads" },
  { method: "POST", target: "/api/leads" },
  { method: "POST", target: "/api/auth" },
  { method: "POST", target: "/api/imports" },
  { method: "GET", target: "/api/stream" },
  { method: "GET", target: "/dashboard" },
])("$method $target survives each header and cookie by itself", async ({ method, target }) => {
  const token: [string, string] = ["token", user.token];
  const headers = READ_HEADERS.flatMap((name) =>
    [...SPOILT_HEADERS, ...IMPOSSIBLE_HEADERS].map((value): [string, string] => [name, value]),
  );
  const cookies = [...SPOILT_COOKIES, ...IMPOSSIBLE_HEADERS].map((value): [string, string] => [
    "cookie",
    value,
  ]);
  await attack(
    api.url,
    drawCases([...headers, ...cookies], 10 * CASES).flatMap((header) => [
      withBody({ method, target, headers: [header] }),
      ...(header[0] === "token" ? [] : [withBody({ method, target, headers: [token, header] })]),
    ]),
  );
});
