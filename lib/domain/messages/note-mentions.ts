import { foldText } from "@/lib/domain/text/fold-text";

/** Somebody whom a note can mention, by the words that stand after the at sign. */
export interface Mentionable {
  id: number;
  label: string;
}

/** Two people with one name are told apart by their addresses. */
export function labelPeople(
  people: readonly { id: number; name: string; email: string }[],
): Mentionable[] {
  const isShared = (name: string) => people.filter((other) => other.name === name).length > 1;
  return people.map(({ id, name, email }) => ({
    id,
    label: isShared(name) ? `${name} (${email})` : name,
  }));
}

const MOST_TYPED = 60;

/**
 * What is typed after an at sign that begins a word, up to the caret, and where the sign stands; null without one, and
 * after a whole name.
 */
export function readMention(
  beforeCaret: string,
  people: readonly Mentionable[],
): { typed: string; at: number } | null {
  const at = beforeCaret.lastIndexOf("@");
  if (at === -1 || beforeCaret.length - at > MOST_TYPED) return null;
  if (isWordBefore(beforeCaret, at)) return null;
  const typed = foldText(beforeCaret.slice(at + 1));
  if (/^\s|\n/.test(typed)) return null;
  if (people.some(({ label }) => typed.startsWith(`${foldText(label)} `))) return null;
  return { typed, at };
}

/** Those with a word that begins with what was typed, first those whose name does. */
export function findMentionable<T extends Mentionable>(people: readonly T[], typed: string): T[] {
  const begins = people.filter(({ label }) => foldText(label).startsWith(typed));
  const contains = people.filter(
    (person) => !begins.includes(person) && foldText(person.label).includes(` ${typed}`),
  );
  return [...begins, ...contains];
}

/** A part of a note: plain words, or the mention of somebody. */
export interface NotePart {
  text: string;
  personId: number | null;
}

/** Splits a note at its mentions. Of several names that fit, the longest is meant. */
export function splitMentions(text: string, people: readonly Mentionable[]): NotePart[] {
  const longestFirst = people.toSorted((one, other) => other.label.length - one.label.length);
  const parts: NotePart[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (at < from || isWordBefore(text, at)) continue;
    const rest = text.slice(at + 1);
    const named = longestFirst.find(
      ({ label }) => rest.startsWith(label) && !/^[\p{L}\p{N}]/u.test(rest.slice(label.length)),
    );
    if (!named) continue;
    if (at > from) parts.push({ text: text.slice(from, at), personId: null });
    from = at + 1 + named.label.length;
    parts.push({ text: text.slice(at, from), personId: named.id });
  }
  if (from < text.length) parts.push({ text: text.slice(from), personId: null });
  return parts;
}

/** Whom a note mentions, each once. */
export function listMentioned(text: string, people: readonly Mentionable[]): number[] {
  const ids = splitMentions(text, people).map(({ personId }) => personId);
  return [...new Set(ids)].filter((id) => id !== null);
}

/** An at sign inside a word belongs to an address. */
const isWordBefore = (text: string, at: number) => /[\p{L}\p{N}._-]$/u.test(text.slice(0, at));
