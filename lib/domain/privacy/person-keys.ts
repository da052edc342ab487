import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { toPhoneKey } from "@/lib/domain/phone/phone";
import type { PersonKeys } from "./privacy-request";

const unique = (texts: readonly (string | null)[]) => [
  ...new Set(texts.flatMap((text) => text ?? [])),
];

/** What a person typed, as it is compared. */
export function toPersonKeys({ phones, emails, cnpjs }: PersonKeys): PersonKeys {
  return {
    phones: unique(phones.map((phone) => toPhoneKey(phone))),
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

export function isEmptyKeys({ phones, emails, cnpjs }: PersonKeys): boolean {
  return phones.length + emails.length + cnpjs.length === 0;
}
