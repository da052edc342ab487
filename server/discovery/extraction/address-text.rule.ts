import { MAP_MARK, PHONE_MARK, removeMarks, WHATSAPP_MARK } from "./page-reading.rule";
import { CEP, findPlaceBefore, findState, findTown } from "./place-text.rule";
import { trimCharactersAtEnd } from "./trim-characters.rule";

/** An address written in running text, on one line. */
export interface AddressInText {
  address: string;
  start: number;
  /** The proof that it is an address: its CEP, its state, or only its house number next to a word such as "Endereço". */
  proof: "cep" | "state" | "number";
  /** With a house number, a kilometre, or "s/n" for none. */
  isNumbered: boolean;
  /** Next to a word or an icon that announces a contact. */
  isContact: boolean;
}

/** Words that open a street's name and hardly anything else. */
const SURE =
  "(?:rua|avenida|alameda|travessa|pra[cç]a|rodovia|estrada)(?=[ ,:])|(?:aven|avda?|av|trav|p[cç]a|pç)(?=[ .:])";
/** Ordinary words and abbreviations: a capital letter or a digit must follow. */
const UNSURE =
  "(?:largo|ladeira|beco|servid[aã]o|boulevard|cal[cç]ad[aã]o?|marginal|passagem|viela|via|quadra|setor|linha|loteamento|anel vi[aá]rio|esplanada|distrito industrial|ch[aá]cara|s[ií]tio|fazenda)(?= )|(?:r|al|tv|rod|estr?|qd)(?=[ .])";
/** The sectors of Brasília: SHIS QI 11, SCS Quadra 2, CLN 305 Bloco A. */
const SECTOR =
  "s(?:hi[sn]|h[sn]|hc[sn]w?|hces|hcgn|hl[sn]|ht[sn]|hvp|c[sn]|ce[sn]|cia|cl[sn]|clrn|cr[sn]|b[sn]|rtv[sn]|a[sn]|au[sn]|aan|af[sn]|ais|d[sn]|ep[sn]|eups|ga[sn]|gcv|ia|ig|ibs|of[sn]?|mas|mpw|mh[sn]|mdb|mln|po|pm[sn]|q[sn]w?|trc|t[sn])|c[lr][sn]w?|ccsw|eq[sn]w?|q(?:[ilers]|rsw|[nsr][a-z])|a[ce]";
const STATE_ROAD =
  "br|a[clmp]|ba|ce|df|es|go|m[agst]|p[abeir]|r[jnors]|s[cep]|to|mg[ct]|prc|rsc|ers|spa";

/** Searched in lower-cased text: case-insensitive patterns are several times slower. */
const START = new RegExp(
  `(?<![a-zà-ÿ\\d])(?:(?<sure>${SURE})|(?<unsure>${UNSURE})|(?<sector>${SECTOR})(?= (?:q|eq|tr|conj|bl|lo|[aá]r|\\d))|(?<road>${STATE_ROAD})(?=[ -]?\\d{3}(?:[ .,–-]{1,4}km| ?[,–-] ?[a-z])))(?:\\.:|[ .:-])?`,
  "g",
);
const KILOMETRE = /^\d{3}[ .,–-]{1,4}km/;
/** From the street to the end of the address. */
const WINDOW = 240;
const MAX_LINES = 5;
const MAX_STARTS = 1_000;
const MAX_FOUND = 20;

/** Text that follows an address and does not belong to it. */
const STOP = new RegExp(
  [
    `[@©${PHONE_MARK}${WHATSAPP_MARK}${MAP_MARK}?]`,
    String.raw`(?<![a-zà-ÿ])(?:tel(?:efones?)?(?![a-zà-ÿ])|fones?(?![a-zà-ÿ])|whats|celular|contatos?(?![a-zà-ÿ])|e-?mails?(?![a-zà-ÿ])|cnpj|www\.|https?:|hor[aá]rios?|(?:de )?segunda[ -]|seg(?:\.| a )|copyright|todos os direitos|ver (?:no )?mapa|como chegar|google|fax(?![a-zà-ÿ])|sac(?![a-zà-ÿ])|ligue|siga|desenvolvid|cr(?:eci|m|o|c|ea)(?![a-zà-ÿ])|clique|saiba|venha|visite|agende|voltar|enviar|tra[cç]ar rota|funcionamento|atendimento)`,
    String.raw`(?<!\d)(?:\(?\d{2}\)? ?)?9? ?\d{4}[-. ]\d{4}(?!\d)`,
    String.raw`\(0?\d{2}\)`,
    "0800",
  ].join("|"),
);
/** Another street, unless it is part of a corner. */
const NEXT_STREET =
  /(?<![a-zà-ÿ])(?<!(?:esquina|esq\.?|com|entre|e|pr[oó]ximo [aà]o?|acesso|pela|c\/)(?: as?)? )(?:rua|avenida|av\.|rodovia|alameda|travessa) /;
const HOUSE =
  /(?:[,\s–-]|n[º°ªo.])\s?(?:\d{1,2}\.\d{3}|\d{1,5})(?!\d|[.-]\d| ?[ªº°]| de [a-zà-ÿ]| (?:anos|meses|dias|horas|vezes)(?![a-z])| ?(?:%|m[²³]|kg(?![a-z])))|(?<![a-zà-ÿ])s[/.] ?n(?![a-zà-ÿ])|(?<![a-zà-ÿ])km ?\d/;
/** Used where nothing else proves the address: excludes numbers that count something. */
const SURE_HOUSE =
  /(?:[,–-]|n[º°ªo.]|n[uú]mero|[a-zà-ÿ])\s?\s?(?:\d{1,2}\.\d{3}|\d{1,5})(?=\s?\s?(?:[,.;|()/\n•·–—-]|$|[a-z](?![a-zà-ÿ])|bairro|centro|loja(?!s)|sala(?!s)|conj|andar|bloco|t[eé]rreo))|, ?s[/.] ?n(?![a-zà-ÿ])|(?<![a-zà-ÿ])km ?\d/;
/** Placeholders of templates and forms in place of an address. */
const UNFILLED =
  /(?:rua|r\.|avenida|av\.?|alameda|travessa|pra[cç]a|estrada|rodovia)[ :]{1,2}(?:d[aeo]s? )?(?:(?:exemplo|modelo|amostra|teste|fict[ií]cia|tal|lorem|ipsum|nome|sua (?:rua|empresa|cidade)|seu (?:nome|bairro)|x{3,9}|xx(?=, ?\d)|abc|xyz|n[uú]mero|empresa|alguma|placeholder|qualquer|fulano|sem nome|aqui|endere[cç]o|sample|example)(?![a-zà-ÿ])|principal, 123(?!\d)|bernardino de campos, 98(?!\d)|[^\n,]{2,40}, ?(?:0{2,4}|9{4,5})(?!\d))|(?:cidade ?[/,-] ?(?:uf|estado|ex)|[,–-] ?cidade ?[/,–-] ?[a-z]{2})(?![a-z])|sua cidade|nome da (?:rua|cidade)|seu (?:bairro|endere[cç]o)|(?<!\d)(?:00000-?000|12345-?678|99999-?999)(?!\d)|endere[cç]o completo|(?<![a-zà-ÿ])(?:completar|preencher|inserir|informar|colocar|digit[ea]r?)(?: (?:o|a|seu|sua))? (?:endere[cç]o|cep|rua|logradouro)/;

/** True for a placeholder that was never filled in. */
export function isUnfilledAddress(address: string): boolean {
  return UNFILLED.test(address.toLowerCase());
}

const SENTENCE_END = /(?:[a-zà-ÿ]{5}|[a-zà-ÿ]\)|\d)[.!;](?=\s)/;
/** A sentence that ends with its line. */
const LAST_LINE = /[a-zà-ÿ]{5}[.!;]\n/;
const MAX_STREET = 90;
const CONTACT_BEFORE = new RegExp(
  String.raw`endere[cç]o|localiza|onde (?:estamos|fica)|visit[ea]|venha|matriz|filia(?:l|is)(?![a-z])|unidades?(?![a-z])|nossas? lojas?|(?<![a-z])sede(?![a-z])|escrit[oó]rio|contato|fale conosco|atendimento|show-?room|f[aá]brica|address|(?<![a-z])end\.?:|encontr|estamos|situad|fica(?:mos)? n|cnpj|📍|[${MAP_MARK}${PHONE_MARK}${WHATSAPP_MARK}@©]|\d{4}[-. ]\d{4}(?!\d)|hor[aá]rio|(?<!\d)\d{1,2}(?:h|:\d\d)`,
);
const CONTACT_AFTER = new RegExp(
  String.raw`(?<![a-zà-ÿ])(?:tel|fone|whats|celular|e-?mail|hor[aá]rio|contato|cnpj|ver (?:no )?mapa|como chegar|google maps|tra[cç]ar rota|segunda|seg\.)|[${PHONE_MARK}${WHATSAPP_MARK}@]|\d{4}[-. ]\d{4}(?!\d)`,
);
/** "Endereço: rua coronel Sol, 10": no sentence about a street. */
const LABELLED = /(?<![a-zà-ÿ])(?:endere[cç]o|end\.) ?:? ?\n?$/;
const BEFORE = 90;
const AFTER = 110;
/** Addresses of others: an authority, a customer, a property for sale, an event. */
const SOMEBODY_ELSES =
  /anpd|procon|cart[oó]rio|f[oó]rum d|tribunal|clientes?(?![a-z])|parceir|im[oó]ve(?:l|is)|apartamento|[aà] venda|alug|evento|empreendimento|obra(?![a-z])/;

/**
 * Addresses in a page's text, in its order. Each begins with its street and ends with its CEP, its state or its line.
 * @param isAddress the text is known to be an address, such as a map's
 */
export function findAddressesInText(written: string, isAddress = false): AddressInText[] {
  // "Lins l SP": a letter for a bar.
  const text = written.replaceAll(" l ", " | ");
  const lowered = text.toLowerCase();
  // A few capitals get longer; positions would differ.
  const lower = lowered.length === text.length ? lowered : text;
  const found: AddressInText[] = [];
  let after = 0;
  let starts = 0;
  for (const match of lower.matchAll(START)) {
    if (match.index < after) continue;
    starts += 1;
    if (starts > MAX_STARTS || found.length === MAX_FOUND) break;
    const read = readAddress(text, lower, match, isAddress);
    if (read === null) continue;
    const { found: address } = read;
    const from = Math.max(after, address.start - BEFORE);
    const line = Math.max(from, text.lastIndexOf("\n", address.start) + 1);
    if (!isUnfilledAddress(text.slice(line, read.end)))
      found.push(addPlaceBefore(address, text.slice(from, address.start)));
    after = read.end;
  }
  return found;
}

function readAddress(text: string, lower: string, match: RegExpExecArray, isAddress: boolean) {
  const { groups = {} } = match;
  const nameAt = match.index + match[0].length;
  // "2ª Travessa da Paz" is another street than "Travessa da Paz".
  const ordinal = /(?<!\d)\d{1,2}[ªº°] ?$/.exec(
    text.slice(Math.max(0, match.index - 5), match.index),
  );
  const start = match.index - (ordinal?.[0].length ?? 0);
  const first = text.slice(nameAt, nameAt + 8).trimStart();
  const isCapital = ordinal !== null || /^(?:d[aeo]s? )?[\p{Lu}\d"'“]/u.test(first);
  // "P O R T F O L I O": letters set apart.
  if (/^\p{L} \p{L}(?!\p{L})/u.test(first)) return null;
  if (groups["sector"] !== undefined && !/^[A-Z]/.test(text.slice(start, nameAt))) return null;
  if (!isCapital && (groups["unsure"] !== undefined || !/^\p{L}/u.test(first))) return null;
  const isRoad = groups["road"] !== undefined && KILOMETRE.test(lower.slice(nameAt, nameAt + 12));
  const from = { start, nameAt, isRoad };
  const limit = findLimit(lower, from);
  const window = text.slice(start, limit);
  const house = from.isRoad ? 0 : findHouse(lower.slice(nameAt - 1, limit));

  const before = lower.slice(Math.max(0, start - BEFORE), start);
  const after = (end: number) => lower.slice(start + end, start + end + AFTER);
  const isElses = SOMEBODY_ELSES.test(before.slice(before.lastIndexOf("\n") + 1));
  const place = findPlaceEnd(window, nameAt - start);
  if (place !== null) {
    const written = window.slice(0, place.end);
    const isNumbered = house < place.end - (nameAt - start);
    if (!isNumbered && (!/^\p{Lu}/u.test(written) || !isCapital || isProse(written))) return null;
    // "Setor Bueno, Goiânia - GO": a district.
    if (!isNumbered && /^setor /i.test(written)) return null;
    // "Fernanda R. Osasco, SP": somebody's initial, and where they live.
    if (!isNumbered && INITIAL.test(written) && /\p{Ll} $/u.test(text.slice(0, start).slice(-3)))
      return null;
    const isContact =
      isAddress || CONTACT_BEFORE.test(before) || CONTACT_AFTER.test(after(place.end));
    return toFound(written, {
      start,
      proof: place.proof,
      isNumbered,
      isContact: isContact && !isElses,
    });
  }
  if (!(isCapital || LABELLED.test(before)) || isElses) return null;
  const end = findLineEnd(window, nameAt - start);
  const isContact =
    isAddress ||
    CONTACT_BEFORE.test(before) ||
    CONTACT_AFTER.test(after(end)) ||
    findPlaceBefore(text.slice(Math.max(0, start - BEFORE), start)) !== null;
  const isSure = from.isRoad || hasSureHouse(text.slice(nameAt, start + end));
  if (!isContact || !isSure) return null;
  return toFound(window.slice(0, end), { start, proof: "number", isNumbered: true, isContact });
}

/** Adds the town in front of a street, as in "Campinas/SP – Rua X, 10", to an address that names none. */
function addPlaceBefore(found: AddressInText, before: string): AddressInText {
  if (findState(`${found.address}\n`, 0) !== null) return found;
  const place = findPlaceBefore(before);
  if (place === null) return found;
  const { address, proof } = found;
  const cep = CEP.exec(address);
  const [street, code] = cep
    ? [joinLines([address.slice(0, cep.index)]), `, ${cep[0]}`]
    : [address, ""];
  return {
    ...found,
    address: `${street}, ${place.city} - ${place.state}${code}`,
    proof: proof === "number" ? "state" : proof,
  };
}

function toFound(written: string, rest: Omit<AddressInText, "address">) {
  return {
    found: { ...rest, address: joinLines(written.split("\n")) },
    end: rest.start + written.length,
  };
}

/** The position of the house number; infinite when the sentence has none. */
function findHouse(lower: string): number {
  const house = HOUSE.exec(lower);
  if (house === null || house.index > MAX_STREET) return Number.POSITIVE_INFINITY;
  return LAST_LINE.test(lower.slice(0, house.index)) ? Number.POSITIVE_INFINITY : house.index;
}

/** The furthest that the address may reach. */
function findLimit(lower: string, { start, nameAt }: { start: number; nameAt: number }): number {
  let limit = Math.min(lower.length, start + WINDOW);
  let line = nameAt;
  for (let lines = 0; lines < MAX_LINES && line !== -1 && line < limit; lines += 1) {
    line = lower.indexOf("\n", line + 1);
  }
  if (line !== -1) limit = Math.min(limit, line);
  const rest = lower.slice(nameAt, limit);
  const stop = STOP.exec(rest);
  if (stop) limit = nameAt + stop.index;
  const next = NEXT_STREET.exec(rest.slice(12));
  return next ? Math.min(limit, nameAt + 12 + next.index) : limit;
}

/** The end of the CEP or of the state, with the town that follows the CEP. */
function findPlaceEnd(
  window: string,
  nameAt: number,
): { end: number; proof: "cep" | "state" } | null {
  const cep = CEP.exec(window.slice(nameAt));
  const state = findState(window, nameAt);
  if (cep !== null) {
    const [cepAt, cepEnd] = [nameAt + cep.index, nameAt + cep.index + cep[0].length];
    // A CEP far behind the state is another address's.
    if (state === null || state.end > cepAt || cepAt - state.end <= 45) {
      const rest = window.slice(cepEnd);
      const hasState = state !== null && state.end <= cepAt;
      return { end: cepEnd + (hasState ? 0 : findTown(rest)), proof: "cep" };
    }
  }
  return state === null ? null : { end: state.end, proof: "state" };
}

/** An address without a number has no sentences. */
function isProse(written: string): boolean {
  return written.length > 150 || SENTENCE_END.test(written.slice(0, -8).toLowerCase());
}

const INITIAL = /^R[. ]/;
const DISTRICT = /^(?:bairro(?=.)|centro(?![a-z])|jardim|jd\.|vila|parque|pq\.)/i;
/** "Barra da Tijuca, Rio de Janeiro": capitals, and nothing that a menu has. */
const TOWN_LINE =
  /^(?!In[ií]cio|Home|Produtos|Servi[cç]os|Empresa|Sobre|Quem|Loja|Blog|Menu|(?:Bairro|Cidade|Estado)$)\p{Lu}[\p{L}'’.]{1,24}(?:(?: ?[,–-] ?| )(?:d[aeo]s? |e )?\p{Lu}[\p{L}'’.]{1,24}){0,5}$/u;

/**
 * The end of the line or sentence. The next line belongs to it when it names a district, and the next two when they can
 * name a district and a town and a contact or nothing follows.
 */
function findLineEnd(window: string, nameAt: number): number {
  const line = window.indexOf("\n", nameAt + 3);
  let end = line === -1 ? window.length : line;
  const following = window.slice(end).trim().split("\n");
  const isTown = following.length <= 2 && following.every((each) => TOWN_LINE.test(each));
  const belongs = isTown ? following.length : Number(DISTRICT.test(following[0] ?? ""));
  for (let lines = 0; lines < belongs; lines += 1) {
    const next = window.indexOf("\n", end + 1);
    end = next === -1 ? window.length : next;
  }
  const sentence = SENTENCE_END.exec(window.slice(nameAt, end).toLowerCase());
  return sentence ? nameAt + sentence.index + sentence[0].length - 1 : Math.min(end, 150);
}

/** A number after a comma, "nº" and the like, or after a name: "Avenida Brasil 200", not "Rua Augusta tem 3". */
function hasSureHouse(written: string): boolean {
  const house = SURE_HOUSE.exec(`${written.toLowerCase()}\n`);
  if (house === null) return false;
  if (/^(?:[^a-zà-ÿ]|n[º°ªo.u]|km)/.test(house[0])) return true;
  const word =
    written
      .slice(0, house.index + 1)
      .split(" ")
      .at(-1) ?? "";
  return /^[\p{Lu}\d]/u.test(word);
}

/** One line, without what separates it from its neighbours. */
export function joinLines(lines: readonly string[]): string {
  const joined = lines
    .map((line) => trimCharactersAtEnd(removeMarks(line).trim(), ",;|-–—• "))
    .filter(Boolean)
    .join(", ")
    .replace(/\s{1,9}/g, " ")
    .replace(/ ,/g, ",")
    .replace(/:,/g, ":");
  const written = trimCharactersAtEnd(joined, ",;|-–•.:( ");
  return /\bcep$/i.test(written)
    ? trimCharactersAtEnd(written.slice(0, -3), ",;|-–•.:( ")
    : written;
}
