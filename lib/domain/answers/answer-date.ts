import { listDueWords, toDue } from "@/lib/domain/tasks/due-words";
import { toNow } from "@/lib/domain/tasks/now";
import {
  type DueWords,
  splitWords,
  textAt,
  trimPunctuation,
  type Word,
} from "@/lib/domain/tasks/said-words";
import { addDays, type TaskDue } from "@/lib/domain/tasks/task";

const MAX_LENGTH = 2_000;
/** The most words between a day and its hour: "dia 15, me liga às 9h", "às 15h, só que de quinta". */
const [TO_HOUR, FROM_HOUR] = [4, 3];
/** How far before a day a "nunca" reaches, within its clause. */
const CLAUSE = 6;
const DENIALS = ["nao", "nem", "nunca"];
/** A date without a year that would be farther away is in the past: "paguei dia 20/11". */
const FARTHEST_DAYS = 300;
const WITHOUT_YEAR = /\d(?:[ºo°]?\/\d{1,2}| de \p{L}+)$/u;
/** Verbs for a talk, which a day or an hour may belong to: "vence em maio, me procura em abril". */
const TALKS = new Set(
  [
    "procura procure procurar procurem chama chame chamar chamem fala fale falar falem falo falamos",
    "liga ligue ligar liguem ligo retorna retorne retornar retorno retomar retoma retomamos",

    "conversa conversar conversamos escreve escreva escrever manda mande mandar tenta tente tentar",

    "volto volta voltar voltamos senta sentar sentamos vejo vemos avalia avaliar avaliamos contata contate",
  ].flatMap((words) => words.split(" ")),
);

type Said = DueWords & { at: number };

/**
 * The time for which an answer asks for a later talk, by the rules that read tasks: the first future day or hour that it
 * names for a talk, or else the first one that it names at all.
 */
export function readAnswerDate(text: string, instant: Date): (TaskDue & { words: string }) | null {
  const read = text.slice(0, MAX_LENGTH);
  // A line, or a message, is a sentence.
  const words = splitWords(read).map((word) =>
    read[word.end] === "\n" ? { ...word, written: `${word.written}.` } : word,
  );
  const now = toNow(instant);
  const farthest = addDays(now.day, FARTHEST_DAYS);
  const write = ({ at, end }: { at: number; end: number }) =>
    trimPunctuation(read.slice(words[at]?.start, words[end - 1]?.end));
  const meant = joinHours(listDueWords(words, now))
    .filter(({ at, end }) => !isDenied(words, at, end))
    .map(({ at, end, ...said }) => ({ at, end, ...toDue(said, now) }))
    .filter(({ day, time }) => day > now.day || (day === now.day && (time ?? "") > now.time))
    .filter((said) => said.day < farthest || !WITHOUT_YEAR.test(write(said)))
    // A shop that never closes. In a task it is a day in July.
    .filter((said) => write(said) !== "24/7");
  const lineOf = ({ end }: { end: number }) => read.lastIndexOf("\n", words[end - 1]?.start);
  // Later lines replace earlier ones; within a line the first day is meant.
  const first = (days: typeof meant) =>
    days.find((day) => lineOf(day) === lineOf(days.at(-1) ?? day));
  const chosen =
    first(meant.filter(({ at }) => isAskedBefore(words, at))) ??
    first(meant.filter(({ end }) => isAskedBehind(words, end))) ??
    first(meant);
  if (!chosen) return null;
  const { day, time } = chosen;
  return { day, time, words: write(chosen) };
}

/** "me procura em abril". */
function isAskedBefore(words: readonly Word[], at: number): boolean {
  for (let word = at - 1; word >= at - TO_HOUR && !endsClause(words[word]); word -= 1) {
    if (TALKS.has(textAt(words, word))) return true;
  }
  return false;
}

/** "em abril a gente fala". */
function isAskedBehind(words: readonly Word[], end: number): boolean {
  for (let word = end; word < end + TO_HOUR && !endsClause(words[word - 1]); word += 1) {
    if (TALKS.has(textAt(words, word))) return true;
  }
  return false;
}

/** Days with the hours next to them, and hours alone. */
function joinHours(found: readonly Said[]) {
  const joined: (Omit<Said, "length"> & { end: number })[] = [];
  for (const { length, ...said } of found) {
    const last = joined.at(-1);
    const gap = said.at - (last?.end ?? 0);
    const end = said.at + length;
    const isHour = said.time !== undefined && said.day === undefined;
    const isDay = said.day !== undefined && said.time === undefined;
    // Hours that a shop keeps, or what looked like a day.
    const isKept = isHour && gap === 0 && last && !last.day && !last.time;
    const takesHour = isHour && last?.day && !last.time && gap <= TO_HOUR;
    const takesDay = isDay && last?.time && !last.day && gap <= FROM_HOUR;
    if (last && (takesHour || takesDay)) Object.assign(last, said, { at: last.at, end });
    else if (!isKept) joined.push({ ...said, end });
  }
  return joined.filter(({ day, time, repeats }) => !repeats && (day || time));
}

/** "hoje não, amanhã também não", "nunca tenho tempo de manhã", "não me liga amanhã". */
function isDenied(words: readonly Word[], at: number, end: number): boolean {
  const before = words[at - 1];
  if (before && DENIALS.includes(before.text) && !endsClause(before)) return true;
  for (let word = at - 1; word >= at - CLAUSE && !endsClause(words[word]); word -= 1) {
    if (textAt(words, word) === "nunca") return true;
    const denial = words[textAt(words, word - 1) === "me" ? word - 2 : word - 1];
    const isDenial = denial?.text === "nao" && !endsClause(denial);
    if (isDenial && TALKS.has(textAt(words, word))) return true;
  }
  if (endsClause(words[end - 1])) return false;
  const after = textAt(words, end) === "tambem" ? end + 1 : end;
  return DENIALS.includes(textAt(words, after));
}

function endsClause(word: Word | undefined): boolean {
  return /[.,;!?)]$/.test(word?.written ?? "");
}
