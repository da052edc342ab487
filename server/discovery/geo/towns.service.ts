import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { getSecondKeys, getTownKeys, toTownKey } from "@/lib/domain/geo/town-names";
import { foldText } from "@/lib/domain/text/fold-text";
import { AREA_CODES } from "./area-codes.rule";
import { states } from "./geo.service";

export interface Town {
  name: string;
  /** Two letters. */
  state: string;
  /** Area code of its landlines: two digits. */
  areaCode: string;
}

const towns = new Map<string, Town>();
const areaCodesOfStates = new Map<string, Set<string>>();
for (const [place, { name, stateCode }] of [...getMunicipalities()]
  .sort((one, other) => Number(one.code) - Number(other.code))
  .entries()) {
  const areaCode = AREA_CODES.slice(place * 2, place * 2 + 2);
  const town = { name, state: stateCode, areaCode };
  for (const key of [...getTownKeys(name), ...getSecondKeys(name, stateCode)]) {
    towns.set(toPlace(key, stateCode), town);
  }
  const codes = areaCodesOfStates.get(stateCode) ?? new Set();
  areaCodesOfStates.set(stateCode, codes.add(areaCode));
}

/** More words than any town's name has. */
const MOST_WORDS = 8;

/**
 * The municipality with which a text ends ("Jardim Azul, Campinas"), in any spelling; null when there is none in that
 * state. The state is given by its letters or its name.
 */
export function findTown(written: string, state: string): Town | null {
  const uf = findState(state);
  if (uf === null) return null;
  const words = written
    .trim()
    .split(/[\s,]{1,9}/)
    .slice(-MOST_WORDS);
  for (let from = 0; from < words.length; from += 1) {
    const town = towns.get(toPlace(toTownKey(words.slice(from).join(" ")), uf));
    if (town) return town;
  }
  return null;
}

/** Whether any town of this town's state has the area code. */
export function hasAreaCodeInState({ state }: Town, areaCode: string): boolean {
  return (areaCodesOfStates.get(state) ?? new Set()).has(areaCode);
}

function findState(written: string): string | null {
  const folded = foldText(written.trim());
  const state = states.find(
    ({ sigla, nome }) => sigla.toLowerCase() === folded || foldText(nome) === folded,
  );
  return state?.sigla ?? null;
}

function toPlace(key: string, state: string): string {
  return `${state} ${key.replaceAll(" ", "")}`;
}
