import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ListedLead } from "@/lib/contracts/leads/leads";
import type { OwnFieldKind } from "@/lib/domain/leads/own-fields";
import { buildUser } from "@/tests/factories/users";
import { importUploaded, uploadFile } from "@/tests/support/imports";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";
import { COLUMNS, type Column, EXPECTED } from "./companies";
import { READERS, WRITERS, writeCells } from "./programs";

const api = runApi({ withoutLimits: true });
const folder = mkdtempSync(join(tmpdir(), "spreadsheets-"));
writeCells(folder);
const wrong = new Map<string, Map<Column, string[]>>();

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const table = [...wrong].map(([writer, columns]) => [
    writer,
    Object.fromEntries(
      COLUMNS.map((column) => [column, EXPECTED.length - (columns.get(column)?.length ?? 0)]),
    ),
  ]);
  console.log(`Right values of ${EXPECTED.length} companies, by writer and column:`);
  console.table(Object.fromEntries(table));
});

/** Columns that become the account's own fields. */
const OWN: Partial<Record<Column, { kind: OwnFieldKind; key: string }>> = {
  CEP: { kind: "text", key: "cep" },
  "Cliente desde": { kind: "date", key: "cliente_desde" },
  Faturamento: { kind: "number", key: "faturamento" },
  Margem: { kind: "text", key: "margem" },
  Ativo: { kind: "yes_no", key: "ativo" },
};

const VALUE: Partial<Record<Column, (lead: ListedLead) => unknown>> = {
  Empresa: ({ name }) => name,
  CNPJ: ({ cnpj }) => cnpj?.replace(/\D/g, ""),
  WhatsApp: ({ whatsapp }) => whatsapp,
  Telefone: ({ phone }) => phone?.replace(/\D/g, "").replace(/^(?!55)/, "55"),
  "E-mail": ({ email }) => email,
  Site: ({ website }) => website?.replace(/^https?:\/\//, "").replace(/\/$/, ""),
  Endereço: ({ address }) => address,
  Cidade: ({ city }) => city,
  UF: ({ state }) => state,
  Observações: ({ obs }) => obs,
};

test.each(Object.keys(WRITERS))(
  "what %s writes is imported right, value by value",
  async (name) => {
    const path = WRITERS[name]?.(folder) ?? null;
    if (path === null) {
      console.log(`- ${name} left out: it is not installed`);
      return;
    }
    const user = await buildUser();
    const uploaded = await uploadFile(api, user, readFileSync(path));
    const mapping = uploaded.file.mapping.map((target, at) =>
      OWN[COLUMNS[at] as Column] ? null : target,
    );
    const newFields = COLUMNS.flatMap((column, at) => {
      const own = OWN[column];
      return own ? [{ column: at, name: column, kind: own.kind, choices: [] }] : [];
    });
    const done = await importUploaded(api, user, uploaded, {
      mapping,
      new_fields: newFields as never,
    });
    expect.soft(done).toMatchObject({ created: EXPECTED.length, refused: 0, unread: [] });
    const { leads } = await findLeads(api, user, { per_page: 100 });
    const byCnpj = new Map(leads.map((lead) => [lead.cnpj?.replace(/\D/g, ""), lead]));
    const faults = new Map<Column, string[]>();
    for (const company of EXPECTED) {
      const lead =
        byCnpj.get(String(company.CNPJ)) ?? leads.find((one) => one.name === company.Empresa);
      for (const column of COLUMNS) {
        const own = OWN[column];
        const value = lead && (own ? lead.own?.[own.key] : VALUE[column]?.(lead));
        if (value === company[column]) continue;
        const told = `${JSON.stringify(value)} instead of ${JSON.stringify(company[column])}`;
        faults.set(column, [...(faults.get(column) ?? []), told]);
      }
    }
    wrong.set(name, faults);
    expect(Object.fromEntries(faults)).toEqual({});
  },
);

test.each(Object.keys(READERS))("%s opens an export, whose numbers are numbers", async (name) => {
  const user = await buildUser();
  const csv = "Nome;WhatsApp;Limite\nA;11987650001;15000,5\nB;11987650002;1000";
  await importUploaded(api, user, await uploadFile(api, user, csv), {
    mapping: ["name", "whatsapp", null],
    new_fields: [{ column: 2, name: "Limite", kind: "number", choices: [] }] as never,
  });
  const exported = await fetch(`${api.url}/api/leads/export?format=xlsx`, {
    headers: user.headers,
  });
  const path = join(folder, "exported.xlsx");
  writeFileSync(path, Buffer.from(await exported.arrayBuffer()));
  const read = READERS[name]?.(folder, path) ?? null;
  if (read === null) return console.log(`- ${name} left out: it is not installed`);
  const [header = "", ...rows] = read
    .trim()
    .split("\n")
    .map((row) => row.split(";"));
  const column = (label: string) => (header as string[]).findIndex((cell) => cell.includes(label));
  const [limit, created] = [column("Limite"), column("Criado em")];
  expect(rows.map((row) => Number(row[limit])).sort()).toEqual([1000, 15000.5]);
  for (const row of rows) expect(row[created]).not.toMatch(/^"/);
});
