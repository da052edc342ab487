import { hasCompanyWord } from "@/lib/domain/companies/company-words";
import { foldText } from "@/lib/domain/text/fold-text";
import { CONTACTS_SOURCE } from "./contact-list";
import { GIVEN_NAMES } from "./given-names";
import type { NameKind } from "./name-kind";

export interface NamedLead {
  name: string;
  source: string;
  proprietario: string | null;
  /** The person behind the number. */
  contact_name?: string | null;
}

const MAX_NAME = 300;
/** Digits of a telephone number. */
const SHORTEST_NUMBER = 8;
const PLACEHOLDERS = new Set(
  `cliente contato lead nome empresa teste test sem nome desconhecido desconhecida unknown nao informado informada novo whatsapp
  numero telefone celular fone tel zap na n a`.match(/\S+/g),
);
const TITLE = /^(?:dra?|sra?|prof[ae]?|eng|seu|dona)$/;
const PARTICLE = /^(?:d[aeo]s?|e)$/;
/** People type these themselves or a file's column may hold them; searches find companies. */
const TYPED = new Set(["manual", "import"]);

/** Whose name a lead has. Derived, so that it is right after every change of the name. */
export function getNameKind({ name, source, proprietario }: NamedLead): NameKind {
  const written = name.slice(0, MAX_NAME).trim();
  const words = getWords(written);
  if (
    words.length === 0 ||
    /@|^\S+\.(?:com|net|org|br|[a-z]{2}\.[a-z]{2})\S*$|^https?:/i.test(written)
  )
    return "none";
  if (words.every((word) => PLACEHOLDERS.has(foldText(word)))) {
    // "Cliente", "Cliente 51 93333-5555"; "Empresa 12" is a name.
    const digits = written.replace(/\D/g, "").length;
    if (digits === 0 || digits >= SHORTEST_NUMBER) return "none";
  }
  if (proprietario && toKey(proprietario) === toKey(written) && !hasCompanyWord(written))
    return "person";
  // Searches find companies: nothing more to read, and lists of leads ask for every row.
  if (source !== CONTACTS_SOURCE && !TYPED.has(source)) return "company";
  if (hasCompanyWord(written)) return "company";
  if (source === CONTACTS_SOURCE) return "person";
  return looksPersonal(written) ? "person" : "company";
}

/**
 * The first name to address the person by: of the contact behind the number, of the owner, or of the person whose name
 * the lead has.
 */
export function getPersonName(lead: NamedLead): string | null {
  for (const given of [lead.contact_name, lead.proprietario]) {
    const person = given?.slice(0, MAX_NAME).trim();
    if (person && !hasCompanyWord(person) && getNameKind({ ...lead, name: person }) !== "none") {
      return getFirstName(person);
    }
  }
  return getNameKind(lead) === "person" ? getCallName(lead.name) : null;
}

/** The first name; the whole of a short name that begins with no usual first name: "Sabor Mineiro" may be a company. */
function getCallName(name: string): string | null {
  const first = getFirstName(name);
  const isUsual = first !== null && GIVEN_NAMES.has(foldText(first));
  return isUsual || getWords(name).length > 3 ? first : getWords(name).map(toOneCapital).join(" ");
}

/** The company's name, if that is what the lead has. */
export function getCompanyName(lead: NamedLead): string | null {
  return getNameKind(lead) === "company" ? lead.name : null;
}

/** "Ana" of "Dra. ANA Souza". */
function getFirstName(person: string | null): string | null {
  const words = getWords(person?.slice(0, MAX_NAME) ?? "");
  const start = words.findIndex((word) => !TITLE.test(foldText(word)));
  const first = words[Math.max(0, start)];
  return first === undefined ? null : toOneCapital(first);
}

function getWords(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{M}'’-]{0,60}/gu) ?? [];
}

/** A usual given name and one to four others, nothing else. */
function looksPersonal(name: string): boolean {
  if (/[\d&/|+]/.test(name)) return false;
  const words = getWords(name).filter((word) => !PARTICLE.test(foldText(word)));
  const [first = "", ...rest] = words.filter(
    (word, index) => index > 0 || !TITLE.test(foldText(word)),
  );
  return GIVEN_NAMES.has(foldText(first)) && rest.length <= 4;
}

/** "ANA" and "ana" as "Ana"; "McDonald" stays. */
function toOneCapital(word: string): string {
  const lower = word.toLocaleLowerCase("pt-BR");
  if (word !== lower && word !== word.toLocaleUpperCase("pt-BR")) return word;
  return lower.replace(/^\p{L}|-\p{L}/gu, (letter) => letter.toLocaleUpperCase("pt-BR"));
}

function toKey(name: string): string {
  return foldText(name.slice(0, MAX_NAME)).replace(/[^a-z]/g, "");
}
