import { expect, test } from "vitest";
import { credits } from "@/lib/contracts/accounts/credits";
import { searches } from "@/lib/contracts/discovery/searches";
import { leads } from "@/lib/contracts/leads/leads";
import { until } from "@/sandbox/testing";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

const sandbox = runSandbox();
const api = runApi();
runWorkers();

const padarias = { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 1 };

const start = (user: TestUser, body = padarias) =>
  callApi(api, searches.startPages, { body }, user.headers);

async function latest(user: TestUser) {
  const { body } = await callApi(api, searches.recent, {}, user.headers);
  return body.searches[0];
}

const ended = (user: TestUser) =>
  until(
    async () => {
      const search = await latest(user);
      return search && search.status !== "processing" && search;
    },
    "the search to end",
    40_000,
  );

async function balance(user: TestUser) {
  return (await callApi(api, credits.status, {}, user.headers)).body;
}

test("creates a lead per company, one credit each; the same search again costs nothing", async () => {
  const user = await buildUser();
  const answer = await start(user);
  expect(answer.status).toBe(202);
  const first = await ended(user);
  expect(first).toMatchObject({
    ...{ list_id: answer.body.list_id, query: "padaria", state: "SP", city: "Campinas" },
    ...{ start_page: 1, pages_total: 1, status: "completed", pages_done: 1, note: null },
  });
  expect(first.leads_created).toBeGreaterThan(4);
  expect(await balance(user)).toMatchObject({
    credits_used: first.leads_created,
    reserved_credits: 0,
  });
  const page = await callApi(api, leads.list, { query: { per_page: 50 } }, user.headers);
  expect(page.body.pagination.total).toBe(first.leads_created);
  expect(page.body.leads.some(({ whatsapp }) => whatsapp?.startsWith("5519"))).toBe(true);
  const details = await Promise.all(
    page.body.leads.map(({ id }) => callApi(api, leads.get, { params: { id } }, user.headers)),
  );
  const profiles = details.flatMap(({ body }) => body.lead.profiles);
  expect(profiles).toContainEqual({
    network: "Instagram",
    url: expect.stringMatching(/^https:\/\/www\.instagram\.com\/[\w-]+\/$/),
  });

  // The directory among the results lists other companies: no lead, no credit.
  expect(
    await rows(
      sql`SELECT outcome, detail, lead_id FROM search_results
          WHERE owner_id = ${user.id} AND url LIKE '%guiafacil.example%'`,
    ),
  ).toEqual([{ outcome: "not_visited", detail: "lists other companies", lead_id: null }]);
  expect(first.not_visited).toBeGreaterThan(0);

  await start(user);
  const second = await until(
    async () => {
      const search = await latest(user);
      return search && search.id !== first.id && search.status === "completed" && search;
    },
    "the second search",
    40_000,
  );
  expect(second).toMatchObject({ leads_created: 0, leads_linked: first.leads_created });
  expect(await balance(user)).toMatchObject({ credits_used: first.leads_created });
});

test("of the city's companies only those of the term become leads", async () => {
  const user = await buildUser();
  await start(user, { ...padarias, query: "oficina mecânica" });
  expect(await ended(user)).toMatchObject({ status: "completed" });
  const found = await rows<{ title: string }>(
    sql`SELECT title FROM search_results WHERE owner_id = ${user.id} AND lead_id IS NOT NULL`,
  );
  expect(found).not.toEqual([]);
  for (const { title } of found) expect(title).toMatch(/- Oficina mecânica em Campinas$/);
});

test("stops creating when the credits run out and says how many were left out", async () => {
  const user = await buildUser({ dailyLimit: 3 });
  await start(user);
  const search = await ended(user);
  expect(search).toMatchObject({ status: "completed", leads_created: 3 });
  expect(search.left_out).toBeGreaterThan(0);
  expect(search.note).toContain(`${search.left_out} resultado`);
  expect(await balance(user)).toMatchObject({ remaining_credits: 0, reserved_credits: 0 });
  expect(await start(user)).toMatchObject({
    status: 402,
    body: { code: "insufficient_credits", credits_info: { remaining_credits: 0 } },
  });
});

test("an engine that refuses ends the search with a reason, and the reservation comes back", async () => {
  const user = await buildUser();
  await sandbox.control("POST", "/faults", {
    target: "searxng",
    kind: "status",
    status: 403,
    times: 1,
  });
  await start(user);
  const search = await ended(user);
  expect(search).toMatchObject({ status: "error", note: expect.stringContaining("recusou") });
  expect(await balance(user)).toMatchObject({ credits_used: 0, reserved_credits: 0 });
});

test("an engine with too many requests is waited for as long as it asks", async () => {
  const user = await buildUser();
  await sandbox.control("POST", "/faults", {
    ...{ target: "searxng", kind: "status", status: 429, retryAfterSeconds: 1, times: 2 },
  });
  await start(user);
  expect(await ended(user)).toMatchObject({ status: "completed", note: null });
});

test("stop ends a search that waits for its engine at once, and the reservation comes back", async () => {
  const user = await buildUser();
  await sandbox.control("POST", "/faults", {
    ...{ target: "searxng", kind: "status", status: 429, retryAfterSeconds: 600, times: 1 },
  });
  await start(user);
  const waiting = await until(
    () =>
      firstRow<{ id: number }>(
        sql`SELECT id FROM searches WHERE owner_id = ${user.id} AND resume_at > now() + interval '5 minutes'`,
      ),
    "the search to wait",
  );
  expect((await latest(user))?.note).toContain("A busca continua sozinha.");
  await callApi(api, searches.stop, { params: { id: waiting.id } }, user.headers);
  expect(await ended(user)).toMatchObject({
    status: "completed",
    note: "Busca interrompida por você.",
  });
  expect(await balance(user)).toMatchObject({ credits_used: 0, reserved_credits: 0 });
});

test("a search that finds nothing says so and costs nothing", async () => {
  const user = await buildUser();
  await start(user, { ...padarias, query: "zzzxqwv", city: "Xyzwv", state: "ZZ" });
  expect(await ended(user)).toMatchObject({
    status: "completed",
    results_total: 0,
    note: expect.stringContaining("Nenhum site encontrado"),
  });
  expect(await balance(user)).toMatchObject({ credits_used: 0, reserved_credits: 0 });
});

test("stop ends it, keeps what was found and cannot be asked twice", async () => {
  const user = await buildUser({ plan: "pro" });
  await sandbox.control("POST", "/faults", { target: "sites", kind: "latency", delayMs: 300 });
  await start(user, { ...padarias, endPage: 2 });
  const running = await until(async () => {
    const search = await latest(user);
    return search && search.leads_created > 0 && search;
  }, "the first lead");
  const stop = await callApi(api, searches.stop, { params: { id: running.id } }, user.headers);
  expect(stop).toMatchObject({ status: 200, body: { search: { stopping: true } } });
  const search = await ended(user);
  expect(search).toMatchObject({ status: "completed", note: "Busca interrompida por você." });
  expect(search.leads_created).toBeGreaterThan(0);
  const again = await callApi(api, searches.stop, { params: { id: running.id } }, user.headers);
  expect(again).toMatchObject({ status: 409, body: { code: "search_over" } });
  await sandbox.control("DELETE", "/faults");
});

test("a search whose worker died is continued, with no lead or credit duplicated", async () => {
  const user = await buildUser({ plan: "pro" });
  await start(user);
  await until(async () => (await latest(user))?.results_total, "the first results");
  // What a dead worker leaves behind: a lease that nobody renews and an empty queue.
  await rows(sql`UPDATE searches SET lease_no = lease_no + 1, lease_until = now() - interval '1 millisecond' WHERE owner_id = ${user.id}
                 AND status = 'processing'`);
  const search = await ended(user);
  expect(search.status).toBe("completed");
  const [counts] = await rows<{ leads: number; entries: number }>(
    sql`SELECT (SELECT count(*)::int FROM leads WHERE owner_id = ${user.id}) AS leads,
               (SELECT count(*)::int FROM credit_entries WHERE owner_id = ${user.id}) AS entries`,
  );
  expect(counts).toEqual({ leads: search.leads_created, entries: search.leads_created });
});
