import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { allEndpoints } from "@/lib/contracts";
import { LeadExport } from "@/lib/contracts/leads/lead-export";
import { LEAD_SORTS } from "@/lib/domain/leads/lead-list";
import { recordHeartbeat } from "@/server/platform/system/system.service";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook } from "@/tests/factories/webhooks";
import { type Attack, attack } from "@/tests/support/attacker";
import { describeDrawn, drawCases, SEED } from "@/tests/support/cases";
import { buildSample, spoilSample } from "@/tests/support/contract-samples";
import {
  forgeChatCursors,
  forgeLeadCursors,
  NASTY_TEXTS,
  NASTY_VALUES,
} from "@/tests/support/hostile-values";
import { runApi, runSandbox } from "@/tests/support/running";

/** What is sent to an endpoint: bodies, queries and parameters. Every answer must be below 500. */

// Every provider answers, so that a 503 is a failure like any other 5xx.
runSandbox();
const api = runApi();
let user: TestUser;

beforeAll(async () => {
  // The administrator may call every endpoint.
  user = await buildUser({ id: 4 });
});
// Without a live worker /api/ready answers 503.
beforeEach(() => recordHeartbeat.run("a worker"));
afterAll(() => {
  console.log(`hostile bodies, queries and parameters, none answered 5xx: ${describeDrawn()}`);
});

const signedIn = (): [string, string][] => [["token", user.token]];

const writing = allEndpoints.filter(({ method }) => method !== "GET");
const anything = fc.oneof(
  fc.constantFrom(...NASTY_VALUES),
  fc.anything({ withNullPrototype: true }),
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "toString", "a"), fc.anything()),
);

/** Of each endpoint, in `npm test`. */
const CASES = 16;

const MALFORMED = [
  "{not json",
  "",
  "\ufeff{}",
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`,
  JSON.stringify({ a: "x".repeat(300_000) }),
  `[${"0,".repeat(30_000)}0]`,
  JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`f${nth}`, nth]))),
];

const WEBHOOKS = [
  {
    event: "messages.upsert",
    data: {
      key: { id: "A", remoteJid: "5511988887777@s.whatsapp.net", fromMe: false },
      pushName: "Maria",
      message: { conversation: "oi" },
      messageTimestamp: 1_795_000_000,
    },
  },
  { event: "messages.update", data: { keyId: "A", status: "READ" } },
  { event: "connection.update", data: { state: "open", wuid: "5511988887777@s.whatsapp.net" } },
  { event: "qrcode.updated", data: { qrcode: { code: "x", base64: "x" } } },
  { event: "contacts.upsert", data: { remoteJid: "5511988887777@s.whatsapp.net", pushName: "M" } },
];

/** The object with each field in turn, at any depth, replaced by each nasty value. */
function* spoilFields(object: Record<string, unknown>): Generator<Record<string, unknown>> {
  for (const [name, field] of Object.entries(object)) {
    for (const value of NASTY_VALUES) yield { ...object, [name]: value };
    if (typeof field !== "object") continue;
    for (const inner of spoilFields(field as Record<string, unknown>)) {
      yield { ...object, [name]: inner };
    }
  }
}

test.each(writing)("$method $path survives any body", async ({ method, path, body }) => {
  const target = path.replace(/\{\w+\}/g, "1");
  const schema = body as z.ZodMiniType | undefined;
  const fields = Object.keys((schema as { shape?: object } | undefined)?.shape ?? { a: 1 });
  const objects = fc.dictionary(fc.constantFrom(...fields, "__proto__", "extra"), anything);
  const random = fc.sample(fc.oneof(objects, anything), { numRuns: 20, seed: SEED });
  const spoilt = schema ? [...spoilSample(schema, NASTY_VALUES)] : [];
  const bodies = [
    ...[...random, ...spoilt].map((value) => JSON.stringify(value) ?? "null"),
    ...MALFORMED,
  ];
  // Logging out would end the session of the others.
  const headers = path === "/api/logout" ? [] : signedIn();
  await attack(
    api.url,
    drawCases(bodies, CASES).map((text): Attack => ({ method, target, headers, body: text })),
  );
});

test.each([
  ...allEndpoints,
  { method: "GET", path: "/api/leads/export", query: LeadExport, params: undefined },
])("$method $path survives any query and parameter", async ({ method, path, query, params }) => {
  const target = path.replace(/\{\w+\}/g, "1");
  const queries = query
    ? [...spoilSample(query, NASTY_TEXTS)].map((fields) =>
        Object.entries({ ...(buildSample(query) as object), ...fields })
          .map(([name, value]) => `${name}=${value}`)
          .join("&"),
      )
    : ["a=1&a=2&__proto__=3&constructor=4", "%00=%ff"];
  const paths = params
    ? NASTY_TEXTS.map((text) => path.replace(/\{\w+\}/g, text.slice(0, 500).replace(/[?#]/g, "")))
    : [];
  const headers = path === "/api/logout" ? [] : signedIn();
  const body = method === "GET" ? undefined : "{}";
  const targets = [...queries.map((text) => `${target}?${text}`), ...paths];
  await attack(
    api.url,
    drawCases(targets, CASES).map((each): Attack => ({ method, target: each, headers, body })),
  );
});

test("a forged cursor is ignored, whatever it says", async () => {
  const leads = forgeLeadCursors(LEAD_SORTS).flatMap(({ sort, cursor }) =>
    ["after", "before"].map(
      (name) => `/api/leads?page=2&sort=${sort}&direction=desc&${name}=${cursor}`,
    ),
  );
  const chats = forgeChatCursors().flatMap((cursor) =>
    ["whatsapp/chats?", "tasks?", "tasks?done=true&"].map((list) => `/api/${list}after=${cursor}`),
  );
  await attack(
    api.url,
    drawCases([...leads, ...chats], 10 * CASES).map((target) => ({
      method: "GET",
      target,
      headers: signedIn(),
    })),
  );
});

test("the provider's webhook survives any message, whatever its fields hold", async () => {
  const { path: target, headers } = await buildWebhook(user.id);
  const bodies = drawCases(
    WEBHOOKS.flatMap((webhook) => [...spoilFields(webhook)]),
    10 * CASES,
  );
  await attack(api.url, [
    ...bodies.map((body) => ({
      method: "POST",
      target,
      headers: Object.entries(headers),
      body: JSON.stringify(body),
    })),
    ...MALFORMED.map((body) => ({
      method: "POST",
      target,
      headers: Object.entries(headers),
      body,
    })),
  ]);
});

test("the samples that are spoilt are good ones", () => {
  for (const { path, body, query } of allEndpoints) {
    for (const schema of [body, query] as z.ZodMiniType[]) {
      if (schema)
        expect(z.safeParse(schema, buildSample(schema)), path).toMatchObject({ success: true });
    }
  }
});
