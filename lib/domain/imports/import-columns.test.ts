import { describe, expect, it } from "vitest";
import { guessMapping, IMPORT_FIELD_LABEL, IMPORT_FIELDS } from "./import-columns";

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
      null,
      "name",
      "phone",
      null,
    ]);
    expect(guessMapping(["Nome do contato", "Nome da empresa"])).toEqual(["proprietario", "name"]);
  });

  it("understands its own labels", () => {
    expect(guessMapping(IMPORT_FIELDS.map((field) => IMPORT_FIELD_LABEL[field]))).toEqual([
      ...IMPORT_FIELDS,
    ]);
  });
});
