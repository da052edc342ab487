import { normalizeCnpj } from "../companies/cnpj";
import { readWrittenNumber } from "../phone/written-number";
import { isEmailAddress } from "../text/email";
import { isWebAddress } from "../text/web-address";

/** The values of a company that a line contains; others are missing. */
export interface QuickLead {
  name: string;
  /** International digits. */
  whatsapp?: string;
  /** A landline, as it was typed. */
  phone?: string;
  email?: string;
  website?: string;
  /** Without punctuation. */
  cnpj?: string;
}

export const QUICK_LEAD_MAX_LENGTH = 300;

/** A CNPJ with letters must be in capitals or have its stroke, because words have letters too. */
const CNPJ =
  /(?<!\d)\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}(?!\d)|(?<![\p{L}\d])(?:[A-Z\d]{12}\d{2}|[A-Za-z\d]{2}\.?[A-Za-z\d]{3}\.?[A-Za-z\d]{3}\/[A-Za-z\d]{4}-?\d{2})(?![\p{L}\d])/gu;
/** 0800 123 4567; a number with an area code, what is dialled before it, and its extension; another country's with its plus. */
const NUMBER = new RegExp(
  [
    String.raw`(?<![\d/.])(?:\+?55[\s.-]{0,2})?0?[3589]00[\s.-]{0,2}\d{3}[\s.-]{0,2}\d{3,4}(?!\d)`,
    String.raw`(?<![\d/.])(?:\+?55[\s.-]{0,2})?(?:\(0\)\s?)?\(?(?:0(?:[xX]{2})?\s?(?:[1-9]\d[\s)-]{1,2}\(?)?)?\d{2}\)?[\s.-]{0,2}(?:9[\s.]?)?\d{4}[\s.-]{0,2}\d{4}(?!\d)(?:\s{0,2}\b(?:ramal|ext|x)[\s.]{0,2}\d{1,6})?`,
    String.raw`\+[1-9][\d ().-]{8,18}\d(?!\d)`,
  ].join("|"),
  "gi",
);
const CHAT_LINK = /(?:https?:\/\/)?(?:wa\.me|(?:api|web)\.whatsapp\.com)\/\S{1,300}/gi;
const SEPARATORS = " ,;:|–-";

/**
 * Understands a line that was typed or pasted: 'Padaria Sol 11 98765-4321 padariasol.com.br'. Its first mobile number is
 * the WhatsApp, its first landline the telephone; what is none of the others is the name.
 */
export function readQuickLead(line: string): QuickLead {
  const found: Omit<QuickLead, "name"> = {};
  let rest = line
    .slice(0, QUICK_LEAD_MAX_LENGTH)
    .replace(/[０-９＋]/g, (wide) => wide.normalize("NFKC"));
  const cnpj = rest.match(CNPJ)?.find((written) => normalizeCnpj(written) !== null);
  if (cnpj) {
    found.cnpj = normalizeCnpj(cnpj) ?? cnpj;
    rest = rest.replace(cnpj, " ");
  }
  const keepNumber = (written: string): string => {
    const number = readWrittenNumber(written);
    if (!number.ok) return written;
    const isMobile =
      number.kind === "subscriber" ? /^[6-9]/.test(number.subscriber) : number.kind !== "service";
    if (isMobile && !found.whatsapp) found.whatsapp = number.digits;
    else if (!isMobile && !found.phone) found.phone = written.trim();
    else return written;
    return " ";
  };
  rest = rest.replace(CHAT_LINK, keepNumber).replace(NUMBER, keepNumber);
  const words = rest.split(/\s+/).filter((word) => {
    const bare = trimSeparators(word);
    if (!found.email && isEmailAddress(bare)) {
      found.email = bare;
      return false;
    }
    if (!found.website && bare.includes(".") && /[a-z]{2}/i.test(bare) && isWebAddress(bare)) {
      found.website = bare;
      return false;
    }
    return true;
  });
  return { name: trimSeparators(words.join(" ")), ...found };
}

/** Removes separators between the parts of the line from both ends of the rest. */
function trimSeparators(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SEPARATORS.includes(text.charAt(start))) start += 1;
  while (end > start && SEPARATORS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
