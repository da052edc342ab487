import { expect, test } from "vitest";
import { credits } from "@/lib/contracts/accounts/credits";
import { geo } from "@/lib/contracts/discovery/geo";
import { searches } from "@/lib/contracts/discovery/searches";
import { distanceM } from "@/lib/domain/geo/geo-distance";
import { until } from "@/sandbox/testing";
import { rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

const sandbox = runSandbox();
const api = runApi();
runWorkers();

const CAMPINAS = { latitude: -22.90556, longitude: -47.06083 };
const padarias = { query: "padaria", raio: 4, ...CAMPINAS, place: "Centro, Campinas" };

const start = (user: TestUser, body = padarias) =>
  callApi(api, searches.startMaps, { body }, user.headers);

async function search(user: TestUser, listId: number) {
  const { body } = await callApi(api, searches.recent, {}, user.headers);
  return body.searches.find(({ list_id }) => list_id === listId);
}

async function run(user: TestUser, body = padarias) {
  const answer = await start(user, body);
  expect(answer).toMatchObject({
    status: 202,
    body: { message: expect.stringMatching(/^Busca de leads iniciada com sucesso!/) },
  });
  return until(
    async () => {
      const found = await search(user, answer.body.list_id);
      return found && found.status !== "processing" && found;
    },
    "the search to end",
    40_000,
  );
}

const balance = async (user: TestUser) =>
  (await callApi(api, credits.status, {}, user.headers)).body;

test("leads for the businesses inside the circle, one credit each; again it costs nothing", async () => {
  const user = await buildUser({ dailyLimit: 200 });
  const first = await run(user);
  expect(first).toMatchObject({
    ...{ kind: "maps", status: "completed", note: null },
    ...{ query: "padaria", radius_km: 4, ...CAMPINAS },
  });
  expect(first.leads_created).toBeGreaterThan(5);
  expect(first.results_done).toBe(first.results_total);
  expect(first.place_name).toBe("Centro, Campinas");
  // Every result has one outcome, and those without a lead say why.
  const withoutLead = first.left_out + first.empty + first.failed + first.not_visited;
  expect(first.leads_created + first.leads_linked + withoutLead).toBe(first.results_total);
  expect(await balance(user)).toMatchObject({
    credits_used: first.leads_created,
    reserved_credits: 0,
  });

  const { body } = await callApi(api, searches.places, { params: { id: first.id } }, user.headers);
  expect(body.places).toHaveLength(first.results_total);
  for (const place of body.places) expect(distanceM(CAMPINAS, place)).toBeLessThanOrEqual(4_000);
  const leads = await rows<{ source: string; contacts: number; cities: number }>(
    sql`SELECT source, count(coalesce(whatsapp, phone, email, website))::int AS contacts,
               count(DISTINCT city)::int AS cities
        FROM leads WHERE owner_id = ${user.id} GROUP BY source`,
  );
  expect(leads).toEqual([{ source: "google_maps", contacts: first.leads_created, cities: 1 }]);

  const second = await run(user);
  expect(second).toMatchObject({
    leads_created: 0,
    leads_linked: first.leads_created + first.leads_linked,
  });
  expect(await balance(user)).toMatchObject({ credits_used: first.leads_created });
});

test.each([
  [5, 2],
  [5.1, 3],
  [10, 3],
  [10.1, 4],
  [20, 4],
  [20.1, 5],
  [30, 5],
  [31, 6],
])(
  "a radius of %d km sets %d credits aside, and too few are a 402 that says how many",
  async (raio, cost) => {
    const user = await buildUser({ dailyLimit: cost - 1 });
    expect(await start(user, { ...padarias, raio })).toMatchObject({
      status: 402,
      body: {
        code: "insufficient_credits",
        credits_info: { required_credits: cost, remaining_credits: cost - 1 },
      },
    });
    expect(await search(user, 0)).toBeUndefined();
  },
);

test("the credits run out in the middle: paid leads stay, the rest is counted", async () => {
  const user = await buildUser({ dailyLimit: 3 });
  const ended = await run(user);
  expect(ended).toMatchObject({ status: "completed", leads_created: 3 });
  expect(ended.left_out).toBeGreaterThan(0);
  expect(ended.note).toContain(`${ended.left_out} resultado`);
});

test("a place with only a name costs nothing", async () => {
  const user = await buildUser({ plan: "pro" });
  const ended = await run(user, { ...padarias, raio: 8 });
  const { body } = await callApi(api, searches.places, { params: { id: ended.id } }, user.headers);
  const empty = body.places.filter(({ outcome }) => outcome === "empty");
  expect(empty.length).toBeGreaterThan(0);
  for (const { lead_id } of empty) expect(lead_id).toBeNull();
  expect(await balance(user)).toMatchObject({ credits_used: ended.leads_created });
});

test("a circle without a business says so", async () => {
  const user = await buildUser();
  const ended = await run(user, { ...padarias, latitude: 0, longitude: -30 });
  expect(ended).toMatchObject({ status: "completed", results_total: 0 });
  expect(ended.note).toContain("Nenhum negócio encontrado neste raio.");
  expect(await balance(user)).toMatchObject({ credits_used: 0, reserved_credits: 0 });
});

test("a busy map server is waited for as long as it asks", async () => {
  const user = await buildUser({ dailyLimit: 200 });
  await sandbox.control("POST", "/faults", {
    ...{ target: "overpass", kind: "status", status: 429, retryAfterSeconds: 1, times: 2 },
  });
  expect(await run(user)).toMatchObject({ status: "completed", note: null });
});

test("a map server that refuses ends it with a reason", async () => {
  const user = await buildUser();
  await sandbox.control("POST", "/faults", {
    ...{ target: "overpass", kind: "status", status: 403, times: 1 },
  });
  expect(await run(user)).toMatchObject({
    status: "error",
    note: expect.stringContaining("chave do provedor"),
  });
  expect(await balance(user)).toMatchObject({ credits_used: 0, reserved_credits: 0 });
});

test("continued after its worker died, nothing is duplicated", async () => {
  const user = await buildUser({ plan: "pro" });
  const { body } = await start(user);
  await until(async () => (await search(user, body.list_id))?.leads_created, "the first leads");
  await rows(sql`UPDATE searches SET lease_no = lease_no + 1, lease_until = now() - interval '1 millisecond'
                 WHERE owner_id = ${user.id} AND status = 'processing'`);
  const ended = await until(
    async () => {
      const found = await search(user, body.list_id);
      return found?.status === "completed" && found;
    },
    "the search to end",
    40_000,
  );
  const [counts] = await rows(
    sql`SELECT (SELECT count(*)::int FROM leads WHERE owner_id = ${user.id}) AS leads,
               (SELECT count(*)::int FROM credit_entries WHERE owner_id = ${user.id}) AS entries`,
  );
  expect(counts).toEqual({ leads: ended.leads_created, entries: ended.leads_created });
});

test("one owner's many searches do not delay another owner's", async () => {
  const [greedy, patient] = [await buildUser({ plan: "pro" }), await buildUser({ plan: "pro" })];
  await sandbox.control("POST", "/faults", { target: "sites", kind: "latency", delayMs: 150 });
  for (let nth = 0; nth < 12; nth += 1) await start(greedy, { ...padarias, raio: 3 + nth / 10 });
  // Another trade: searches for the same sites would also wait for each other's visits.
  const ended = await run(patient, { ...padarias, query: "oficina mecânica", raio: 8 });
  expect(ended.results_total).toBeGreaterThan(0);
  expect(ended.status).toBe("completed");
  const waiting = await rows(
    sql`SELECT id FROM searches WHERE owner_id = ${greedy.id} AND status = 'processing'`,
  );
  expect(waiting.length).toBeGreaterThan(0);
  await sandbox.control("DELETE", "/faults");
  await until(
    async () => {
      const left = await rows(
        sql`SELECT id FROM searches WHERE owner_id = ${greedy.id} AND status = 'processing'`,
      );
      return left.length === 0;
    },
    "the many to end",
    60_000,
  );
}, 120_000);

test("an address is found, and asked for only once", async () => {
  const user = await buildUser();
  const ask = (address: string) => callApi(api, geo.geocode, { body: { address } }, user.headers);
  const first = await ask("Rua Tiradentes, 100, Campinas");
  expect(first).toMatchObject({ status: 200, body: { status: "OK" } });
  expect(first.body.results[0]?.geometry.location.lat).toBeCloseTo(-22.9, 0);
  await sandbox.control("POST", "/faults", { target: "nominatim", kind: "status", status: 503 });
  expect(await ask("  rua tiradentes, 100, CAMPINAS ")).toMatchObject({ body: first.body });
  expect(await ask("Rua Padre Anchieta, Santos")).toMatchObject({ status: 503 });
  await sandbox.control("DELETE", "/faults");
  expect(await ask("lugar nenhum")).toMatchObject({
    status: 200,
    body: { status: "ZERO_RESULTS", results: [] },
  });
});
