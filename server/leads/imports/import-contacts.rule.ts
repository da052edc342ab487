import { type ContactTarget, OTHER_TARGET_LABEL } from "@/lib/domain/imports/import-columns";
import { isMobile, looksLikeCpf, splitNumbers } from "@/lib/domain/imports/import-numbers";
import { type ContactValues, MOST_CONTACTS_OF_LEAD } from "@/lib/domain/leads/lead-contacts";
import type { LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { findSpreadsheetForm } from "@/lib/domain/phone/phone-digits";
import { readNumber, toKeptNumber } from "@/lib/domain/phone/read-number";
import { isEmailAddress } from "@/lib/domain/text/email";

/** The contacts of a row, besides its main contact. */

export interface ImportedContact extends ContactValues {
  phone_key: string | null;
}

type Values = Partial<Record<LeadFieldName, string>>;

const BETWEEN_EMAILS = /[;,/\s]+/;
const MOST_EMAILS = 5;

/** The addresses of a cell that holds several and nothing else; otherwise the text itself. */
export function splitEmails(value: string): string[] {
  const parts = value.split(BETWEEN_EMAILS, MOST_EMAILS + 1).filter(Boolean);
  return parts.length <= MOST_EMAILS && parts.every(isEmail) ? parts : [value];
}

/** A cell of a column that is read as other contacts. */
export interface OtherCell {
  column: number;
  target: ContactTarget;
  text: string;
}

/**
 * Reads cells of other contacts. The first number and e-mail that fit a free field of the row go there. What cannot be
 * read is named.
 */
export function readOtherCells(
  cells: readonly OtherCell[],
  values: Values,
): {
  free: Values;
  numbers: { text: string; target: ContactTarget }[];
  emails: string[];
  people: ImportedContact[];
  unread: { column: number; reason: string }[];
} {
  const free: Values = {};
  const numbers: { text: string; target: ContactTarget }[] = [];
  const emails: string[] = [];
  const people: ImportedContact[] = [];
  const unread: { column: number; reason: string }[] = [];
  const isFree = (field: LeadFieldName) => !values[field] && !free[field];
  for (const { column, target, text } of cells) {
    if (target === "other.email") {
      const found = splitEmails(text);
      if (!found.every(isEmail)) {
        unread.push({ column, reason: `${OTHER_TARGET_LABEL[target]}: E-mail inválido.` });
        continue;
      }
      if (isFree("email")) free.email = found.shift() ?? "";
      emails.push(...found);
      continue;
    }
    if (target === "other.contacts") {
      people.push(...readContactList(text));
      continue;
    }
    const several = splitNumbers(text);
    for (const number of several.length > 0 ? several : [text]) {
      if (!isNumber(number, target)) {
        const reason = `${OTHER_TARGET_LABEL[target]}: "${number.slice(0, 60)}" não é um número do Brasil com DDD.`;
        unread.push({ column, reason });
      } else if (isWhatsapp(number, target) && isFree("whatsapp")) free.whatsapp = number;
      else if (isFree("phone") && !isWhatsapp(number, target)) free.phone = number;
      else numbers.push({ text: number, target });
    }
  }
  return { free, numbers, emails, people, unread };
}

const MOST_PIECES = 8;

/** Contacts as showContact writes them, with a semicolon or a line between them; see showOtherContacts. */
function readContactList(text: string): ImportedContact[] {
  return text
    .split(/[;\n]/, MOST_CONTACTS_OF_LEAD)
    .map(readContact)
    .filter(({ name, phone, whatsapp, email }) => name ?? phone ?? whatsapp ?? email);
}

/** 'Maria, compras · +55 (11) 98765-4321 · (11) 3232-4545 · maria@sol.com.br': a piece without number or address names it. */
function readContact(text: string): ImportedContact {
  const contact = { ...NOBODY };
  for (const piece of text.split("·", MOST_PIECES).map((each) => each.trim())) {
    if (piece === "") continue;
    const kept = toKeptNumber(piece);
    if (isEmail(piece)) contact.email ??= piece;
    else if (contact.whatsapp === null && piece.startsWith("+") && kept) {
      Object.assign(contact, kept);
    } else if (isNumber(piece, "other.phone")) contact.phone ??= piece;
    else if (contact.name === null) {
      const [name = "", ...role] = piece.split(", ");
      contact.name = name.slice(0, MAX_NAME);
      contact.role = role.join(", ").slice(0, MAX_ROLE) || null;
    }
  }
  return contact;
}

function isNumber(text: string, target: ContactTarget): boolean {
  if (looksLikeCpf(text) || findSpreadsheetForm(text) !== null) return false;
  if (target === "other.phone" && text.length > MAX_PHONE) return false;
  if (readNumber(text).ok) return true;
  // A telephone may be more than a number: "3232-4545 ramal 12".
  return target === "other.phone" && /\d{4}/.test(text);
}

function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && isEmailAddress(text);
}

/** Those of the contact's own fields. */
const MAX_PHONE = 40;
const MAX_EMAIL = 200;
const MAX_NAME = 200;
const MAX_ROLE = 120;

function isWhatsapp(text: string, target: ContactTarget): boolean {
  return target === "other.whatsapp" || isMobile(text);
}

/** Contacts from the remaining values, each with a number or an address that the lead does not have. */
export function makeContacts(
  main: { phone_key: string | null; phone: string | null; email: string | null },
  numbers: readonly { text: string; target: ContactTarget }[],
  emails: readonly string[],
  people: readonly ImportedContact[] = [],
): ImportedContact[] {
  const seen = new Set([main.phone_key, toKeptNumber(main.phone)?.phone_key ?? main.phone]);
  const seenEmails = new Set([main.email?.toLowerCase()]);
  const contacts: ImportedContact[] = [];
  for (const person of people) {
    const reached = person.phone_key ?? toKeptNumber(person.phone)?.phone_key ?? person.phone;
    if (reached !== null && seen.has(reached)) continue;
    if (reached === null && person.email && seenEmails.has(person.email.toLowerCase())) continue;
    if (reached !== null) seen.add(reached);
    if (person.email) seenEmails.add(person.email.toLowerCase());
    contacts.push(person);
  }
  for (const { text, target } of numbers) {
    const kept = toKeptNumber(text);
    const reached = kept?.phone_key ?? text;
    if (seen.has(reached)) continue;
    seen.add(reached);
    const isReachable = kept !== null && isWhatsapp(text, target);
    contacts.push({ ...NOBODY, ...(isReachable ? kept : { phone: text.slice(0, MAX_PHONE) }) });
  }
  for (const email of emails) {
    if (seenEmails.has(email.toLowerCase())) continue;
    seenEmails.add(email.toLowerCase());
    contacts.push({ ...NOBODY, email });
  }
  return contacts.slice(0, MOST_CONTACTS_OF_LEAD);
}

const NOBODY: ImportedContact = {
  name: null,
  role: null,
  phone: null,
  whatsapp: null,
  phone_key: null,
  email: null,
};
