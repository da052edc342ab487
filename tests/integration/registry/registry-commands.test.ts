import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { migrate } from "@/scripts/apply-migrations";
import { OWN_SERVER, openOwnDatabase, startPostgres } from "@/scripts/postgres.mjs";
import { runCommand } from "@/tests/support/commands";
import { makeSample } from "@/tests/support/registry";

/** The data of an installation of `npm start` that is stopped, and a .env that leads to it. */
const folder = mkdtempSync(join(tmpdir(), "garimpo-registry-"));
const settings = {
  AUTH_SECRET: "of an installation that only this test knows",
  GARIMPO_DATA_DIR: folder,
  LOG_LEVEL: "silent",
};
let server: Awaited<ReturnType<typeof startPostgres>>;

beforeAll(async () => {
  server = await startPostgres({ ...OWN_SERVER, folder, preferredPort: 0 });
  await migrate(await openOwnDatabase(server.url));
  await server.stop();
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(join(folder, ".env"), lines.join("\n"));
}, 300_000);
afterEach(() => {
  const isRunning = existsSync(join(server.dataDir, "postmaster.pid"));
  expect(isRunning, "its server was stopped again").toBe(false);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(dirname(server.dataDir), { recursive: true, force: true });
});

test("they find the installation by its .env, and end with a sentence where there is nothing to do", async () => {
  expect(await runCommand(["registry-import", "--serve"], { cwd: folder })).toEqual({
    code: 1,
    output: "No month waits to be served.\n",
  });
  expect(await runCommand(["registry-rollback"], { cwd: folder })).toEqual({
    code: 1,
    output: "Não há mês anterior para o qual voltar.\n",
  });
});

test("they import months into the embedded database, and return to the one before", async () => {
  // Threads find their loader in the checkout alone, whose own .env may name another database.
  const env = { DATABASE_URL: "", ...settings };
  for (const month of ["2026-10", "2026-11"]) {
    const sample = makeSample({ rows: 500, month });
    const imported = await runCommand(["registry-import", "--max-change", "100", sample.folder], {
      env,
    });
    expect(imported.output).toContain(`${month}: 500 establishments are served.`);
    expect(imported.code).toBe(0);
  }
  expect(await runCommand(["registry-rollback"], { env })).toEqual({
    code: 0,
    output: "2026-10 is served again.\n",
  });
}, 400_000);
