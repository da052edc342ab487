import { foldText } from "../text/fold-text";

/** Days as people and programs write them in a cell. */

const MONTHS = [
  ["jan"],
  ["fev", "feb"],
  ["mar"],
  ["abr", "apr"],
  ["mai", "may"],
  ["jun"],
  ["jul"],
  ["ago", "aug"],
  ["set", "sep"],
  ["out", "oct"],
  ["nov"],
  ["dez", "dec"],
];
const MAX_LENGTH = 60;
/** 26 is 2026, 85 is 1985. */
const LAST_SHORT_YEAR = 49;

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const IN_DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
/** "4 de novembro de 2018", "04-nov-18", "4 nov. 2018". */
const DAY_FIRST = /^(\d{1,2})[º°]?(?:[-/. ]| de )([a-z]{3,9})\.?(?:[-/. ]| de )(\d{4}|\d{2})$/;
/** "Nov 4, 2018". */
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
const WEEKDAY = /^(?:(?:segunda|terca|quarta|quinta|sexta)-feira|sabado|domingo), /;
const TIME =
  /^\d{1,2}(?::\d\d(?::\d\d(?:[.,]\d{1,9})?)?|h(?:\d\d)?)? ?(?:[ap]\.?m\.?)?(?:z|[+-]\d\d:?\d\d)?$/;

/**
 * "2026-01-31", "31/01/2026", "31/1/26", "31/jan/2026" and "31 de janeiro de 2026", also with a time behind it, of this
 * century or the last one. As an ISO day; null for another text.
 */
export function readWrittenDay(input: string): string | null {
  const text = input.trim();
  if (text.length > MAX_LENGTH || !/^[\p{L}\d]/u.test(text)) return null;
  const day = removeTime(foldText(text)).replace(WEEKDAY, "");
  const iso = ISO.exec(day);
  if (iso) return toDay(iso[1], Number(iso[2]), iso[3]);
  const digits = IN_DIGITS.exec(day);
  if (digits) return toDay(digits[3], Number(digits[2]), digits[1]);
  const written = DAY_FIRST.exec(day);
  if (written) return toDay(written[3], findMonth(written[2]), written[1]);
  const english = MONTH_FIRST.exec(day);
  return english ? toDay(english[3], findMonth(english[1]), english[2]) : null;
}

/** Removes a time after the day, if there is one. */
function removeTime(text: string): string {
  const at = text.search(/\d{1,2}(?::\d|h)/);
  if (at < 1 || !TIME.test(text.slice(at))) return text;
  const before = text.slice(0, at).trimEnd();
  return before.replace(/(?:t|,| as| at)$/, "").trimEnd();
}

function findMonth(word = ""): number {
  return MONTHS.findIndex((names) => names.includes(word.slice(0, 3))) + 1;
}

function toDay(written = "", month = 0, day = ""): string | null {
  const short = Number(written) > LAST_SHORT_YEAR ? `19${written}` : `20${written}`;
  const year = written.length === 2 ? short : written;
  const iso = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
  return exists && /^(?:19|20)/.test(iso) ? iso : null;
}
