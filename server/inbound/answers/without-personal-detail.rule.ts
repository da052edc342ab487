import { foldText } from "@/lib/domain/text/fold-text";

/** Longer texts are cut. */
export const CORRECTION_LENGTH = 500;
/** Shorter parts of names are ordinary words as well. */
const LEAST_LETTERS = 3;

/**
 * A message without personal details, so that others may learn from it: on one line, addresses as 'x@x' and 'x.x',
 * longer numbers as '0000', and the words of these names as 'Fulano'. Other people's names in the message stay: the
 * account has to look for them.
 */
export function withoutPersonalDetail(text: string, names: readonly string[]): string {
  const hidden = new Set(
    names.flatMap((name) => foldText(name).match(/\p{L}{3,}/gu) ?? []).slice(0, 50),
  );
  return text
    .slice(0, CORRECTION_LENGTH)
    .split(/\s/)
    .filter(Boolean)
    .map((word) => {
      if (word.includes("@")) return "x@x";
      if (/\p{L}\.\p{L}/u.test(word)) return "x.x";
      return word;
    })
    .join(" ")
    .replace(/\(?\d[\d ./()-]{4,40}\d/g, "0000")
    .replace(/\d{3,}/g, "0000")
    .replace(/\p{L}+/gu, (word) =>
      word.length >= LEAST_LETTERS && hidden.has(foldText(word)) ? "Fulano" : word,
    );
}
