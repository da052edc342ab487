import { listDueWords, toDue } from "./due-words";
import { toNow } from "./now";
import { type DueWords, splitWords, textAt, type Word } from "./said-words";
import type { TaskDue, TaskKind } from "./task";

/** A task as it is understood from one typed line. */
export interface ReadTask extends TaskDue {
  /** The line without what says when; empty when nothing else was typed. */
  what: string;
  kind: TaskKind;
  /** The line says when; otherwise it is today, or tomorrow at an hour that is over. */
  isDated: boolean;
  /** The line asks for more than one ("todo dia 5"), which a task cannot be. */
  repeats?: boolean;
}

const KIND_WORDS: Record<Exclude<TaskKind, "other">, readonly string[]> = {
  call: ["ligar", "ligue", "liga", "ligacao", "telefonar", "telefonema", "retornar"],
  message: [
    "mensagem",
    "msg",
    "whatsapp",
    "whats",
    "zap",
    "mandar",
    "enviar",
    "escrever",
    "responder",
    "email",
    "e-mail",
  ],
  visit: ["visita", "visitar", "visite", "reuniao", "encontro", "encontrar"],
};

/** Said right before a date, of which they are then a part: "mandar proposta para amanhã". */
const CONNECTORS = ["para", "pra", "pro", "ate", "de", "da", "do"];
const ARTICLES = ["o", "a", "as"];
const MAX_LENGTH = 300;

/** Understands "ligar amanhã 14h", "visita sexta 9:30", "mandar proposta dia 12". Days and hours are São Paulo's. */
export function readTask(typed: string, instant: Date): ReadTask {
  const text = typed.slice(0, MAX_LENGTH).normalize("NFC");
  const now = toNow(instant);
  const words = splitWords(text);
  const said = listDueWords(words, now);
  const due: Partial<DueWords> = {};
  const taken = new Set<number>();
  for (const { at, length, ...found } of said) {
    const { day, time } = found;
    const isNew = !(day && due.day) && !(time && due.time);
    if (!isNew || !(day || time)) continue;
    Object.assign(due, found);
    for (let word = at; word < at + length; word += 1) taken.add(word);
    const article = ARTICLES.includes(textAt(words, at - 1)) ? 1 : 0;
    const connector = at - 1 - article;
    if (!CONNECTORS.includes(textAt(words, connector))) continue;
    for (let word = connector; word < at; word += 1) taken.add(word);
  }
  return {
    what: capitalize(
      joinWords(
        text,
        words.filter((_, at) => !taken.has(at)),
      ),
    ),
    kind: findKind(words),
    ...toDue(due, now),
    isDated: due.day !== undefined || due.time !== undefined,
    ...(said.some(({ repeats }) => repeats) && { repeats: true }),
  };
}

/** Words that were adjacent stay as they were typed; dangling punctuation is removed. */
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
