import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { execute, firstRow, raw, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { registryImportWork } from "@/server/registry/registry-imports/registry-execution.service";
import {
  countRefusals,
  createRegistryImport,
  getRegistryImport,
  stopRegistryImport,
} from "@/server/registry/registry-imports/registry-import.service";
import { actorOf, buildUser } from "@/tests/factories/users";
import {
  countServed,
  importFolder,
  listImportSchemas,
  makeFolder,
  makeSample,
  returnToMonthBefore,
  WHATEVER_WAS_SERVED,
} from "@/tests/support/registry";
import {
  establishmentLine,
  FILLERS,
  fields,
  writeSmallMonth,
  writeZip,
} from "@/tests/support/registry-month";

describe("a month of generated files", () => {
  test("is served whole, with its refused lines by reason and in a file", async () => {
    const { folder, counts } = makeSample({ rows: 12_000 });
    const done = await importFolder(folder, { withPartners: true });
    expect(done).toMatchObject({ status: "completed", served: "current", month: "2026-11" });
    expect(await countServed()).toBe(counts.establishments);
    expect(done.establishments).toBe(counts.establishments);
    expect(done.refused).toBe(counts.broken);
    expect(await countRefusals(done.id)).toEqual(
      counts.broken > 0 ? [{ reason: "columns", count: counts.broken }] : [],
    );
    const dead = readFileSync(join(env.REGISTRY_DIR, `refused-2026-11-${done.id}.txt`), "utf8");
    expect(dead.split("\n").filter(Boolean)).toHaveLength(counts.broken);
    expect(done.misplaced).toBe(counts.misplaced);
    expect(counts.misplaced).toBeGreaterThan(0);
    // Every municipality but the one abroad has its IBGE code.
    const lost = await rows(
      sql`SELECT uf FROM registry.establishments WHERE municipality IS NULL AND uf <> 'EX'`,
    );
    expect(lost).toEqual([]);
    const named = await firstRow<{ named: number }>(
      sql`SELECT count(*)::int AS named FROM registry.establishments WHERE partner_name IS NOT NULL`,
    );
    expect(named?.named).toBeGreaterThan(0);
  });

  test("lies on disk in the order of its ids, active establishments first", async () => {
    const wrong = await rows(
      sql`SELECT id FROM (
            SELECT id, ctid, lag(ctid) OVER (ORDER BY id) AS before, status,
                   lag(status) OVER (ORDER BY id) AS status_before FROM ${raw((await listImportSchemas()).at(-1) ?? "")}.establishments
          ) AS ordered WHERE ctid <= before OR (status = 2 AND status_before <> 2)`,
    );
    expect(wrong).toEqual([]);
  });
});

describe("the peculiarities of the files", () => {
  test("end in the table as the rules say", async () => {
    const folder = makeFolder();
    writeSmallMonth(folder, [
      establishmentLine(),
      establishmentLine(), // Twice in one file.
      establishmentLine({ 0: "00000002", 4: 'LOJA "BOA', 18: "1310100", 19: "RJ", 20: "5875" }),
      establishmentLine({ 0: "00000003", 4: "X\u008fY\0Z", 5: "08", 21: "011", 22: "0" }),
      establishmentLine({ 0: "12ABC345", 1: "01DE", 2: "35", 9: "607", 19: "EX", 20: "9707" }),
      establishmentLine({ 0: "00000004", 7: "32", 6: "00000000", 10: "0" }),
      establishmentLine().slice(0, 80),
    ]);
    const done = await importFolder(folder);
    expect(done).toMatchObject({ status: "completed", establishments: 5 + FILLERS, refused: 1 });
    const found = await rows<Record<string, unknown>>(
      sql`SELECT cnpj, trade_name, name, legal_name, municipality, cep, status, phone1, is_mei, size, capital_cents,
                 status_on, opened_on, uf FROM registry.establishments WHERE cnpj NOT LIKE '9000000_%' ORDER BY cnpj`,
    );
    expect(found).toEqual([
      expect.objectContaining({
        cnpj: "00000001000191",
        trade_name: "PADARIA DO ZÉ",
        name: "PADARIA DO ZE JOSE DA SILVA",
        legal_name: "JOSE DA SILVA ***456789**",
        municipality: 3_550_308,
        phone1: "5511987654321",
        is_mei: true,
        size: 1,
        capital_cents: "100000",
      }),
      expect.objectContaining({
        trade_name: 'LOJA "BOA',
        municipality: 3_303_807,
        cep: 1_310_100,
        legal_name: "ACME S/A",
        capital_cents: null,
      }),
      expect.objectContaining({ trade_name: "X YZ", status: 8, phone1: null, legal_name: "" }),
      expect.objectContaining({ cnpj: "00000004000191", status_on: null, opened_on: null }),
      expect.objectContaining({ cnpj: "12ABC34501DE35", uf: "EX", municipality: null }),
    ]);
  });

  test("of one CNPJ in two files the active one stays", async () => {
    const folder = makeFolder();
    writeSmallMonth(folder, [establishmentLine({ 5: "08" })]);
    writeZip(folder, "Estabelecimentos1", "K.D61114.ESTABELE", [
      establishmentLine({ 18: "20000000" }),
    ]);
    // In the place of a filler.
    expect(await importFolder(folder)).toMatchObject({ establishments: FILLERS });
    expect(
      await rows(
        sql`SELECT status, cep FROM registry.establishments WHERE cnpj = '00000001000191'`,
      ),
    ).toEqual([{ status: 2, cep: 20_000_000 }]);
  });
});

describe("files that are refused by their name, while the month before stays", () => {
  const good = () => {
    const folder = makeFolder();
    writeSmallMonth(folder, [establishmentLine()]);
    return folder;
  };

  test.each<[string, (folder: string) => void, RegExp]>([
    [
      "a cut ZIP",
      (folder) => {
        const path = join(folder, "Estabelecimentos0.zip");
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.subarray(0, bytes.length - 40));
      },
      /^Estabelecimentos0\.zip não é um ZIP inteiro/,
    ],
    [
      "a ZIP whose bytes changed",
      (folder) => {
        const path = join(folder, "Estabelecimentos0.zip");
        const bytes = readFileSync(path);
        bytes[70] = (bytes[70] ?? 0) ^ 0xff;
        writeFileSync(path, bytes);
      },
      /^Estabelecimentos0\.zip/,
    ],
    [
      "what is no ZIP",
      (folder) => writeFileSync(join(folder, "Empresas1.zip"), "<html>Not found</html>"),
      /^Empresas1\.zip não é um ZIP inteiro/,
    ],
    [
      "another layout",
      (folder) => writeZip(folder, "Empresas1", "K.D61114.EMPRECSV", [fields("1", "2", "3")]),
      /^Empresas1\.zip tem outro leiaute: 3 colunas na primeira linha em vez de 7/,
    ],
    [
      "another kind of file",
      (folder) => writeZip(folder, "Fotos", "fotos.csv", [fields("1", "2")]),
      /^Fotos\.zip contém fotos\.csv/,
    ],
    [
      "two months",
      (folder) => writeZip(folder, "Paises", "F.D61012.PAISCSV", [fields("105", "BRASIL")]),
      /Paises\.zip.*2026-1[01].*mesmo mês|.*2026-1[01].*Paises\.zip.*mesmo mês/,
    ],
    [
      "no establishments",
      (folder) => rmSync(join(folder, "Estabelecimentos0.zip")),
      /Faltam arquivos do mês: Estabelecimentos0\./,
    ],
    [
      "no ZIP at all",
      (folder) => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
      },
      /Não há ZIPs na pasta/,
    ],
  ])("%s", async (_name, spoil, message) => {
    const before = await countServed();
    const served = await listImportSchemas();
    const folder = good();
    spoil(folder);
    const done = await importFolder(folder);
    expect(done.status).toBe("error");
    expect(done.note).toMatch(message);
    expect(await countServed()).toBe(before);
    expect(await listImportSchemas()).toEqual(served);
  });

  test("a month below the floor, too different from the one before, or without an expected CNPJ", async () => {
    const { folder } = makeSample({ rows: 500 });
    const few = await importFolder(folder, { minRows: 501 + 50 });
    expect(few).toMatchObject({
      status: "error",
      note: expect.stringContaining("menos que o mínimo de 551"),
    });
    const different = await importFolder(folder, { maxChangePercent: 25 });
    expect(different).toMatchObject({ status: "error", note: expect.stringContaining("25 %") });
    const missing = await importFolder(folder, { expectedCnpjs: ["33000167000101"] });
    expect(missing).toMatchObject({
      status: "error",
      note: expect.stringContaining("33000167000101"),
    });
  });
});

describe("what is served", () => {
  test("changes at once, keeps the month before, and returns to it", async () => {
    const first = makeSample({ rows: 300, month: "2026-09" });
    const second = makeSample({ rows: 400, month: "2026-10" });
    const one = await importFolder(first.folder);
    const two = await importFolder(second.folder);
    expect(await countServed()).toBe(second.counts.establishments);
    expect((await getRegistryImport(one.id)).served).toBe("previous");
    expect(await listImportSchemas()).toEqual([`registry_${one.id}`, `registry_${two.id}`].sort());

    expect(await returnToMonthBefore()).toMatchObject({ id: one.id, month: "2026-09" });
    expect(await countServed()).toBe(first.counts.establishments);
    expect((await returnToMonthBefore()).id).toBe(two.id);

    const third = await importFolder(makeSample({ rows: 300, month: "2026-08" }).folder);
    expect(await listImportSchemas()).toEqual(
      [`registry_${two.id}`, `registry_${third.id}`].sort(),
    );
  });

  test("answers searches while it changes", async () => {
    const { folder } = makeSample({ rows: 3_000 });
    let reads = 0;
    let importing = true;
    const reading = (async () => {
      while (importing) {
        expect(await countServed()).toBeGreaterThan(0);
        reads += 1;
      }
    })();
    expect(await importFolder(folder)).toMatchObject({ status: "completed" });
    importing = false;
    await reading;
    expect(reads).toBeGreaterThan(0);
  });
});

describe("an interrupted import", () => {
  test("goes on after the last committed lines, and no line is there twice", async () => {
    const { folder, counts } = makeSample({ rows: 5_000 });
    const id = await createRegistryImport({ folder, ...WHATEVER_WAS_SERVED });
    const steps = new Set<string>();
    let interruptions = 0;
    for (let turns = 0; turns < 200; turns += 1) {
      const { status, step } = await getRegistryImport(id);
      if (status !== "processing") break;
      steps.add(step);
      const shutdown = new AbortController();
      const working = workOnRow(registryImportWork, id, shutdown.signal).catch(() => undefined);
      // Stops it a little later at every turn.
      await new Promise((resolve) => setTimeout(resolve, 15 * turns));
      shutdown.abort();
      interruptions += 1;
      await working;
    }
    expect(interruptions).toBeGreaterThan(1);
    expect(await getRegistryImport(id)).toMatchObject({ status: "completed", served: "current" });
    expect(await countServed()).toBe(counts.establishments);
  });

  test("starts over when a crash of the database emptied the staged rows", async () => {
    const { folder, counts } = makeSample({ rows: 5_000 });
    const id = await createRegistryImport({ folder, ...WHATEVER_WAS_SERVED });
    let crashed = false;
    while ((await getRegistryImport(id)).status === "processing") {
      const shutdown = new AbortController();
      const working = workOnRow(registryImportWork, id, shutdown.signal).catch(() => undefined);
      if (!crashed) {
        // Some of the files, but not all.
        await until(async () => (await getRegistryImport(id)).rows > 0, "the first rows");
        shutdown.abort();
      }
      await working;
      if (crashed) continue;
      crashed = true;
      for (const table of ["staged", "stage_companies", "stage_establishments"]) {
        await execute(sql`TRUNCATE ${raw(`registry_${id}.${table}`)}`);
      }
    }
    expect(crashed).toBe(true);
    expect(await getRegistryImport(id)).toMatchObject({ status: "completed" });
    expect(await countServed()).toBe(counts.establishments);
  });

  test("is stopped on request, and leaves nothing behind", async () => {
    const { folder } = makeSample({ rows: 600 });
    const before = await countServed();
    const served = await listImportSchemas();
    const id = await createRegistryImport({ folder, ...WHATEVER_WAS_SERVED });
    const admin = await buildUser({ id: 4 });
    const actor = { ...actorOf(admin), plan: "pro", isAdmin: true } as const;
    await stopRegistryImport(actor);
    await workOnRow(registryImportWork, id, new AbortController().signal);
    expect(await getRegistryImport(id)).toMatchObject({ status: "stopped" });
    expect(await countServed()).toBe(before);
    expect(await listImportSchemas()).toEqual(served);
  });

  test("does not start beside another one", async () => {
    const { folder } = makeSample({ rows: 300 });
    const id = await createRegistryImport({ folder, ...WHATEVER_WAS_SERVED });
    await expect(createRegistryImport({ folder, ...WHATEVER_WAS_SERVED })).rejects.toMatchObject({
      code: "conflict",
    });
    await workOnRow(registryImportWork, id, new AbortController().signal);
  });
});
