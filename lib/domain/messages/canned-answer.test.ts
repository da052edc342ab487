import { describe, expect, test } from "vitest";
import {
  findCannedAnswers,
  normalizeShortcut,
  readShortcut,
  SHORTCUT_PATTERN,
} from "./canned-answer";

test.each([
  ["/Preço", "preco"],
  ["  bom dia ", "bom-dia"],
  ["pix_2", "pix_2"],
  ["//x", "/x"],
])("%s is stored as %s", (written, stored) => expect(normalizeShortcut(written)).toBe(stored));

test("what does not fit is refused, not changed", () => {
  expect(SHORTCUT_PATTERN.test(normalizeShortcut("a.b"))).toBe(false);
  expect(SHORTCUT_PATTERN.test(normalizeShortcut("/"))).toBe(false);
});

test.each([
  ["/", ""],
  ["/Pre", "pre"],
  ["/preço", "preco"],
  ["preço", null],
  ["/ pre", null],
  ["/pre ço", null],
  ["oi /pre", null],
])("%s looks for %s", (draft, typed) => expect(readShortcut(draft)).toBe(typed));

describe("what is found", () => {
  const answers = [
    { shortcut: "endereco", text: "Rua das Flores" },
    { shortcut: "preco", text: "Custa R$ 10" },
    { shortcut: "tabela", text: "Segue a tabela de preços" },
  ];
  const found = (typed: string) =>
    findCannedAnswers(answers, typed).map(({ shortcut }) => shortcut);

  test("all while nothing is typed", () => expect(found("")).toHaveLength(3));
  test("a beginning before a part", () => expect(found("pre")).toEqual(["preco", "tabela"]));
  test("nothing, where nothing fits", () => expect(found("xyz")).toEqual([]));
});
