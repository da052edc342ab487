import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "@/scripts/apply-migrations";
import { OWN_SERVER, openOwnDatabase, startPostgres } from "@/scripts/postgres.mjs";
import { makeSample } from "@/tests/support/registry";

const root = join(import.meta.dirname, "../../..");
/** What `npm start` leaves: a .env with its secret, and a server that is stopped. */
const folder = mkdtempSync(join(tmpdir(), "garimpo-registry-"));
let server: Awaited<ReturnType<typeof startPostgres>>;

beforeAll(async () => {
  server = await startPostgres({ ...OWN_SERVER, folder, preferredPort: 0 });
  await migrate(await openOwnDatabase(server.url));
  await server.stop();
  writeFileSync(
    join(folder, ".env"),
    `AUTH_SECRET=${"s".repeat(32)}\nGARIMPO_DATA_DIR=${folder}\n`,
  );
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(dirname(server.dataDir), { recursive: true, force: true });
});

/** A command of package.json in the folder of that installation, with nothing in its environment. */
async function run(name: string, ...args: string[]) {
  const tsx = import.meta.resolve("tsx");
  const child = spawn(
    process.execPath,
    ["--import", tsx, join(root, `scripts/${name}.ts`), ...args],
    {
      cwd: folder,
      env: {
        PATH: "/usr/bin:/bin",
        NODE_ENV: "test",
        TSX_TSCONFIG_PATH: join(root, "tsconfig.json"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

test("the registry's commands work on the installation of npm start, and stop its server again", async () => {
  const samples = [makeSample({ rows: 500, month: "2026-10" }), makeSample({ rows: 500 })];
  for (const sample of samples) {
    const imported = await run("registry-import", "--max-change", "100", sample.folder);
    expect(imported).toMatchObject({ code: 0, output: expect.stringContaining("are served.") });
  }
  expect(await run("registry-rollback")).toEqual({
    code: 0,
    output: "2026-10 is served again.\n",
  });
  expect(existsSync(join(server.dataDir, "postmaster.pid"))).toBe(false);
}, 300_000);
