import { expect, test } from "vitest";
import { withoutPersonalDetail } from "./without-personal-detail.rule";

test.each([
  ["Fala com a Ana no 11 98888-7777", ["Ana Souza"], "Fala com a Fulano no 0000"],
  ["ana: me chama no (11) 98888 7777\nobrigado", ["Ána"], "Fulano: me chama no 0000 obrigado"],
  ["manda em ana@exemplo.com.br ou www.exemplo.com.br/a", [], "manda em x@x ou x.x"],
  ["CNPJ 12.345.678/0001-95, às 14h", [], "CNPJ 0000, às 14h"],
  ["não sou o dono da Padaria Sol", ["Padaria Sol"], "não sou o dono da Fulano Fulano"],
])("%s", (text, names, cleaned) => {
  expect(withoutPersonalDetail(text, names)).toBe(cleaned);
});

test("takes any text, and no more than its beginning", () => {
  expect(withoutPersonalDetail("", [""])).toBe("");
  expect(withoutPersonalDetail("1 ".repeat(500_000), ["a".repeat(100_000)]).length).toBeLessThan(
    501,
  );
});
