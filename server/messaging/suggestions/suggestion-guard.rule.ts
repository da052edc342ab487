import { findVariableProblem } from "@/lib/domain/campaigns/template-variables";
import type { Suggestion } from "./templates.rule";

export const SUGGESTIONS = 3;
export const SUGGESTION_MAX_LENGTH = 600;

/** Links, also without a scheme and in any script, mail addresses and names of accounts. */
const ADDRESS =
  /https?:\/\/\S+|www\.\S+|[\p{L}\p{N}._-]{0,64}@[\p{L}\p{N}.-]{1,64}|(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{1,40}\.\p{L}[\p{L}\p{N}-]{1,23}(?![\p{L}\p{N}])\S{0,100}/giu;
/** Digits with any characters except letters between them, and the currency before them. */
const FIGURE = /(?:(?:[A-Z]{1,3})?[$€£] ?)?\d(?:[^\p{L}\n]{0,40}\d)?[\d .,()/+-]{0,40}/giu;
/** A figure that is a price, or a part of one. */
const PRICE_AFTER =
  /\d[\d.,]{0,12} ?(?:reais|real|contos?|pilas?|mangos?|pratas?|d[oó]lar(?:es)?|euros?|mil|milh(?:ão|ões)|k|%)(?![\p{L}\p{N}])/giu;
const HARMLESS_DIGITS = 2;
/** The digits of a phone number with its area code: short figures with words between them may hide one. */
const HIDDEN_DIGITS = 10;
const PLAIN_FIGURE = /\d+(?:[.,]\d+)*/g;

const NUMBER_WORD =
  "(?:zero|uma?|dois|duas|tr[eê]s|quatro|cinco|seis|meia|sete|oito|nove|dez|onze|doze|treze|[cq]u?atorze|quinze|dezesseis|dezessete|dezoito|dezenove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|duzentos|trezentos|quatrocentos|quinhentos|seiscentos|setecentos|oitocentos|novecentos|mil)";
const NUMBER_WORDS = `${NUMBER_WORD}(?:[ ,.-]{1,3}(?:e )?${NUMBER_WORD})`;
/** Numbers in words: so many in a row that they can only be a phone number, and prices. */
const SPELT = new RegExp(
  `(?<!\\p{L})(?:${NUMBER_WORDS}{5,40}|${NUMBER_WORDS}{0,10} reais)(?!\\p{L})`,
  "giu",
);

/** Leaves out messages that a model must not write. `ownTexts`: the profile and what the person wrote. */
export function keepHarmless(suggestions: readonly Suggestion[], ownTexts: string): Suggestion[] {
  return suggestions
    .map(({ message, tone }) => ({ message: message.trim(), tone: tone.trim().slice(0, 30) }))
    .filter(({ message }) => isHarmless(message, ownTexts))
    .slice(0, SUGGESTIONS);
}

/** The same for campaign texts, whose variables have to exist; no duplicates. `ownKeys`: of the account's own fields. */
export function keepHarmlessVariants(
  texts: readonly string[],
  ownTexts: string,
  ownKeys: readonly string[] = [],
): string[] {
  const harmless = texts
    .map((text) => text.trim())
    .filter((text) => isHarmless(text, ownTexts) && findVariableProblem(text, ownKeys) === null);
  return [...new Set(harmless)].slice(0, SUGGESTIONS);
}

/**
 * Texts of strangers are data and may contain instructions: a link, an address, a price or a number of three digits or
 * more is harmless only if the person's own texts contain it.
 */
export function isHarmless(message: string, ownTexts: string): boolean {
  const text = toPlain(message);
  const known = toPlain(ownTexts).toLowerCase();
  const knownFigures = new Set(
    [...readFigures(known), ...(known.match(PLAIN_FIGURE) ?? [])].map(toDigits),
  );
  const unknown = readFigures(text).filter((figure) => !knownFigures.has(toDigits(figure)));
  return (
    message !== "" &&
    message.length <= SUGGESTION_MAX_LENGTH &&
    [ADDRESS, SPELT, PRICE_AFTER]
      .flatMap((pattern) => text.match(pattern) ?? [])
      .every((words) => known.includes(words.toLowerCase())) &&
    unknown.every((each) => !/^\D/.test(each) && toDigits(each).length <= HARMLESS_DIGITS) &&
    toDigits(unknown.join("")).length < HIDDEN_DIGITS
  );
}

/** A dot or an at sign in brackets, and a dot in words before what ends a host's name. */
const BRACKETED_DOT = / ?[[({<] ?(?:\.|ponto|dot) ?[\])}>] ?/gi;
const BRACKETED_AT = / ?[[({<] ?(?:@|arroba|at) ?[\])}>] ?/gi;
const SPELT_DOT =
  / (?:ponto|dot) ?(?=(?:com|br|net|org|info|io|me|app|shop|site|store|online|xyz|link|top|club)(?![\p{L}\p{N}]))/giu;

/**
 * Digits of other scripts count as digits, and their full stops as dots, as do spellings that only people read as a dot;
 * invisible characters separate nothing.
 */
const toPlain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u3002\uff61]/g, ".")
    .replace(BRACKETED_DOT, ".")
    .replace(BRACKETED_AT, "@")
    .replace(SPELT_DOT, ".");
const readFigures = (text: string) => text.match(FIGURE) ?? [];
const toDigits = (figure: string) => figure.replace(/\D/g, "");
