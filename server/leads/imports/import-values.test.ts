import { describe, expect, it } from "vitest";
import type { ReadColumn } from "@/lib/domain/imports/import-columns";
import { LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { readLeadRow } from "./import-row.rule";

/** Reads a row with only these columns. */
function read(values: Partial<Record<LeadFieldName, string>>) {
  const mapping = Object.keys(values) as LeadFieldName[];
  return readLeadRow({ line: 2, cells: Object.values(values) }, mapping);
}

const EXPONENTS = ["5,51199E+12", "5.51E12", "1e+13"];
const LONG = "x".repeat(6_000);

describe("a value that its field cannot have is left out and named", () => {
  it.each([
    [{ website: "isso não é um site" }, "Site inválido."],
    [{ email: "a@" }, "E-mail inválido."],
    [{ cnpj: "11222333000180" }, "CNPJ inválido."],
    [{ cnpj: "1222333000100" }, "CNPJ inválido."],
    [{ cnpj: "191" }, "CNPJ inválido."],
    [{ cnpj: "123.456.789-09" }, 'CNPJ "123.456.789-09" parece um CPF.'],
    [{ cnpj: "12345678909" }, 'CNPJ "12345678909" parece um CPF.'],
    [
      { cnpj: "31/12/2024" },
      'CNPJ "31/12/2024" é uma data. Formate a coluna como texto e salve de novo.',
    ],
    [
      { phone: "2024-05-12" },
      'Telefone "2024-05-12" é uma data. Formate a coluna como texto e salve de novo.',
    ],
    [{ phone: "123.456.789-09" }, 'Telefone "123.456.789-09" parece um CPF.'],
    [{ phone: "123.456.789/09" }, 'Telefone "123.456.789/09" parece um CPF.'],
    [
      { phone: "119.876.543-21 / 11 3333-4444" },
      'Telefone "119.876.543-21 / 11 3333-4444" parece um CPF.',
    ],
    [{ status: "perdido" }, 'Status "perdido" desconhecido.'],
  ])("%j: %s", (values, reason) => {
    const [field = "name"] = Object.keys(values) as LeadFieldName[];
    const row = { name: "x", whatsapp: "11987654321", ...values };
    expect(read(row)).toMatchObject({
      ok: true,
      lead: { name: "x", whatsapp: "5511987654321", [field]: null },
      unread: [{ column: 2, reason }],
    });
  });

  it.each([
    ["phone", 40],
    ["address", 500],
    ["city", 120],
    ["state", 60],
    ["cnae", 200],
    ["proprietario", 200],
    ["contact_name", 200],
    ["contact_role", 120],
    ["obs", 5000],
    ["ai_obs", 5000],
  ] as const)("when %s is longer than %i characters", (field, most) => {
    const reason = `${LEAD_FIELDS[field].label}: Use no máximo ${most} caracteres.`;
    const row = { name: "x", [field]: LONG };
    expect(read(row)).toMatchObject({ lead: { [field]: null }, unread: [{ column: 1, reason }] });
  });

  it("when it is an address longer than the field, or a long word that is no status", () => {
    const row = { name: "x", email: `${"a".repeat(200)}@b.example`, status: LONG };
    expect(read(row)).toMatchObject({
      lead: { email: null, status: null },
      unread: [
        { reason: "E-mail: Use no máximo 200 caracteres." },
        { reason: `Status "${"x".repeat(60)}" desconhecido.` },
      ],
    });
  });

  it.each(EXPONENTS)("when its digits were lost to Excel in %s", (text) => {
    expect(read({ name: "x", phone: text, cnpj: text })).toMatchObject({
      ok: true,
      lead: { phone: null, cnpj: null },
      unread: [
        { reason: expect.stringContaining("Telefone") },
        { reason: expect.stringContaining("CNPJ") },
      ],
    });
  });

  it("and another column's takes its place", () => {
    const columns: ReadColumn[] = ["name", "phone", "other.phone"];
    const cells = ["x", "123.456.789-09", "11 3333-4444"];
    expect(readLeadRow({ line: 2, cells }, columns)).toMatchObject({
      lead: { phone: "11 3333-4444" },
      unread: [{ column: 1 }],
    });
  });

  it("and names no lead", () => {
    expect(read({ email: "a@", website: "não tem", phone: "11 3333-4444" })).toMatchObject({
      lead: { name: "11 3333-4444", named: false, email: null },
      unread: [{ column: 0 }, { column: 1 }],
    });
  });
});
