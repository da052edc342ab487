/** Longer words are searched in pieces of this many letters, each one key of a trigram index. */
const PIECE = 3;
const LONG_WORD = 2 * PIECE;
const MOST_WORDS = 3;

/** A LIKE pattern for texts that contain `text`. */
export function toContainsPattern(text: string): string {
  return `%${escapePattern(text)}%`;
}

/**
 * A LIKE pattern that matches everything containing `text`, and little else: its longest words in pieces of three
 * letters. A trigram index checks every key of a pattern against each candidate; the whole text would have one key
 * per letter, most of them redundant.
 */
export function toCandidatePattern(text: string): string {
  const words = text.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [];
  if (words.length === 0) return toContainsPattern(text);
  const longest = [...words.entries()]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_WORDS)
    .sort(([one], [other]) => one - other);
  return `%${longest.flatMap(([, word]) => splitWord(word)).join("%")}%`;
}

function splitWord(word: string): string[] {
  const letters = [...word];
  if (letters.length < LONG_WORD) return [word];
  const count = Math.floor(letters.length / PIECE);
  return Array.from({ length: count }, (_, n) =>
    letters.slice(n * PIECE, (n + 1) * PIECE).join(""),
  );
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
