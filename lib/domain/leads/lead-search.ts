import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { phoneDigits } from "@/lib/domain/phone/phone-digits";
import { readWrittenNumber } from "@/lib/domain/phone/written-number";

const FEWEST_DIGITS = 4;

/**
 * The texts to search for, any of which may match: the typed text and, for a number or a CNPJ, its stored forms, so
 * that '11 98765', '(11) 9876-5432' and '12.345.678/0001-90' match values stored without punctuation.
 */
export function getSearchSpellings(typed: string): string[] {
  const text = typed.trim();
  if (text === "") return [];
  const spellings = new Set([text]);
  const cnpj = normalizeCnpj(text);
  if (cnpj) spellings.add(cnpj);
  const digits = phoneDigits(text).replace(/^0+/, "");
  if (/^[\d\s().+\-/]+$/.test(text) && digits.length >= FEWEST_DIGITS) {
    spellings.add(digits);
    const read = readWrittenNumber(text);
    if (read.ok) spellings.add(getPhoneKey(read.digits) ?? digits);
  }
  return [...spellings];
}
