import { foldText } from "@/lib/domain/text/fold-text";

const MAX_WORDS = 8;
/** Characters shown around the first hit. */
const BEFORE = 30;
const SHOWN = 140;

/** The words that are looked for: letters and digits only, lower case, without accents. */
export function getSearchWords(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** The part of a text around the first word that was found, on one line. */
export function cutAround(content: string, words: readonly string[]): string {
  const text = content.replace(/\s+/g, " ").trim();
  // Folding may change the length; where it does, the cut is off by as much.
  const folded = foldText(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...places, text.length) - BEFORE);
  const start = places.length === 0 || first === 0 ? 0 : text.lastIndexOf(" ", first) + 1;
  const cut = text.slice(start, start + SHOWN);
  return `${start > 0 ? "…" : ""}${cut}${start + SHOWN < text.length ? "…" : ""}`;
}
