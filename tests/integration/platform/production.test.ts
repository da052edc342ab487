import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";

const root = join(import.meta.dirname, "../../..");

/** What a program prints when it is started in production mode with these variables: what reads them, by default. */
function startProduction(
  variables: Record<string, string>,
  program = "server/platform/env.ts",
): string {
  const env = {
    ...process.env,
    GARIMPO_MODE: "production",
    APP_URL: "https://garimpo.teste.example",
    SANDBOX_URL: "",
    WHATSAPP_PROVIDER: "baileys",
    ...variables,
  };
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", program], {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status).toBe(1);
  return stderr;
}

test("production refuses the sandbox, plain http and a weak secret, and names each", () => {
  expect(startProduction({ SANDBOX_URL: "http://127.0.0.1:4010" })).toContain("SANDBOX_URL");
  expect(startProduction({ APP_URL: "http://garimpo.teste.example" })).toContain("https");
  expect(startProduction({ AUTH_SECRET: "short" })).toContain("AUTH_SECRET");
});

test("a worker does not start with settings that are refused", () => {
  expect(startProduction({ AUTH_SECRET: "short" }, "workers/main.ts")).toContain("AUTH_SECRET");
});

test("production without a WhatsApp provider says what to set", () => {
  expect(startProduction({ WHATSAPP_PROVIDER: "" })).toContain("WHATSAPP_PROVIDER must be set");
  const withoutAddress = { WHATSAPP_PROVIDER: "evolution", EVOLUTION_URL: "" };
  expect(startProduction(withoutAddress)).toContain("EVOLUTION_URL must be set");
  const withoutKey = {
    WHATSAPP_PROVIDER: "",
    EVOLUTION_URL: "http://127.0.0.1:1",
    EVOLUTION_API_KEY: "",
  };
  expect(startProduction(withoutKey)).toContain("EVOLUTION_API_KEY must be set");
});

test("the Cloud API needs what verifies Meta's webhooks", () => {
  const cloud = { WHATSAPP_PROVIDER: "cloud", META_APP_SECRET: "", META_VERIFY_TOKEN: "" };
  for (const missing of [cloud, { ...cloud, META_APP_SECRET: "secret" }]) {
    expect(startProduction(missing)).toContain("META_APP_SECRET and META_VERIFY_TOKEN must be set");
  }
});

test("production refuses a database with a demonstration account", async () => {
  const { id } = await buildUser();
  await execute(sql`UPDATE users SET email = 'demo@garimpo.local' WHERE id = ${id}`);
  expect(startProduction({}, "workers/main.ts")).toContain("demo@garimpo.local");
});
