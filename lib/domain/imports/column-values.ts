import { normalizeCnpj } from "../companies/cnpj";
import { readStatus } from "../leads/lead-status";
import { readOwnValue } from "../leads/own-fields";
import { isAreaCode } from "../phone/brazilian-number";
import { phoneDigits } from "../phone/phone-digits";
import { readNumber } from "../phone/read-number";
import { isEmailAddress } from "../text/email";
import { isWebAddress } from "../text/web-address";
import { readWrittenDay } from "../time/written-day";
import { putDayFirst } from "./american-dates";
import { findCnpjColumns, joinCells } from "./cnpj-columns";
import {
  BETWEEN_NUMBERS,
  cleanNumber,
  isLocalNumber,
  isMobile,
  looksLikeCpf,
} from "./import-numbers";

/** Describes the values of columns: headers are unreliable, the values show the content. */

/** The number of rows that are examined. */
const SAMPLE_ROWS = 60;
/** A longer cell is a text. */
const MAX_LENGTH = 300;

const STATE =
  /^(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)$/i;
const TOWN_AND_STATE =
  /^(\p{L}[\p{L}\d '’.-]{1,80}?) ?[/,(–-] ?(AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)\)?$/iu;
const STREET =
  /^(?:r|rua|av|avenida|al|alameda|trav|travessa|tv|rod|rodovia|estr|estrada|praca|praça|pça|largo|via|quadra|q|qd|st|setor|vila|avenue|street)\b[. ]/i;
const NUMBERED = /^(?=[^,]{3,120}, ?(?:n[º°.o]? ?)?\d{1,6}\b)\p{L}/iu;

const NUMBER = { kind: "number", choices: [] } as const;

const KINDS = {
  email: isEmails,
  cnpj: (text: string) => /\d/.test(text) && normalizeCnpj(restoreZeros(text)) !== null,
  date: (text: string) => (readWrittenDay(text) ?? readWrittenDay(putDayFirst(text))) !== null,
  phone: holdsNumber,
  mobile: (text: string) => holdsNumber(text) && splitParts(text).some(isMobile),
  local: isLocalNumber,
  area: (text: string) => isAreaCode(phoneDigits(text).replace(/^0/, "")) && text.length <= 5,
  cep: (text: string) => /^\d{2}\.?\d{3}-\d{3}$/.test(text),
  number: (text: string) => readOwnValue(NUMBER, text).ok,
  money: (text: string) => /^-?R\$/i.test(text) && readOwnValue(NUMBER, text).ok,
  yes_no: (text: string) =>
    /^(?:sim|s|n[aã]o|n|yes|y|no|true|false|verdadeiro|falso|x)$/i.test(text),
  state: (text: string) => STATE.test(text),
  town: (text: string) => splitTown(text) !== null,
  website: (text: string) => isWebAddress(text) && !/^\d+[.,]\d+$/.test(text),
  address: (text: string) => !/^-?R\$/i.test(text) && (STREET.test(text) || NUMBERED.test(text)),
  status: (text: string) => readStatus(text) !== null,
} satisfies Record<string, (text: string) => boolean>;
type ValueKind = keyof typeof KINDS;

export interface ColumnValues {
  /** Values in the examined rows. */
  count: number;
  /** The share of them, from 0 to 1, that is of each kind; 0 without values. */
  share: Record<ValueKind, number>;
  /** Values that contain a digit; words without one; different ones. */
  digits: number;
  words: number;
  different: number;
  /** Index of the column with the root of the CNPJ, where this one has its order or check digits. */
  completes: number | null;
}

/** Examines the values of each column; those of a CNPJ's root are judged together with the columns of its other parts. */
export function judgeColumns(
  headers: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): ColumnValues[] {
  const sample = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => ({
    cells: headers.map((_header, at) => cleanNumber((cells[at] ?? "").slice(0, MAX_LENGTH))),
  }));
  const cnpj = findCnpjColumns(headers, sample);
  return headers.map((_header, at) => {
    const own = sample.map(({ cells }) => cells[at] ?? "");
    if (!cnpj) return judge(own);
    if (cnpj.others.includes(at)) return { ...judge(own), completes: cnpj.root };
    return judge(at === cnpj.root ? sample.map(({ cells }) => joinCells(cells, cnpj)) : own);
  });
}

function judge(cells: readonly string[]): ColumnValues {
  const values = cells.filter((cell) => cell !== "");
  const rate = (isOne: (text: string) => boolean) =>
    values.length === 0 ? 0 : values.filter(isOne).length / values.length;
  const share = Object.fromEntries(
    Object.entries(KINDS).map(([kind, isOne]) => [kind, rate(isOne)]),
  ) as Record<ValueKind, number>;
  return {
    count: values.length,
    share,
    digits: rate((text) => /\p{Nd}/u.test(text)),
    words: rate((text) => /\p{L}/u.test(text) && !/\p{Nd}/u.test(text)),
    different: values.length === 0 ? 0 : new Set(values).size / values.length,
    completes: null,
  };
}

const NAMED: [kinds: readonly ValueKind[], name: string][] = [
  [["email"], "e-mails"],
  [["cnpj"], "CNPJs"],
  [["phone", "local"], "números de telefone"],
  [["date"], "datas"],
  [["cep"], "CEPs"],
  [["yes_no"], "sim ou não"],
  [["state"], "siglas de estado"],
  [["town"], "cidades com estado"],
  [["address"], "endereços"],
  [["website"], "sites"],
  [["money"], "valores em reais"],
  [["number"], "números"],
];

/** A column's content, in words: '12 de 15 são datas', for the kind of at least half of its values; null for texts. */
export function describeValues({ count, share, completes }: ColumnValues): string | null {
  if (completes !== null) return "Completa o CNPJ";
  const rated = NAMED.map(([kinds, name]) => ({
    name,
    share: kinds.reduce((sum, kind) => sum + share[kind], 0),
  }));
  const best = rated.reduce((one, other) => (other.share > one.share + 0.1 ? other : one));
  if (count === 0 || best.share < 0.5) return null;
  const read = Math.min(count, Math.round(best.share * count));
  return `${read} de ${count} ${read === 1 ? "é" : "são"} ${read === 1 ? toOne(best.name) : best.name}`;
}

function toOne(name: string): string {
  return name.startsWith("valores") ? "valor em reais" : name.replace(/s\b/, "");
}

function isEmails(text: string): boolean {
  if (!text.includes("@")) return false;
  return text
    .split(/[;,/\s]+|:::/, 6)
    .filter(Boolean)
    .every(isEmailAddress);
}

/** Spreadsheets drop a CNPJ's leading zeros. */
function restoreZeros(text: string): string {
  return /^\d{12,13}$/.test(text) ? text.padStart(14, "0") : text;
}

function holdsNumber(text: string): boolean {
  if (/[@]/.test(text) || looksLikeCpf(text) || normalizeCnpj(text) !== null) return false;
  return splitParts(text).some((part) => readNumber(part).ok);
}

function splitParts(text: string): string[] {
  return [text, ...text.split(BETWEEN_NUMBERS, 5).map(cleanNumber)];
}

/** 'São Paulo/SP' and 'São Paulo - SP' in their parts; null for a town alone. */
export function splitTown(text: string): { city: string; state: string } | null {
  const [, city, state] = (text.length <= 120 && TOWN_AND_STATE.exec(text)) || [];
  return city && state ? { city: city.trim(), state: state.toUpperCase() } : null;
}
