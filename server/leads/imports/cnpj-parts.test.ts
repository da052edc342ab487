import { describe, expect, it } from "vitest";
import type { ReadColumn } from "@/lib/domain/imports/import-columns";
import { readLeadRow } from "./import-row.rule";

describe("a row with the parts of a CNPJ", () => {
  const COLUMNS: ReadColumn[] = ["name", "cnpj", "part.cnpj", "part.cnpj", "phone"];
  const read = (...parts: string[]) =>
    readLeadRow({ line: 2, cells: ["Sol", ...parts, "1130011001"] }, COLUMNS);

  it.each([
    ["as texts", ["01222333", "0001", "28"]],
    ["as numbers", ["1222333", "1", "28"]],
    ["as numbers with decimals", ["1222333.0", "1,0", "28.0"]],
    ["as Excel was made to keep them", ['="01222333"', '="0001"', '="28"']],
    ["with points", ["01.222.333", "/0001", "-28"]],
  ])("written %s has it, and its telephone", (_how, parts) => {
    expect(read(...parts)).toMatchObject({
      ok: true,
      lead: { cnpj: "01222333000128", phone: "1130011001" },
      unread: [],
    });
  });

  it("has letters in them, and check digits with a zero", () => {
    expect(read("12ABC345", "01DE", "35")).toMatchObject({ lead: { cnpj: "12ABC34501DE35" } });
    expect(read("11222333", "5", "5")).toMatchObject({ lead: { cnpj: "11222333000505" } });
  });

  it.each([
    [["11222333", "", ""], "é só a raiz"],
    [["11222333", "0001", ""], "é só a raiz"],
    [["1222333", "", "28"], "é só a raiz"],
    // Behind six zeros these eight digits would be a CNPJ.
    [["10000046", "", ""], "é só a raiz"],
    [["11222333", "0001", "80"], "CNPJ inválido."],
    [["11222333", "00010", "81"], "é só a raiz"],
  ])("%j has none, and is told so", (parts, reason) => {
    expect(read(...parts)).toMatchObject({
      ok: true,
      lead: { name: "Sol", cnpj: null },
      unread: [{ column: 1, reason: expect.stringContaining(reason) }],
    });
  });

  it("keeps a whole one that stands where its root should", () => {
    expect(read("11222333000181", "", "")).toMatchObject({ lead: { cnpj: "11222333000181" } });
    expect(read("11222333000181", "1", "81")).toMatchObject({ lead: { cnpj: "11222333000181" } });
  });
});
