import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listenLocally } from "@/sandbox/listening";
import { recordBeats } from "@/server/backoffice/recovery/beats.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { buildUser } from "@/tests/factories/users";
import { runProgram } from "@/tests/support/commands";

/** Far more than any of them needs: a busy machine is no failure, a program that never ends is one. */
const ENDS_WITHIN_MS = 120_000;
vi.setConfig({ testTimeout: 3 * ENDS_WITHIN_MS });

/** One that does not end is killed, and has no exit code. */
const run = (args: string[], settings: Record<string, string> = {}) =>
  runProgram(args, {
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "info", ...settings },
    killMs: ENDS_WITHIN_MS,
  });

const PROGRAMS = ["server/main.ts", "workers/main.ts"];

describe("a process that cannot do its work ends and says why", () => {
  test.each(PROGRAMS)("%s on an older schema", async (program) => {
    const [latest] = await rows<{ migration_name: string }>(
      sql`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name =
            (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name`,
    );
    const { code, output } = await run([program]);
    await execute(
      sql`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${latest?.migration_name}`,
    );
    expect(code).toBe(1);
    expect(output).toContain("run npm run migrate");
    expect(output).toContain(latest?.migration_name);
    expect(output).not.toContain("duty failed");
  });

  test.each(PROGRAMS)("%s on a database that was never migrated", async (program) => {
    const empty = await createDatabase();
    const { code, output } = await run([program], { DATABASE_URL: empty.url });
    await empty.drop();
    expect(code).toBe(1);
    expect(output).toContain("run npm run migrate");
  });

  test.each(PROGRAMS)("%s with another AUTH_SECRET than the first process", async (program) => {
    await checkInstallation();
    const { code, output } = await run([program], {
      AUTH_SECRET: "another secret that is long enough for it",
    });
    expect(code).toBe(1);
    expect(output).toContain("AUTH_SECRET is not the one");
  });

  test.each(PROGRAMS)("%s with another store of files, and holds nobody", async (program) => {
    await checkInstallation();
    await recordBeats.run();
    const other = join(env.MEDIA_DIR, "of somebody else");
    const { code, output } = await run([program], { MEDIA_DIR: other });
    expect(code).toBe(1);
    expect(output).toContain(`in the folder ${resolve(other)} (MEDIA_DIR) is missing`);
    expect(
      await rows(sql`SELECT held_because, stored_beat > 0 AS counted FROM installation`),
    ).toEqual([{ held_because: null, counted: true }]);
  });

  test("what nobody catches, although somebody logs it: a port that is taken", async () => {
    const holder = createServer();
    const port = await listenLocally(holder);
    // As Next does in the web's process.
    const program = `
      process.on("uncaughtException", () => undefined);
      const { exitOnUncaughtException } = await import("@/server/platform/shut-down");
      const { createServer } = await import("node:http");
      exitOnUncaughtException();
      createServer().listen(${port}, "127.0.0.1");
      setInterval(() => undefined, 1_000);
    `;
    const { code, output } = await run(["--input-type=module", "--eval", program]);
    holder.close();
    expect(code).toBe(1);
    expect(output).toContain("EADDRINUSE");
  });
});

test("demonstration accounts are for a database without accounts", async () => {
  const { id } = await buildUser({ id: 4 });
  expect(await run(["prisma/seed.ts"])).toMatchObject({ code: 0 });
  expect(await rows(sql`SELECT id FROM users`)).toEqual([{ id }]);
  await execute(sql`DELETE FROM accounts`);
});

describe("npm run migrate", () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  const migrate = (url: string) => run(["scripts/migrate.ts"], { DATABASE_URL: url });

  test("refuses what it does not know, and has touched nothing then", async () => {
    const { code, output } = await run(["scripts/migrate.ts", "diff"], {
      DATABASE_URL: database.url,
    });
    expect(code).toBe(1);
    expect(output).toContain("npm run migration -- diff");
    expect(await database.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  test("says in PostgreSQL's words what failed, and where", async () => {
    expect(await migrate(database.url)).toMatchObject({ code: 0 });
    await database.query("DELETE FROM _prisma_migrations");
    const { code, output } = await migrate(database.url);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The migration 0_baseline failed: function "search_form" already exists/m,
    );
    expect(output).toContain("SQLSTATE 42723");
    expect(output).not.toContain("External error");
  });

  test("says which right the role lacks before it changes anything", async () => {
    const role = `role_${randomBytes(4).toString("hex")}`;
    await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'segredo'`);
    const url = new URL(database.url);
    url.username = role;
    url.password = "segredo";
    const { code, output } = await migrate(url.href);
    await database.query(`DROP ROLE ${role}`);
    expect(code).toBe(1);
    expect(output).toContain(`The role ${role} may not create extensions, schemas and tables`);
  });

  test("says that the database is not there, or does not answer", async () => {
    const missing = database.url.replace(/\/[^/]*$/, "/nowhere");
    expect(await migrate(missing)).toMatchObject({
      code: 1,
      output: expect.stringContaining('database "nowhere" does not exist'),
    });
    expect(await migrate("postgresql://127.0.0.1:1/none")).toMatchObject({
      code: 1,
      output: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

/** An empty database on the tests' server. */
async function createDatabase() {
  const name = `empty_${randomBytes(6).toString("hex")}`;
  const at = (database: string) => env.DATABASE_URL.replace(/\/[^/]*$/, `/${database}`);
  const query = async (database: string, statement: string) => {
    const client = new pg.Client(at(database));
    await client.connect();
    return client
      .query(statement)
      .then((answer) => answer.rows)
      .finally(() => client.end());
  };
  await query("postgres", `CREATE DATABASE ${name} TEMPLATE template0`);
  return {
    url: at(name),
    query: (statement: string) => query(name, statement),
    drop: () => query("postgres", `DROP DATABASE ${name} WITH (FORCE)`),
  };
}
