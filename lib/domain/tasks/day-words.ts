import {
  addMonths,
  addWorkingDays,
  findEaster,
  findSpan,
  getNextDate,
  getNextWeekday,
  MONTHS,
  mondayFirst,
  toDateOf,
  toDay,
  toWorkingDay,
  WEEKDAYS,
} from "./calendar-sums";
import { pad } from "./hour-words";
import type { Now } from "./now";
import { readComing, readMonth, readYear } from "./period-words";
import {
  type Rule,
  readDigits,
  readNumber,
  readOrdinal,
  say,
  textAt,
  type Word,
} from "./said-words";
import { addDays } from "./task";

const DAY_MINUTES = 24 * 60;
/** Farther away nobody plans: days, weeks, months. */
const MOST_AHEAD = 500;
const LAST_DAY = "2099-12-31";

const MINUTES = new Map(
  Object.entries({ min: 1, minuto: 1, minutos: 1, h: 60, hora: 60, horas: 60 }),
);
const DAYS = new Map(
  Object.entries({
    d: 1,
    dia: 1,
    dias: 1,
    semana: 7,
    semanas: 7,
    quinzena: 15,
    quinzenas: 15,
  }),
);
const MONTH_COUNTS = new Map(Object.entries({ mes: 1, meses: 1, ano: 12, anos: 12 }));
const VAGUE = ["uns", "umas", "alguns", "algumas"];
/** The number of days that "uns dias" means. */
const VAGUE_COUNT = 3;

/** "em 3 dias", "daqui a uma hora e meia", "daqui uns 15 dias", "em meia hora", "em 2h", "daqui a 3 dias úteis". */
export const readDistance: Rule = (words, now) => {
  const lead = say(words, "daqui a|daqui ha|daqui|dentro de|em");
  if (lead === null) return null;
  if (say(words, "meia hora", lead)) return { length: lead + 2, ...addMinutes(now, 30) };
  if (say(words, "pouco", lead) && textAt(words, 0) === "daqui") {
    return { length: lead + 1, ...addMinutes(now, 60) };
  }
  const isVague = VAGUE.includes(textAt(words, lead));
  const hedged = lead + (isVague ? 1 : 0);
  const glued = /^(\d{1,3})(h|min|d)(\d{2})?$/.exec(textAt(words, hedged));
  const number = glued
    ? { length: 0, value: Number(glued[1]) }
    : (readNumber(words, hedged, MOST_AHEAD) ??
      (isVague ? { length: 0, value: VAGUE_COUNT } : null));
  if (number === null || number.value < 1 || number.value > MOST_AHEAD) return null;
  const unit = glued?.[2] ?? textAt(words, hedged + number.length);
  const end = hedged + number.length + 1;
  const minutes = MINUTES.get(unit);
  if (minutes) {
    const rest = readRest(words, end, minutes, Number(glued?.[3] ?? 0));
    return { length: rest.end, ...addMinutes(now, number.value * minutes + rest.value) };
  }
  const half = say(words, "e meia|e meio", end) ?? 0;
  const days = DAYS.get(unit);
  const months = MONTH_COUNTS.get(unit);
  let day: string | null = null;
  if (days) {
    const isWorking = say(words, "uteis|util", end);
    if (isWorking) return { length: end + 1, day: addWorkingDays(now.day, number.value) };
    day = addDays(now.day, Math.ceil((number.value + (half ? 0.5 : 0)) * days));
  } else if (months) {
    const whole = addMonths(now.day, number.value * months + (half && months > 1 ? 6 : 0));
    day = addDays(whole, half && months === 1 ? 15 : 0);
  }
  if (day === null || day > LAST_DAY) return null;
  const isCounted = !isVague || number.length > 0;
  return { length: end + half, day: isCounted ? day : toWorkingDay(day) };
};

/** After whole hours: "e meia", "e 15", "e quinze minutos". */
function readRest(words: readonly Word[], end: number, minutes: number, own: number) {
  if (own > 0 || minutes === 1) return { value: own, end };
  const half = say(words, "e meia", end);
  if (half) return { value: 30, end: end + half };
  const number = textAt(words, end) === "e" ? readNumber(words, end + 1, 59) : null;
  if (!number) return { value: 0, end };
  const after = end + 1 + number.length;
  return { value: number.value, end: after + (say(words, "minutos|min", after) ?? 0) };
}

export const readNearDay: Rule = (words, { day }) => {
  if (say(words, "depois de amanha")) return { length: 3, day: addDays(day, 2) };
  if (say(words, "hoje")) return { length: 1, day };
  if (say(words, "amanha")) return { length: 1, day: addDays(day, 1) };
  return null;
};

const DATE_LEADS = "no dia|o dia|pelo dia|dia|em";

/** "nota 10/10", "3/4 de xícara": two numbers that are no date. */
export const readRatio: Rule = (words) => {
  if (say(words, "nota") && /^\d{1,2}\/\d{1,2}$/.test(textAt(words, 1))) return { length: 2 };
  const isFraction = say(words, "1/2 de|1/3 de|2/3 de|1/4 de|3/4 de") !== null;
  const isDay = say(words, "manha|tarde|noite", 2) !== null || readDigits(textAt(words, 2), 9_999);
  return isFraction && !isDay ? { length: 1 } : null;
};

/** "12/03", "dia 12/3/2027", "10-12-2026", "10.12.2026", "2026-12-10": without a year the next one that comes. */
export const readWrittenDate: Rule = (words, now) => {
  const lead = say(words, DATE_LEADS) ?? 0;
  const text = textAt(words, lead);
  const parts =
    /^(\d{1,2})[ºo°]?\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text) ??
    /^(\d{1,2})[-.](\d{1,2})[-.](\d{2}|\d{4})$/.exec(text);
  const turned = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [date, month, year] = parts?.slice(1) ?? turned?.slice(1).reverse() ?? [];
  const day = toDay(Number(date ?? 0), Number(month ?? 0), toYear(year), now.day);
  return day === null ? null : { length: lead + 1, day };
};

function toYear(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text.padStart(4, "20"));
}

/** "dia 12", "dia 1º", "dia primeiro", "12 de março", "dia 12 de março de 2027", "dia 5 do mês que vem". */
export const readDayOfMonth: Rule = (words, now) => {
  const lead = say(words, DATE_LEADS) ?? 0;
  const ordinal = readOrdinal(textAt(words, lead));
  const isNamed = textAt(words, lead - 1) === "dia";
  const spelled = isNamed ? readNumber(words, lead, 31) : null;
  const date = ordinal ?? spelled?.value ?? readDigits(textAt(words, lead), 31);
  if (date === null || date < 1 || date > 31) return null;
  const end = lead + (ordinal === null ? (spelled?.length ?? 1) : 1);
  if (isNamed && say(words, "de cada mes|de todo mes|de todos os meses", end)) {
    return { length: end + 3, day: getNextDate(date, now.day), repeats: true };
  }
  const month = textAt(words, end) === "de" ? MONTHS.indexOf(textAt(words, end + 1)) + 1 : 0;
  if (month > 0) {
    const year = readYear(words, end + 2, now.day);
    const day = toDay(date, month, year?.value, now.day);
    return day === null ? null : { length: end + 2 + (year?.length ?? 0), day };
  }
  if (!isNamed) return null;
  const coming = textAt(words, end) === "do" ? readComing(words, "mes", end + 1) : null;
  if (!coming) return { length: end, day: getNextDate(date, now.day) };
  const day = toDateOf(findSpan("mes", now.day, coming.ahead), date);
  return { length: end + 1 + coming.length, day };
};

/** "quinto dia útil", "no 5º dia útil": holidays of towns are not known. */
export const readWorkingDay: Rule = (words, { day: today }) => {
  const lead = say(words, "no|o") ?? 0;
  const count = readOrdinal(textAt(words, lead));
  const end = lead + 1 + (say(words, "dia util", lead + 1) ?? 0);
  if (count === null || count < 1 || end === lead + 1) return null;
  const coming = textAt(words, end) === "do" ? readComing(words, "mes", end + 1) : null;
  const month = textAt(words, end) === "de" ? readMonth(words, end + 1, today) : null;
  const named = coming ? findSpan("mes", today, coming.ahead).first : month?.first;
  const find = (first: string) => addWorkingDays(addDays(first, -1), count);
  const inThis = find(named ?? findSpan("mes", today, 0).first);
  const day = inThis < today ? find(findSpan("mes", today, 1).first) : inThis;
  return { length: end + ((coming ?? month)?.length ?? -1) + 1, day };
};

/** As people shorten them. "Ter" and "dom" are words too: they count behind "na" and "no" alone. */
const SHORT_WEEKDAYS = ["dom", "seg", "ter", "qua", "qui", "sex", "sab"];
const WORDS_TOO = ["dom", "ter"];
const BEFORE_WEEKDAY = [
  "na",
  "no",
  "nesta",
  "neste",
  "nessa",
  "nesse",
  "esta",
  "este",
  "essa",
  "esse",
  "proxima",
  "proximo",
  "pela",
  "pra",
];
/** Behind these, "segunda" and "quarta" are numbers. */
const COUNTED = [
  "via",
  "vez",
  "parcela",
  "opcao",
  "ordem",
  "chance",
  "reuniao",
  "proposta",
  "etapa",
  "fase",
  "semana",
  "quinzena",
  "mao",
  "geracao",
  "pessoa",
  "loja",
  "unidade",
  "fatura",
  "tentativa",
  "mensagem",
  "ligacao",
];

/** "sexta", "na próxima terça-feira", "2ª feira", "quinta que vem": the next one that comes, which is never today. */
export const readWeekday: Rule = (words, { day }) => {
  let lead = 0;
  while (lead < 2 && BEFORE_WEEKDAY.includes(textAt(words, lead))) lead += 1;
  const named = readWeekdayName(words, lead);
  if (!named) return null;
  if (COUNTED.includes(textAt(words, named.end))) return { length: named.end + 1 };
  const feast = say(words, "de cinzas|santa", named.end);
  if (feast) {
    const days = (year: number) => addDays(findEaster(year), feast === 1 ? -2 : -46);
    const year = Number(day.slice(0, 4));
    return { length: named.end + feast, day: [days(year), days(year + 1)].find((of) => of >= day) };
  }
  // From one day to another: hours of a shop, or something that happens on all of them.
  const to = say(words, "a|ate", named.end);
  const until = to ? readWeekdayName(words, named.end + to) : null;
  if (until) return { length: until.end };
  const ofWeek = say(words, "da|na|de", named.end);
  const week = ofWeek ? readComing(words, "semana", named.end + ofWeek) : null;
  if (week && ofWeek) {
    return {
      length: named.end + ofWeek + week.length,
      day: addDays(findSpan("semana", day, week.ahead).first, mondayFirst(named.weekday)),
    };
  }
  const coming = say(words, "que vem|agora", named.end) ?? 0;
  return { length: named.end + coming, day: getNextWeekday(day, named.weekday) };
};

/** "semana que vem, na terça". */
export const readDayOfWeek: Rule = (words, { day }) => {
  const lead = say(words, "na") ?? 0;
  const week = readComing(words, "semana", lead);
  if (!week) return null;
  const end = lead + week.length;
  const named = readWeekdayName(words, end + (say(words, "na|no", end) ?? 0));
  if (!named) return null;
  const { first } = findSpan("semana", day, week.ahead);
  return { length: named.end, day: addDays(first, mondayFirst(named.weekday)) };
};

function readWeekdayName(
  words: readonly Word[],
  at: number,
): { weekday: number; end: number } | null {
  const text = textAt(words, at);
  const word = text.replace(/-feira$/, "");
  const isFollowed = textAt(words, at + 1) === "feira";
  const end = at + (isFollowed ? 2 : 1);
  const digit = /^([2-6])[aª]$/.exec(word);
  if (digit) {
    const next = textAt(words, at + 1);
    const isLast = (at > 0 && next === "") || /^(?:as$|\d{1,2}[h:])/.test(next);
    const isDay = isFollowed || word !== text || isLast;
    return isDay ? { weekday: Number(digit[1]) - 1, end } : null;
  }
  const isShort = SHORT_WEEKDAYS.includes(word) && (at > 0 || !WORDS_TOO.includes(word));
  const weekday = isShort ? SHORT_WEEKDAYS.indexOf(word) : WEEKDAYS.indexOf(word);
  return weekday < 0 ? null : { weekday, end };
}

function addMinutes({ day, time }: Now, minutes: number): { day: string; time: string } {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const sum = hour * 60 + minute + minutes;
  const rest = sum % DAY_MINUTES;
  return {
    day: addDays(day, Math.floor(sum / DAY_MINUTES)),
    time: `${pad(Math.floor(rest / 60))}:${pad(rest % 60)}`,
  };
}
