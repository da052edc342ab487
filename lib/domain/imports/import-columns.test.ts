import { describe, expect, it } from "vitest";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { guessMapping } from "./import-columns";

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
    expect(guessMapping(LEAD_FIELD_NAMES.map((field) => LEAD_FIELDS[field].label))).toEqual([
      ...LEAD_FIELD_NAMES,
    ]);
  });
});
