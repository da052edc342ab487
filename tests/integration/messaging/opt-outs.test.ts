import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import {
  OPT_OUT_IMPORT_MAX_NUMBERS,
  type OptOutQuery,
  optOuts,
} from "@/lib/contracts/messaging/opt-outs";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";
import { workbookOf } from "@/tests/support/workbook";

const api = runApi({ withoutLimits: true });

const list = async (user: TestUser, query: Partial<z.input<typeof OptOutQuery>> = {}) =>
  (await callApi(api, optOuts.list, { query }, user.headers)).body;
const add = (user: TestUser, number: string) =>
  callApi(api, optOuts.add, { body: { number } }, user.headers);
const remove = (user: TestUser, id: number, reason: string) =>
  callApi(api, optOuts.remove, { params: { id }, body: { reason } }, user.headers);

const statusOf = async (leadId: number) =>
  (
    await rows<{ status: string; by: string }>(
      sql`SELECT status, status_by AS by FROM leads WHERE id = ${leadId}`,
    )
  )[0];

async function importText(user: TestUser, content: string | Uint8Array, query = "") {
  const answer = await fetch(new URL(`/api/opt-outs/import${query}`, api.url), {
    method: "POST",
    headers: { ...user.headers, "content-type": "application/octet-stream" },
    body: content as BodyInit,
  });
  return { status: answer.status, body: await answer.json() };
}

test("a number is blocked in any spelling, once, and its lead with it", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: "5551998877665", name: "Padaria Sul" });
  expect(await add(user, "(51) 9887-7665")).toMatchObject({ status: 201, body: { added: true } });
  expect(await add(user, "+55 51 99887-7665")).toMatchObject({ body: { added: false } });
  expect((await list(user)).opt_outs).toMatchObject([
    {
      number: "5551998877665",
      name: "Padaria Sul",
      lead_id: lead.id,
      source: "person",
      words: null,
    },
  ]);
  expect(await statusOf(lead.id)).toEqual({ status: "opted_out", by: "person" });
  // Another country's number keeps its code.
  await add(user, "+351 912 345 678");
  expect((await list(user)).opt_outs[0]).toMatchObject({ number: "351912345678", name: null });
});

test.each(["", "123", "abc", "1".repeat(16), "1".repeat(41)])("%j is no number", async (number) => {
  const user = await buildUser();
  expect((await add(user, number)).status).toBe(400);
  expect((await list(user)).opt_outs).toEqual([]);
});

test("a number is removed with a reason that is kept, and its lead is what it was said to be", async () => {
  const user = await buildUser();
  const [silent, contacted] = [
    await buildLead(user.id, { whatsapp: "5551998877601" }),
    await buildLead(user.id, { whatsapp: "5551998877602" }),
  ];
  await rows(sql`UPDATE leads SET contacted_at = now() WHERE id = ${contacted.id} RETURNING id`);
  await add(user, "51998877601");
  await add(user, "51998877602");
  const { opt_outs } = await list(user);
  for (const { id } of opt_outs) {
    expect((await remove(user, id, " ")).status).toBe(400);
    expect((await remove(user, id, "Pediu orçamento")).status).toBe(200);
    expect((await remove(user, id, "De novo")).status).toBe(404);
  }
  expect(await statusOf(silent.id)).toEqual({ status: "pending", by: "person" });
  expect(await statusOf(contacted.id)).toEqual({ status: "contacted", by: "person" });
  expect((await list(user)).opt_outs).toEqual([]);
  expect(
    await rows(
      sql`SELECT kind, reason FROM opt_out_events WHERE owner_id = ${user.id} AND phone_key LIKE '%01' ORDER BY id`,
    ),
  ).toEqual([
    { kind: "added", reason: null },
    { kind: "removed", reason: "Pediu orçamento" },
  ]);
});

test("another lead that is not to be contacted stays so", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: "5551998877603" });
  const other = await buildLead(user.id, { whatsapp: "5551998877604" });
  await add(user, "51998877603");
  await rows(sql`UPDATE leads SET status = 'opted_out' WHERE id = ${other.id} RETURNING id`);
  const [row] = (await list(user)).opt_outs;
  await remove(user, row?.id ?? 0, "Fechou negócio");
  expect((await statusOf(lead.id))?.status).toBe("pending");
  expect((await statusOf(other.id))?.status).toBe("opted_out");
});

test("the list is searched by name and number, and comes in pages, the latest first", async () => {
  const user = await buildUser();
  await buildLead(user.id, { whatsapp: "5551998877605", name: "Clínica Coração" });
  for (const last of [5, 6, 7, 8]) await add(user, `5199887760${last}`);
  const first = await list(user, { per_page: 3 });
  expect(first.opt_outs.map(({ number }) => number?.slice(-1))).toEqual(["8", "7", "6"]);
  expect(first.pagination).toEqual({ page: 1, per_page: 3, total: 4, total_pages: 2 });
  const second = await list(user, { per_page: 3, page: 2 });
  expect(second.opt_outs).toMatchObject([{ name: "Clínica Coração" }]);
  for (const search of [
    "coracao",
    "99887-7605",
    "(51) 99887-7605",
    "5551998877605",
    "99887-7605 coração clinica",
  ]) {
    expect((await list(user, { search })).opt_outs, search).toHaveLength(1);
  }
  expect(await list(user, { search: "ninguém" })).toMatchObject({
    opt_outs: [],
    pagination: { total: 0 },
  });
});

test("a file with a header is read by its columns of numbers", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: "5551998877606" });
  await add(user, "51998877607");
  const file = [
    "Nome;CPF;WhatsApp;Telefone",
    "Ana;11144477735;(51) 99887-7606;",
    "Bia;;;+55 51 3222-1100",
    "Caio;;51998877607;",
    "Davi;;não tem;",
    ";;;",
    "Eva;;51998877606;12",
    "Fabi;;;",
  ].join("\n");
  expect(await importText(user, file)).toEqual({
    status: 200,
    body: {
      added: 2,
      existing: 2,
      invalid: 2,
      problems: [
        { line: 5, value: "não tem" },
        { line: 8, value: "" },
      ],
      sheets: [],
    },
  });
  expect((await list(user)).opt_outs.map(({ number, source }) => [number, source])).toEqual(
    expect.arrayContaining([
      ["5551998877606", "import"],
      ["555132221100", "import"],
      ["5551998877607", "person"],
    ]),
  );
  expect((await statusOf(lead.id))?.status).toBe("opted_out");
});

test("every number of a line is blocked, whichever column of numbers it is in and however it is written", async () => {
  const user = await buildUser();
  const file = [
    "Nome;Celular;Telefone 2;Telefone 3;WhatsApp comercial",
    'Ana;51998877620;51998877621.0;"=""51998877622""";51998877623 ou 51998877624',
  ].join("\n");
  expect((await importText(user, file)).body).toMatchObject({ added: 5, invalid: 0 });
  const numbers = (await list(user)).opt_outs.map(({ number }) => number).toSorted();
  expect(numbers).toEqual([0, 1, 2, 3, 4].map((last) => `555199887762${last}`));
});

test("a pasted list needs no header, and one line may hold several numbers", async () => {
  const user = await buildUser();
  const pasted = "51998877610\n(51) 99887-7611, 51998877612\nola\n+351912345678\n51998877610\n";
  expect((await importText(user, pasted)).body).toEqual({
    added: 4,
    existing: 1,
    invalid: 1,
    problems: [{ line: 3, value: "ola" }],
    sheets: [],
  });
  expect((await importText(await buildUser(), "51998877610")).body).toMatchObject({ added: 1 });
  expect((await importText(await buildUser(), "telefones dos chatos\n51998877610")).body).toEqual({
    added: 1,
    existing: 0,
    invalid: 0,
    problems: [],
    sheets: [],
  });
});

test("an empty file, one that is none and one with too many numbers change nothing", async () => {
  const user = await buildUser();
  expect(await importText(user, "")).toMatchObject({ status: 400 });
  expect(await importText(user, strToU8("\0\0\0binary"))).toMatchObject({
    status: 400,
    body: { fields: { file: "O arquivo não é um CSV nem uma planilha .xlsx." } },
  });
  const many = Array.from(
    { length: OPT_OUT_IMPORT_MAX_NUMBERS + 1 },
    (_, at) => `519${80_000_000 + at}`,
  );
  expect(await importText(user, many.join("\n"))).toMatchObject({
    status: 400,
    body: { fields: { file: expect.stringContaining("50.000 números") } },
  });
  expect(await importText(user, new Uint8Array(5_000_001))).toMatchObject({ status: 413 });
  expect((await list(user)).pagination.total).toBe(0);
  // As many as are allowed, which is more than one batch.
  expect((await importText(user, many.slice(1).join("\n"))).body).toMatchObject({
    added: OPT_OUT_IMPORT_MAX_NUMBERS,
  });
  expect((await list(user)).pagination.total).toBe(OPT_OUT_IMPORT_MAX_NUMBERS);
});

test("the first wrong lines are named, all are counted", async () => {
  const user = await buildUser();
  const wrong = Array.from({ length: 80 }, (_, at) => `errado ${at}`);
  const { body } = await importText(user, ["51998877610", ...wrong].join("\n"));
  expect(body).toMatchObject({ added: 1, invalid: 80 });
  expect(body.problems).toHaveLength(50);
});

test("the export holds all of the owner's numbers, and an import reads it back", async () => {
  const user = await buildUser();
  await buildLead(user.id, { whatsapp: "5551998877620", name: "=Fórmula" });
  await importText(user, "51998877620\n+351912345678\n5132221100");
  const download = (format: string, headers = user.headers) =>
    fetch(new URL(`/api/opt-outs/export?format=${format}`, api.url), { headers });
  const answer = await download("csv");
  expect(answer.headers.get("content-disposition")).toMatch(/numeros-bloqueados-\d{4}.*\.csv/);
  const csv = await answer.text();
  const lines = csv.trim().split("\r\n");
  expect(lines[0]).toBe("WhatsApp;Nome;Desde;Como;Palavras");
  expect(lines).toHaveLength(4);
  expect(lines).toContainEqual(
    expect.stringMatching(/^\(51\) 99887-7620;'=Fórmula;.*;Importado;$/),
  );
  const other = await buildUser();
  expect((await importText(other, csv)).body).toMatchObject({ added: 3, invalid: 0 });
  const keysOf = ({ id }: TestUser) =>
    rows(sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${id} ORDER BY phone_key`);
  expect(await keysOf(other)).toEqual(await keysOf(user));
  expect(
    (await (await download("csv", (await buildUser()).headers)).text()).split("\r\n"),
  ).toHaveLength(2);
  const workbook = new Uint8Array(await (await download("xlsx")).arrayBuffer());
  expect((await importText(await buildUser(), workbook)).body).toMatchObject({ added: 3 });
  expect((await download("pdf")).status).toBe(400);
  expect((await request(api, "GET", "/api/opt-outs/export?format=csv")).status).toBe(401);
});

test("somebody whose number is unknown is listed without one", async () => {
  const user = await buildUser();
  await rows(
    sql`INSERT INTO opt_outs (owner_id, phone_key, words) VALUES (${user.id}, '123@lid', 'sair') RETURNING id`,
  );
  expect((await list(user)).opt_outs).toMatchObject([
    { number: null, words: "sair", source: "reply" },
  ]);
});

test("the list begins with the latest by when it was said, and is sorted by each column", async () => {
  const user = await buildUser();
  for (const [at, name] of ["Bia", "Ana", null].entries()) {
    const number = `551199887700${at}`;
    if (name) await buildLead(user.id, { whatsapp: number, name });
    await add(user, number);
  }
  // The second was said before the first.
  await execute(
    sql`UPDATE opt_outs SET said_at = '2026-01-01' WHERE owner_id = ${user.id} AND number = '5511998877001'`,
  );
  const ends = async (query: Parameters<typeof list>[1]) =>
    (await list(user, query)).opt_outs.map(({ number }) => number?.at(-1)).join("");
  expect(await ends({})).toBe("201");
  expect(await ends({ sort: "since", direction: "asc" })).toBe("102");
  expect(await ends({ sort: "number", direction: "asc" })).toBe("012");
  expect(await ends({ sort: "name", direction: "asc" })).toBe("102");
  expect(await ends({ sort: "name", direction: "desc" })).toBe("012");
  expect(await ends({ sort: "source", direction: "asc", per_page: 25 })).toHaveLength(3);
});

describe("of a workbook with two sheets", () => {
  const file = workbookOf([
    { name: "Clientes", rows: [["Nome", "WhatsApp"], ...[["Ana", "51998877631"]]] },
    { name: "Não  perturbe", rows: [["Nome", "WhatsApp"], ...[["Bia", "51998877632"]]] },
  ]);
  const blocked = async (user: TestUser) =>
    (await list(user)).opt_outs.map(({ number }) => number?.slice(-2));

  test("the first one is read where none is named, and the answer says so", async () => {
    const user = await buildUser();
    expect((await importText(user, file)).body).toMatchObject({
      ...{
        added: 1,
        sheet: { name: "Clientes", others: 1 },
        sheets: ["Clientes", "Não  perturbe"],
      },
    });
    expect(await blocked(user)).toEqual(["31"]);
  });

  test("nothing is blocked before one is chosen, and then the numbers of that one alone", async () => {
    const user = await buildUser();
    const asked = await importText(user, file, "?several_sheets=ask");
    expect(asked.body).toEqual({
      ...{ added: 0, existing: 0, invalid: 0, problems: [] },
      ...{ sheet: { name: "Clientes", others: 1 }, sheets: ["Clientes", "Não  perturbe"] },
    });
    expect(await blocked(user)).toEqual([]);
    const sheet = encodeURIComponent("Não  perturbe");
    expect((await importText(user, file, `?sheet=${sheet}`)).body).toMatchObject({
      ...{ added: 1, sheet: { name: "Não  perturbe", others: 1 } },
    });
    expect(await blocked(user)).toEqual(["32"]);
  });

  test("a sheet that it does not have is refused, and no other one read in its place", async () => {
    const user = await buildUser();
    expect(await importText(user, file, "?sheet=Outra")).toMatchObject({
      ...{ status: 400, body: { fields: { file: expect.stringContaining("planilha") } } },
    });
    expect(await blocked(user)).toEqual([]);
  });
});

test("a file of one sheet, or of none, is read at once though it would be asked about", async () => {
  const [user, ask] = [await buildUser(), "?several_sheets=ask"];
  const one = workbookOf([{ name: "Só esta", rows: [["51998877633"]] }]);
  expect((await importText(user, one, ask)).body).toMatchObject({ added: 1, sheets: [] });
  expect((await importText(user, "51998877634", ask)).body).toMatchObject({ added: 1, sheets: [] });
});
