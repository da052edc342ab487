const FOLDED = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;

/** Words from this many letters on match every word that begins with them. Shorter ones match whole words. */
export const MIN_PREFIX_LENGTH = 3;

/** Upper case without accents; everything but letters and digits separates words. */
export function foldName(name: string): string {
  if (FOLDED.test(name)) return name;
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")
    .trim();
}

/** Each word once. A word that begins another of them adds nothing and is left out. */
export function toSearchWords(name: string): string[] {
  const words = [...new Set(foldName(name).split(" ").filter(Boolean))];
  return words.filter(
    (word) =>
      word.length < MIN_PREFIX_LENGTH ||
      !words.some((other) => other !== word && other.startsWith(word)),
  );
}
