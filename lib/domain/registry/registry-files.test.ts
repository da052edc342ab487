import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { describe, expect, test } from "vitest";
import { matchMunicipalities } from "./municipality-codes";
import { formatPart, listParts, readInnerName, readZipName } from "./registry-files";
import { foldName } from "./registry-name";

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

describe("municipalities", () => {
  const ibge = getMunicipalities().map(({ code, name, stateCode }) => ({
    ibge: Number(code),
    name,
    uf: String(stateCode),
  }));

  /** The Receita's code and spelling, and the IBGE's code. */
  const OTHER_SPELLINGS: readonly [code: number, name: string, ibge: number][] = [
    [3101, "AMPARO DE SAO FRANCISCO", 2_800_100],
    [4049, "AMPARO DA SERRA", 3_102_506],
    [1623, "ARES", 2_401_206],
    [8251, "BALNEARIO DE PICARRAS", 4_212_809],
    [4177, "BRASOPOLIS", 3_108_909],
    [9321, "COUTO DE MAGALHAES", 1_706_001],
    [377, "ELDORADO DOS CARAJAS", 1_502_954],
    [345, "FORTALEZA DO TABOCAO", 1_708_254],
    [1703, "BOA SAUDE", 2_405_306],
    [3005, "MUQUEM DE SAO FRANCISCO", 2_922_250],
    [5875, "PARATI", 3_303_807],
    [8845, "SANTANA DO LIVRAMENTO", 4_317_103],
    [529, "SANTA ISABEL DO PARA", 1_506_500],
    [3869, "SANTA TERESINHA", 2_928_505],
    [9155, "SANTO ANTONIO DO LEVERGER", 5_107_800],
    [315, "SAO LUIZ", 1_400_605],
    [9691, "SAO VALERIO DA NATIVIDADE", 1_720_499],
  ];

  test.each(OTHER_SPELLINGS)("%i %s is %i", (code, label, expected) => {
    const uf = ibge.find((each) => each.ibge === expected)?.uf;
    const matches = matchMunicipalities([{ code, label }], ibge);
    expect(matches.filter((match) => match.uf === uf).map((match) => match.ibge)).toEqual([
      expected,
    ]);
  });

  test("all others join by state and name", () => {
    const spelt = new Set(OTHER_SPELLINGS.map(([, , code]) => code));
    const others = ibge.filter((each) => !spelt.has(each.ibge));
    const receita = others.map(({ name }, place) => ({
      code: 10_000 + place,
      label: foldName(name),
    }));
    const found = new Map(
      matchMunicipalities(receita, ibge).map((match) => [`${match.code} ${match.uf}`, match.ibge]),
    );
    for (const [place, { uf, ibge: expected }] of others.entries()) {
      expect(found.get(`${10_000 + place} ${uf}`)).toBe(expected);
    }
  });

  test("abroad has none", () => {
    expect(matchMunicipalities([{ code: 9707, label: "EXTERIOR" }], ibge)).toEqual([]);
  });
});
