import { foldText } from "@/lib/domain/text/fold-text";
import type { Now } from "./now";

/** A word of a typed text: folded, without the punctuation around it. */
export interface Word {
  text: string;
  /** As it was typed. */
  written: string;
  start: number;
  end: number;
}

/** What some words say about a due time. With neither a day nor an hour, they only look as if they named one. */
export interface DueWords {
  /** How many words. */
  length: number;
  day?: string;
  /** The last day of a week, month or feast that was named. */
  last?: string;
  time?: string;
  /** The hour belongs to the night of the day, and so to the date after it. */
  isMidnight?: boolean;
  /** The words mean every such day. */
  repeats?: boolean;
}

export type Rule = (words: readonly Word[], now: Now) => DueWords | null;

/** Short forms in chats. */
const SHORTENED = new Map(
  Object.entries({ q: "que", dps: "depois", hj: "hoje", amnh: "amanha", meiodia: "meio-dia" }),
);
const NUMBERS = new Map(
  Object.entries({
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    tres: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
    onze: 11,
    doze: 12,
    treze: 13,
    catorze: 14,
    quatorze: 14,
    quinze: 15,
    dezesseis: 16,
    dezessete: 17,
    dezoito: 18,
    dezenove: 19,
    vinte: 20,
    trinta: 30,
    quarenta: 40,
    cinquenta: 50,
  }),
);
const ORDINALS = [
  "primeiro",
  "segundo",
  "terceiro",
  "quarto",
  "quinto",
  "sexto",
  "setimo",
  "oitavo",
  "nono",
  "decimo",
];

export function splitWords(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: written, index }) => {
    const folded = trimPunctuation(foldText(written));
    return {
      text: SHORTENED.get(folded) ?? folded,
      written,
      start: index,
      end: index + written.length,
    };
  });
}

export function trimPunctuation(text: string): string {
  return text.replace(/^[("',.;:!-]{1,3}/, "").replace(/[)"',.;:!?-]{1,3}$/, "");
}

/** By the phrase list, and then by the first word: most words begin no phrase. */
const phrases = new Map<string, Map<string, string[][]>>();

/** Number of words at `from` that match the first fitting phrase of "depois de|depois|após", else null. */
export function say(words: readonly Word[], wanted: string, from = 0): number | null {
  let byFirst = phrases.get(wanted);
  if (!byFirst) {
    byFirst = new Map();
    for (const phrase of wanted.split("|")) {
      const parts = phrase.split(" ");
      const [first = ""] = parts;
      byFirst.set(first, [...(byFirst.get(first) ?? []), parts]);
    }
    phrases.set(wanted, byFirst);
  }
  for (const phrase of byFirst.get(textAt(words, from)) ?? []) {
    if (phrase.every((word, at) => textAt(words, from + at) === word)) return phrase.length;
  }
  return null;
}

export function textAt(words: readonly Word[], at: number): string {
  return words[at]?.text ?? "";
}

/** "15", "quinze", "vinte e cinco". */
export function readNumber(
  words: readonly Word[],
  at: number,
  most: number,
): { length: number; value: number } | null {
  const text = textAt(words, at);
  const value = NUMBERS.get(text) ?? readDigits(text, most);
  if (value === null || value > most) return null;
  const unit = textAt(words, at + 1) === "e" ? (NUMBERS.get(textAt(words, at + 2)) ?? 0) : 0;
  const isJoined = NUMBERS.has(text) && value >= 20 && unit >= 1 && unit <= 9;
  return isJoined && value + unit <= most
    ? { length: 3, value: value + unit }
    : { length: 1, value };
}

/** "1º", "1o", "primeiro". */
export function readOrdinal(text: string): number | null {
  const digits = /^(\d{1,2})\.?[ºo°]$/.exec(text);
  if (digits) return Number(digits[1]);
  const at = ORDINALS.indexOf(text);
  return at < 0 ? null : at + 1;
}

export function readDigits(text: string, most: number): number | null {
  return /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

export function isAccentedTo(word: Word | undefined): boolean {
  return ["à", "á", "às", "ás"].includes(word?.written.normalize("NFC").toLowerCase() ?? "");
}
