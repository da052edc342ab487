/** Plain ASCII has no accents. */
const ASCII = /^[\x20-\x7e]*$/;

/** Whether a text contains every typed word, in any order, case and accents ignored. */
export function holdsWords(text: string, typed: string): boolean {
  const folded = foldText(text);
  return foldText(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Text for comparisons that ignore case and accents. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
