import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "../leads/lead-fields";

/** Which lead field each column of a file contains. */

/** The field of each column, in file order; null means ignored. */
export type ColumnMapping = (LeadFieldName | null)[];

/** The rest of a longer header would not change what it means. */
const MAX_HEADER_LENGTH = 200;

/** Headers hold these words beside others: "nome do contato" is a contact, "telefone celular" a mobile number. */
const LAST_BY_WORD: readonly LeadFieldName[] = [
  ...(["phone", "city", "state", "address", "obs", "status", "name"] as const),
];
const BY_WORD = [
  ...LEAD_FIELD_NAMES.filter((name) => !LAST_BY_WORD.includes(name)),
  ...LAST_BY_WORD,
];

/**
 * Guesses each column's field from its header in Portuguese or English, ignoring case, accents and punctuation. Each
 * field is used once.
 */
export function guessMapping(headers: readonly string[]): ColumnMapping {
  const folded = headers.map(fold);
  const mapping: ColumnMapping = headers.map(() => null);
  const taken = new Set<LeadFieldName>();
  const give = (column: number, field: LeadFieldName) => {
    mapping[column] = field;
    taken.add(field);
  };
  for (const field of LEAD_FIELD_NAMES) {
    // In the order of the names: 'nome' before 'empresa' if a file has both.
    for (const exact of LEAD_FIELDS[field].importNames.exact) {
      const column = folded.findIndex((header, at) => header === exact && mapping[at] === null);
      if (column >= 0 && !taken.has(field)) give(column, field);
    }
  }
  for (const field of BY_WORD) {
    for (const words of LEAD_FIELDS[field].importNames.words) {
      const column = folded.findIndex(
        (header, at) => mapping[at] === null && ` ${header} `.includes(` ${words} `),
      );
      if (column >= 0 && !taken.has(field)) give(column, field);
    }
  }
  return mapping;
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
