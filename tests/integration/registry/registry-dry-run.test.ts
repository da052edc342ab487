import { beforeAll, beforeEach, expect, test } from "vitest";
import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { registryImportWork } from "@/server/registry/registry-imports/registry-execution.service";
import {
  createRegistryImport,
  getRegistryImport,
  stopRegistryImport,
} from "@/server/registry/registry-imports/registry-import.service";
import { actorOf, buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  countServed,
  importFolder,
  listImportSchemas,
  makeFolder,
  returnToMonthBefore,
  WHATEVER_WAS_SERVED,
  workOnImport,
} from "@/tests/support/registry";
import { establishmentLine, FILLERS, writeSmallMonth } from "@/tests/support/registry-month";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const dryRun = { ...WHATEVER_WAS_SERVED, dryRun: true };
let admin: TestUser;
/** What is searched when a test begins. */
let served: { id: number; month: string | null };

function writeMonth(month: string, establishments: string[]) {
  const folder = makeFolder();
  writeSmallMonth(folder, establishments, { month });
  return folder;
}

const company = (each: number, changes: Record<number, string> = {}) =>
  establishmentLine({ 0: String(10_000_000 + each), ...changes });
const NOVEMBER = [
  company(1),
  company(2),
  company(3, { 5: "08" }),
  company(4),
  company(5),
  company(6),
  company(7, { 21: "11", 22: "33334444", 23: "11", 24: "87654321" }),
];
const DECEMBER = [
  company(1),
  company(2, { 5: "08" }),
  company(3),
  company(4, { 19: "RJ", 20: "5875" }),
  company(5, { 27: "outro@padaria.example" }),
  // The same numbers in another order.
  company(7, { 21: "11", 22: "87654321", 23: "11", 24: "33334444" }),
  company(8),
  // In the files for the first time, and closed already.
  company(9, { 5: "08" }),
];
const CHANGES = { opened: 1, reopened: 1, closed: 1, moved: 1, contact_changed: 1, missing: 1 };

beforeAll(async () => {
  admin = await buildUser({ id: env.ADMIN_USER_ID });
});
beforeEach(async () => {
  served = await importFolder(writeMonth("D61114", NOVEMBER));
});

const ask = (how: "serve" | "discard", id: number, headers = admin.headers) =>
  callApi(api, registryImports[how], { params: { id } }, headers);

test("a dry run says what would change, and nothing does until it is served", async () => {
  const folder = writeMonth("D61212", DECEMBER);
  const prepared = await importFolder(folder, dryRun);
  expect(prepared).toMatchObject({
    status: "prepared",
    served: null,
    month: "2026-12",
    establishments: DECEMBER.length + FILLERS,
    month_changes: { before: "2026-11", ...CHANGES },
  });
  expect(await countServed()).toBe(NOVEMBER.length + FILLERS);
  expect(await getRegistryImport(served.id)).toMatchObject({ served: "current" });

  const { body: answer } = await ask("serve", prepared.id);
  expect(answer.import).toMatchObject({ status: "processing", step: "serve" });
  await workOnImport(prepared.id);
  expect(await getRegistryImport(prepared.id)).toMatchObject({
    status: "completed",
    served: "current",
    month_changes: { before: "2026-11", ...CHANGES },
  });
  expect(await countServed()).toBe(DECEMBER.length + FILLERS);
  expect(await returnToMonthBefore()).toMatchObject({ id: served.id });
});

test("one that is discarded leaves nothing behind, and cannot be served any more", async () => {
  const before = await listImportSchemas();
  const prepared = await importFolder(writeMonth("D61212", DECEMBER), dryRun);
  expect(await listImportSchemas()).toContain(`registry_${prepared.id}`);
  expect((await ask("discard", prepared.id)).status).toBe(200);
  await workOnImport(prepared.id);
  expect(await getRegistryImport(prepared.id)).toMatchObject({ status: "stopped", served: null });
  expect(await listImportSchemas()).toEqual(before);
  expect((await ask("serve", prepared.id)).status).toBe(404);
  expect((await ask("discard", prepared.id)).status).toBe(404);
  expect(await countServed()).toBe(NOVEMBER.length + FILLERS);
});

test("what is prepared outlives another import and a return to the month before; a second one replaces it", async () => {
  const prepared = await importFolder(writeMonth("D61212", DECEMBER), dryRun);
  await importFolder(writeMonth("D61212", NOVEMBER));
  await returnToMonthBefore();
  expect(await listImportSchemas()).toContain(`registry_${prepared.id}`);
  expect(await getRegistryImport(prepared.id)).toMatchObject({ status: "prepared" });

  const second = await importFolder(writeMonth("D61212", DECEMBER), dryRun);
  expect(await getRegistryImport(prepared.id)).toMatchObject({
    status: "stopped",
    note: "Outro mês foi preparado no lugar deste.",
  });
  expect(await listImportSchemas()).not.toContain(`registry_${prepared.id}`);
  expect(await getRegistryImport(second.id)).toMatchObject({ status: "prepared" });
  await ask("discard", second.id);
  await workOnImport(second.id);
});

test("while an import runs, it waits", async () => {
  const prepared = await importFolder(writeMonth("D61212", DECEMBER), dryRun);
  const running = await createRegistryImport({
    folder: writeMonth("D61114", NOVEMBER),
    ...WHATEVER_WAS_SERVED,
  });
  const refused = await ask("serve", prepared.id);
  expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
  await workOnImport(running);
  expect((await ask("serve", prepared.id)).status).toBe(202);
  await workOnImport(prepared.id);
  expect(await getRegistryImport(prepared.id)).toMatchObject({ served: "current" });
});

test("killed anywhere, it is prepared once and whole", async () => {
  const id = await createRegistryImport({ folder: writeMonth("D61212", DECEMBER), ...dryRun });
  for (let turns = 0; turns < 200; turns += 1) {
    if ((await getRegistryImport(id)).status !== "processing") break;
    const shutdown = new AbortController();
    const working = workOnRow(registryImportWork, id, shutdown.signal).catch(() => undefined);
    // A little later at every turn.
    await new Promise((resolve) => setTimeout(resolve, 10 * turns));
    shutdown.abort();
    await working;
  }
  expect(await getRegistryImport(id)).toMatchObject({
    status: "prepared",
    month_changes: { before: "2026-11", ...CHANGES },
  });
  await ask("discard", id);
  await workOnImport(id);
});

test("one that is stopped while it is built is not prepared", async () => {
  const id = await createRegistryImport({ folder: writeMonth("D61212", DECEMBER), ...dryRun });
  await stopRegistryImport({
    ...{ ...actorOf(admin), plan: "pro", isAdmin: true },
  } as never);
  await workOnImport(id);
  expect(await getRegistryImport(id)).toMatchObject({ status: "stopped", month_changes: null });
});

test("only the administrator serves and discards", async () => {
  const prepared = await importFolder(writeMonth("D61212", DECEMBER), dryRun);
  const other = await buildUser();
  for (const how of ["serve", "discard"] as const) {
    expect((await ask(how, prepared.id, other.headers)).status).toBe(403);
  }
  await ask("discard", prepared.id);
  await workOnImport(prepared.id);
});
