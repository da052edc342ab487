// Own process: the pool keeps the address of the database.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { until } from "@/sandbox/testing";
import { openBulkSession } from "@/server/platform/db/bulk-session";
import { refuseSharedSessions } from "@/server/platform/db/pooled-sessions";
import { firstRow, rows, searchRows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runCommand, runProgram } from "@/tests/support/commands";
import { runWithDatabase } from "@/tests/support/environments";
import { openStream } from "@/tests/support/event-stream";
import { hasPgbouncer, startPgbouncer } from "@/tests/support/pgbouncer";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";
import { runLoggedWorker } from "@/tests/support/worker-log";

const direct = process.env["DATABASE_URL"] ?? "";
const pooler = hasPgbouncer ? await startPgbouncer(direct) : null;
if (pooler) runWithDatabase(pooler.url);
const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();
const worker = runLoggedWorker();
afterAll(() => pooler?.stop());

const LEADS = 5;
const WARN_LEVEL = 40;
const SENTENCE = "Garimpo needs pool_mode = session";

describe("behind PgBouncer in session mode (where it is installed)", () => {
  test.runIf(hasPgbouncer)(
    "a campaign is sent by a worker and told to an open stream",
    async () => {
      const user = await buildUser();
      for (let lead = 0; lead < LEADS; lead += 1) await buildLead(user.id);
      const instance = await pairWhatsapp(api, sandbox, user);
      const stream = await openStream(api, user);
      await until(() => stream.text.includes("retry:"), "the stream to open");
      const body = { num_leads: LEADS, messages: ["Oi {{empresa}}"] };
      const { status } = await callApi(api, campaigns.start, { body }, user.headers);
      expect(status).toBe(202);
      await until(
        async () => (await readLedger(sandbox, instance)).length === LEADS,
        "the messages",
        60_000,
      );
      await until(() => stream.text.includes("event: campaign.progress"), "the event");
      stream.close();
      expect(worker.lines.filter((line) => Number(line.level) >= WARN_LEVEL)).toEqual([]);
    },
  );

  test.runIf(hasPgbouncer)("every session has its name and its settings", async () => {
    const named = await rows<{ application_name: string }>(
      sql`SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database()`,
    );
    const names = named.map(({ application_name }) => application_name);
    expect(names).toEqual(expect.arrayContaining(["garimpo", "garimpo queue"]));
    const settings = sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone,
      current_setting('enable_seqscan') AS seqscan`;
    const usual = { statement: "10s", lock: "5s", idle: "15s", zone: "UTC" };
    expect(await firstRow(settings)).toEqual({ ...usual, seqscan: "on" });
    expect(await searchRows(settings)).toEqual([{ ...usual, seqscan: "off" }]);
  });

  test.runIf(hasPgbouncer)(
    "a bulk session holds its lock, and leaves nothing to the next",
    async () => {
      const { signal } = new AbortController();
      const bulk = await openBulkSession({ key: 7, id: 7 }, signal);
      const held = sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7 AND objid = 7 AND granted`;
      expect(await bulk.rows(sql`SHOW work_mem`)).toEqual([{ work_mem: "256MB" }]);
      expect(await rows(held)).toHaveLength(1);
      await bulk.close();
      await until(async () => (await rows(held)).length === 0, "the lock to be free");
    },
  );

  test.runIf(hasPgbouncer)("a backup is taken through it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "backup-"));
    const target = join(folder, "first");
    const { code } = await runCommand(["backup", target], {
      env: { ...process.env, DATABASE_URL: pooler?.url },
    });
    expect(code).toBe(0);
    expect(existsSync(target)).toBe(true);
    rmSync(folder, { recursive: true });
  });
});

describe("a pooler that exchanges sessions (PgBouncer, where it is installed)", () => {
  const PROGRAMS = [
    ["server/main.ts"],
    ["workers/main.ts"],
    ["scripts/migrate.ts"],
    ["scripts/backup.ts", join(tmpdir(), "never-written")],
  ];

  test.runIf(hasPgbouncer).each(PROGRAMS)("%s does not start", async (...program) => {
    const other = await startPgbouncer(direct, { pool_mode: "transaction" });
    const { code, output } = await runProgram(program, {
      env: { ...process.env, LOG_LEVEL: "info", DATABASE_URL: other.url },
    });
    other.stop();
    expect(code).toBe(1);
    expect(output).toContain(SENTENCE);
  });

  const OTHERS = [
    { pool_mode: "transaction", server_round_robin: "1" },
    { pool_mode: "transaction", default_pool_size: "1" },
    { pool_mode: "statement" },
  ] as Record<string, string>[];

  test.runIf(hasPgbouncer).each(OTHERS)("is noticed: %o", async (changes) => {
    const other = await startPgbouncer(direct, changes);
    await expect(refuseSharedSessions(other.url)).rejects.toThrow(SENTENCE);
    other.stop();
  });

  test.runIf(hasPgbouncer)("is noticed while others work through it", async () => {
    const other = await startPgbouncer(direct, { pool_mode: "transaction" });
    const busy = new AbortController();
    const others = Array.from({ length: 8 }, () => keepBusy(other.url, busy.signal));
    await expect(refuseSharedSessions(other.url)).rejects.toThrow(SENTENCE);
    busy.abort();
    await Promise.all(others);
    other.stop();
  });
});

describe("a pooler that exchanges none", () => {
  test("PostgreSQL itself is none", async () => {
    await expect(refuseSharedSessions(direct)).resolves.toBeUndefined();
  });

  test.runIf(hasPgbouncer)("session mode, with a session left and without", async () => {
    const changes = { default_pool_size: "1", query_wait_timeout: "1" };
    const narrow = await startPgbouncer(direct, changes);
    for (const url of [pooler?.url ?? "", narrow.url]) {
      await expect(refuseSharedSessions(url)).resolves.toBeUndefined();
    }
    narrow.stop();
  });
});

/** Short transactions, one after the other. */
async function keepBusy(url: string, signal: AbortSignal) {
  const { default: pg } = await import("pg");
  const client = new pg.Client(url);
  await client.connect();
  while (!signal.aborted) await client.query("BEGIN; SELECT pg_sleep(0.001); COMMIT");
  await client.end();
}
