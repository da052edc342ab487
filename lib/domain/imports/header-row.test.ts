import { describe, expect, it } from "vitest";
import { findHeader } from "./header-row";

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
