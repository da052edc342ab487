import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadColumn } from "@/lib/domain/imports/import-columns";
import { createCsvReader } from "@/lib/domain/imports/import-csv";
import { LEAD_FIELD_NAMES, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { readNumber } from "@/lib/domain/phone/read-number";
import { csvCell, guardText, phoneCell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { readLeadRow } from "./import-row.rule";

/** Reads a row with only these columns. */
function read(values: Partial<Record<LeadFieldName, string>>) {
  const mapping = Object.keys(values) as LeadFieldName[];
  return readLeadRow({ line: 2, cells: Object.values(values) }, mapping);
}

function leadOf(values: Partial<Record<LeadFieldName, string>>) {
  const answer = read(values);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.lead;
}

describe("a row that is a lead", () => {
  it("has its values, and null for missing ones", () => {
    expect(
      leadOf({
        name: " Padaria Ipê ",
        whatsapp: "(11) 98765-4321",
        website: "https://www.padariaipe.example/contato",
        cnpj: "11.222.333/0001-81",
        status: "fechado",
        city: "  ",
      }),
    ).toEqual({
      name: "Padaria Ipê",
      named: true,
      whatsapp: "5511987654321",
      phone_key: "551187654321",
      phone: null,
      email: null,
      website: "https://www.padariaipe.example/contato",
      site_host: "padariaipe.example",
      address: null,
      city: null,
      state: null,
      cnpj: "11222333000181",
      cnae: null,
      proprietario: null,
      contact_name: null,
      contact_role: null,
      obs: null,
      ai_obs: null,
      status: "closed",
    });
  });

  it.each([
    [{ website: "https://www.ipe.example/x", email: "a@b.example" }, "ipe.example"],
    [{ email: "a@b.example", whatsapp: "11987654321" }, "a@b.example"],
    [{ whatsapp: "11987654321", cnpj: "11222333000181" }, "+55 (11) 98765-4321"],
    [{ cnpj: "11222333000181", phone: "0800 123 4567" }, "11.222.333/0001-81"],
    [{ phone: "0800 123 4567" }, "0800 123 4567"],
  ])("without a name, %j is called %s", (values, name) => {
    expect(leadOf(values)).toMatchObject({ name, named: false });
  });

  it.each([
    [["Sol", "Sol Ltda", "X"], "Sol", true],
    [["", "Sol Ltda", "X"], "Sol Ltda", false],
    [[" ", "", "Panificadora"], "Panificadora", false],
    [["", "x".repeat(201), "Panificadora"], "Panificadora", false],
    [["", "", ""], "ola@sol.example", false],
  ])("with the names %j is called %s", (names, name, named) => {
    const columns: ReadColumn[] = ["name", "other.name", "other.name", "email", "phone"];
    const cells = [...names, "ola@sol.example", "11 3333-4444"];
    expect(readLeadRow({ line: 2, cells }, columns)).toMatchObject({
      lead: { name, named, phone: "11 3333-4444", email: "ola@sol.example" },
      unread: [],
    });
  });

  it("with another name needs no CNPJ that can be read", () => {
    const row = { line: 2, cells: ["Sol Ltda", "191"] };
    expect(readLeadRow(row, ["other.name", "cnpj"])).toMatchObject({
      lead: { name: "Sol Ltda", cnpj: null },
      unread: [{ column: 1 }],
    });
  });

  it.each([
    ["1222333000128", "01222333000128"],
    ["191000191", "00000191000191"],
  ])("gets back the zeros a spreadsheet took from CNPJ %s", (text, cnpj) => {
    expect(leadOf({ name: "x", cnpj: text }).cnpj).toBe(cnpj);
  });

  it.each([
    ["a column of decimals", (number: string) => `${number}.0`],
    ["two decimals after a comma", (number: string) => `${number},00`],
    ["text that Excel was made to keep", (number: string) => `="${number}"`],
    ["both", (number: string) => `="${number}.0"`],
  ])("has the numbers of %s", (_name, write) => {
    const numbers = {
      whatsapp: write("1199998888"),
      phone: write("1133334444"),
      cnpj: write("1222333000128"),
    };
    expect(leadOf({ name: "x", ...numbers })).toMatchObject({
      whatsapp: "551199998888",
      phone: "1133334444",
      cnpj: "01222333000128",
    });
    const others: ReadColumn[] = ["name", "whatsapp", "other.whatsapp", "other.phone"];
    const cells = ["x", "11987654321", write("1199998888"), write("1133334444")];
    expect(readLeadRow({ line: 2, cells }, others)).toMatchObject({
      lead: {
        whatsapp: "5511987654321",
        phone: "1133334444",
        contacts: [{ whatsapp: "551199998888", phone: null }],
      },
    });
    const field = { fieldId: 1, name: "Fone da loja", kind: "phone", choices: [] } as const;
    const own = readLeadRow({ line: 2, cells: ["x", write("1133334444")] }, ["name", field]);
    expect(own).toMatchObject({ lead: { own: new Map([[1, [{ text: "1133334444" }]]]) } });
  });

  it.each([
    ["'=SOMA(1;2)", "=SOMA(1;2)"],
    ["'+55 é o país", "+55 é o país"],
    ["''=SOMA(1;2)", "'=SOMA(1;2)"],
    ["'aspas", "'aspas"],
    ["Com\0zero", "Comzero"],
  ])("the cell %j is %j", (cell, name) => {
    expect(leadOf({ name: cell }).name).toBe(name);
  });

  it.each([
    ["Pendente", "pending"],
    ["Novo", "new"],
    ["Contatado", "contacted"],
    ["Enviado", "sent"],
    ["Respondeu", "answered"],
    ["OPTED_OUT", "opted_out"],
    ["não contatar", "opted_out"],
    ["", null],
  ])("status %j is %s", (text, status) => {
    expect(leadOf({ name: "x", status: text }).status).toBe(status);
  });

  it("with two numbers in one cell has a WhatsApp number and a telephone", () => {
    expect(leadOf({ name: "x", phone: "21 99876 5432 / 21 3333-4444" })).toMatchObject({
      whatsapp: "5521998765432",
      phone: "21 3333-4444",
    });
  });

  it("may end before or after the header's last column, with nothing there", () => {
    const mapping: LeadFieldName[] = ["name", "city"];
    expect(readLeadRow({ line: 2, cells: ["x"] }, mapping)).toMatchObject({ ok: true });
    expect(readLeadRow({ line: 2, cells: ["x", "y", " "] }, mapping)).toMatchObject({ ok: true });
  });

  it("leaves out the columns that mean nothing", () => {
    const answer = readLeadRow({ line: 2, cells: ["x", "não é um e-mail"] }, ["name", null]);
    expect(answer).toMatchObject({ ok: true, lead: { email: null } });
  });
});

describe("a row that is none", () => {
  it.each([
    [{ city: "Santos" }, "Linha sem nome nem contato: informe ao menos o nome da empresa."],
    [
      { name: "x", whatsapp: "123" },
      'WhatsApp "123" tem dígitos de menos: informe o DDD e o número.',
    ],
    [
      { name: "x", whatsapp: "1234567890123456" },
      'WhatsApp "1234567890123456" tem dígitos demais: são no máximo 15.',
    ],
    [{ name: "x", whatsapp: "não tem" }, 'WhatsApp "não tem" não é um número de telefone.'],
    [
      { name: "x", whatsapp: "12/05/2024 10:30" },
      'WhatsApp "12/05/2024 10:30" é uma data. Formate a coluna como texto e salve de novo.',
    ],
    [{ name: "x", whatsapp: "123.456.789-09" }, 'WhatsApp "123.456.789-09" parece um CPF.'],
    [
      { name: "x", whatsapp: "11987654321 / 123.456.789-09" },
      'WhatsApp "11987654321 / 123.456.789-09" parece um CPF.',
    ],
    [
      { name: "x", whatsapp: "12125551234" },
      'WhatsApp "12125551234" não é um número do Brasil com DDD. Se for de outro país, comece com + e o código do país.',
    ],
    [
      { email: "a@", status: "perdido" },
      'Linha sem nome. Status "perdido" desconhecido. E-mail inválido.',
    ],
    [{ cnpj: "191", whatsapp: "11987654321" }, "Linha sem nome. CNPJ inválido."],
    [{ name: "x".repeat(201) }, "Nome: Use no máximo 200 caracteres."],
  ])("%j: %s", (values, reason) => {
    expect(read(values)).toEqual({ ok: false, reason });
  });

  it("quotes no more of a long number than anybody reads", () => {
    expect(read({ name: "x", whatsapp: ".".repeat(32_000) })).toMatchObject({
      reason: expect.stringMatching(/^WhatsApp "\.{60}" tem dígitos demais/),
    });
  });

  it.each(["5,51199E+12", "5.51E12", "1e+13"])(
    "lost digits of its number to Excel in %s",
    (text) => {
      expect(read({ name: "x", whatsapp: text })).toMatchObject({
        ok: false,
        reason: expect.stringContaining("notação científica"),
      });
    },
  );

  it("has more cells than the header, or could not be read at all", () => {
    expect(readLeadRow({ line: 2, cells: ["x", "y"] }, ["name"])).toEqual({
      ok: false,
      reason: "A linha tem 2 colunas e o cabeçalho tem 1: há um separador a mais.",
    });
    expect(readLeadRow({ line: 2, cells: ["x"], broken: "Aspas." }, ["name"])).toEqual({
      ok: false,
      reason: "Aspas.",
    });
  });
});

it("any row is a valid lead or has a reason for refusal", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.stringMatching(/^[+\d().eE, -]{0,20}$/),
    fc.constantFrom("a@b.example", "https://ipe.example", "11222333000181", "Fechado", "'=1"),
  );
  const cells = fc.array(cell, { maxLength: LEAD_FIELD_NAMES.length });
  fc.assert(
    fc.property(cells, fc.shuffledSubarray([...LEAD_FIELD_NAMES]), (row, mapping) => {
      const answer = readLeadRow({ line: 2, cells: row }, mapping);
      if (!answer.ok) {
        expect(answer.reason).not.toBe("");
        return;
      }
      const { lead } = answer;
      expect(lead.name.trim()).not.toBe("");
      expect(lead.whatsapp === null).toBe(lead.phone_key === null);
      expect(lead.whatsapp ?? "0000000000").toMatch(/^\d{8,15}$/);
      expect(JSON.stringify(lead)).not.toContain("\\u0000");
    }),
    { seed: 20261121, numRuns: 3_000 },
  );
});

it("a text written as a cell is read back unchanged", () => {
  const text = fc
    .string({ unit: fc.constantFrom(..."=+-@\t'\";,\r\n aéZ0"), minLength: 1, maxLength: 12 })
    .map((each) => each.trim())
    .filter((each) => each !== "");
  fc.assert(
    fc.property(text, (obs) => {
      const reader = createCsvReader(";");
      const [row] = [...reader.push(`x;${csvCell(obs)}`), ...reader.end()];
      const lead = { name: "x", obs };
      expect(row && readLeadRow(row, ["name", "obs"])).toMatchObject({ ok: true, lead });
      expect(leadOf({ name: "x", obs: guardText(obs) }).obs).toBe(obs);
    }),
    { seed: 20261121, numRuns: 3_000 },
  );
});

it("a name in two lines is one line", () => {
  const row = leadOf({ name: "Livraria\n Central\r\n", city: "São\nPaulo", obs: "um\ndois" });
  expect(row).toMatchObject({ name: "Livraria Central", city: "São Paulo", obs: "um\ndois" });
});

it("a storable number is read back from its cell", () => {
  const prefix = fc.constantFrom("", "+", "00", "0", "+55 ", "(+", "00 ");
  fc.assert(
    fc.property(prefix, fc.stringMatching(/^[1-9]\d{7,16}$/), (before, digits) => {
      const written = `${before}${digits}`;
      fc.pre(readNumber(written).ok);
      const { whatsapp, phone_key } = leadOf({ name: "x", whatsapp: written });
      expect(whatsapp).toMatch(/^\d{10,15}$/);
      const cell = phoneCell(whatsapp, "digits") ?? "";
      expect(leadOf({ name: "x", whatsapp: cell })).toMatchObject({ whatsapp, phone_key });
    }),
    { seed: 20261121, numRuns: 5_000 },
  );
});
