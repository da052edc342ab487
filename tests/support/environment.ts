import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { freePort } from "@/scripts/postgres.mjs";
import { copyTemplate } from "./postgres";

/**
 * Each test file has its own database, copied from the migrated template and dropped at the end, and its own ports
 * for the API and the sandbox. Set before the application is imported, because it reads its environment on import.
 */
const database = await copyTemplate(inject("postgres"));
afterAll(() => database.drop());

const [apiPort, sandboxPort, smtpPort] = [await freePort(0), await freePort(0), await freePort(0)];
const [whatsappPort, filesPort] = [await freePort(0), await freePort(0)];
const sharePort = await freePort(0);

const mediaDir = mkdtempSync(join(tmpdir(), "media-"));
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }));

Object.assign(process.env, {
  MEDIA_DIR: mediaDir,
  REGISTRY_DIR: join(mediaDir, "registry"),
  REGISTRY_SHARE_URL: `http://127.0.0.1:${sharePort}`,
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
