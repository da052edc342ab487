import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sizes } from "@/lib/contracts/backoffice/sizes";
import { execute, raw, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let admin: TestUser;
beforeAll(async () => {
  admin = await buildUser({ id: env.ADMIN_USER_ID });
});

const read = async () => (await callApi(api, sizes.read, {}, admin.headers)).body;

test("the largest tables come first, partitions and months of the registry as one", async () => {
  await execute(sql`CREATE SCHEMA registry_990001`);
  await execute(
    sql`CREATE TABLE registry_990001.establishments AS SELECT repeat('x', 1000) AS text FROM generate_series(1, 20000)`,
  );
  await execute(sql`CREATE TABLE registry_990001.areas AS SELECT 1 AS one`);
  await execute(sql`ANALYZE registry_990001.establishments`);
  const { database_bytes, tables } = await read();
  await execute(sql`DROP SCHEMA registry_990001 CASCADE`);
  const bytes = tables.map((table) => table.bytes);
  expect(bytes).toEqual(bytes.toSorted((one, other) => other - one));
  const month = tables.filter(({ name }) => name === "registry_990001");
  expect(month).toEqual([{ name: "registry_990001", bytes: expect.any(Number), rows: 20_000 }]);
  expect(month[0]?.bytes).toBeGreaterThan(20_000_000);
  expect(database_bytes).toBeGreaterThan(month[0]?.bytes ?? 0);
  expect(tables.filter(({ name }) => /^events_\d/.test(name))).toEqual([]);
  expect(await execute(sql`SELECT 1 FROM ${raw(tables[1]?.name ?? "")} LIMIT 0`)).toBe(0);
});

test("folders are measured with what is below them, and with what their disk has left", async () => {
  const sizeOf = async (name: string) =>
    (await read()).folders.find((folder) => folder.name === name);
  const before = await sizeOf("media");
  mkdirSync(join(env.MEDIA_DIR, "990001"), { recursive: true });
  writeFileSync(join(env.MEDIA_DIR, "990001/a"), Buffer.alloc(5_000));
  expect(await sizeOf("media")).toMatchObject({
    bytes: (before?.bytes ?? 0) + 5_000,
    files: (before?.files ?? 0) + 1,
    whole: true,
    free_bytes: expect.any(Number),
  });
  expect(await sizeOf("registry")).toMatchObject({ bytes: expect.any(Number), whole: true });
});

test("nobody but the administrator is told", async () => {
  const other = await buildUser();
  expect((await callApi(api, sizes.read, {}, other.headers)).status).toBe(403);
});
