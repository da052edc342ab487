import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SiteTruth } from "@/sandbox/companies/company";
import { discard, type TestSandbox, until } from "@/sandbox/testing";
import { deleteFreeSites, visitSite } from "@/server/discovery/sites/sites.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { startOwnSandbox } from "@/tests/support/whatsapp";

let sandbox: TestSandbox;
let hosts: string[];

beforeAll(async () => {
  sandbox = await startOwnSandbox();
  const sites = await sandbox.control<SiteTruth[]>("GET", "/sites");
  hosts = sites.filter(({ quirks }) => quirks.includes("link wa.me")).map(({ host }) => host);
});
afterAll(() => discard(sandbox));
beforeEach(() => execute(sql`DELETE FROM site_visits`));

const visit = (host = "", signal = new AbortController().signal) =>
  visitSite(`http://${host}/`, { signal, fallbackName: "" });

const heldByAnother = (host = "") =>
  execute(
    sql`INSERT INTO site_visits (site, held_until) VALUES (${host}, now() + interval '1 minute')`,
  );

test("waiting for a site does not block visits of others, and ends when it is free", async () => {
  const [held, ...others] = hosts;
  await heldByAnother(held);
  // More than the number of concurrent visits.
  const waiting = Array.from({ length: 40 }, () => visit(held));
  let arrived = 0;
  for (const each of waiting) each.then(() => (arrived += 1)).catch(() => undefined);
  const visits = await Promise.all(others.slice(0, 5).map((host) => visit(host)));
  expect(visits.map(({ ok }) => ok)).toEqual(visits.map(() => true));
  expect(arrived).toBe(0);
  await execute(sql`UPDATE site_visits SET held_until = now() WHERE site = ${held}`);
  expect((await Promise.all(waiting)).every(({ ok }) => ok)).toBe(true);
});

test("one visit per site at a time; each is eventually made", async () => {
  const [host = ""] = hosts;
  await sandbox.control("POST", "/faults", { target: "sites", kind: "latency", delayMs: 40 });
  const visits = Array.from({ length: 4 }, () => visit(host));
  const held = await until(async () => {
    const found = await rows(sql`SELECT site FROM site_visits WHERE held_until > now()`);
    return found.length > 0 && found;
  }, "a visit to begin");
  expect(held).toEqual([{ site: host }]);
  const outcomes = await Promise.all(visits);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  await sandbox.control("DELETE", "/faults");
});

test("a visit longer than its lease renews it and releases it at its end", async () => {
  const [host = ""] = hosts;
  await sandbox.control("POST", "/faults", { target: "sites", kind: "latency", delayMs: 7_000 });
  let over = false;
  const outcome = visit(host).finally(() => {
    over = true;
  });
  const heldUntil = () =>
    firstRow<{ until: Date; left: number }>(
      sql`SELECT held_until AS until, extract(epoch FROM held_until - clock_timestamp())::float AS left
          FROM site_visits WHERE site = ${host} AND holder IS NOT NULL`,
    );
  const first = await until(heldUntil, "a visit to begin");
  expect(first.left).toBeLessThanOrEqual(20);
  await until(async () => {
    const now = await heldUntil();
    return now && now.until > first.until;
  }, "the hold to be renewed");
  expect(over).toBe(false);
  await sandbox.control("DELETE", "/faults");
  expect(await outcome).toMatchObject({ ok: true });
  expect(await rows(sql`SELECT holder FROM site_visits WHERE site = ${host}`)).toEqual([
    { holder: null },
  ]);
});

test("a visit whose lease another process took ends, and is retried afterwards", async () => {
  const [host = ""] = hosts;
  // Longer than the page timeout: only a visit that was aborted and retried succeeds.
  await sandbox.control("POST", "/faults", { target: "sites", kind: "latency", delayMs: 40_000 });
  const outcome = visit(host);
  const another = "00000000-0000-4000-8000-000000000001";
  await until(
    () =>
      execute(
        sql`UPDATE site_visits SET holder = ${another}::uuid, held_until = now() + interval '8 seconds'
            WHERE site = ${host} AND holder IS NOT NULL`,
      ),
    "a visit to begin",
  );
  await sandbox.control("DELETE", "/faults");
  expect(await outcome).toMatchObject({ ok: true });
  const mine = sql`SELECT 1 FROM site_visits WHERE site = ${host} AND holder IS NULL`;
  expect(await rows(mine)).toHaveLength(1);
});

test("waiting ends when aborted", async () => {
  const [host] = hosts;
  await heldByAnother(host);
  const controller = new AbortController();
  const outcome = visit(host, controller.signal);
  controller.abort();
  expect(await outcome).toMatchObject({ ok: false, reason: "unreachable", detail: "aborted" });
});

test("expired rows are deleted", async () => {
  const [host] = hosts;
  await visit(host);
  await execute(sql`UPDATE site_visits SET held_until = now() - interval '2 minutes'`);
  await heldByAnother("outra.example");
  await deleteFreeSites.run();
  expect(await rows(sql`SELECT site FROM site_visits`)).toEqual([{ site: "outra.example" }]);
});
