/**
 * One owner floods what all share: webhooks (twelve accounts whose programs never answer), imports, searches, exports
 * and calls of the model. How long another owner waits for theirs meanwhile, against without the flood.
 */

export {};

// The processes that are started below read it too: the sandbox's model writes.
Object.assign(process.env, {
  AI_PROVIDER: "compatible",
  AI_MODEL: "sandbox",
  AI_API_KEY: "of the tests",
  AI_URL: `${process.env["SANDBOX_URL"]}/openai/v1`,
  AI_DAILY_CALLS: "10000",
});

const { spawn } = await import("node:child_process");
const { setTimeout: pause } = await import("node:timers/promises");
const { until } = await import("@/sandbox/testing");
const { execute, firstRow, sql } = await import("@/server/platform/db/sql");
const { transaction } = await import("@/server/platform/db/transaction");
const { announce } = await import(
  "@/server/integrations/webhook-deliveries/webhook-deliveries.service"
);
const { searches } = await import("@/lib/contracts/discovery/searches");
const { buildLead, buildLeads } = await import("../factories/leads");
const { buildWebhook } = await import("../factories/owned-rows");
const { buildUser } = await import("../factories/users");
const { callApi, startApi } = await import("../support/api");
const { startOwnSandbox } = await import("../support/whatsapp");
const { report } = await import("./report");
const { killProcess, startWorkerProcess } = await import("./worker-process");

type TestUser = Awaited<ReturnType<typeof buildUser>>;

const ROUNDS = 7;
const WITHIN_MS = 120_000;
/** A shorter wait is not noticed by a person: below it a ratio means nothing. */
const UNNOTICED_MS = 150;

interface Flood {
  /** The other owner's action, done once; resolves when it is done. */
  once(other: TestUser, nth: number): Promise<unknown>;
  /** Begins the flood; the function returned ends it. */
  begin(): Promise<() => Promise<unknown>>;
}

const sandbox = await startOwnSandbox();
const api = await startApi();
const EXPORT = `${api.url}/api/leads/export?format=csv`;
await sandbox.control("POST", "/faults", { target: "sites", kind: "latency", delayMs: 50 });
await sandbox.control("POST", "/faults", { target: "openai", kind: "latency", delayMs: 200 });
const worker = startWorkerProcess();

const FLOODS: Record<string, Flood> = {
  webhooks: {
    async once(other) {
      const { id } = (await firstRow<{ id: number }>(
        sql`SELECT id FROM webhook_endpoints WHERE owner_id = ${other.id}`,
      )) ?? { id: await buildWebhook(other, { url: "http://pronto.recebe.example/" }) };
      await transaction(() => announce(other.id, "lead.created", [{ lead_id: 1 }]));
      await untilNone(
        sql`SELECT 1 FROM webhook_deliveries WHERE endpoint_id = ${id} AND state = 'waiting'`,
      );
    },
    async begin() {
      for (let account = 0; account < 12; account += 1) {
        const user = await buildUser();
        // Half of them were prompt until now.
        const prompt = account % 2 === 0;
        await buildWebhook(user, { url: "http://mudo.recebe.example/", prompt });
        const facts = Array.from({ length: 300 }, (_, lead_id) => ({ lead_id }));
        await transaction(() => announce(user.id, "lead.created", facts));
      }
      await pause(1_000);
      return () =>
        execute(sql`UPDATE webhook_deliveries SET state = 'failed' WHERE state = 'waiting'`);
    },
  },
  imports: {
    async once(other, nth) {
      await startImports(other, 1, 500, nth);
      await untilNone(
        sql`SELECT 1 FROM imports WHERE owner_id = ${other.id} AND status = 'processing'`,
      );
    },
    async begin() {
      const user = await buildUser({ plan: "pro" });
      await startImports(user, 20, 20_000, 0);
      await pause(1_000);
      return () =>
        execute(
          sql`UPDATE imports SET status = 'stopped', completed_at = now() WHERE owner_id = ${user.id}`,
        );
    },
  },
  searches: {
    async once(other, nth) {
      await startSearch(other, ["Santos", "Sorocaba"][nth % 2] ?? "", 1);
      await untilNone(
        sql`SELECT 1 FROM searches WHERE owner_id = ${other.id} AND status = 'processing'`,
      );
    },
    async begin() {
      const user = await buildUser({ plan: "pro" });
      for (let nth = 0; nth < 30; nth += 1) await startSearch(user, "Campinas", 10);
      await pause(1_000);
      return () =>
        execute(
          sql`UPDATE searches SET status = 'completed', completed_at = now() WHERE owner_id = ${user.id}`,
        );
    },
  },
  exports: {
    once: (other) => exportLeads(other),
    async begin() {
      const user = await buildUser({ plan: "pro" });
      await buildLeads(user.id, 40_000);
      // In a separate process: reading so much would delay the other owner's answers in this one.
      const read = `Promise.all(Array.from({ length: 50 }, () =>
        fetch(${JSON.stringify(EXPORT)}, { headers: ${JSON.stringify(user.headers)} }).then((a) => a.arrayBuffer())))`;
      const reader = spawn(process.execPath, ["-e", read], { stdio: "ignore" });
      await pause(1_000);
      return () => killProcess(reader);
    },
  },
  AI: {
    once: (other) => writeNote(other),
    async begin() {
      const user = await buildUser({ plan: "pro" });
      let over = false;
      const floods = Array.from({ length: 60 }, async () => {
        while (!over) {
          if ((await writeNote(user)) === 429) {
            await execute(sql`DELETE FROM rate_limits WHERE key LIKE '%write_note%'`);
            await pause(50);
          }
        }
      });
      await pause(500);
      return () => {
        over = true;
        return Promise.all(floods);
      };
    },
  },
};

const figures: Parameters<typeof report>[0] = {};
for (const [name, { once, begin }] of Object.entries(FLOODS)) {
  const other = await buildUser({ plan: "pro" });
  await buildLeads(other.id, 200);
  await buildLead(other.id);
  const measure = async () => {
    const waits: number[] = [];
    for (let nth = 0; nth < ROUNDS; nth += 1) {
      const startedAt = performance.now();
      await once(other, nth);
      waits.push(performance.now() - startedAt);
      await pause(100);
    }
    return waits.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  };
  await once(other, ROUNDS);
  const alone = Math.round(await measure());
  const end = await begin();
  const flooded = Math.round(await measure());
  await end();
  const holds = flooded <= Math.max(2 * alone, alone + UNNOTICED_MS);
  figures[`${name} alone ms`] = { value: alone, holds: true };
  figures[`${name} flooded ms`] = { value: flooded, holds };
  figures[`${name} ratio`] = { value: Math.round((10 * flooded) / alone) / 10, holds };
}
await killProcess(worker);
report(figures);

function untilNone(query: ReturnType<typeof sql>): Promise<unknown> {
  return until(async () => (await firstRow(query)) === null, "it to be done", WITHIN_MS);
}

async function startImports(user: TestUser, count: number, rowCount: number, nth: number) {
  const chunk = 500;
  for (let file = 0; file < count; file += 1) {
    await execute(
      sql`WITH import AS (
            INSERT INTO imports (owner_id, file_name, columns, row_count, mapping, mode, status)
            VALUES (${user.id}, 'x.csv', ARRAY['nome'], ${rowCount}, '["name"]', 'skip', 'processing') RETURNING id)
          INSERT INTO import_chunks (import_id, owner_id, first_row, rows)
          SELECT import.id, ${user.id}, first, (
            SELECT json_agg(json_build_object('line', n + 2, 'cells', json_build_array('Empresa ' || ${`${nth}-${file}-`}::text || n)))
            FROM generate_series(first, first + ${chunk - 1}) AS n)
          FROM import, generate_series(0, ${rowCount - 1}, ${chunk}) AS first`,
    );
  }
  const { enqueue } = await import("@/server/platform/jobs/enqueue");
  const { runImport } = await import("@/server/leads/imports/imports.jobs");
  const { rows } = await import("@/server/platform/db/sql");
  for (const { id } of await rows<{ id: number }>(
    sql`SELECT id FROM imports WHERE owner_id = ${user.id} AND status = 'processing' AND lease_until IS NULL ORDER BY id`,
  )) {
    await enqueue(runImport, { id, leaseNo: 0 });
  }
}

async function startSearch(user: TestUser, city: string, endPage: number) {
  await execute(sql`DELETE FROM rate_limits`);
  const body = { query: "padaria", state: "SP", city, startPage: 1, endPage };
  const { status } = await callApi(api, searches.startPages, { body }, user.headers);
  if (status !== 202) throw new Error(`search ${status}`);
}

async function exportLeads(user: TestUser) {
  const answer = await fetch(EXPORT, { headers: user.headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function writeNote(user: TestUser) {
  const { suggestions } = await import("@/lib/contracts/messaging/suggestions");
  const lead = await firstRow<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${user.id} LIMIT 1`,
  );
  const lead_id = lead?.id ?? (await buildLead(user.id)).id;
  const { status } = await callApi(api, suggestions.writeNote, { body: { lead_id } }, user.headers);
  return status;
}
