import { describe, expect, it } from "vitest";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { findHeader, guessMapping } from "./import-columns";

describe("what a header means", () => {
  it.each([
    ["Nome", "name"],
    ["RAZÃO SOCIAL", "name"],
    ["Nome da Empresa", "name"],
    ["Company name", "name"],
    ["Nº do WhatsApp", "whatsapp"],
    ["Celular", "whatsapp"],
    ["Telefone fixo", "phone"],
    ["Phone Number", "phone"],
    ["E-mail", "email"],
    ["email_principal", "email"],
    ["Site da empresa", "website"],
    ["URL", "website"],
    ["Endereço completo", "address"],
    ["Municipio", "city"],
    ["UF", "state"],
    ["CPF/CNPJ", "cnpj"],
    ["CNAE Principal", "cnae"],
    ["Sócio", "proprietario"],
    ["Owner", "proprietario"],
    ["Observações", "obs"],
    ["Notes", "obs"],
    ["Observações da IA", "ai_obs"],
    ["Situação", "status"],
    ["Código interno", null],
    ["", null],
  ])("%s is %s", (header, field) => {
    expect(guessMapping([header])).toEqual([field]);
  });

  it("gives each field once, to the best header", () => {
    expect(guessMapping(["Empresa", "Nome", "Telefone", "Telefone 2"])).toEqual([
      "other.name",
      "name",
      "phone",
      "other.phone",
    ]);
    expect(guessMapping(["Celular", "WhatsApp", "E-mail", "E-mail financeiro"])).toEqual([
      "other.whatsapp",
      "whatsapp",
      "email",
      "other.email",
    ]);
    expect(guessMapping(["Nome do contato", "Nome da empresa"])).toEqual(["proprietario", "name"]);
  });

  it.each([
    [
      ["Nome fantasia", "Razão social"],
      ["name", "other.name"],
    ],
    [
      ["RAZAO_SOCIAL", "NOME_FANTASIA"],
      ["other.name", "name"],
    ],
    [
      ["Nome empresarial", "Título (nome de fantasia)"],
      ["other.name", "name"],
    ],
    [
      ["Razão Social", "Nome", "Fantasia"],
      ["other.name", "name", "other.name"],
    ],
    [
      ["Nome", "Nome do vendedor", "Nome do bairro"],
      ["name", null, null],
    ],
  ])("reads of %j the other names of a company as %j", (headers, mapping) => {
    expect(guessMapping(headers)).toEqual(mapping);
  });

  it("understands its own labels", () => {
    expect(guessMapping(LEAD_FIELD_NAMES.map((field) => LEAD_FIELDS[field].label))).toEqual([
      ...LEAD_FIELD_NAMES,
    ]);
  });
});

describe("a lead's status", () => {
  const rowsOf = (...values: string[]) => values.map((value) => ({ cells: ["Ipê", value] }));

  it.each([
    ["statuses", rowsOf("Fechado", "", "Novo"), "status"],
    ["statuses, and a few other words", rowsOf("Fechado", "Em negociação"), "status"],
    ["what a company's registration can be", rowsOf("ATIVA", "Baixada", ""), null],
    ["nothing in its first rows", rowsOf("", " "), "status"],
    ["no rows", [], "status"],
  ])("is what a column has that holds %s", (_name, rows, status) => {
    for (const header of ["Situação", "Situação cadastral", "Status"]) {
      expect(guessMapping(["Nome", header], [], rows)).toEqual(["name", status]);
    }
  });

  it("is the next column's where the first has none", () => {
    const rows = [{ cells: ["Ativa", "Novo"] }];
    expect(guessMapping(["Situação", "Situação do lead"], [], rows)).toEqual([null, "status"]);
  });
});

describe("the header", () => {
  const rowsOf = (...rows: string[][]) => rows.map((cells) => ({ cells }));

  it.each([
    ["first", rowsOf(["Empresa", "WhatsApp"], ["Padaria", "11987654321"]), 0],
    [
      "below a title",
      rowsOf(["Clientes 2026"], ["Atualizado em 12/03"], ["Nome", "Celular"], ["Ipê", "11 9"]),
      2,
    ],
    [
      "below a title that has a column's name",
      rowsOf(["Telefones da cidade"], ["Empresa", "Cidade", "Fone"]),
      1,
    ],
    ["of other words", rowsOf(["Coisa", "Outra"], ["a", "b"]), 0],
    ["of one column", rowsOf(["Telefone"], ["11 98765-4321"]), 0],
    [
      "of unknown names, above names of companies that hold such words",
      rowsOf(["Quem", "Onde"], ["Padaria Cidade Nova", "Rua da Empresa"]),
      0,
    ],
    ["followed by values that name columns", rowsOf(["A", "B"], ["Nome: Ipê", "fone 3333"]), 0],
    [
      "further down than it is looked for",
      [...rowsOf(...Array(10).fill(["x"])), { cells: ["Nome", "Fone"] }],
      0,
    ],
    ["of nothing", [], 0],
  ])("%s", (_name, rows, at) => {
    expect(findHeader(rows)).toBe(at);
  });
});
