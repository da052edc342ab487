import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getContactKey } from "@/lib/domain/messages/chat-key";
import type { PersonKeys } from "./privacy-request";

const unique = (texts: readonly (string | null)[]) => [
  ...new Set(texts.flatMap((text) => text ?? [])),
];

/** Typed values in the form for comparison. */
export function toPersonKeys({ phones, emails, cnpjs }: PersonKeys): PersonKeys {
  return {
    phones: unique(phones.map((phone) => getContactKey(phone))),
    emails: unique(emails.map((email) => email.trim().toLowerCase())),
    cnpjs: unique(cnpjs.map((cnpj) => normalizeCnpj(cnpj))),
  };
}

export function joinKeys(one: PersonKeys, other: PersonKeys): PersonKeys {
  return {
    phones: unique([...one.phones, ...other.phones]),
    emails: unique([...one.emails, ...other.emails]),
    cnpjs: unique([...one.cnpjs, ...other.cnpjs]),
  };
}

/** Numbers; if there are none, ids of chats, which mean nothing to a reader. */
export function listShownPhones(phones: readonly string[]): readonly string[] {
  const numbers = phones.filter((key) => !key.includes("@"));
  return numbers.length > 0 ? numbers : phones;
}

export function isEmptyKeys({ phones, emails, cnpjs }: PersonKeys): boolean {
  return phones.length + emails.length + cnpjs.length === 0;
}

/** Longer texts than a cell or a value has are read so far. */
const MOST_READ = 5_000;
const PHONE =
  /(?:\+|00)?(?:55[\s.-]{0,2})?\(?0?[1-9]{2}\)?[\s.-]{0,2}(?:9[\s.-]?)?\d{4}[\s.-]{0,2}\d{4}/g;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const CNPJ = /[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}/gi;

/** The keys that a text may have of people, as it is and within it. */
export function findKeysInText(text: string): PersonKeys {
  const read = text.slice(0, MOST_READ);
  return toPersonKeys({
    phones: [read, ...(read.match(PHONE) ?? [])],
    emails: read.match(EMAIL) ?? [],
    cnpjs: read.match(CNPJ) ?? [],
  });
}
