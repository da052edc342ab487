import { beforeAll, describe, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { completeCnpj } from "@/sandbox/brazil/cnpj";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import {
  createRegistryImport,
  getRegistryImport,
  type ImportOptions,
  rollBackRegistry,
} from "@/server/registry/registry-imports/registry-import.service";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  importFolder,
  makeFolder,
  makeSample,
  returnToMonthBefore,
  workOnImport,
} from "@/tests/support/registry";
import { establishmentLine, FILLERS, writeSmallMonth } from "@/tests/support/registry-month";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let admin: TestUser;
beforeAll(async () => {
  admin = await buildUser({ id: env.ADMIN_USER_ID });
});

const VALID = completeCnpj("000000010001");

/** With the default comparisons and requirements. */
async function importStrictly(folder: string, options: Partial<ImportOptions> = {}) {
  const id = await createRegistryImport({ folder, ...options });
  await workOnImport(id);
  return getRegistryImport(id);
}

const servedOf = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await getRegistryImport(id)).served));

describe("leads of companies that closed", () => {
  test("are marked after a month's import, and no longer when the company is active again", async () => {
    const user = await buildUser();
    const lead = await buildLead(user.id);
    const other = await buildLead(user.id);
    await execute(sql`UPDATE leads SET cnpj = '00000001000191' WHERE id = ${lead.id}`);
    await execute(sql`UPDATE leads SET cnpj = '33000167000101' WHERE id = ${other.id}`);
    const statusOf = async (id: number) =>
      (
        await firstRow<{ company_status: string | null }>(
          sql`SELECT company_status FROM leads WHERE id = ${id}`,
        )
      )?.company_status;
    const [closed, open] = [makeFolder(), makeFolder()];
    writeSmallMonth(closed, [establishmentLine({ 5: "08" })]);
    writeSmallMonth(open, [establishmentLine()]);
    await importFolder(closed);
    expect(await statusOf(lead.id)).toBe("baixada");
    expect(await statusOf(other.id)).toBeNull();
    await importFolder(open);
    expect(await statusOf(lead.id)).toBeNull();

    await returnToMonthBefore();
    expect(await statusOf(lead.id)).toBe("baixada");
    await returnToMonthBefore();
    expect(await statusOf(lead.id)).toBeNull();
  });
});

test.each([
  ["01", "nula"],
  ["02", null],
  ["03", "suspensa"],
  ["04", "inapta"],
  ["05", "inapta"],
  ["08", "baixada"],
])("a lead of a company in the situation %s is marked at once", async (code, mark) => {
  const folder = makeFolder();
  writeSmallMonth(folder, [establishmentLine({ 2: VALID.slice(12), 5: code })]);
  await importFolder(folder);
  const user = await buildUser();
  const { body: created } = await callApi(
    api,
    leads.create,
    { body: { name: "Padaria", cnpj: VALID, whatsapp: "11987654321" } as never },
    user.headers,
  );
  expect(created).toMatchObject({ lead: { company_status: mark } });
  const changed = await buildLead(user.id);
  const statusOf = () => firstRow(sql`SELECT company_status FROM leads WHERE id = ${changed.id}`);
  await execute(sql`UPDATE leads SET cnpj = NULL WHERE id = ${created.lead.id}`);
  await execute(sql`UPDATE leads SET cnpj = ${VALID} WHERE id = ${changed.id}`);
  expect(await statusOf()).toEqual({ company_status: mark });
  await execute(sql`UPDATE leads SET cnpj = '33000167000101' WHERE id = ${changed.id}`);
  expect(await statusOf()).toEqual({ company_status: null });
});

describe("the counts of a month", () => {
  const base = (each: number) => String(10_000_000 + each);
  /** So many establishments and the FILLERS, companies for some of them. */
  function writeMonth(establishments: number) {
    const folder = makeFolder();
    const lines = Array.from({ length: establishments }, (_, each) =>
      establishmentLine({ 0: base(each) }),
    );
    writeSmallMonth(folder, lines);
    return folder;
  }

  test("are within 3 % of the month before, unless another difference was asked for", async () => {
    const before = 200;
    await importFolder(writeMonth(before - FILLERS));
    for (const wrong of [193, 207]) {
      const refused = await importStrictly(writeMonth(wrong - FILLERS));
      expect(refused).toMatchObject({ status: "error", served: null });
      expect(refused.note).toBe(
        `O mês tem ${wrong} estabelecimentos e o anterior ${before}: a diferença passa de 3 %. Não foi publicado.`,
      );
    }
    expect(await importStrictly(writeMonth(194 - FILLERS))).toMatchObject({ served: "current" });
    const different = await importStrictly(writeMonth(100), { maxChangePercent: 60 });
    expect(different).toMatchObject({ served: "current" });
  });

  test.each([
    ["companies", "linhas de empresas"],
    ["simples", "linhas do Simples"],
  ])("of the file of %s are compared too", async (kind, named) => {
    const folder = writeMonth(150);
    const { id } = await importFolder(folder);
    await execute(
      sql`UPDATE registry_import_files SET rows = rows + 10 WHERE import_id = ${id} AND kind = ${kind}`,
    );
    const refused = await importStrictly(folder);
    expect(refused.note).toMatch(new RegExp(`^O mês tem \\d+ ${named} e o anterior \\d+: `));
  });
});

describe("an older month", () => {
  test("is imported only when that was asked for", async () => {
    const newer = await importFolder(makeSample({ rows: 300, month: "2026-10" }).folder);
    const { folder } = makeSample({ rows: 300, month: "2026-09" });
    const refused = await importStrictly(folder);
    expect(refused).toMatchObject({
      status: "error",
      note: expect.stringContaining("O mês 2026-09 é mais antigo que o que está no ar, 2026-10."),
    });
    expect(await servedOf(newer.id)).toEqual(["current"]);
    const asked = await importStrictly(folder, { allowOlder: true });
    expect(await servedOf(asked.id, newer.id)).toEqual(["current", "previous"]);
  });

  test("is asked for before it is downloaded", async () => {
    const today = new Date().toISOString().slice(0, 7);
    await importFolder(makeSample({ rows: 300, month: today }).folder);
    const { body: listed } = await callApi(api, registryImports.list, {}, admin.headers);
    const body = { month: listed.months[1] ?? "" };
    const refused = await callApi(api, registryImports.start, { body }, admin.headers);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        fields: { allow_older: expect.stringContaining("é mais antigo que o que está no ar") },
      },
    });
  });
});

test("the same month again keeps the month before it", async () => {
  const september = await importFolder(makeSample({ rows: 300, month: "2026-09" }).folder);
  const { folder } = makeSample({ rows: 300, month: "2026-10" });
  const october = await importStrictly(folder);
  const again = await importStrictly(folder);
  expect(await servedOf(september.id, october.id, again.id)).toEqual(["previous", null, "current"]);
  const once = await importStrictly(folder);
  expect(await servedOf(september.id, again.id, once.id)).toEqual(["previous", null, "current"]);
  expect(await returnToMonthBefore()).toMatchObject({ id: september.id, month: "2026-09" });
});

test("returning to the month before leaves the leads to a worker, and neither stops nor meets another import", async () => {
  await importFolder(makeSample({ rows: 300, month: "2026-09" }).folder);
  const { folder } = makeSample({ rows: 300, month: "2026-10" });
  await importFolder(folder);
  const { import: opened } = await rollBackRegistry();
  expect(opened).toMatchObject({ served: "current", status: "processing", step: "mark" });
  await expect(rollBackRegistry()).rejects.toMatchObject({ code: "conflict" });
  await expect(createRegistryImport({ folder })).rejects.toMatchObject({ code: "conflict" });
  const stopped = await callApi(api, registryImports.stop, {}, admin.headers);
  expect(stopped.status).toBe(409);
  await workOnImport(opened.id);
  expect(await getRegistryImport(opened.id)).toMatchObject({
    served: "current",
    status: "completed",
    stopping: false,
  });
});

test("a state that contradicts the municipality is kept beside it, and counted", async () => {
  const folder = makeFolder();
  const at = (base: number, uf: string, code: string) =>
    establishmentLine({ 0: `1000000${base}`, 19: uf, 20: code });
  writeSmallMonth(
    folder,
    [
      at(1, "SP", "7107"),
      at(2, "AC", "7107"),
      // Bom Jesus of the Rio Grande do Norte, one of five: most of its rows say so.
      at(3, "RN", "1615"),
      at(4, "RN", "1615"),
      at(5, "PB", "1615"),
      at(6, "AC", "1615"),
      at(7, "EX", "9707"),
    ],
    { municipalities: [["1615", "BOM JESUS"]] },
  );
  expect(await importFolder(folder)).toMatchObject({ misplaced: 2 });
  const found = await rows<{ uf: string; municipality: number | null }>(
    sql`SELECT uf, municipality FROM registry.establishments WHERE cnpj LIKE '1000000%' ORDER BY cnpj`,
  );
  expect(found).toEqual([
    { uf: "SP", municipality: 3_550_308 },
    { uf: "AC", municipality: 3_550_308 },
    { uf: "RN", municipality: 2_401_701 },
    { uf: "RN", municipality: 2_401_701 },
    { uf: "PB", municipality: 2_502_201 },
    { uf: "AC", municipality: 2_401_701 },
    { uf: "EX", municipality: null },
  ]);
});
