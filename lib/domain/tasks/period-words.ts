import {
  findEaster,
  findSpan,
  getNextWeekday,
  isHoliday,
  MONTHS,
  toWorkingDay,
  type Unit,
} from "./calendar-sums";
import { type Rule, readDigits, say, textAt, type Word } from "./said-words";
import { addDays } from "./task";

interface Span {
  first: string;
  last: string;
}

const LAST_YEAR = 2099;
const UNITS: readonly Unit[] = ["semana", "mes", "trimestre", "semestre", "ano"];
const STARTS = ["comeco", "inicio"];
const MIDDLES = ["meio", "meados"];
const ENDS = ["fim", "final"];

/** "mês que vem", "próxima semana"; "outra semana" is the one after it: the next one is said to come. */
export function readComing(
  words: readonly Word[],
  unit: Unit,
  at: number,
): { length: number; ahead: number } | null {
  const next = unit === "semana" ? "proxima" : "proximo";
  const length = say(
    words,
    `${unit} que vem|${next} ${unit}|${unit} seguinte|${unit} que entra`,
    at,
  );
  if (length) return { length, ahead: 1 };
  return unit === "semana" && say(words, "outra semana", at) ? { length: 2, ahead: 2 } : null;
}

/** "de 2027", "do ano que vem". */
export function readYear(
  words: readonly Word[],
  at: number,
  today: string,
): { length: number; value: number } | null {
  const isFourDigits = /^\d{4}$/.test(textAt(words, at + 1));
  if (textAt(words, at) === "de" && isFourDigits) {
    return { length: 2, value: Number(textAt(words, at + 1)) };
  }
  const coming = textAt(words, at) === "do" ? readComing(words, "ano", at + 1) : null;
  return coming && { length: coming.length + 1, value: Number(today.slice(0, 4)) + 1 };
}

/** "janeiro", "março de 2027": without a year the next one that begins. */
export function readMonth(
  words: readonly Word[],
  at: number,
  today: string,
): (Span & { length: number }) | null {
  const month = MONTHS.indexOf(textAt(words, at)) + 1;
  if (month === 0) return null;
  const year = readYear(words, at + 1, today);
  const [thisYear = 0, thisMonth = 0] = today.split("-").map(Number);
  const inYear = year?.value ?? (month > thisMonth ? thisYear : thisYear + 1);
  if (inYear < thisYear || inYear > LAST_YEAR) return null;
  const span = findSpan("mes", `${inYear}-01-01`, month - 1);
  return span.last < today ? null : { ...span, length: 1 + (year?.length ?? 0) };
}

/** "no fim de semana": its next day. Said as a wish, it says nothing. */
export const readWeekend: Rule = (words, { day }) => {
  const wish = say(words, "bom|otimo|excelente|lindo");
  const lead = wish ?? say(words, "no|neste|nesse|este|esse|o|proximo") ?? 0;
  const length = say(words, "fim de semana|final de semana|fds", lead);
  if (length === null) return null;
  if (wish) return { length: wish + length };
  const coming = say(words, "que vem", lead + length) ?? 0;
  const last = getNextWeekday(day, 0);
  const saturday = addDays(last, -1);
  return {
    length: lead + length + coming,
    day: saturday > day ? saturday : last,
    last,
  };
};

/**
 * "semana que vem", "em janeiro", "no fim do mês", "começo de março", "ano que vem". Who names no day means one on which people
 * work.
 */
export const readPeriod: Rule = (words, { day: today }) => {
  const lead = say(words, "no|na|o|a|ao|em|ate") ?? 0;
  const isPart =
    [...STARTS, ...MIDDLES, ...ENDS].includes(textAt(words, lead)) &&
    ["de", "do", "da"].includes(textAt(words, lead + 1));
  const part = isPart ? textAt(words, lead) : "";
  const at = isPart ? lead + 2 : lead;
  for (const unit of UNITS) {
    const coming = readComing(words, unit, at);
    if (coming) {
      return toPart(part, at + coming.length, today, [findSpan(unit, today, coming.ahead)]);
    }
    if (isPart && textAt(words, at) === unit) {
      const spans = [findSpan(unit, today, 0), findSpan(unit, today, 1)];
      return toPart(part, at + 1, today, spans);
    }
  }
  const half = say(words, "segundo semestre|2o semestre|2º semestre", at);
  if (half) {
    const july = `${today.slice(0, 4)}-07-01`;
    const { first, last } = findSpan("semestre", july, today < july ? 0 : 2);
    return toPart(part, at + half, today, [{ first, last }]);
  }
  const isIn = ["em", "ate"].includes(textAt(words, 0));
  const ofMonth = say(words, "mes de", at) ?? 0;
  const month = isPart || isIn || ofMonth ? readMonth(words, at + ofMonth, today) : null;
  if (month) return toPart(part, at + ofMonth + month.length, today, [month]);
  const year = isIn ? readDigits(textAt(words, 1), LAST_YEAR) : null;
  if (year === null || year <= Number(today.slice(0, 4))) return null;
  return toPart("", 2, today, [findSpan("ano", `${year}-01-01`, 0)]);
};

const IN_ORDER = ["primeira", "segunda", "terceira", "quarta", "ultima"];
const DAYS_OF_PART = new Map(Object.entries({ semana: 7, quinzena: 15 }));

/** "na última semana de janeiro", "na segunda quinzena do mês": its first working day that is not over. */
export const readPartOfMonth: Rule = (words, { day: today }) => {
  const lead = say(words, "na|a") ?? 0;
  const serial = IN_ORDER.indexOf(textAt(words, lead));
  const days = DAYS_OF_PART.get(textAt(words, lead + 1));
  const at = lead + 3;
  if (serial < 0 || !days || !say(words, "de|do", at - 1)) return null;
  const coming = readComing(words, "mes", at);
  const month = readMonth(words, at, today);
  const [length, ahead] = coming
    ? [coming.length, [coming.ahead]]
    : [month?.length ?? 1, textAt(words, at) === "mes" ? [0, 1] : []];
  const spans = month ? [month] : ahead.map((months) => findSpan("mes", today, months));
  for (const { first, last } of spans) {
    const isLast = IN_ORDER[serial] === "ultima";
    const from = isLast ? addDays(last, 1 - days) : addDays(first, serial * days);
    const to = isLast ? last : addDays(from, days - 1);
    if (to < today) continue;
    const isBegun = from < today;
    return { length: at + length, day: toWorkingDay(isBegun ? today : from), last: to };
  }
  return null;
};

/** The part's first working day that is not over, or its last one for the end. */
function toPart(part: string, length: number, today: string, spans: readonly Span[]) {
  for (const { first, last } of spans) {
    const half = (Date.parse(last) - Date.parse(first)) / 86_400_000 / 2;
    const isEnd = ENDS.includes(part);
    const wanted = isEnd ? last : addDays(first, MIDDLES.includes(part) ? Math.floor(half) : 0);
    // Of a week the end is its Friday.
    const day = toWorkingDay(wanted, isEnd ? -1 : 1);
    if (day >= today) return { length, day, last: isEnd || part === "" ? last : day };
    if (isEnd && last >= today) return { length, day: last, last };
  }
  return null;
}

/** The days on which they end: carnival with Ash Wednesday, the holidays of schools with January and July. */
const FEASTS: [names: string, (year: number) => string[]][] = [
  ["carnaval", (year) => [addDays(findEaster(year), -46)]],
  ["pascoa|semana santa", (year) => [findEaster(year)]],
  ["dia das maes", (year) => [addDays(getNextWeekday(`${year}-04-30`, 0), 7)]],
  ["sao joao|festas juninas", (year) => [`${year}-06-24`]],
  ["ferias coletivas|ferias escolares|ferias", (year) => [`${year}-01-31`, `${year}-07-31`]],
  ["dia dos pais", (year) => [addDays(getNextWeekday(`${year}-07-31`, 0), 7)]],
  ["black friday", (year) => [addDays(getNextWeekday(`${year}-10-31`, 4), 22)]],
  ["natal", (year) => [`${year}-12-25`]],
  [
    "festas de fim de ano|festas de final de ano|festas|fim de ano|final de ano|reveillon|virada do ano|virada|ano novo|ano-novo",
    (year) => [`${year}-01-01`],
  ],
];
/** "O feriado" is one near at hand, or one of a town that we do not know. */
const HOLIDAY_DAYS = 14;

/** The last day of the next feast of that name. */
export function readFeast(
  words: readonly Word[],
  at: number,
  today: string,
): { length: number; last: string } | null {
  if (say(words, "feriado|feriadao", at)) {
    const days = Array.from({ length: HOLIDAY_DAYS }, (_, ahead) => addDays(today, ahead));
    const last = days.find(isHoliday);
    return last === undefined ? null : { length: 1, last };
  }
  const thisYear = Number(today.slice(0, 4));
  for (const [names, findDays] of FEASTS) {
    const length = say(words, names, at);
    if (length === null) continue;
    const days = [...findDays(thisYear), ...findDays(thisYear + 1)];
    const last = days.find((day) => day >= today);
    return last === undefined ? null : { length, last };
  }
  return null;
}
