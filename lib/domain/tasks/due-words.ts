import { addDays, type TaskDue } from "./task";

/** A word of a typed text: folded, without the punctuation around it. */
export interface Word {
  text: string;
  /** As it was typed. */
  written: string;
  start: number;
  end: number;
}

/** What some words say of when a task is due. */
export interface DueWords {
  /** How many words. */
  length: number;
  day?: string;
  time?: string;
}

/** The present moment in São Paulo. */
export type Now = TaskDue & { time: string };

type Rule = (words: readonly Word[], now: Now) => DueWords | null;

const NUMBERS = new Map(
  Object.entries({
    ...{ um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7 },
    ...{ oito: 8, nove: 9, dez: 10, quinze: 15, vinte: 20, trinta: 30 },
  }),
);
const WEEKDAYS = ["domingo", "segunda", "terca", "quarta", "quinta", "sexta", "sabado"];
const MONTHS = [
  ...["janeiro", "fevereiro", "marco", "abril", "maio", "junho"],
  ...["julho", "agosto", "setembro", "outubro", "novembro", "dezembro"],
];
const DAY_MINUTES = 24 * 60;
/** Farther away nobody plans: days, weeks, months. */
const MOST_AHEAD = 500;
/** Years that a task may be due in. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2099];

/** Reads what the first of these words say of a due date, the longest reading first; null when it is nothing. */
export function readDueWords(words: readonly Word[], now: Now): DueWords | null {
  for (const rule of RULES) {
    const found = rule(words, now);
    if (found) return found;
  }
  return null;
}

/** "em 3 dias", "daqui a 2 semanas", "em meia hora", "em 2h". */
const readDistance: Rule = (words, now) => {
  const lead = say(words, "daqui", "a") ?? say(words, "daqui") ?? say(words, "em");
  if (lead === null) return null;
  if (say(words, "meia", "hora", lead)) return { length: lead + 2, ...addMinutes(now, 30) };
  const first = textAt(words, lead);
  const glued = /^(\d{1,3})(h|min|d)$/.exec(first);
  const count = glued ? Number(glued[1]) : toNumber(first);
  if (count === null || count < 1 || count > MOST_AHEAD) return null;
  const unit = glued ? glued[2] : textAt(words, lead + 1);
  const length = lead + (glued ? 1 : 2);
  switch (unit) {
    case "min":
    case "minuto":
    case "minutos":
      return { length, ...addMinutes(now, count) };
    case "h":
    case "hora":
    case "horas":
      return { length, ...addMinutes(now, count * 60) };
    case "d":
    case "dia":
    case "dias":
      return { length, day: addDays(now.day, count) };
    case "semana":
    case "semanas":
      return { length, day: addDays(now.day, count * 7) };
    case "mes":
    case "meses":
      return { length, day: addMonths(now.day, count) };
    default:
      return null;
  }
};

const readNearDay: Rule = (words, { day }) => {
  if (say(words, "depois", "de", "amanha")) return { length: 3, day: addDays(day, 2) };
  if (say(words, "hoje")) return { length: 1, day };
  if (say(words, "amanha")) return { length: 1, day: addDays(day, 1) };
  return null;
};

/** "12/03", "dia 12/3/2027": without a year the next one that comes. */
const readSlashDate: Rule = (words, now) => {
  const lead = say(words, "no", "dia") ?? say(words, "dia") ?? say(words, "em") ?? 0;
  const parts = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(textAt(words, lead));
  if (!parts) return null;
  const day = toDay(Number(parts[1]), Number(parts[2]), parts[3], now.day);
  return day === null ? null : { length: lead + 1, day };
};

/** "dia 12", "12 de março", "dia 12 de março de 2027". */
const readDayOfMonth: Rule = (words, now) => {
  const lead = say(words, "no", "dia") ?? say(words, "dia") ?? say(words, "em") ?? 0;
  const date = readDigits(textAt(words, lead), 31);
  if (date === null || date < 1) return null;
  const month = textAt(words, lead + 1) === "de" ? MONTHS.indexOf(textAt(words, lead + 2)) + 1 : 0;
  if (month === 0) {
    if (textAt(words, lead - 1) !== "dia") return null;
    return { length: lead + 1, day: getNextDate(date, now.day) };
  }
  const year = textAt(words, lead + 3) === "de" ? textAt(words, lead + 4) : "";
  const hasYear = /^\d{4}$/.test(year);
  const day = toDay(date, month, hasYear ? year : undefined, now.day);
  return day === null ? null : { length: lead + (hasYear ? 5 : 3), day };
};

/** As people shorten them. "Ter" and "dom" are words too: they count behind "na" and "no" alone. */
const SHORT_WEEKDAYS = ["dom", "seg", "ter", "qua", "qui", "sex", "sab"];
const WORDS_TOO = ["dom", "ter"];
const BEFORE_WEEKDAY = ["na", "no", "nesta", "neste", "esta", "este", "proxima", "proximo"];

/** "sexta", "na próxima terça-feira", "quinta que vem": the next one that comes, which is never today. */
const readWeekday: Rule = (words, { day }) => {
  let lead = 0;
  while (lead < 2 && BEFORE_WEEKDAY.includes(textAt(words, lead))) lead += 1;
  const word = textAt(words, lead).replace(/-feira$/, "");
  const isShort = SHORT_WEEKDAYS.includes(word) && (lead > 0 || !WORDS_TOO.includes(word));
  const weekday = isShort ? SHORT_WEEKDAYS.indexOf(word) : WEEKDAYS.indexOf(word);
  if (weekday < 0) return null;
  const named = textAt(words, lead + 1) === "feira" ? lead + 2 : lead + 1;
  const later =
    say(words, "da", "semana", "que", "vem", named) ?? say(words, "da", "proxima", "semana", named);
  if (later)
    return { length: named + later, day: addDays(getNextWeekday(day, 1), mondayFirst(weekday)) };
  const coming = say(words, "que", "vem", named) ?? 0;
  return { length: named + coming, day: getNextWeekday(day, weekday) };
};

/** The Monday on which it begins. */
const readNextWeek: Rule = (words, { day }) => {
  const lead = say(words, "na") ?? 0;
  const length = say(words, "semana", "que", "vem", lead) ?? say(words, "proxima", "semana", lead);
  return length === null ? null : { length: lead + length, day: getNextWeekday(day, 1) };
};

/** Words after a bare hour that show "as 10" to be a time: "ver as 10 propostas" is none. */
const AFTER_HOUR = ["da", "e", "em", "no", "na", "dia", "hoje", "amanha", "depois", ...WEEKDAYS];

/** "14h", "9:30", "às 10", "as 2 e meia da tarde", "meio-dia". */
const readTime: Rule = (words) => {
  const lead = say(words, "as") ?? say(words, "ao") ?? say(words, "pelas") ?? 0;
  const noon = say(words, "meio-dia", lead) ?? say(words, "meio", "dia", lead);
  if (noon) return { length: lead + noon, time: "12:00" };
  const first = textAt(words, lead);
  const exact = /^(\d{1,2})(?:(?:h|hs|hrs)(\d{2})?(?:min)?|:(\d{2})h?)$/.exec(first);
  const hour = exact ? Number(exact[1]) : readDigits(first, 23);
  if (hour === null || hour > 23) return null;
  let length = lead + 1;
  let minute = Number(exact?.[2] ?? exact?.[3] ?? 0);
  const unit = exact
    ? null
    : (say(words, "horas", length) ?? say(words, "hora", length) ?? say(words, "h", length));
  if (!exact && !unit && !isBareHour(words, lead)) return null;
  length += unit ?? 0;
  const half = say(words, "e", "meia", length);
  if (half && minute === 0) {
    minute = 30;
    length += half;
  }
  const part = textAt(words, length) === "da" ? textAt(words, length + 1) : "";
  const named = ["manha", "tarde", "noite"].includes(part);
  const shifted = named && part !== "manha" && hour < 12 ? hour + 12 : hour;
  return minute > 59
    ? null
    : { length: length + (named ? 2 : 0), time: `${pad(shifted)}:${pad(minute)}` };
};

/** After an accented "às", or where nothing follows that it could count. */
function isBareHour(words: readonly Word[], lead: number): boolean {
  if (lead === 0 || words[0]?.text === "ao") return false;
  const next = words[lead + 1];
  const isAccented = ["às", "ás"].includes(words[0]?.written.toLowerCase() ?? "");
  return isAccented || !next || AFTER_HOUR.includes(next.text);
}

const RULES = [
  ...[readDistance, readNearDay, readSlashDate, readDayOfMonth],
  ...[readWeekday, readNextWeek, readTime],
];

/** How many words they are when they stand there, else null. The last argument may say from where. */
function say(words: readonly Word[], ...wanted: (string | number)[]): number | null {
  const from = typeof wanted.at(-1) === "number" ? (wanted.pop() as number) : 0;
  return wanted.every((word, at) => textAt(words, from + at) === word) ? wanted.length : null;
}

function textAt(words: readonly Word[], at: number): string {
  return words[at]?.text ?? "";
}

function toNumber(text: string): number | null {
  return NUMBERS.get(text) ?? readDigits(text, MOST_AHEAD);
}

function readDigits(text: string, most: number): number | null {
  return /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;
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

/** The same date of a later month, or its last one where it has fewer days. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** Counted from Sunday, 0. Never the day itself. */
function getNextWeekday(day: string, weekday: number): string {
  const ahead = (weekday - new Date(day).getUTCDay() + 7) % 7;
  return addDays(day, ahead === 0 ? 7 : ahead);
}

/** Days since the Monday on which its week began: weeks are said to begin with it, whatever calendars print. */
function mondayFirst(weekday: number): number {
  return (weekday + 6) % 7;
}

/** The first month from this one on that has the date, if it is not over. */
function getNextDate(date: number, today: string): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  for (let ahead = 0; ; ahead += 1) {
    const day = new Date(Date.UTC(year, month - 1 + ahead, date));
    const iso = day.toISOString().slice(0, 10);
    if (day.getUTCDate() === date && iso >= today) return iso;
  }
}

/** Without a year, the first one from this year on in which it is still to come. Null for a date that there never is. */
function toDay(
  date: number,
  month: number,
  year: string | undefined,
  today: string,
): string | null {
  const first = year === undefined ? Number(today.slice(0, 4)) : Number(year.padStart(4, "20"));
  if (first < FIRST_YEAR || first > LAST_YEAR) return null;
  // A leap day comes within eight years.
  const years = year === undefined ? Array.from({ length: 9 }, (_, at) => first + at) : [first];
  for (const each of years) {
    const day = new Date(Date.UTC(each, month - 1, date));
    const exists = day.getUTCMonth() === month - 1 && day.getUTCDate() === date && month >= 1;
    const iso = exists ? day.toISOString().slice(0, 10) : "";
    if (exists && (year !== undefined || iso >= today)) return iso;
  }
  return null;
}

function pad(part: number): string {
  return String(part).padStart(2, "0");
}
