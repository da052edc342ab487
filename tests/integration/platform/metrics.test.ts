import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { execute, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { runDuty } from "@/server/platform/jobs/run-duty";
import { countSend, measureProcess } from "@/server/platform/metrics/metrics";
import { startWorkerMetrics } from "@/server/platform/metrics/worker-metrics";
import { buildConversation } from "@/tests/factories/owned-rows";
import { buildUser } from "@/tests/factories/users";
import { METRICS_TOKEN, runWithMetrics } from "@/tests/support/environments";
import { receive } from "@/tests/support/payment-events";
import { runApi } from "@/tests/support/running";

const WORKER_PORT = env.PORT + 1_000;
runWithMetrics(WORKER_PORT);
const api = runApi({ withoutLimits: true });

beforeAll(() => measureProcess());

const read = (url: string, token?: string) =>
  fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });

/** The value of a metric with its labels; undefined when it is missing. */
async function readValue(line: string): Promise<number | undefined> {
  const text = await (await read(`${api.url}/api/metrics`, METRICS_TOKEN)).text();
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe("who may read them", () => {
  test.each([undefined, "", "another-token-that-is-as-long", METRICS_TOKEN.slice(1)])(
    "nobody with the token '%s'",
    async (token) => {
      const answer = await read(`${api.url}/api/metrics`, token);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("garimpo_");
    },
  );

  test("whoever has it, from the web and from a worker", async () => {
    const answer = await read(`${api.url}/api/metrics`, METRICS_TOKEN);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/plain");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const server = await startWorkerMetrics();
    const url = `http://127.0.0.1:${WORKER_PORT}/metrics`;
    expect(await startWorkerMetrics(), "a second one on the port works on without").toBeNull();
    expect((await read(url)).status).toBe(404);
    expect((await read(`${url}/more`, METRICS_TOKEN)).status).toBe(404);
    const told = await (await read(url, METRICS_TOKEN)).text();
    expect(told).toContain("garimpo_sends_total");
    expect(told).toContain("process_resident_memory_bytes");
    await new Promise((resolve) => server?.close(resolve));
  });
});

test("they tell what happened: answers, sends, duties, and what waits", async () => {
  const user = await buildUser();
  await buildConversation(user);
  await execute(
    sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
        VALUES (${user.id}, '551170000000', '551170000000@s.whatsapp.net', 'Oi', now() - interval '5 minutes')`,
  );
  await fetch(`${api.url}/api/health`);
  countSend("accepted");
  await runDuty(
    defineDuty({ name: "fails", everyS: 5, run: () => Promise.reject(new Error("x")) }),
    "w",
  );
  expect(await readValue('garimpo_duty_failures_total{duty="fails"}')).toBe(1);
  expect(await readValue('garimpo_sends_total{outcome="accepted"}')).toBeGreaterThanOrEqual(1);
  expect(
    await readValue('garimpo_http_request_seconds_count{endpoint="GET /api/health",status="2xx"}'),
  ).toBeGreaterThanOrEqual(1);
  expect(await readValue('garimpo_reachable{part="database"}')).toBe(1);
  expect(await readValue('garimpo_reachable{part="queue"}')).toBe(1);
  // A look at the database is shared for ten seconds.
  const waiting = 'garimpo_waiting{what="scheduled_messages"}';
  await until(async () => ((await readValue(waiting)) ?? 0) >= 1, "a new look");
  const oldest = await readValue('garimpo_waiting_oldest_seconds{what="scheduled_messages"}');
  expect(oldest).toBeGreaterThanOrEqual(299);
  expect(await readValue('garimpo_database_connections{pool="main",state="open"}')).toBeGreaterThan(
    0,
  );
  await execute(sql`DELETE FROM scheduled_messages WHERE owner_id = ${user.id}`);
});

test("they count an event of the payment provider's other mode once, however often it comes", async () => {
  const foreign = "garimpo_billing_events_foreign_total";
  const before = (await readValue(foreign)) ?? 0;
  const about = { eventId: `evt_${randomUUID()}`, subscriptionId: "sub_foreign" };
  for (let delivery = 0; delivery < 3; delivery += 1) {
    await receive({ ...about, isForeignMode: true });
  }
  expect(await readValue(foreign)).toBe(before + 1);
  await receive({ subscriptionId: "sub_own" });
  expect(await readValue(foreign)).toBe(before + 1);
});

const deploy = join(import.meta.dirname, "../../../deploy");
const RULES = join(deploy, "prometheus/alerts.yml");
const DASHBOARD = join(deploy, "grafana/garimpo.json");

test("alerts and dashboard ask for what is told", async () => {
  // The shared look at the database keeps its values for only ten seconds: names are enough here.
  const text = await (await read(`${api.url}/api/metrics`, METRICS_TOKEN)).text();
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  for (const file of [RULES, DASHBOARD]) {
    const asked = [
      ...readFileSync(file, "utf8").matchAll(/\b(?:garimpo|nodejs|process)_[a-z0-9_]+/g),
    ];
    const names = new Set(asked.map(([name]) => name.replace(/_(?:bucket|count|sum)$/, "")));
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !told.has(name))).toEqual([]);
  }
  const { panels } = JSON.parse(readFileSync(DASHBOARD, "utf8")) as { panels: { id: number }[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const alerts = [...readFileSync(RULES, "utf8").matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const paper = readFileSync(join(deploy, "../docs/operations.md"), "utf8");
  expect(alerts.filter((name) => !paper.includes(`\`${name}\``))).toEqual([]);
});

test("they tell that no number is connected, which mails wait between their tries, and how old the backup is", async () => {
  const user = await buildUser();
  await execute(sql`DELETE FROM whatsapp_instances WHERE status = 'CONNECTED'`);
  await execute(
    sql`UPDATE accounts SET created_at = now() - interval '5 days' WHERE id = ${user.id}`,
  );
  await execute(
    sql`INSERT INTO mails (user_id, kind, sealed_link, expires_at, created_at, resume_at)
        VALUES (${user.personId}, 'password_reset', 'sealed', now() + interval '1 hour', now() - interval '10 minutes', now() + interval '5 minutes')`,
  );
  const backup = async () => (await readValue("garimpo_backup_age_seconds")) ?? 0;
  await until(async () => (await backup()) > 4 * 86_400, "a new look");
  expect(await readValue('garimpo_whatsapp_numbers{status="CONNECTED"}')).toBe(0);
  expect(await readValue('garimpo_waiting_oldest_seconds{what="mails"}')).toBeGreaterThanOrEqual(
    600,
  );
  for (const folder of ["media", "registry", "temporary"]) {
    const free = await readValue(`garimpo_disk_free_ratio{folder="${folder}"}`);
    if (folder !== "registry") expect(free).toBeGreaterThan(0);
  }
  await execute(sql`INSERT INTO duty_runs (name, last_run_at) VALUES ('backup', now())`);
  await until(async () => (await backup()) < 60, "the backup to be told");
});
