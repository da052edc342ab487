import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject, vi } from "vitest";
import { lastingPort } from "@/scripts/postgres.mjs";
import { nameDatabase, type RenewedDatabase } from "./database";

/**
 * The environment of the test process, set before the application is imported, because it reads it on import: a
 * database, a folder and ports that no other process has. Files that share a process find the database and the folder
 * as the first one did.
 */
interface TestProcess {
  database: RenewedDatabase;
  folder: string;
  /** Test files that began in this process. */
  files: number;
}

const shared = globalThis as { testProcess?: TestProcess };
const here = shared.testProcess ?? (await startProcess());
shared.testProcess = here;
here.files += 1;
if (here.files === 1) await printOwnFailures();
await here.database.renew({ firstId: here.files * 100_000 });
mkdirSync(here.folder, { recursive: true });
afterAll(async () => {
  vi.useRealTimers();
  // They remember what they made in the database, and the connection by which they hear of events.
  const { closeQueues } = await import("@/server/platform/jobs/enqueue");
  const { closeHub } = await import("@/server/platform/live/hub");
  await closeQueues();
  await closeHub();
  rmSync(here.folder, { recursive: true, force: true });
});

async function startProcess(): Promise<TestProcess> {
  const database = nameDatabase(inject("postgres"), inject("databasePrefix"));
  const folder = mkdtempSync(join(tmpdir(), "media-"));
  const [apiPort, sandboxPort, smtpPort] = [
    await lastingPort(),
    await lastingPort(),
    await lastingPort(),
  ];
  const [whatsappPort, filesPort, sharePort] = [
    await lastingPort(),
    await lastingPort(),
    await lastingPort(),
  ];
  Object.assign(process.env, {
    MEDIA_DIR: folder,
    REGISTRY_DIR: join(folder, "registry"),
    REGISTRY_SHARE_URL: `http://127.0.0.1:${sharePort}/Dados/CNPJ/`,
    REGISTRY_SHARE_TOKEN: "of the share",
    DATABASE_URL: database.url,
    AUTH_SECRET: "a secret that only the tests know, long enough",
    PORT: String(apiPort),
    APP_URL: `http://127.0.0.1:${apiPort}`,
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    WHATSAPP_WEB_URL: `ws://127.0.0.1:${whatsappPort}/ws/chat?access_token=test`,
    WHATSAPP_MEDIA_HOST: `127.0.0.1:${filesPort}`,
    EVOLUTION_API_KEY: "test-key",
    CAMPAIGN_PAUSE_MIN_MS: "0",
    CAMPAIGN_PAUSE_MAX_MS: "0",
    CRAWLER_DELAY_MS: "0",
  });
  return { database, folder, files: 0 };
}

/** Logs are silent in tests. What the API answers with 500 is a fault of ours: it is printed, with its stack. */
async function printOwnFailures(): Promise<void> {
  const { logger } = await import("@/server/platform/logger");
  if (logger.level !== "silent") return;
  logger.error = (line: { status?: number; err?: unknown } | string) => {
    if (typeof line === "object" && line.status === 500) console.error(line.err);
  };
  // The logger has read the environment, which the file may change before anything else does.
  const { setEnv } = await import("@/server/platform/env");
  setEnv(undefined);
}
