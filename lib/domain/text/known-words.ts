/** A table's value for a word, or `otherwise`: a newer server has words that this page does not know. */
export function lookUp<Word extends string, Value>(
  table: Readonly<Partial<Record<Word, Value>>>,
  word: Word,
  otherwise: NoInfer<Value>,
): Value {
  return Object.hasOwn(table, word) ? (table[word] ?? otherwise) : otherwise;
}

/** The label of a word, or the word itself. */
export function labelOf<Word extends string>(
  labels: Readonly<Partial<Record<Word, string>>>,
  word: Word,
): string {
  return lookUp(labels, word, word);
}

/** The singular or plural label of a word, by `count`; the word itself when it is unknown. */
export function countWord<Word extends string>(
  labels: Readonly<Partial<Record<Word, readonly [one: string, many: string]>>>,
  word: Word,
  count: number,
): string {
  const [one, many] = lookUp(labels, word, [word, word]);
  return count === 1 ? one : many;
}
