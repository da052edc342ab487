import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { phoneDigits } from "@/lib/domain/phone/phone-digits";
import { readWrittenNumber } from "@/lib/domain/phone/written-number";

/** Further words are not looked for. */
const MOST_WORDS = 8;
const FEWEST_DIGITS = 4;
const SHORTEST_WORD = 3;
/** A mobile without its area code, of those that were given a ninth digit. */
const GAINED_NINTH = /^9[6-9]\d{7}$/;

/** Spellings of one search term. One with a leading blank matches only at the beginning of a word. */
export type SearchTerm = readonly string[];

/**
 * What a text has to hold, in any order: of each term one of its spellings. The parts of a number are one term: '11 98765',
 * '(11) 9876-5432' and '12.345.678/0001-90' match what is stored without punctuation, '98765-4321' numbers of any area.
 */
export function getSearchTerms(typed: string): SearchTerm[] {
  const words = [...new Set(joinNumbers(typed.trim().split(/[,;]?\s+/)))];
  const named = words.filter((word) => /[\p{L}\p{N}]/u.test(word)).slice(0, MOST_WORDS);
  if (named.length < 2) return [named[0] ?? typed.trim()].filter(Boolean).map(findSpellings);
  return named.map((word) => (isShort(word) ? [` ${word}`] : findSpellings(word)));
}

/** Too short to search within words: it would be found in most names or numbers. */
function isShort(word: string): boolean {
  return (
    word.length < SHORTEST_WORD || (isNumber(word) && phoneDigits(word).length < FEWEST_DIGITS)
  );
}

function joinNumbers(words: string[]): string[] {
  const joined: string[] = [];
  let last = "";
  for (const word of words) {
    const continues = isNumber(last) && isNumber(last + word);
    last = continues ? `${last}${word}` : word;
    joined.push(continues ? `${joined.pop()} ${word}` : word);
  }
  return joined;
}

function isNumber(text: string): boolean {
  return /\d/.test(text) && /^[\d\s().+\-/]+$/.test(text);
}

/** The text itself and, for a number or a CNPJ, its stored forms. */
function findSpellings(text: string): SearchTerm {
  const spellings = new Set([text]);
  const cnpj = normalizeCnpj(text);
  if (cnpj) spellings.add(cnpj);
  const digits = phoneDigits(text).replace(/^0+/, "");
  if (isNumber(text) && digits.length >= FEWEST_DIGITS) {
    spellings.add(digits);
    if (GAINED_NINTH.test(digits)) spellings.add(digits.slice(1));
    const read = readWrittenNumber(text);
    if (read.ok) spellings.add(getPhoneKey(read.digits) ?? digits);
  }
  return [...spellings];
}
