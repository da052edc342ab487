import http, { type IncomingMessage } from "node:http";
import { OpenAPIClientAxios } from "openapi-client-axios";
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { RAW_ROUTES } from "@/server/platform/http/raw-routes";
import { buildLead } from "@/tests/factories/leads";
import { buildApiToken } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { checkAnswer } from "@/tests/support/documented-answers";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

type Call = (
  parameters?: object | null,
  body?: unknown,
  config?: object,
) => Promise<{ status: number; data: unknown; headers: Record<string, string> }>;

let owner: TestUser;
let operations: { operationId: string; method: string; path: string }[];
let callOperation: (id: string, parameters?: object | null, body?: unknown) => ReturnType<Call>;

// The client is made of nothing but the document that the live server serves.
beforeAll(async () => {
  owner = await buildUser({ plan: "pro" });
  const client = new OpenAPIClientAxios({ definition: `${api.url}/api/openapi.json` });
  const instance = (await client.init()) as unknown as Record<string, Call>;
  operations = client
    .getOperations()
    .map(({ operationId = "", method, path }) => ({ operationId, method, path }));
  callOperation = async (id, parameters = null, body) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    const config = { headers: { authorization: `Bearer ${owner.token}` }, validateStatus: null };
    const answer = await instance[id]?.(parameters, body, config);
    if (!operation || !answer) throw new Error(`No operation ${id}`);
    const { status, data } = answer;
    checkAnswer(operation.method.toUpperCase(), operation.path, {
      status,
      headers: new Headers(answer.headers),
      body: data,
    });
    return answer;
  };
});

test("the document holds every endpoint and every download", () => {
  const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const served = [...allEndpoints, ...RAW_ROUTES].map(({ method, path }) => `${method} ${path}`);
  // For machines; the operator of the installation configures them.
  const isForMachines = (name: string) => / \/api\/(?:webhooks\/|metrics$)/.test(name);
  expect(documented.sort()).toEqual(served.filter((name) => !isForMachines(name)).sort());
});

test("an unchanged document is not sent again", async () => {
  const first = await request<object>(api, "GET", "/api/openapi.json");
  expect(first.body).toMatchObject({ openapi: "3.1.0", servers: [{ url: api.url }] });
  const etag = first.headers.get("etag") ?? "";
  const second = await request(api, "GET", "/api/openapi.json", undefined, {
    "if-none-match": etag,
  });
  expect(second.status).toBe(304);
});

test.each(["/api/openapi.json", "/api/docs"])("%s is compressed for who takes it", async (path) => {
  const sizeOf = async (encoding: string) => {
    const { headers } = await get(path, { "accept-encoding": encoding });
    return { encoding: headers["content-encoding"], bytes: Number(headers["content-length"]) };
  };
  const [plain, gzip] = [await sizeOf("identity"), await sizeOf("gzip, br")];
  expect([plain.encoding, gzip.encoding]).toEqual([undefined, "gzip"]);
  expect(gzip.bytes).toBeLessThan(plain.bytes / 5);
});

/** fetch decompresses and hides it. */
function get(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    http
      .get(`${api.url}${path}`, { headers }, (response) => {
        response.resume();
        resolve(response);
      })
      .on("error", reject);
  });
}

test("the licences name every package that is installed, with its notice", async () => {
  const response = await fetch(`${api.url}/api/licences`);
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(text).toMatch(/^react \d\S*\nLicença: MIT\n\nMIT License\n/m);
  expect(text).toContain("\nlibsignal ");
  expect(text).not.toContain("\nvitest ");
});

test("the page runs nothing but its own script", async () => {
  const page = await fetch(`${api.url}/api/docs`);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; script-src 'self';/,
  );
  expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await page.text()).toContain("leads.create");
});

describe("a client generated from the document", () => {
  test("creates, reads, changes, lists and deletes a lead", async () => {
    const created = await callOperation("leads.create", null, {
      name: "Padaria",
      whatsapp: "11987654321",
      city: "Campinas",
    });
    expect(created.status).toBe(201);
    const { id } = (created.data as { lead: { id: number } }).lead;
    const changed = await callOperation("leads.update", { id }, { status: "closed" });
    expect(changed.data).toMatchObject({ lead: { id, status: "closed" } });
    expect((await callOperation("leads.get", { id })).data).toMatchObject({ lead: { id } });
    const found = await callOperation("leads.list", { search: "padaria", status: "closed" });
    expect(found.data).toMatchObject({ leads: [{ id }], pagination: { total: 1 } });
    expect((await callOperation("leads.remove", { id })).data).toEqual({ deleted: 1 });
    expect((await callOperation("leads.get", { id })).status).toBe(404);
  });

  test("walks through a list by its cursor", async () => {
    const ids = new Set<number>();
    for (let count = 0; count < 5; count += 1) ids.add((await buildLead(owner.id)).id);
    const seen: number[] = [];
    let after: string | null = null;
    for (let pages = 0; pages === 0 || after; pages += 1) {
      expect(pages).toBeLessThan(4);
      const { data } = await callOperation("leads.list", { per_page: 2, ...(after && { after }) });
      const page = data as { leads: { id: number }[]; pagination: { next: string | null } };
      seen.push(...page.leads.map(({ id }) => id));
      after = page.pagination.next;
    }
    expect(seen.toSorted()).toEqual([...ids].toSorted());
  });

  test("gets the errors that the document names", async () => {
    const invalid = await callOperation("leads.create", null, { name: "" });
    expect(invalid).toMatchObject({ status: 400, data: { code: "invalid_input" } });
    const poor = await callOperation("credits.check", null, { required_credits: 1_000_000 });
    expect([200, 402]).toContain(poor.status);
    const refused = await callOperation("admin.audit");
    expect(refused).toMatchObject({ status: 403, data: { code: "forbidden" } });
  });

  test("calls everything that can be read without an id, and each answer is as documented", async () => {
    const needed: Record<string, object> = {
      "events.aggregate": { event_type: "lead_created" },
      "registry.search": { nome_fantasia: "padaria" },
      "registry.counts": { nome_fantasia: "padaria" },
    };
    const read = operations.filter(
      ({ method, path, operationId }) =>
        method === "get" &&
        !path.includes("{") &&
        allEndpoints.some((each) => each.method === "GET" && each.path === path) &&
        !operationId.startsWith("admin"),
    );
    expect(read.length).toBeGreaterThan(35);
    for (const { operationId } of read)
      await callOperation(operationId, needed[operationId] ?? null);
  });
});

test("a token may read what the document grants its scope, and nothing else: files and the stream too", async () => {
  const { headers } = await buildApiToken(owner);
  const { body } = await request<{ paths: Record<string, { get?: { security: object[] } }> }>(
    api,
    "GET",
    "/api/openapi.json",
  );
  const wrong: string[] = [];
  for (const [path, { get }] of Object.entries(body.paths)) {
    if (!get || get.security.length === 0) continue;
    const granted = get.security.some((each) => JSON.stringify(each) === '{"apiToken":["read"]}');
    const over = new AbortController();
    const url = `${api.url}${path.replace(/\{[^}]*\}/g, "2147483647")}`;
    const { status } = await fetch(url, { headers, signal: over.signal });
    over.abort();
    if ((status !== 403) !== granted) wrong.push(`${path}: ${status}`);
  }
  expect(wrong).toEqual([]);
});
