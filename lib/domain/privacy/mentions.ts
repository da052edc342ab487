import type { PersonKeys } from "./privacy-request";

const literal = (text: string) => text.replace(/[^a-zA-Z0-9]/g, "\\$&");
const spread = (digits: string, between: string) => [...digits].map(literal).join(between);
const NOTHING = "(?!)";
const BETWEEN = "\\D{0,2}";

/**
 * A pattern for PostgreSQL, without regard to case, of every way in which texts write a person's keys: numbers with and
 * without country code, ninth digit and punctuation. Without keys it matches no text.
 */
export function buildMentions({ phones, emails, cnpjs }: PersonKeys): string {
  const spellings = [
    ...phones.map(writePhone),
    ...emails.map((email) => `(?<![\\w.+-])${literal(email)}(?![\\w-])`),
    ...cnpjs.map((cnpj) => `(?<![0-9A-Z])${spread(cnpj, "[./-]?")}(?![0-9A-Z])`),
  ];
  // An empty pattern would be in every text.
  return spellings.length > 0 ? spellings.join("|") : NOTHING;
}

function writePhone(key: string): string {
  if (key.includes("@")) return literal(key);
  const [, ddd, subscriber = ""] = /^55([1-9]{2})(\d{8,9})$/.exec(key) ?? [];
  if (ddd === undefined) return `(?<!\\d)${spread(key, BETWEEN)}(?!\\d)`;
  const ninth = /^[6-9]\d{7}$/.test(subscriber) ? `(?:9${BETWEEN})?` : "";
  return `(?<!\\d)(?:(?:00)?55\\D{0,3})?0?${spread(ddd, "")}\\D{0,3}${ninth}${spread(subscriber, BETWEEN)}(?!\\d)`;
}
