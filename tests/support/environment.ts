import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { freePort } from "@/scripts/postgres.mjs";

/**
 * Each test file works in a database of its own, copied from the migrated template and dropped at the end, with ports of
 * its own for the API and the sandbox, should it start them: the application reads its environment when it is imported.
 */
const { url, template } = inject("postgres");
const name = `test_${randomBytes(6).toString("hex")}`;

await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${template}`);

const [apiPort, sandboxPort] = [await freePort(0), await freePort(0)];

Object.assign(process.env, {
  DATABASE_URL: url.replace(/\/postgres$/, `/${name}`),
  AUTH_SECRET: "a secret that only the tests know, long enough",
  PORT: String(apiPort),
  APP_URL: `http://127.0.0.1:${apiPort}`,
  SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
  EVOLUTION_API_KEY: "test-key",
  CAMPAIGN_PAUSE_MIN_MS: "0",
  CAMPAIGN_PAUSE_MAX_MS: "0",
  CRAWLER_DELAY_MS: "0",
});

afterAll(async () => {
  await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`);
});

async function asSuperuser(statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  // Copying a template needs it to itself for an instant: files take turns.
  await client.query("SELECT pg_advisory_lock(2)");
  await client.query(statement).finally(() => client.end());
}
