import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDefaults } from "@/scripts/configuration.mjs";
import { lockDataFolder } from "@/scripts/data-folder.mjs";
import { freePort } from "@/scripts/postgres.mjs";
import { awaitReadiness } from "@/scripts/readiness.mjs";
import { parseEnv } from "@/server/platform/env";

const root = join(import.meta.dirname, "../../..");

describe("what was not configured", () => {
  /** Of a machine that others reach by a name. */
  const GIVEN = { APP_URL: "https://garimpo.example", AUTH_SECRET: "s".repeat(32) };
  const EVOLUTION = { EVOLUTION_URL: "https://evolution.example", EVOLUTION_API_KEY: "its key" };
  const complete = (given: Record<string, string>) =>
    addDefaults({ ...GIVEN, ...given }, "/data") as Record<string, string>;
  const read = (given: Record<string, string>) =>
    parseEnv({ DATABASE_URL: "postgresql://nowhere", ...complete(given) });

  test("is the sandbox's, with phones and sites of its own", () => {
    expect(complete({})).toMatchObject({
      SANDBOX_URL: "http://127.0.0.1:4010",
      SMTP_URL: "smtp://127.0.0.1:4025",
      WEBHOOK_URL: "http://127.0.0.1:3000",
      EVOLUTION_API_KEY: "sandbox-key",
      CRAWLER_DELAY_MS: "100",
      CAMPAIGN_PAUSE_MAX_MS: "3000",
    });
  });

  test("leaves real phones their pauses, and tells their server the address that it can reach", () => {
    const env = read(EVOLUTION);
    expect(env).toMatchObject({
      SANDBOX_URL: "http://127.0.0.1:4010",
      EVOLUTION_API_KEY: "its key",
      webhookUrl: GIVEN.APP_URL,
      CRAWLER_DELAY_MS: 100,
      CAMPAIGN_PAUSE_MAX_MS: 60_000,
    });
    expect(read({ WHATSAPP_PROVIDER: "baileys" }).CAMPAIGN_PAUSE_MIN_MS).toBe(20_000);
  });

  test.each(["SERPER_API_KEY", "BRAVE_API_KEY"])("is polite to the sites that %s finds", (key) => {
    const env = read({ [key]: "a key" });
    expect(env).toMatchObject({
      CRAWLER_DELAY_MS: 1_000,
      webhookUrl: "http://127.0.0.1:3000",
      CAMPAIGN_PAUSE_MAX_MS: 3_000,
    });
  });

  test.each<Record<string, string>>([
    { SERPER_API_KEY: "a key", WHATSAPP_PROVIDER: "baileys" },
    { BRAVE_API_KEY: "a key", ...EVOLUTION },
    { SEARXNG_URL: "https://searx.example", WHATSAPP_PROVIDER: "cloud" },
  ])("is nothing that a sandbox is for, with %o", (given) => {
    const { SANDBOX_URL, SMTP_URL, WEBHOOK_URL } = complete(given);
    expect({ SANDBOX_URL, SMTP_URL, WEBHOOK_URL }).toEqual({});
  });

  test("in production is never the sandbox's", () => {
    expect(complete({ GARIMPO_MODE: "production" })["SANDBOX_URL"]).toBeUndefined();
  });
});

describe("the data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "garimpo-data-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, "launcher.pid");

  test("is one launcher's, until it ends", async () => {
    const first = await lockDataFolder(folder);
    await expect(lockDataFolder(folder, 0)).rejects.toThrow(
      `Garimpo is already running here (process ${process.pid}).`,
    );
    const second = lockDataFolder(folder);
    first.release();
    (await second).release();
    expect(existsSync(file())).toBe(false);
  });

  test("is not held by a process that has the id of an earlier launcher", async () => {
    const { ppid } = process;
    // Of an earlier version, of this very process as in a container, and of another that lives.
    for (const left of [`${ppid}`, `${process.pid}\n1\nword\n`, `${ppid}\n1\nword\n`]) {
      writeFileSync(file(), left);
      (await lockDataFolder(folder, 0)).release();
    }
  });

  test("is free as soon as its launcher was killed", async () => {
    const script = `
      import { lockDataFolder } from "./scripts/data-folder.mjs";
      await lockDataFolder(process.argv[1]);
      console.log("locked");
      setInterval(() => {}, 1_000);
    `;
    const launcher = spawn(
      process.execPath,
      ["--input-type=module", "--eval", script, "--", folder],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    );
    const exit = new Promise((resolve) => launcher.once("exit", resolve));
    await new Promise((resolve) => launcher.stdout.once("data", resolve));
    await expect(lockDataFolder(folder, 0)).rejects.toThrow(`process ${launcher.pid}`);
    launcher.kill("SIGKILL");
    await exit;
    (await lockDataFolder(folder, 0)).release();
  });
});

test("whoever waits for a start that takes long is told what is missing, until it is there", async () => {
  const port = await freePort(0);
  let ready = false;
  const server = createServer((_, response) =>
    response.writeHead(ready ? 200 : 503).end('{"fields":{"worker":"down"}}'),
  );
  const told: string[] = [];
  const report = (line: string) => {
    told.push(line);
    // First nobody listens, then no worker is there.
    if (told.length === 1) server.listen(port, "127.0.0.1");
    ready = line.includes("worker");
  };
  const options = { withinMs: 60_000, tellEveryMs: 300, report };
  expect(await awaitReadiness(`http://127.0.0.1:${port}`, options)).toBe("ready");
  expect(told[0]).toContain("ECONNREFUSED");
  expect(told.at(-1)).toContain('"worker":"down"');
  await expect(
    awaitReadiness(`http://127.0.0.1:${await freePort(0)}`, { withinMs: 500 }),
  ).rejects.toThrow("Not ready after 0.5 s (ECONNREFUSED).");
  await new Promise((resolve) => server.close(resolve));
});
