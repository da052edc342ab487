import { expect, it } from "vitest";
import {
  listVariables,
  normalizeValue,
  renderWhatsappTemplate,
  type WhatsappTemplate,
} from "./whatsapp-template";

const template = (parts: Partial<WhatsappTemplate>): WhatsappTemplate => ({
  name: "x",
  language: "pt_BR",
  header: null,
  body: "",
  footer: null,
  named: false,
  ...parts,
});

it.each<[Partial<WhatsappTemplate>, string[]]>([
  [{ body: "Sem variável, {{}} e { {1} }" }, []],
  [{ body: "{{1}} e {{2}}" }, ["body_1", "body_2"]],
  // Meta takes the values in the order of their numbers.
  [{ body: "{{2}} e {{ 1 }} e {{2}} e {{10}}" }, ["body_1", "body_2", "body_10"]],
  [{ body: "{{nome}} da {{empresa}}" }, ["body_nome", "body_empresa"]],
  [{ header: "{{1}}", body: "{{1}}" }, ["header_1", "body_1"]],
  [{ body: "{{__proto__}}" }, ["body___proto__"]],
])("%j has the variables %j", (parts, keys) => {
  expect(listVariables(template(parts)).map(({ key }) => key)).toEqual(keys);
});

it("lists a bounded number of variables", () => {
  const body = Array.from({ length: 500 }, (_, at) => `{{v${at}}}`).join("");
  expect(listVariables(template({ body }))).toHaveLength(50);
});

it("renders header, body and footer with their own values", () => {
  const written = template({ header: "Oi {{1}}", body: "{{1}}, {{2}}!", footer: "Fim {{1}}" });
  expect(
    renderWhatsappTemplate(written, { header_1: "Ana", body_1: "Bia", body_2: "$& {{1}}" }),
  ).toBe("Oi Ana\nBia, $& {{1}}!\nFim {{1}}");
  expect(renderWhatsappTemplate(written, { body_1: " " })).toBe(
    "Oi {{1}}\n{{1}}, {{2}}!\nFim {{1}}",
  );
  expect(renderWhatsappTemplate(template({ body: "{{toString}}" }), {})).toBe("{{toString}}");
});

it("takes line breaks and repeated spaces out of values", () => {
  expect(normalizeValue(" Ana\n\tMaria    Lima ")).toBe("Ana Maria Lima");
});
