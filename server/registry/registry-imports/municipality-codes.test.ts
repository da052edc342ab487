import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { describe, expect, test } from "vitest";
import { foldName } from "@/lib/domain/registry/registry-name";
import { matchMunicipalities } from "./municipality-codes.rule";

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
