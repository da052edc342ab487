import { describe, expect, test } from "vitest";
import { formatPart, listParts, readInnerName, readZipName } from "./registry-files";

describe("the name inside a ZIP", () => {
  test.each([
    ["K3241.K03200Y0.D61114.ESTABELE", "establishments", 0, "2026-11"],
    ["K3241.K03200Y9.D61114.EMPRECSV", "companies", 9, "2026-11"],
    ["K3241.K03200Y1.D51213.SOCIOCSV", "partners", 1, "2025-12"],
    ["F.K03200$W.SIMPLES.CSV.D61114", "simples", 0, "2026-11"],
    ["F.K03200$Z.D61114.CNAECSV", "activities", 0, "2026-11"],
    ["F.K03200$Z.D61114.MUNICCSV", "municipalities", 0, "2026-11"],
    ["F.K03200$Z.D91114.NATJUCSV", "natures", 0, "2019-11"],
    ["estabele.csv", "establishments", null, null],
    ["ESTABELE.K03200Y4", "establishments", 4, null],
    ["EMPRECSV.K03200Y5.D61114", "companies", 5, "2026-11"],
  ])("%s is of %s, part %s, extracted in %s", (name, kind, part, month) => {
    expect(readInnerName(name, 2026)).toEqual({ kind, part, month });
  });

  test("of another file says nothing", () => {
    expect(readInnerName("fotos.csv", 2026)).toBeNull();
  });
});

describe("the name of a ZIP", () => {
  test.each([
    ["Empresas0.zip", { kind: "companies", part: 0 }],
    ["ESTABELECIMENTOS9.ZIP", { kind: "establishments", part: 9 }],
    ["Socios.zip", { kind: "partners", part: null }],
    ["Simples.zip", { kind: "simples", part: 0 }],
    ["Fotos.zip", null],
    ["Empresas10.zip", null],
    ["2026-Empresas1.zip", null],
    ["Empresas1.zip.part", null],
  ])("%s", (name, expected) => {
    expect(readZipName(name)).toEqual(expected);
  });
});

describe("the files of a month", () => {
  const names = (withPartners: boolean) => listParts(withPartners).map(formatPart);
  const numbered = (zip: string) => Array.from({ length: 10 }, (_, part) => `${zip}${part}`);
  const single = [
    "Simples",
    "Cnaes",
    "Motivos",
    "Municipios",
    "Naturezas",
    "Paises",
    "Qualificacoes",
  ];

  test("are 37, or 27 without the partners", () => {
    const asked = [...numbered("Empresas"), ...numbered("Estabelecimentos"), ...single];
    expect(names(false)).toEqual(asked);
    expect(names(true).toSorted()).toEqual([...asked, ...numbered("Socios")].toSorted());
  });

  test("are named by their kind where the part is not known", () => {
    expect(formatPart({ kind: "companies", part: null })).toBe("Empresas");
    expect(formatPart({ kind: "companies", part: 0 })).toBe("Empresas0");
  });
});
