/** Longer words are looked up by pieces of this many letters, each of which is one key of a trigram index. */
const PIECE = 3;
const LONG_WORD = 2 * PIECE;
const MOST_WORDS = 3;

/** `text` as a LIKE pattern of what contains it. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/**
 * A LIKE pattern that everything containing `text` matches, and little else: its longest words in pieces of three
 * letters. A trigram index checks each key of a pattern against each candidate; a pattern of the whole text has a key for
 * every letter, most of which say nothing the others do not.
 */
export function candidatePattern(text: string): string {
  const words = text.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];
  if (words.length === 0) return containing(text);
  const longest = [...words.entries()]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_WORDS)
    .sort(([one], [other]) => one - other);
  return `%${longest.flatMap(([, word]) => pieces(word)).join("%")}%`;
}

function pieces(word: string): string[] {
  const letters = [...word];
  if (letters.length < LONG_WORD) return [word];
  const count = Math.floor(letters.length / PIECE);
  return Array.from({ length: count }, (_, n) =>
    letters.slice(n * PIECE, (n + 1) * PIECE).join(""),
  );
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
