import { unknownVariables } from "@/lib/domain/campaigns/template-variables";
import type { Suggestion } from "./templates";

export const SUGGESTIONS = 3;
export const SUGGESTION_MAX_LENGTH = 600;

/** Links, also without a scheme, and mail addresses. */
const ADDRESS =
  /https?:\/\/\S+|www\.\S+|[\w.-]{1,64}@[\w.-]{1,64}|\b[a-z0-9-]{2,40}\.[a-z]{2,20}\b\S{0,100}/gi;
/** Digits in any grouping, with the currency before them. */
const FIGURE = /(?:R\$ ?)?\d[\d .,()/+-]{0,40}/gi;
const HARMLESS_DIGITS = 2;

/**
 * Leaves out what a model has no business to say. `ownTexts`: the profile and what the person wrote.
 */
export function keepHarmless(suggestions: readonly Suggestion[], ownTexts: string): Suggestion[] {
  return suggestions
    .map(({ message, tone }) => ({ message: message.trim(), tone: tone.trim().slice(0, 30) }))
    .filter(({ message }) => isHarmless(message, ownTexts))
    .slice(0, SUGGESTIONS);
}

/** Likewise of campaign texts, whose variables have to exist; each text once. */
export function keepHarmlessVariants(texts: readonly string[], ownTexts: string): string[] {
  const harmless = texts
    .map((text) => text.trim())
    .filter((text) => isHarmless(text, ownTexts) && unknownVariables(text).length === 0);
  return [...new Set(harmless)].slice(0, SUGGESTIONS);
}

/**
 * Strangers' words are data, and may hold instructions: a link, an address, a price or a number of three digits or more
 * is harmless only if the person's own texts hold it.
 */
export function isHarmless(message: string, ownTexts: string): boolean {
  const known = ownTexts.toLowerCase();
  const knownFigures = new Set(readFigures(ownTexts).map(toDigits));
  return (
    message !== "" &&
    message.length <= SUGGESTION_MAX_LENGTH &&
    readAddresses(message).every((address) => known.includes(address.toLowerCase())) &&
    readFigures(message)
      .filter((figure) => /^R/i.test(figure) || toDigits(figure).length > HARMLESS_DIGITS)
      .every((figure) => knownFigures.has(toDigits(figure)))
  );
}

/** Digits of other scripts are digits too. */
const toPlain = (text: string) => text.normalize("NFKC");
const readAddresses = (text: string) => toPlain(text).match(ADDRESS) ?? [];
const readFigures = (text: string) => toPlain(text).match(FIGURE) ?? [];
const toDigits = (figure: string) => figure.replace(/\D/g, "");
