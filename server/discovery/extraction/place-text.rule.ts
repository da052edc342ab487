import { UFS } from "@/lib/domain/geo/ufs";

/** Towns, states and CEPs as addresses name them. */

const CODES = UFS.join("|");

/** 13010-000, 13.010-000; without its dash only after the word or a state. It may touch a word. */
export const CEP = new RegExp(
  [
    String.raw`[Cc][Ee][Pp][\s:.nº°-]{0,4}\d{2}\.?\d{3}[ –-]{0,3}\d{3}(?!\d)`,
    String.raw`(?<![\d.,/])(?:\d{5}|\d{2}\.\d{3}) ?[–-] ?\d{3}(?!\d|[-./]\d)`,
    String.raw`(?<=(?:${CODES})[ ,.–-]{1,4})\d{5} ?\d{3}(?!\d)`,
  ].join("|"),
);

const STATES = [
  // Campinas - SP, Campinas/SP, (SP)
  new RegExp(String.raw`[-–—/,(|•\n] ?(?:${CODES})(?![\p{L}\d])(?! ?\d{1,4}(?![\d.]))`, "u"),
  // Campinas SP at the end or before the CEP
  new RegExp(
    String.raw`(?<=\p{L}{3}\.?) (?:${CODES})(?=[ ,.–-]{0,3}(?:\n|$|[Cc][Ee][Pp]|\d{5}|\d{2}\.\d{3}))`,
    "u",
  ),
  // campinas/sp, Campinas / Sp
  new RegExp(String.raw`(?<=\p{L}{3}) ?/ ?(?:${CODES})(?![\p{L}\d])`, "iu"),
  // campinas - sp at the end or before the CEP
  new RegExp(
    String.raw`(?<=\p{L}{3}) ?[-–,] ?(?:${CODES})(?=[ ,.–-]{0,3}(?:\n|$|cep|\d{5}|\d{2}\.\d{3}))`,
    "iu",
  ),
  /[-–—/,(|•\n] ?(?:Bras[ií]lia|São Paulo|Minas Gerais|Rio de Janeiro|Rio Grande do (?:Sul|Norte)|Paran[aá]|Santa Catarina|Bahia|Pernambuco|Ceará|Goiás|Mato Grosso(?: do Sul)?|Distrito Federal|Espírito Santo|Pará|Paraíba|Maranhão|Piauí|Sergipe|Alagoas|Amazonas|Acre|Amapá|Rondônia|Roraima|Tocantins)(?![\p{L}])/iu,
];

/** The first state in the text after `from`; where no abbreviation is found, one written out. */
export function findState(text: string, from: number): { index: number; end: number } | null {
  const rest = text.slice(from);
  for (const pattern of STATES) {
    const match = pattern.exec(rest);
    if (match) return { index: from + match.index, end: from + match.index + match[0].length };
  }
  return null;
}

const TOWN = String.raw`\p{Lu}[\p{L}'’.]{1,24}(?: (?:d[aeo]s?|e|\p{Lu}[\p{L}'’.]{0,24})){0,5}`;
const TOWN_AND_STATE = new RegExp(
  String.raw`^[ ,.;:|/()–—-]{0,6}\n?[ ,.|–—-]{0,4}${TOWN} ?[-–—/,(| ] ?(?:${CODES}|(?<=/ ?)[a-z]{2})(?![\p{L}\d])`,
  "u",
);
const LONE_TOWN = new RegExp(
  String.raw`^[ ,.;:|/–—-]{1,6}(?!Brasil)${TOWN}(?= ?(?:\n|$|[.,;|–—-]))`,
  "u",
);

/** A district, a town and a state written out. */
const MOST_PLACES = 3;

/** Length of the places with which the text begins, up to a town with its state: what follows a CEP. */
export function findTown(text: string): number {
  let length = 0;
  for (let places = 0; places < MOST_PLACES; places += 1) {
    const rest = text.slice(length);
    const town = TOWN_AND_STATE.exec(rest);
    if (town !== null) return length + town[0].length;
    const lone = LONE_TOWN.exec(rest);
    if (lone === null) return length;
    length += lone[0].length;
  }
  return length;
}

const PLACE_BEFORE = new RegExp(
  String.raw`(?:^|[^\p{L}])(?<city>${TOWN}) ?(?:[-–—/,|] ?|\()(?<state>${CODES})\)?[ ,.:;|•·–—-]{0,5}\n?[ |•·–—-]{0,4}$`,
  "u",
);
const OF_PLACE =
  /^(?:(?:Unidade|Filial|Matriz|Loja|Cidade|Endereço|Sede|Em|CEP|Bairro|Brasil) )+(?=\p{Lu})/u;

/** The town and the state at the end of a text, where a street follows. Looks at the last 80 characters. */
export function findPlaceBefore(text: string): { city: string; state: string } | null {
  const { city, state } = PLACE_BEFORE.exec(text.slice(-80))?.groups ?? {};
  if (city === undefined || state === undefined) return null;
  return { city: city.replace(OF_PLACE, ""), state };
}

const PLACE = new RegExp(
  String.raw`(?:^|[,;|\n(–—-]|\d{3} ) ?(?<city>${TOWN}) ?[-–—/,(] ?(?<state>${CODES})(?![\p{L}\d])`,
  "gu",
);

/** The last "Campinas - SP" or "Campinas/SP" of an address. */
export function findPlace(address: string): { city: string; state: string } | null {
  const { city, state } = [...address.matchAll(PLACE)].at(-1)?.groups ?? {};
  return city === undefined || state === undefined ? null : { city, state };
}
