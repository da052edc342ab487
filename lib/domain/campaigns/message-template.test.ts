import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OWN_FIELD_KEY_MAX_LENGTH } from "@/lib/domain/leads/own-fields";
import { renderTemplate, type TemplateLead } from "./message-template";
import { findVariableProblem, TEMPLATE_VARIABLES, unknownVariables } from "./template-variables";

const LEAD: TemplateLead = {
  name: "Padaria do Zé",
  source: "google_pages",
  email: "ze@padaria.example",
  phone: "551932321234",
  whatsapp: "5519987654321",
  website: "https://padaria.example",
  address: "Rua das Flores, 10",
  city: "Campinas",
  state: "SP",
  cnpj: "11222333000181",
  cnae: "1091-1/02",
  proprietario: "José Carlos da Silva",
};
const BARE: TemplateLead = {
  name: " ",
  source: "manual",
  email: null,
  phone: null,
  whatsapp: null,
  website: null,
  address: null,
  city: null,
  state: null,
  cnpj: null,
  cnae: null,
  proprietario: null,
};
const NOON = new Date("2026-11-20T15:00:00Z");

describe("a message", () => {
  it.each([
    ["the person's first name", "Oi {{nome}}!", LEAD, "Oi José!"],
    [
      "the company's name when nobody is known",
      "Oi {{nome}}!",
      { ...LEAD, proprietario: " " },
      "Oi Padaria do Zé!",
    ],
    [
      "no number in the place of a name",
      "Oi {{nome}}, da {{empresa}}!",
      { ...LEAD, name: "+55 (51) 93333-5555", proprietario: null },
      "Oi tudo bem, da sua empresa!",
    ],
    [
      "the owner's name when the lead has a number for one",
      "Oi {{nome}}, da {{empresa}}!",
      { ...LEAD, name: "+55 (51) 93333-5555" },
      "Oi José, da sua empresa!",
    ],
    [
      "a contact's first name, and no company",
      "Oi {{nome}}, da {{empresa}}!",
      { ...LEAD, name: "ANA Paula 🌻", source: "whatsapp_contacts", proprietario: null },
      "Oi Ana, da sua empresa!",
    ],
    [
      "no company in the place of an owner",
      "Oi {{nome}}!",
      { ...LEAD, proprietario: "Zé Alimentos Ltda" },
      "Oi Padaria do Zé!",
    ],
    ["blanks inside the braces", "Oi {{  nome\t}}!", LEAD, "Oi José!"],
    ["two variables side by side", "{{cidade}}/{{estado}}", LEAD, "Campinas/SP"],
    ["a value that looks like a replacement", "{{empresa}}", { ...LEAD, name: "A$&B$1" }, "A$&B$1"],
    ["a value trimmed", "de {{cidade}}.", { ...LEAD, city: " Campinas " }, "de Campinas."],
    ["fallbacks", "{{nome}} {{empresa}} {{cidade}}", BARE, "tudo bem sua empresa sua cidade"],
    ["an empty value with its blank", "Veja {{site}}, por favor", BARE, "Veja, por favor"],
    ["an empty value between words", "Veja {{site}} hoje", BARE, "Veja hoje"],
    ["an empty value after a filled one", "{{cidade}} {{site}} hoje", BARE, "sua cidade hoje"],
    ["two empty values", "Veja {{site}} {{email}} hoje", BARE, "Veja hoje"],
    ["an empty value that opens a line", "Oi\n{{site}} hoje", BARE, "Oi\nhoje"],
    ["two that open a line", "Oi\n{{site}} {{email}} hoje", BARE, "Oi\nhoje"],
    ["a line of its own", "Oi\n{{site}}\nTchau", BARE, "Oi\n\nTchau"],
    ["nothing but an empty value", "{{site}}", BARE, ""],
    [
      "a name that a site left unfilled",
      "Olá, {{empresa}}",
      { ...LEAD, name: "{{ page.title }}" },
      "Olá, sua empresa",
    ],
    [
      "an own field's value",
      "Fale com {{cargo}}, {{ canais }}",
      { ...LEAD, own: { cargo: " a dona ", canais: "loja e site" } },
      "Fale com a dona, loja e site",
    ],
    [
      "what is written for an own field without a value",
      "Fale com {{ cargo | o responsável }}!",
      LEAD,
      "Fale com o responsável!",
    ],
    ["no fallback where there is a value", "Oi {{nome|amigo}}!", LEAD, "Oi José!"],
    ["a fallback in the place of ours", "Oi {{nome|amigo}}!", BARE, "Oi amigo!"],
    ["a fallback with a bar", "Oi {{nome|a|b}}!", BARE, "Oi a|b!"],
    ["nothing for an empty fallback", "Oi {{nome|}}, tudo bem?", BARE, "Oi, tudo bem?"],
    ["nothing for an own field without either", "Oi {{cargo}}, tudo bem?", LEAD, "Oi, tudo bem?"],
    [
      "the fallback for a value with braces",
      "Oi {{cargo|você}}!",
      { ...LEAD, own: { cargo: "{{x}}" } },
      "Oi você!",
    ],
    ["no field that every object has", "Oi {{constructor}} {{to_string|x}}!", LEAD, "Oi x!"],
  ])("holds %s", (_name, template, lead, text) => {
    expect(renderTemplate(template, lead, NOON)).toBe(text);
  });

  it.each([
    ["2026-11-20T07:59:59Z", "Boa noite"],
    ["2026-11-20T08:00:00Z", "Bom dia"],
    ["2026-11-20T14:59:59Z", "Bom dia"],
    ["2026-11-20T15:00:00Z", "Boa tarde"],
    ["2026-11-20T20:59:59Z", "Boa tarde"],
    ["2026-11-20T21:00:00Z", "Boa noite"],
    ["2026-11-21T03:00:00Z", "Boa noite"],
    // Summer time: one hour ahead.
    ["2018-12-20T14:00:00Z", "Boa tarde"],
  ])("sent at %s says %s, by São Paulo's clock", (instant, words) => {
    expect(renderTemplate("{{saudacao}}!", LEAD, new Date(instant))).toBe(`${words}!`);
  });
});

describe("unknown variables", () => {
  it.each([
    ["Oi {{nome}}, da {{ empresa }}", []],
    ["Oi {{sobrenome}} e {{nome}} e {{sobrenome}}", ["sobrenome"]],
    ["{{Nome}}", ["Nome"]],
    ["{{}} {{ }}", [""]],
    ["{{constructor}} {{toString}} {{__proto__}}", ["constructor", "toString", "__proto__"]],
    ["Oi {{nome, tudo bem?", ["nome,"]],
    ["Oi nome}}, tudo bem?", [","]],
    ["Oi {{no{me}}", ["no", ""]],
    ["Oi {nome}", []],
    ["{{nome|amigo}} {{firma|x}}", ["firma"]],
    ["{{nome|a{b}}}", ["nome|a", ""]],
  ])("of %s are %j", (template, names) => {
    expect(unknownVariables(template)).toEqual(names);
  });

  it("are none of the account's own fields", () => {
    expect(unknownVariables("{{cargo}} {{frota|1}} {{porte}}", ["cargo", "frota"])).toEqual([
      "porte",
    ]);
    expect(unknownVariables("{{cargo}} {{Cargo}} {{a b}} {{}}", "any")).toEqual([
      "Cargo",
      "a b",
      "",
    ]);
    expect(unknownVariables(`{{${"a".repeat(OWN_FIELD_KEY_MAX_LENGTH)}}}`, "any")).toEqual([]);
  });

  it.each([
    [`{{cargo|${"a".repeat(100)}}}`, null],
    [`{{cargo|${"a".repeat(101)}}}`, /^Depois de \{\{cargo\| use até 100 caracteres/],
    ["{{nome|a\nb}}", /^Depois de \{\{nome\|/],
    ["{{nome|\n}}", null],
    ["{{firma|a}}", "Variável desconhecida: {{firma}}"],
  ])("and fallbacks: %j", (template, problem) => {
    const found = findVariableProblem(template, ["cargo"]);
    if (problem instanceof RegExp) expect(found).toMatch(problem);
    else expect(found).toBe(problem);
  });

  it("are found at once where braces never close", () => {
    const hostile = `{{${" ".repeat(7_998)}`;
    const startedAt = performance.now();
    expect(unknownVariables(hostile)).not.toEqual([]);
    renderTemplate(hostile, LEAD, NOON);
    expect(performance.now() - startedAt).toBeLessThan(200);
  });
});

it("never holds double braces when its template was accepted, whatever the lead", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 8 });
  const piece = fc.oneof(
    fc.constantFrom(...TEMPLATE_VARIABLES.map((name) => `{{${name}}}`)),
    fc.constantFrom("{", "}", "{{", "}}", " ", "\n", "{{ nome }}", "{{site|}}", "{{cargo|x}}", "|"),
    text,
  );
  const value = fc.option(fc.oneof(text, fc.constantFrom("{", "}", "{{x}}", "{{}}", " ")));
  const lead = fc.record({
    name: value.map(String),
    source: fc.constantFrom("import", "whatsapp_contacts"),
    email: value,
    phone: value,
    whatsapp: value,
    website: value,
    address: value,
    city: value,
    state: value,
    cnpj: value,
    cnae: value,
    proprietario: value,
    own: value.map((cargo): Record<string, string> => (cargo === null ? {} : { cargo })),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), lead, (pieces, anyLead) => {
      const template = pieces.join("");
      const rendered = renderTemplate(template, anyLead, NOON);
      if (findVariableProblem(template, ["cargo"]) === null)
        expect(rendered).not.toMatch(/\{\{|\}\}/);
    }),
    { seed: 1, numRuns: 2_000 },
  );
});
