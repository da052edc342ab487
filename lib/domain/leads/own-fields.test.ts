import { expect, test } from "vitest";
import {
  detectOwnFieldKind,
  makeOwnFieldKey,
  type OwnFieldKind,
  readOwnValue,
  showOwnValue,
  tellOwnValues,
} from "./own-fields";

function read(kind: OwnFieldKind, input: unknown, choices: string[] = []) {
  const value = readOwnValue({ kind, choices }, input);
  return value.ok
    ? value.stored.map(({ text, number, day }) => text ?? number ?? day)
    : value.reason;
}

test.each([
  ["Data de abertura", "data_de_abertura"],
  ["  Nº de lojas!", "n_de_lojas"],
  ["Cidade", "cidade_2"],
  ["Cargo", "cargo_2"],
  ["***", "campo"],
])("a field called %j is %s in templates and filters", (name, key) => {
  expect(makeOwnFieldKey(name, ["cargo"])).toBe(key);
});

test.each<[OwnFieldKind, unknown, unknown]>([
  ["text", "  Dona ", ["Dona"]],
  ["text", " ", []],
  ["text", 12, "Use um texto."],
  ["number", 12.5, [12.5]],
  ["number", "1.200,50", [1200.5]],
  ["number", "R$ 12", [12]],
  ["number", "-R$ 15.000,5", [-15000.5]],
  ["number", "1,200.50", [1200.5]],
  ["number", "5 %", [5]],
  ["number", "-3,5", [-3.5]],
  ["number", 1e16, "Use um número, como 1.200,50."],
  ["number", "doze", "Use um número, como 1.200,50."],
  ["date", "31/01/2026", ["2026-01-31"]],
  ["date", "2026-01-31", ["2026-01-31"]],
  ["date", "31 de janeiro de 2026", ["2026-01-31"]],
  ["date", "31/02/2026", "Use uma data, como 31/01/2026."],
  ["date", "2026-13-01", "Use uma data, como 31/01/2026."],
  ["yes_no", "Não", [0]],
  ["yes_no", true, [1]],
  ["yes_no", "talvez", "Use sim ou não."],
  ["link", "empresa.com.br", ["empresa.com.br"]],
  ["phone", "(11) 3333-4444", ["(11) 3333-4444"]],
  ["number", null, []],
])("a %s of %j is %j", (kind, input, stored) => {
  expect(read(kind, input)).toEqual(stored);
});

test("choices are found whatever their accents and case, and named when another is given", () => {
  expect(read("choice", "me", ["MEI", "ME"])).toEqual(["ME"]);
  expect(read("choices", ["mei", "ME", "MEI"], ["MEI", "ME"])).toEqual(["MEI", "ME"]);
  expect(read("choices", "MEI; ME", ["MEI", "ME"])).toEqual(["MEI", "ME"]);
  expect(read("choice", "S/A", ["MEI", "ME"])).toBe("Use uma destas opções: MEI, ME.");
  expect(read("choice", "S/A")).toBe("Este campo ainda não tem opções.");
});

test.each<[OwnFieldKind, string[]]>([
  ["number", ["12", "1.200,50", ""]],
  ["date", ["31/01/2026", "01/02/2026"]],
  ["yes_no", ["Sim", "não", "sim"]],
  ["link", ["https://a.example", "www.b.example"]],
  ["phone", ["(11) 3333-4444", "11 98765-4321"]],
  ["text", ["012", "345"]],
  ["text", ["Dona", "Gerente"]],
  ["text", []],
])("a column is a %s by its values %j", (kind, cells) => {
  expect(detectOwnFieldKind(cells).kind).toBe(kind);
});

test("few words that repeat are a choice", () => {
  expect(detectOwnFieldKind(["MEI", "ME", "mei", "MEI", "ME", "ME"])).toEqual({
    kind: "choice",
    choices: ["ME", "MEI"],
  });
});

test("values are shown as people in Brazil read them", () => {
  expect(showOwnValue("number", 1200.5)).toBe("1.200,5");
  expect(showOwnValue("date", "2026-01-31")).toBe("31/01/2026");
  expect(showOwnValue("yes_no", false)).toBe("Não");
  expect(showOwnValue("choices", ["MEI", "ME"])).toBe("MEI, ME");
  expect(showOwnValue("text", undefined)).toBe("");
});

test("values stand in a message as one would say them, and others are not told of", () => {
  const fields: { key: string; kind: OwnFieldKind }[] = [
    ...(["text", "number", "date", "choice", "choices", "link", "phone"] as const).map((kind) => ({
      key: kind,
      kind,
    })),
    ...["yes", "no", "none"].map((key) => ({ key, kind: "yes_no" as const })),
  ];
  const values = {
    text: "A dona",
    number: 1200.5,
    date: "2026-01-31",
    choice: "MEI",
    choices: ["Loja", "Site", "Feira"],
    link: "loja.com.br",
    phone: "551932321234",
    yes: true,
    no: false,
    gone: "x",
  };
  expect(tellOwnValues(fields, values)).toEqual({
    text: "A dona",
    number: "1.200,5",
    date: "31/01/2026",
    choice: "MEI",
    choices: "Loja, Site e Feira",
    link: "loja.com.br",
    phone: "551932321234",
    yes: "sim",
    no: "não",
  });
});
