/**
 * `kill -9` of the worker during a pages search and a maps search, several times each. Each must finish after the
 * restart without duplicate leads or charges, and a search killed after reserving must release its credits exactly
 * once.
 */
import { credits } from "@/lib/contracts/accounts/credits";
import { searches } from "@/lib/contracts/discovery/searches";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { startOwnSandbox } from "../support/whatsapp";
import { type Figures, report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

/** Leads after which the worker is killed. */
const KILL_AFTER = [0, 3, 9];
const WITHIN_MS = 180_000;

const sandbox = await startOwnSandbox();
const api = await startApi();
// Slow enough to be interrupted.
await sandbox.control("POST", "/faults", { target: "sites", kind: "latency", delayMs: 200 });

let worker = startWorkerProcess();
const figures: Figures = {};
let slowestResumeMs = 0;
await breakSearch("pages", (user) =>
  callApi(
    api,
    searches.startPages,
    { body: { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 3 } },
    user.headers,
  ),
);
await breakSearch("maps", (user) =>
  callApi(
    api,
    searches.startMaps,
    { body: { query: "padaria", raio: 10, latitude: -22.90556, longitude: -47.06083 } },
    user.headers,
  ),
);
await killProcess(worker);
report({
  ...figures,
  "slowest resume s": {
    value: Math.round(slowestResumeMs / 1000),
    holds: slowestResumeMs <= 90_000,
  },
});

async function breakSearch(kind: string, start: (user: TestUser) => Promise<unknown>) {
  const user = await buildUser({ dailyLimit: 500 });
  await start(user);
  for (const after of KILL_AFTER) {
    await until(async () => (await progress(user)).done >= after, `${after} results`, WITHIN_MS);
    await killProcess(worker);
    const before = await progress(user);
    const killedAt = Date.now();
    worker = startWorkerProcess();
    await until(
      async () => {
        const now = await progress(user);
        return now.done > before.done || now.over;
      },
      "it to go on",
      WITHIN_MS,
    );
    slowestResumeMs = Math.max(slowestResumeMs, Date.now() - killedAt);
  }
  await until(async () => (await progress(user)).over, "the search to end", WITHIN_MS);

  const counts = await firstRow<{ leads: number; twice: number; entries: number; pending: number }>(
    sql`SELECT (SELECT count(*)::int FROM leads WHERE owner_id = ${user.id}) AS leads,
               (SELECT count(*)::int FROM (SELECT 1 FROM leads WHERE owner_id = ${user.id}
                  GROUP BY name, coalesce(phone_key, phone, site_host, email) HAVING count(*) > 1) AS same) AS twice,
               (SELECT count(*)::int FROM credit_entries WHERE owner_id = ${user.id}) AS entries,
               (SELECT count(*)::int FROM search_results WHERE owner_id = ${user.id} AND outcome = 'pending') AS pending`,
  );
  const { body: balance } = await callApi(api, credits.status, {}, user.headers);
  const { leads = 0, twice = 0, entries = 0, pending = 0 } = counts ?? {};
  Object.assign(figures, {
    [`${kind} leads`]: { value: leads, holds: leads > 0 },
    [`${kind} lost`]: { value: pending, holds: pending === 0 },
    [`${kind} twice`]: { value: twice, holds: twice === 0 },
    [`${kind} credits`]: {
      value: balance.credits_used,
      holds: balance.credits_used === leads && entries === leads,
    },
    [`${kind} still reserved`]: {
      value: balance.reserved_credits,
      holds: balance.reserved_credits === 0,
    },
  } satisfies Figures);
}

async function progress(user: TestUser) {
  const { body } = await callApi(api, searches.recent, {}, user.headers);
  const [search] = body.searches;
  return { done: search?.results_done ?? 0, over: search?.status === "completed" };
}
