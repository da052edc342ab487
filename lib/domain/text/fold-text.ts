/** Plain ASCII has no accents. */
const ASCII = /^[\x20-\x7e]*$/;

/** Whether a text holds every word that was typed, in any order, whatever its case and accents. */
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
