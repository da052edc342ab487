import { expect, test } from "vitest";
import type { z } from "zod/mini";
import { imports } from "@/lib/contracts/leads/imports";
import { leads } from "@/lib/contracts/leads/leads";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, NewLead } from "@/lib/domain/leads/lead-fields";
import { importWork } from "@/server/leads/imports/import-execution.service";
import { firstRow, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

type Field = keyof z.output<typeof NewLead>;

/** As a file has it, as a lead has it and as the export has it, where that is something else. */
type Values = [written: string, kept?: string, exported?: string];

/** A field that is missing here does not compile. */
const FIRST: Record<Field, Values> = {
  name: ["Padaria Estrela"],
  whatsapp: ["11 98765-4321", "5511987654321", "(11) 98765-4321"],
  phone: ["3232-4545 ramal 12"],
  email: ["contato@estrela.example"],
  website: ["https://estrela.example"],
  address: ["Rua das Flores, 10"],
  city: ["Campinas"],
  state: ["SP"],
  cnpj: ["11.222.333/0001-81", "11222333000181"],
  cnae: ["4721-1/02"],
  proprietario: ["Ana Lima"],
  contact_name: ["Caio Melo"],
  contact_role: ["Compras"],
  obs: ["Fechada às segundas"],
  ai_obs: ["Vende bolos"],
  status: ["Contatado", "contacted"],
};

/** Of the same company, by its CNPJ, a month later. */
const SECOND: Record<Field, Values> = {
  name: ["Padaria Estrela do Sul"],
  whatsapp: ["21 97654-3210", "5521976543210", "(21) 97654-3210"],
  phone: ["3232-9999"],
  email: ["novo@estrela.example"],
  website: ["https://estreladosul.example"],
  address: ["Rua do Sol, 20"],
  city: ["Santos"],
  state: ["RJ"],
  cnpj: FIRST.cnpj,
  cnae: ["1091-1/02"],
  proprietario: ["Bia Reis"],
  contact_name: ["Duda Paz"],
  contact_role: ["Financeiro"],
  obs: ["Abre às segundas"],
  ai_obs: ["Vende pães"],
  status: ["Fechado", "closed"],
};

const api = runApi({ withoutLimits: true });
const FIELDS = Object.keys(NewLead.shape) as Field[];

async function importFile(user: TestUser, values: typeof FIRST, mode: "skip" | "update") {
  const line = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(";");
  const body = [
    FIELDS.map((field) => LEAD_FIELDS[field].label),
    FIELDS.map((field) => values[field][0]),
  ];
  const response = await fetch(`${api.url}/api/imports?file_name=empresas.csv`, {
    method: "POST",
    headers: user.headers,
    body: body.map(line).join("\n"),
  });
  const answer = (await response.json()) as {
    import: { id: number };
    file: { mapping: (typeof LEAD_FIELD_NAMES)[number][] };
  };
  // Every label is a header that an import recognises.
  expect(answer.file.mapping).toEqual(FIELDS);
  const { id } = answer.import;
  const started = await callApi(
    api,
    imports.start,
    { params: { id }, body: { mapping: FIELDS, mode } },
    user.headers,
  );
  expect(started).toMatchObject({ status: 202 });
  await workOnRow(importWork, id, new AbortController().signal);
}

const kept = (values: typeof FIRST) =>
  Object.fromEntries(FIELDS.map((field) => [field, values[field][1] ?? values[field][0]]));

async function expectLead(user: TestUser, values: typeof FIRST) {
  const { body } = await callApi(api, leads.list, { query: {} }, user.headers);
  expect(body.leads).toHaveLength(1);
  const stored = await firstRow<{ created_at: Date }>(
    sql`SELECT created_at FROM leads WHERE owner_id = ${user.id}`,
  );
  const lead = { ...kept(values), created_at: stored?.created_at.toISOString() };
  expect(body.leads[0]).toMatchObject(lead);
  const id = body.leads[0]?.id ?? 0;
  const one = await callApi(api, leads.get, { params: { id } }, user.headers);
  expect(one.body.lead).toMatchObject(lead);
  const file = await fetch(`${api.url}/api/leads/export?format=csv`, { headers: user.headers });
  const [header = "", row = ""] = (await file.text()).replace("\uFEFF", "").split(/\r?\n/);
  const cells = Object.fromEntries(
    header.split(";").map((label, at) => [label, row.split(";")[at]]),
  );
  for (const field of FIELDS) {
    const cell = cells[LEAD_FIELDS[field].label]?.replace(/^"|"$/g, "");
    expect(cell, field).toBe(values[field][2] ?? values[field][0]);
  }
}

test("what an import offers is what a lead has", () => {
  expect([...LEAD_FIELD_NAMES].sort()).toEqual([...FIELDS].sort());
});

test("every field travels from a file through the lead to the export, when it is new and when it is updated", async () => {
  const user = await buildUser();
  await importFile(user, FIRST, "skip");
  await expectLead(user, FIRST);
  await importFile(user, SECOND, "update");
  await expectLead(user, SECOND);
});
