/**
 * Letters that look like others: people write stop words so that a filter misses them, and keyboards and "font" apps
 * give them away as other scripts. Unicode's confusables, those of the Latin alphabet without accents.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: "a",
  α: "a",
  ɑ: "a",
  в: "b",
  β: "b",
  с: "c",
  ϲ: "c",
  ԁ: "d",
  ɗ: "d",
  е: "e",
  ε: "e",
  ҽ: "e",
  ɡ: "g",
  һ: "h",
  і: "i",
  ι: "i",
  ı: "i",
  ɪ: "i",
  ј: "j",
  к: "k",
  κ: "k",
  ӏ: "l",
  м: "m",
  п: "n",
  η: "n",
  о: "o",
  ο: "o",
  σ: "o",
  ɵ: "o",
  р: "p",
  ρ: "p",
  ԛ: "q",
  г: "r",
  ʀ: "r",
  ѕ: "s",
  ꜱ: "s",
  т: "t",
  τ: "t",
  ᴛ: "t",
  υ: "u",
  ս: "u",
  ν: "v",
  ѵ: "v",
  ѡ: "w",
  х: "x",
  χ: "x",
  у: "y",
  γ: "y",
  ʏ: "y",
  ᴀ: "a",
  ᴏ: "o",
  ᴘ: "p",
  ᴇ: "e",
  ɴ: "n",
  ʟ: "l",
  ᴄ: "c",
  ᴜ: "u",
};

/**
 * First code points of alphabets that compatibility decomposition leaves as they are: negative circled letters, negative
 * squared letters, regional indicators.
 */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = 26;

/** Lower-case Latin letters without accents, from any form of writing; other characters stay. */
export function toPlainLetters(text: string): string {
  const decomposed = text
    .normalize("NFKD")
    // Accents and strokes; what joins characters without being seen.
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase();
  // Nearly every text is plain by now.
  if (!/[^\p{ASCII}]/u.test(decomposed)) return decomposed;
  return Array.from(decomposed, toPlainLetter).join("");
}

function toPlainLetter(character: string): string {
  const known = LOOKALIKES[character];
  if (known) return known;
  const code = character.codePointAt(0) ?? 0;
  const first = ALPHABETS.find((start) => code >= start && code < start + LETTERS);
  return first === undefined ? character : String.fromCharCode(97 + code - first);
}
