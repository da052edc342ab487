import { WEEKDAYS } from "./calendar-sums";
import {
  type DueWords,
  isAccentedTo,
  type Rule,
  readNumber,
  say,
  textAt,
  type Word,
} from "./said-words";

/**
 * The hour for a part of the day without an exact hour: a reminder without an hour would come with the day's first ones,
 * and an answer that says "à tarde" at ten o'clock means later today.
 */
const PART_HOURS = new Map(
  Object.entries({
    manha: "09:00",
    cedo: "09:00",
    cedinho: "09:00",
    tarde: "14:00",
    noite: "19:00",
    noitinha: "19:00",
    tardinha: "17:00",
    tardezinha: "17:00",
  }),
);
/** "Mais tarde" is the next of these that is an hour away, or the next morning. */
const LATER_HOURS = ["14:00", "17:00"];
const MORNING = "09:00";
const AFTER_LUNCH = "14:00";

/** Before an hour without a unit. After the first group a number is always an hour; "as 10 propostas" is not one. */
const SURE_LEADS = "depois das|apos as|antes das|a partir das|por volta das|la pelas";
const LEADS = "as|ao|pelas|das|umas|pras|la pras";
/** Words after a bare hour or part of a day that show that it counts nothing. */
const AFTER_HOUR = [
  "da",
  "e",
  "em",
  "no",
  "na",
  "dia",
  "hoje",
  "amanha",
  "depois",
  "as",
  "ate",
  "ou",
  ...WEEKDAYS,
];

/** "à tarde", "de manhã às 10", "depois do almoço", "mais tarde". */
export const readPartOfDay: Rule = (words, now) => {
  if (say(words, "mais tarde|logo mais")) return { length: 2, ...findLater(now) };
  const lunch = say(words, "depois do almoco|apos o almoco");
  if (lunch) return withExactHour(words, { length: lunch, time: AFTER_LUNCH }, "tarde");
  const isTo = textAt(words, 0) === "a";
  const lead = say(words, "de|pela|na parte da|no periodo da") ?? (isTo ? 1 : null) ?? -1;
  const part = textAt(words, lead);
  const time = part.startsWith("ced") ? undefined : PART_HOURS.get(part);
  if (lead < 0 || time === undefined) return null;
  const length = lead + 1;
  if (say(words, "toda|inteira", length)) return { length: length + 1 };
  if (isTo && !isAccentedTo(words[0]) && !isAlone(words, length)) return null;
  return withExactHour(words, { length, time }, part);
};

/** Right after a day: "amanhã cedo", "segunda bem cedinho, umas 8h". */
export function readEarly(words: readonly Word[]): DueWords | null {
  const length = say(words, "cedo|cedinho|bem cedo|bem cedinho");
  return length === null ? null : withExactHour(words, { length, time: MORNING }, "manha");
}

function findLater({ time }: { time: string }): { day?: string; time: string } {
  const soon = `${pad(Number(time.slice(0, 2)) + 1)}${time.slice(2)}`;
  // Over already, it is the next day's.
  return { time: LATER_HOURS.find((hour) => hour >= soon) ?? MORNING };
}

/** Replaces the hour that the part of the day implies by the exact hour that follows, if any. */
function withExactHour(words: readonly Word[], part: DueWords, name: string): DueWords {
  const exact = readHour(words.slice(part.length), name);
  return exact ? { ...exact, length: part.length + exact.length } : part;
}

/** "14h", "9:30", "às 10", "as 2 e meia da tarde", "dez da manhã", "meio-dia e quinze", "das 14h às 16h". */
export const readTime: Rule = (words) => {
  const found = readQuarterTo(words) ?? readHour(words);
  if (!found) return null;
  const until = say(words, "ate", found.length) ?? 0;
  const to = textAt(words, found.length + until) === "as" ? found.length + until : null;
  const end = to === null ? null : readHour(words.slice(to));
  return end && to !== null ? { ...found, length: to + end.length } : found;
};

/** "quinze para as três". */
function readQuarterTo(words: readonly Word[]): DueWords | null {
  const before = readNumber(words, 0, 25);
  if (!before || before.value < 5 || before.value % 5 !== 0) return null;
  const lead = say(words, "para as|pra as", before.length);
  if (lead === null && textAt(words, before.length) !== "pras") return null;
  const from = before.length + (lead === null ? 0 : 1);
  const full = readHour(words.slice(from));
  if (!full?.time || full.isMidnight) return null;
  const [hour = 0, minute = 0] = full.time.split(":").map(Number);
  const sum = (hour * 60 + minute - before.value + 1_440) % 1_440;
  return { length: from + full.length, time: toTime(Math.floor(sum / 60), sum % 60) };
}

/** `named` is the part of the day where it was said before. */
function readHour(words: readonly Word[], named?: string): DueWords | null {
  const sure = say(words, SURE_LEADS);
  const lead = sure ?? say(words, LEADS) ?? 0;
  const start = lead === 0 && textAt(words, 0) === "a" ? 1 : lead;
  const noon = say(words, "meio-dia|meio dia", start);
  const midnight = say(words, "meia-noite|meia noite", start);
  if (noon || midnight) {
    const minutes = readMinutes(words, start + (noon ?? midnight ?? 0), true);
    const time = toTime(noon ? 12 : 0, minutes.value);
    return { length: minutes.end, time, ...(midnight ? { isMidnight: true } : {}) };
  }
  const exact = /^(\d{1,2})(?:(?:h|hs|hrs)(\d{2})?(?:min)?|:(\d{2})h?)$/.exec(textAt(words, lead));
  const spoken = exact ? null : readNumber(words, lead, 23);
  const hour = exact ? Number(exact[1]) : spoken?.value;
  if (hour === undefined || hour > 23) return null;
  const said = lead + (spoken?.length ?? 1);
  const unit = exact ? null : say(words, "horas|hora|h", said);
  const isDigits = /^\d/.test(textAt(words, lead));
  const own = exact ? Number(exact[2] ?? exact[3] ?? 0) : 0;
  const isLed = lead > 0 && textAt(words, 0) !== "ao";
  const isSure = exact !== null || (isLed && (sure !== null || isAccentedTo(words[0])));
  const minutes =
    own === 0 ? readMinutes(words, said + (unit ?? 0), isSure) : { value: own, end: said };
  const part = readPartAfter(words, minutes.end, isLed || isSure || unit !== null);
  const isHour =
    isSure ||
    part !== null ||
    (unit !== null && (isDigits || isLed)) ||
    (isLed && minutes.value > 0) ||
    ((isLed || minutes.value > 0) && isAlone(words, minutes.end));
  if (!isHour || minutes.value > 59) return null;
  const name = part?.name ?? named;
  if (name) return { ...toPart(hour, minutes.value, name), length: part?.end ?? minutes.end };
  // Nobody is called at three in the night; who writes "03:00" or "3h" means it.
  const isAfternoon = spoken !== null && hour >= 1 && hour <= 6 && textAt(words, lead)[0] !== "0";
  return { length: minutes.end, time: toTime(isAfternoon ? hour + 12 : hour, minutes.value) };
}

/** "e meia", "e 15", "e quarenta e cinco minutos"; none where something is counted: "as 8 e 15 propostas". */
function readMinutes(
  words: readonly Word[],
  at: number,
  isSure: boolean,
): { value: number; end: number } {
  const half = say(words, "e meia", at);
  if (half) return { value: 30, end: at + half };
  const number = textAt(words, at) === "e" ? readNumber(words, at + 1, 59) : null;
  const end = at + 1 + (number?.length ?? 0);
  const unit = say(words, "minutos|min", end);
  if (!number || !(isSure || unit || isAlone(words, end))) return { value: 0, end: at };
  return { value: number.value, end: end + (unit ?? 0) };
}

/** "da tarde", and behind what is surely an hour "à tarde" and "de manhã" too. */
function readPartAfter(words: readonly Word[], at: number, isSure: boolean) {
  const lead = textAt(words, at);
  const name = textAt(words, at + 1);
  const isPart = lead === "da" || (isSure && ["de", "a"].includes(lead));
  const isNamed = ["manha", "tarde", "noite", "madrugada"].includes(name);
  return isPart && isNamed ? { name, end: at + 2 } : null;
}

function toPart(hour: number, minute: number, part: string): Pick<DueWords, "time" | "isMidnight"> {
  const isLate = /^(?:tard|noit)/.test(part);
  if (part.startsWith("noit") && hour === 12) return { time: toTime(0, minute), isMidnight: true };
  return { time: toTime(isLate && hour < 12 ? hour + 12 : hour, minute) };
}

/** Whether the words before `at` end there: the last one has a comma, or no noun follows that they could count. */
function isAlone(words: readonly Word[], at: number): boolean {
  const next = textAt(words, at);
  if (/[.,;!?)]$/.test(words[at - 1]?.written ?? "")) return true;
  if (next === "e" && readNumber(words, at + 1, 1_000)) return false;
  return next === "" || AFTER_HOUR.includes(next);
}

function toTime(hour: number, minute: number): string {
  return `${pad(hour)}:${pad(minute)}`;
}

export function pad(part: number): string {
  return String(part).padStart(2, "0");
}
