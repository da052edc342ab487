import type { SearchWord } from "./search-plan";

const FOLDED = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;

const MIN_LETTERS = 2;
export const TOO_FEW_LETTERS = `Digite ao menos ${MIN_LETTERS} letras do nome.`;
/** Words from this many letters on match every word that begins with them, and shorter ones whole words. */
const MIN_PREFIX_LENGTH = 3;

/** Upper case without accents; everything but letters and digits separates words. */
export function foldName(name: string): string {
  if (FOLDED.test(name)) return name;
  return toCapitals(name)
    .replace(/[^A-Z0-9]+/g, " ")
    .trim();
}

function toCapitals(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
}

/** What people write for an apostrophe; the last two are those of windows-1252, in which some rows are. */
const APOSTROPHES = /['`´’‘ʼ\u0091\u0092]/g;

interface NameWord {
  word: string;
  /** What it also begins with: "D'AVO" is found as DAVO and as AVO. */
  also: string | null;
  /** Put together from single characters: "S.O.S.", "C&A". */
  isInitials: boolean;
}

/**
 * The words of a company's name, the same for all its spellings. What an apostrophe separates is one word. So are single
 * characters in a row with anything between them, and an 'S after a name or a D', L' or MC before one that are written
 * apart from it.
 */
function splitName(name: string): NameWord[] {
  const written = toCapitals(name)
    .replace(APOSTROPHES, "'")
    .split(/[^A-Z0-9']+/);
  const words: NameWord[] = [];
  for (const each of joinInitials(written.map(splitAtApostrophes))) {
    const last = words.at(-1);
    if (last && each.word === "S" && last.word.length >= MIN_PREFIX_LENGTH) last.word += "S";
    else if (last && isParticleOf(last.word, each.word)) {
      words[words.length - 1] = { ...each, word: last.word + each.word, also: each.word };
    } else words.push(each);
  }
  return words;
}

function joinInitials(written: readonly NameWord[]): NameWord[] {
  const words: NameWord[] = [];
  for (const each of written) {
    const last = words.at(-1);
    const isInitial = each.word.length === 1;
    if (last && isInitial && (last.isInitials || last.word.length === 1)) {
      last.word += each.word;
      last.isInitials = true;
    } else if (each.word !== "") words.push({ ...each });
  }
  return words;
}

function splitAtApostrophes(written: string): NameWord {
  const [first = "", ...rest] = written.split("'").filter(Boolean);
  const behind = rest.join("");
  const also = first.length === 1 && behind.length > 1 ? behind : null;
  return { word: first + behind, also, isInitials: false };
}

function isParticleOf(particle: string, word: string): boolean {
  if (word.length < MIN_PREFIX_LENGTH) return false;
  return particle === "MC" || (/^[DL]$/.test(particle) && /^[AEIOUH]/.test(word));
}

/** The words of a name as the registry's table and its index hold them. */
export function foldCompanyName(name: string): string {
  return splitName(name)
    .flatMap(({ word, also }) => (also === null ? word : [word, also]))
    .join(" ");
}

/** Whether a name can be searched for. */
export function hasEnoughLetters(name: string): boolean {
  return splitName(name).some(({ word }) => word.length >= MIN_LETTERS);
}

/**
 * The words that a name must have to be found. Short words and initials are whole words, unless two letters are all
 * that was typed. Single letters next to longer words are ignored, as is a word that begins another one.
 */
export function toSearchWords(name: string): SearchWord[] {
  const found = new Map<string, boolean>();
  const words = splitName(name);
  const longest = Math.max(0, ...words.map(({ word }) => word.length));
  for (const { word, isInitials } of words) {
    if (word.length === 1 && longest > 1) continue;
    const isTyping = words.length === 1 && /^[A-Z]{2}$/.test(word);
    const isPrefix = !isInitials && (word.length >= MIN_PREFIX_LENGTH || isTyping);
    found.set(word, isPrefix && found.get(word) !== false);
  }
  return [...found]
    .filter(
      ([word, isPrefix]) =>
        !isPrefix || ![...found.keys()].some((other) => other !== word && other.startsWith(word)),
    )
    .map(([word, isPrefix]) => ({ word, isPrefix }));
}
