import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { expect, test } from "vitest";
import { getSecondKeys, getTownKeys, toTownKey } from "./town-names";

const towns = getMunicipalities().map(({ name, stateCode }) => ({ name, uf: String(stateCode) }));
const find = (written: string, uf: string) =>
  towns
    .filter((town) => town.uf === uf)
    .filter(({ name }) =>
      [...getTownKeys(name), ...getSecondKeys(name, uf)].includes(toTownKey(written)),
    )
    .map(({ name }) => name);

test.each([
  ["Santana do Livramento", "RS", "Sant'Ana do Livramento"],
  ["Sant Ana Livramento", "RS", "Sant'Ana do Livramento"],
  ["SANT’ANA DO LIVRAMENTO", "RS", "Sant'Ana do Livramento"],
  ["santa barbara d oeste", "SP", "Santa Bárbara d'Oeste"],
  ["Santa Bárbara do Oeste", "SP", "Santa Bárbara d'Oeste"],
  ["Olho Dagua das Flores", "AL", "Olho d'Água das Flores"],
  ["Pingo d’Água", "MG", "Pingo-d'Água"],
  ["Moji Mirim", "SP", "Mogi Mirim"],
  ["Moji-Guassu", "SP", "Mogi Guaçu"],
  ["Brasópolis", "MG", "Brazópolis"],
  ["Parati", "RJ", "Paraty"],
  ["Balneário de Piçarras", "SC", "Balneário Piçarras"],
  ["Santo Antônio do Leverger", "MT", "Santo Antônio de Leverger"],
  ["Theresópolis", "RJ", "Teresópolis"],
  ["Fortaleza do Tabocão", "TO", "Tabocão"],
  ["Augusto Severo", "RN", "Campo Grande"],
  ["Presidente Juscelino", "RN", "Serra Caiada"],
  ["Boa Saúde", "RN", "Januário Cicco"],
  ["Santarém", "PB", "Joca Claudino"],
  ["São Domingos de Pombal", "PB", "São Domingos"],
  ["Seridó", "PB", "São Vicente do Seridó"],
  ["Campo de Santana", "PB", "Tacima"],
  ["São Valério da Natividade", "TO", "São Valério"],
  ["Embu", "SP", "Embu das Artes"],
  ["Florinia", "SP", "Florínea"],
  ["Trajano de Morais", "RJ", "Trajano de Moraes"],
  ["São Luiz", "RR", "São Luiz do Anauá"],
  ["Poxoréo", "MT", "Poxoréu"],
  ["São Caetano", "PE", "São Caitano"],
  ["Gouvêa", "MG", "Gouveia"],
  ["Bom Jesus", "GO", "Bom Jesus de Goiás"],
  ["Quinjingue", "BA", "Quijingue"],
])("%s in %s is %s", (written, uf, name) => {
  expect(find(written, uf)).toEqual([name]);
});

test("no two towns of a state share a key, blanks aside, and each second name is some town's", () => {
  const owners = new Map<string, string>();
  let second = 0;
  for (const { name, uf } of towns) {
    const others = getSecondKeys(name, uf);
    second += others.length > 0 ? 1 : 0;
    for (const key of [...getTownKeys(name), ...others]) {
      const place = `${uf} ${key.replaceAll(" ", "")}`;
      expect(`${place}: ${owners.get(place) ?? name}`).toBe(`${place}: ${name}`);
      owners.set(place, name);
    }
  }
  expect(towns).toHaveLength(5571);
  expect(second).toBe(18);
});

test("what is only beginning to be typed is kept", () => {
  expect(toTownKey("do")).toBe("do");
  expect(toTownKey("São José d")).toBe("sao jose");
  expect(toTownKey(" , ")).toBe("");
});
