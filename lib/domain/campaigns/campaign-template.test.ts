import { describe, expect, it } from "vitest";
import type { TemplateContent } from "@/lib/domain/messages/whatsapp-template";
import {
  describeCampaignTemplate,
  fillBindings,
  findBindingProblems,
  needsFallback,
  renderCampaignTemplate,
  type TemplateBinding,
} from "./campaign-template";
import { NO_LEAD } from "./message-template";

const NOON = new Date("2026-11-24T15:00:00Z");
const lead = { ...NO_LEAD, name: "Padaria Sol", source: "google_maps" as const, city: "Santos" };
const content: TemplateContent = {
  header: "Para {{1}}",
  body: "Oi {{1}}, de {{2}}",
  footer: "Garimpo",
  named: false,
  buttons: [
    { kind: "quick_reply", text: "Sim", url: null },
    { kind: "url", text: "Ver", url: "https://a.example/{{1}}" },
  ],
};
const bind = (key: string, value: string, fallback = ""): TemplateBinding => ({
  key,
  value,
  fallback,
});
const good = [
  bind("header_1", "{{empresa}}", "vocês"),
  bind("body_1", "{{saudacao}}"),
  bind("body_2", "{{cidade}}", "sua cidade"),
  bind("button_1", "oferta"),
];

it.each([
  ["fixo", false],
  ["{{saudacao}}", false],
  ["{{ nome }}", true],
  ["{{saudacao}}, {{cidade}}", true],
  ["{{cargo}}", true],
  ["{{cargo|a dona}}", false],
  ["{{cargo|}}", true],
  ["", false],
])("'%s' may lack something: %s", (value, needed) => {
  expect(needsFallback(value)).toBe(needed);
});

describe("bindings", () => {
  it("of each part and of a button's address are all that is needed", () => {
    expect(findBindingProblems(content, good, [])).toEqual({});
  });

  it.each<[string, TemplateBinding | null, string]>([
    ["missing", null, "Diga o que vai nesta variável."],
    ["empty", bind("body_2", " \n "), "Diga o que vai nesta variável."],
    ["unknown", bind("body_2", "{{x}}", "y"), "Variável desconhecida: {{x}}"],
    ["unclosed", bind("body_2", "{{cidade", "y"), "Variável desconhecida: {{cidade}}"],
    [
      "without words for what is missing",
      bind("body_2", "{{cidade}}", "  "),
      "Diga o que escrever quando o lead não tem este dado.",
    ],
    ["with braces for it", bind("body_2", "{{cidade}}", "{{x}}"), "Use só palavras, sem chaves."],
  ])("that are %s are named", (_, binding, problem) => {
    const others = good.filter(({ key }) => key !== "body_2");
    const bindings = binding ? [...others, binding] : others;
    expect(findBindingProblems(content, bindings, ["cargo"])).toEqual({
      body_2: problem,
    });
  });
});

describe("a message", () => {
  it.each([
    ["{{cargo}}", { cargo: "Dona" }, "Dona"],
    ["{{cargo}}", {}, "pessoa"],
    ["{{cargo|a dona}} de {{cidade}}", {}, "a dona de Santos"],
    ["{{cargo|}} de {{cidade}}", {}, "pessoa"],
  ])("fills %s from %j", (value, own, words) => {
    const binding = bind("body_2", value, "pessoa");
    const bindings = [...good.filter(({ key }) => key !== "body_2"), binding];
    const { values } = renderCampaignTemplate({ content, bindings }, { ...lead, own }, NOON);
    expect(values).toMatchObject({ body_2: words });
  });

  it("has each part's own values", () => {
    expect(renderCampaignTemplate({ content, bindings: good }, lead, NOON)).toEqual({
      text: "Para Padaria Sol\nOi Boa tarde, de Santos\nGarimpo",
      values: {
        header_1: "Padaria Sol",
        body_1: "Boa tarde",
        body_2: "Santos",
        button_1: "oferta",
      },
    });
  });

  it("takes the fallback whole where one of its variables is missing", () => {
    const bindings = [...good.slice(0, 2), bind("body_2", "{{cidade}}/{{estado}}", "longe")];
    expect(fillBindings({ content, bindings }, lead, NOON)).toMatchObject({
      body_2: "longe",
      button_1: "",
    });
    const bare = { ...NO_LEAD, name: "", city: "{{city}}" };
    expect(fillBindings({ content, bindings: good }, bare, NOON)).toMatchObject({
      header_1: "vocês",
      body_2: "sua cidade",
    });
  });

  it("has no line breaks in a value, and none of any length", () => {
    const bindings = [bind("body_1", "{{endereco}}", "x")];
    const long = { ...lead, address: `Rua\n\tA    1${"x".repeat(2_000)}` };
    const { body_1: value = "" } = fillBindings({ content, bindings }, long, NOON);
    expect(value).toMatch(/^Rua A 1x+$/);
    expect(value).toHaveLength(600);
    const split = { ...lead, address: `${"x".repeat(599)}🥖` };
    expect(fillBindings({ content, bindings }, split, NOON)["body_1"]).toBe("x".repeat(599));
  });

  it("is described with the campaign's variables", () => {
    expect(describeCampaignTemplate({ content, bindings: good })).toBe(
      "Para {{empresa}}\nOi {{saudacao}}, de {{cidade}}\nGarimpo",
    );
  });
});
