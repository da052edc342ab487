import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "../leads/lead-fields";
import { readStatus } from "../leads/lead-status";
import { type OwnFieldShape, ownColumn } from "../leads/own-fields";
import { IMPORT_MAX_COLUMNS } from "./import-file";

/** Which lead field each column of a file contains. */

/** One of the account's own fields, by its key. */
export type OwnTarget = `own.${string}`;
/** What other contacts are made of, beside the main one. */
export const CONTACT_TARGETS = [
  "other.whatsapp",
  "other.phone",
  "other.email",
  "other.contacts",
] as const;
export type ContactTarget = (typeof CONTACT_TARGETS)[number];
/** Several columns may be read as each of these. */
export const OTHER_TARGETS = ["other.name", ...CONTACT_TARGETS] as const;
export type OtherTarget = (typeof OTHER_TARGETS)[number];
export const OTHER_TARGET_LABEL: Record<OtherTarget, string> = {
  "other.name": "Outro nome, se faltar o nome",
  "other.whatsapp": "Outro WhatsApp",
  "other.phone": "Outro telefone",
  "other.email": "Outro e-mail",
  "other.contacts": "Outros contatos, como em uma exportação",
};
export type ColumnTarget = LeadFieldName | OwnTarget | OtherTarget;
/** The field of each column, in file order; null means ignored. */
export type ColumnMapping = (ColumnTarget | null)[];

/** An own field that the import will make of a column, by the column's place. */
export interface NewColumnField extends OwnFieldShape {
  column: number;
  name: string;
}

/** An own field that a column is read as. */
interface OwnColumn extends OwnFieldShape {
  /** Negative for a field that does not exist yet. */
  fieldId: number;
  name: string;
}

/** What each column is read as, in file order. */
export type ReadColumn = LeadFieldName | OtherTarget | OwnColumn | null;

export function isOtherTarget(column: ReadColumn | ColumnTarget): column is OtherTarget {
  return (OTHER_TARGETS as readonly unknown[]).includes(column);
}

/** The key of the own field that a column is mapped to; null for another target. */
export function findOwnKey(target: ColumnTarget | null): string | null {
  return target?.startsWith("own.") ? target.slice("own.".length) : null;
}

/** The rest of a longer header would not change what it means. */
const MAX_HEADER_LENGTH = 200;

/** What else a company is called. A mere 'nome' beside the company's may be anybody's. */
const OTHER_NAMES = {
  exact: ["razao", "empresa", "company", "fantasia"],
  words: [
    ...["razao social", "nome fantasia", "nome de fantasia", "nome empresarial", "nome da empresa"],
    ...["denominacao social", "company name", "business name", "legal name", "trade name"],
  ],
};

/** Headers hold these words beside others: "nome do contato" is a contact, "telefone celular" a mobile number. */
const LAST_BY_WORD: readonly LeadFieldName[] = [
  ...(["phone", "city", "state", "address", "obs", "status", "name"] as const),
];
const BY_WORD = [
  ...LEAD_FIELD_NAMES.filter((name) => !LAST_BY_WORD.includes(name)),
  ...LAST_BY_WORD,
];

/**
 * Guesses each column's field from its header in Portuguese or English, ignoring case, accents and punctuation. The
 * account's own fields go first, by their names and keys. Each field is used once; more numbers and e-mails are those of
 * other contacts, more names of the company those of rows that lack the first. `rows` are the file's first ones, whose values tell a lead's status from another one.
 */
export function guessMapping(
  headers: readonly string[],
  ownFields: readonly { key: string; name: string }[] = [],
  rows: readonly { cells: readonly string[] }[] = [],
): ColumnMapping {
  const folded = headers.map(fold);
  const mapping: ColumnMapping = headers.map(() => null);
  const taken = new Set<ColumnTarget>();
  const isFree = (column: number, field: LeadFieldName) =>
    mapping[column] === null && (field !== "status" || holdsStatuses(column, rows));
  const give = (column: number, field: ColumnTarget) => {
    mapping[column] = field;
    taken.add(field);
  };
  for (const { key, name } of ownFields) {
    const column = folded.findIndex(
      (header, at) => mapping[at] === null && [fold(name), fold(key)].includes(header),
    );
    if (column >= 0) give(column, ownColumn(key));
  }
  for (const field of LEAD_FIELD_NAMES) {
    // In the order of the names: 'nome' before 'empresa' if a file has both.
    for (const exact of LEAD_FIELDS[field].importNames.exact) {
      const column = folded.findIndex((header, at) => header === exact && isFree(at, field));
      if (column >= 0 && !taken.has(field)) give(column, field);
    }
  }
  for (const [column, header] of folded.entries()) {
    if (mapping[column] === null && header === "outros contatos") give(column, "other.contacts");
  }
  for (const field of BY_WORD) {
    for (const words of LEAD_FIELDS[field].importNames.words) {
      const column = folded.findIndex(
        (header, at) => ` ${header} `.includes(` ${words} `) && isFree(at, field),
      );
      if (column >= 0 && !taken.has(field)) give(column, field);
    }
  }
  // A second number or e-mail is another contact's, a second name that of rows without the first.
  for (const field of ["whatsapp", "phone", "email", "name"] as const) {
    const names = field === "name" ? OTHER_NAMES : LEAD_FIELDS[field].importNames;
    for (const [column, header] of folded.entries()) {
      if (mapping[column] === null && isNamed(header, names)) mapping[column] = `other.${field}`;
    }
  }
  return mapping;
}

function isNamed(
  header: string,
  { exact, words }: { exact: readonly string[]; words: readonly string[] },
): boolean {
  return exact.includes(header) || words.some((each) => ` ${header} `.includes(` ${each} `));
}

/** False where most values are no statuses: bought lists call a company's registration 'Situação', too. */
function holdsStatuses(column: number, rows: readonly { cells: readonly string[] }[]): boolean {
  const values = rows.map(({ cells }) => cells[column]?.trim() ?? "").filter(Boolean);
  const known = values.filter((value) => readStatus(value) !== null);
  return known.length * 2 >= values.length;
}

/** Keeps a draft's choice: columns whose own field was deleted since are ignored. */
export function withoutDeletedFields(
  mapping: ColumnMapping,
  fields: readonly { key: string }[],
): ColumnMapping {
  const exists = (target: ColumnTarget | null) => {
    const key = findOwnKey(target);
    return key === null || fields.some((field) => field.key === key);
  };
  return mapping.map((target) => (exists(target) ? target : null));
}

/** Below a title, a date and a note: a header further down is none. */
export const HEADER_WITHIN_ROWS = 10;
/** A longer cell is a text, not a column's name. */
const MAX_NAME_LENGTH = 60;

/**
 * Finds the header among a file's first rows that are not blank: the first row, unless it names fewer than two fields
 * and one of the next, up to HEADER_WITHIN_ROWS, names two or more and fills more cells than each row above it, as a
 * header below a title does. Returns its index.
 */
export function findHeader(rows: readonly { cells: readonly string[] }[]): number {
  const [first] = rows;
  if (!first || countNamedFields(first.cells) >= 2) return 0;
  const found = rows
    .slice(0, HEADER_WITHIN_ROWS)
    .findIndex(
      ({ cells }, at) =>
        countNamedFields(cells) >= 2 &&
        cells.every(mayName) &&
        rows.slice(0, at).every((above) => countFilled(above.cells) < countFilled(cells)),
    );
  return Math.max(found, 0);
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

function countNamedFields(cells: readonly string[]): number {
  return guessMapping(cells.slice(0, IMPORT_MAX_COLUMNS)).filter(Boolean).length;
}

/** Values have digits, addresses of mails and sites, or sentences. */
function mayName(cell: string): boolean {
  return cell.length <= MAX_NAME_LENGTH && !/[@:]|\d{3}/.test(cell);
}

function fold(header: string): string {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
