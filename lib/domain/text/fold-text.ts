/** Plain ASCII has no accents. */
const ASCII = /^[\x20-\x7e]*$/;

/** Text for comparisons that ignore case and accents. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
