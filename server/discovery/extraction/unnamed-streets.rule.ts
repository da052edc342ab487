import { isUnfilledAddress, joinLines } from "./address-text.rule";
import { removeMarks } from "./page-reading.rule";
import { CEP, findState, findTown } from "./place-text.rule";

const MAX_CEPS = 20;
const MAX_ANNOUNCED = 20;
const MAX_LINE = 200;
const NAME = String.raw`\p{Lu}[\p{L}'’.]{1,24}(?: (?:(?:d[aeo]s?|e) )?\p{Lu}[\p{L}'’.]{1,24}){1,5}`;
/** "Elias Prado, nº 380 - Centro": a street's name without the word for a street, and a house number. */
const STREET = new RegExp(
  String.raw`^(?:[Ee]ndere[cç]o ?:? )?(?<street>${NAME},? (?:[Nn][º°.o]{0,2} ?)?\d{1,5}(?![\d-])[^\n]{0,120})$`,
  "u",
);

/** Addresses on one line with their CEP whose street is written without "Rua" or the like. */
export function findUnnamedStreets(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let ceps = 0; ceps < MAX_CEPS; ceps += 1) {
    const cep = CEP.exec(text.slice(from, from + 100_000));
    if (cep === null) return found;
    const [start, end] = [from + cep.index, from + cep.index + cep[0].length];
    const line = Math.max(text.lastIndexOf("\n", start) + 1, start - MAX_LINE);
    const before = removeMarks(text.slice(line, start)).trim();
    const { street } = STREET.exec(before)?.groups ?? {};
    if (street !== undefined) {
      const town = text.slice(end, end + findTown(text.slice(end, end + 80)));
      found.push(joinLines([`${street} ${cep[0]}${town}`]));
    }
    from = end;
  }
  return found;
}

const ANNOUNCED =
  /(?<![\p{L}])(?:[Ee]ndere[cç]o|ENDEREÇO|[Ll]ocalização|[Oo]nde (?:estamos|fica)) ?:?[ \n](?<place>\p{Lu}[^\n@]{6,150})/gu;

/** Text after "Endereço" without a street, up to its state: a market's stall, a condominium's house, a settlement. */
export function findAnnouncedPlaces(text: string): string[] {
  const found: string[] = [];
  for (const { groups } of removeMarks(text.slice(0, 100_000)).matchAll(ANNOUNCED)) {
    const { place = "" } = groups ?? {};
    const state = findState(`${place}\n`, 0);
    const written = place.slice(0, state?.index);
    if (state === null || !/\d|s\/n/i.test(written) || isUnfilledAddress(place)) continue;
    found.push(joinLines([place.slice(0, state.end)]));
    if (found.length === MAX_ANNOUNCED) break;
  }
  return found;
}
