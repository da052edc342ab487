import { findSpan, MONTHS, toWorkingDay, WEEKDAYS } from "./calendar-sums";
import {
  readDayOfMonth,
  readDayOfWeek,
  readDistance,
  readNearDay,
  readRatio,
  readWeekday,
  readWorkingDay,
  readWrittenDate,
} from "./day-words";
import { readEarly, readPartOfDay, readTime } from "./hour-words";
import type { Now } from "./now";
import { readFeast, readMonth, readPartOfMonth, readPeriod, readWeekend } from "./period-words";
import { type DueWords, type Rule, readNumber, say, textAt, type Word } from "./said-words";
import { addDays, type TaskDue } from "./task";

/** More words than any rule reads. */
const MOST_WORDS = 20;

/** All days and hours that a text names, in its order. */
export function listDueWords(words: readonly Word[], now: Now): (DueWords & { at: number })[] {
  const found: (DueWords & { at: number })[] = [];
  // "Bom dia! 10 caixas" names no tenth: nothing is read across the end of a sentence.
  let end = 0;
  for (let at = 0; at < words.length; ) {
    if (at >= end) {
      const last = words.findIndex(({ written }, from) => from >= at && /[.!?]$/.test(written));
      end = last < 0 ? words.length : last + 1;
    }
    const due = readDueWords(words.slice(at, Math.min(end, at + MOST_WORDS)), now);
    if (due) found.push({ ...due, at });
    at += due?.length ?? 1;
  }
  return found;
}

/** Without a day it is today, or tomorrow at an hour that is over. */
export function toDue(said: Omit<DueWords, "length">, now: Now): TaskDue {
  const time = said.time ?? null;
  if (said.isMidnight) return { day: addDays(said.day ?? now.day, 1), time };
  const isOver = time !== null && time <= now.time;
  return { day: said.day ?? (isOver ? addDays(now.day, 1) : now.day), time };
}

/** What the first of these words say, the longest reading first; null when it is nothing. */
function readDueWords(words: readonly Word[], now: Now): DueWords | null {
  for (const rule of RULES) {
    const found = rule(words, now);
    if (!found) continue;
    const early = found.day && !found.time ? readEarly(words.slice(found.length)) : null;
    return early ? { ...found, ...early, length: found.length + early.length } : found;
  }
  return null;
}

const readGreeting: Rule = (words) => {
  const length = say(words, "bom dia|boa tarde|boa noite|boa semana");
  return length === null ? null : { length };
};

const HABITS = ["dia", "semana", "mes", "ano", "manha", "tarde", "noite", "fim", "final", "inicio"];
const HABIT_UNITS = ["dias", "semanas", "meses", "anos", "manhas", "tardes", "noites"];
const BEFORE_HABITS = "todos os|todas as|as|aos|nas|nos";

/** "todo dia 5", "toda segunda", "todos os dias", "às sextas", "a cada 15 dias". */
const readHabit: Rule = (words, now) => {
  const each = say(words, "a cada|cada");
  if (each) {
    const count = readNumber(words, each, 100)?.length ?? 0;
    const unit = textAt(words, each + count);
    return [...HABITS.slice(0, 4), ...HABIT_UNITS].includes(unit) ? habit(each + count + 1) : null;
  }
  if (say(words, "todo|toda")) {
    const weekday = readWeekday(words.slice(1), now);
    if (weekday) return weekday.day ? habit(1 + weekday.length) : null;
    return HABITS.includes(textAt(words, 1)) ? habit(2) : null;
  }
  const lead = say(words, BEFORE_HABITS);
  if (lead === null) return null;
  const name = textAt(words, lead).replace(/s(?:-feiras)?$/, "");
  const isPlural = name !== textAt(words, lead) && WEEKDAYS.includes(name);
  const isUnit = lead > 1 && HABIT_UNITS.includes(textAt(words, lead));
  return isPlural || isUnit ? habit(lead + 1) : null;
};

const habit = (length: number): DueWords => ({ length, repeats: true });

/** "depois do dia 15", "só depois do carnaval", "quando virar o mês": the first working day after it. */
const readAfter: Rule = (words, now) => {
  const turn = say(words, "virar o|virou o|virada do");
  const unit = turn === null ? "" : textAt(words, turn);
  if (turn !== null && (unit === "mes" || unit === "ano")) {
    return { length: turn + 1, day: toDayAfter(findSpan(unit, now.day, 0).last) };
  }
  const isAfter = say(words, "depois|apos");
  const passed = say(words, "passar|passando|passado|passada|passadas");
  const verb = isAfter ?? passed;
  if (verb === null) return null;
  const lead = verb + (say(words, "de|do|da|dos|das|o|a|as", verb) ?? 0);
  const feast = lead > verb ? readFeast(words, lead, now.day) : null;
  if (feast) return { length: lead + feast.length, day: toDayAfter(feast.last) };
  const named = isAfter ? readNamedDay(words.slice(lead), now) : null;
  return named && { length: lead + named.length, day: toDayAfter(named.last) };
};

const ABOUT =
  "a partir de|a partir do|a partir da|por volta de|por volta do|la pelo|la pela|la para|la pra|la pro|la por|la";

/** "lá pelo dia 20", "a partir de quinta", "lá pra março". */
const readAbout: Rule = (words, now) => {
  const lead = say(words, ABOUT);
  const named = lead === null ? null : readNamedDay(words.slice(lead), now);
  return named && lead !== null ? { length: lead + named.length, day: named.day } : null;
};

const DAY_RULES = [
  readNearDay,
  readRatio,
  readWrittenDate,
  readDayOfMonth,
  readWorkingDay,
  readWeekend,
  readPartOfMonth,
  readWeekday,
  readDayOfWeek,
  readPeriod,
];

function readNamedDay(words: readonly Word[], now: Now) {
  const month = MONTHS.includes(textAt(words, 0)) ? readMonth(words, 0, now.day) : null;
  if (month) return { length: month.length, day: toWorkingDay(month.first), last: month.last };
  for (const rule of DAY_RULES) {
    const { length, day, last } = rule(words, now) ?? {};
    if (length && day) return { length, day, last: last ?? day };
  }
  return null;
}

function toDayAfter(day: string): string {
  return toWorkingDay(addDays(day, 1));
}

const RULES = [
  readGreeting,
  readHabit,
  readDistance,
  readPartOfDay,
  readNearDay,
  readAfter,
  readAbout,
  ...DAY_RULES,
  readTime,
];
