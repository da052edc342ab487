import { MOST_VALUE_CENTS } from "./stages";

/** Of a text that is no sum. */
export const WRONG_VALUE = "Use um valor como 1.200,50, de até R$ 1 bilhão.";

/**
 * A sum as a person types it, in cents: "1.200", "1200,50", "R$ 1.200,5". Null for an empty text, undefined for what is
 * no sum of up to a billion reais. A point before three digits groups thousands; before one or two it is the comma's.
 */
export function readTypedValue(text: string): number | null | undefined {
  const bare = text.replace(/^\s*R\$/i, "").replaceAll(/\s/g, "");
  if (bare === "") return null;
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(bare)
    ? bare.replaceAll(".", "")
    : bare.replace(/\.(\d{1,2})$/, ",$1");
  if (!/^\d{1,12}(?:,\d{1,2})?$/.test(plain)) return undefined;
  const [reais = "", cents = ""] = plain.split(",");
  const value = Number(reais) * 100 + Number(cents.padEnd(2, "0"));
  return value <= MOST_VALUE_CENTS ? value : undefined;
}
