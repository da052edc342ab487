import { foldText } from "@/lib/domain/text/fold-text";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { formatTime } from "@/lib/format";
import { type Now, readDueWords, type Word } from "./due-words";
import { addDays, type TaskDue, type TaskKind } from "./task";

/** A task as it is understood from one typed line. */
export interface ReadTask extends TaskDue {
  /** The line without what says when; empty when nothing else was typed. */
  what: string;
  kind: TaskKind;
  /** The line says when; otherwise it is today, or tomorrow at an hour that is over. */
  isDated: boolean;
}

const KIND_WORDS: Record<Exclude<TaskKind, "other">, readonly string[]> = {
  call: ["ligar", "ligue", "liga", "ligacao", "telefonar", "telefonema", "retornar"],
  message: [
    ...["mensagem", "msg", "whatsapp", "whats", "zap", "mandar", "enviar", "escrever"],
    ...["responder", "email", "e-mail"],
  ],
  visit: ["visita", "visitar", "visite", "reuniao", "encontro", "encontrar"],
};

/** Said right before a date, of which they are then a part: "mandar proposta para amanhã". */
const CONNECTORS = ["para", "pra", "ate", "de", "da", "do"];
const MAX_LENGTH = 300;

/** Understands "ligar amanhã 14h", "visita sexta 9:30", "mandar proposta dia 12". Days and hours are São Paulo's. */
export function readTask(typed: string, instant: Date): ReadTask {
  const text = typed.slice(0, MAX_LENGTH).normalize("NFC");
  const now = toNow(instant);
  const words = splitWords(text);
  const due: { day?: string; time?: string } = {};
  const kept: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const found = readDueWords(words.slice(at), now);
    const isNew =
      found &&
      (found.day === undefined || due.day === undefined) &&
      (found.time === undefined || due.time === undefined);
    if (!found || !isNew) {
      kept.push(words[at] as Word);
      at += 1;
      continue;
    }
    if (found.day !== undefined) due.day = found.day;
    if (found.time !== undefined) due.time = found.time;
    if (CONNECTORS.includes(kept.at(-1)?.text ?? "") && kept.at(-1) === words[at - 1]) kept.pop();
    at += found.length;
  }
  const time = due.time ?? null;
  const isOver = time !== null && time <= now.time;
  return {
    what: capitalize(joinWords(text, kept)),
    kind: findKind(words),
    day: due.day ?? (isOver ? addDays(now.day, 1) : now.day),
    time,
    isDated: due.day !== undefined || time !== null,
  };
}

/** Whether it would be late from the first moment. */
export function isPast({ day, time }: TaskDue, instant: Date): boolean {
  const now = toNow(instant);
  return day < now.day || (day === now.day && time !== null && time <= now.time);
}

export function toNow(instant: Date): Now {
  return { day: getSaoPauloDay(instant), time: formatTime(instant.toISOString()) };
}

function splitWords(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: written, index }) => ({
    text: foldText(written)
      .replace(/^[("',.;:!-]{1,3}/, "")
      .replace(/[)"',.;:!?-]{1,3}$/, ""),
    written,
    start: index,
    end: index + written.length,
  }));
}

/** What stood side by side stays as it was typed; dangling punctuation goes. */
function joinWords(text: string, words: readonly Word[]): string {
  return words
    .map(({ start, end }) => text.slice(start, end))
    .join(" ")
    .replace(/^[,;:-]{1,3} /, "")
    .replace(/[,;:-]{1,3}$/, "")
    .trim();
}

function findKind(words: readonly Word[]): TaskKind {
  for (const { text } of words) {
    for (const [kind, names] of Object.entries(KIND_WORDS)) {
      if (names.includes(text)) return kind as TaskKind;
    }
  }
  return "other";
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
