import { LEAD_FIELD_NAMES, type LeadFieldName } from "../leads/lead-fields";
import { ownColumn } from "../leads/own-fields";
import { foldHeader, type HeaderWords, rateHeader, readHeader } from "./column-headers";
import { type ColumnValues, judgeColumns } from "./column-values";
import type { ColumnMapping } from "./import-columns";

/** The column is never this field, even if its header says so. */
const NEVER = Number.NEGATIVE_INFINITY;
/** Below it a field is better left without a column. */
const LEAST = 0.15;
const MOST_VALUES = 0.5;
/** All of a header names the field. */
const NAMED = 0.85;
const NEARLY_ALL = 0.8;

/**
 * Proposes the field of each column. Every field is rated for every column by the header and by the values of the first
 * rows; the assignment with the greatest sum of ratings wins. The account's own fields are assigned first, by names and
 * keys. Remaining columns of numbers, e-mails, names and parts of an address get a field that allows several columns.
 */
export function guessMapping(
  headers: readonly string[],
  ownFields: readonly { key: string; name: string }[] = [],
  rows: readonly { cells: readonly string[] }[] = [],
): ColumnMapping {
  const values = judgeColumns(headers, rows);
  const columns = describeColumns(headers, values);
  const mapping: ColumnMapping = headers.map(() => null);
  for (const { key, name } of ownFields) {
    const names = [foldHeader(name), foldHeader(key)];
    const at = columns.findIndex(
      ({ header }, place) => mapping[place] === null && names.includes(header.folded),
    );
    if (at >= 0) mapping[at] = ownColumn(key);
  }
  for (const [at, { header, isArea }] of columns.entries()) {
    if (mapping[at] !== null) continue;
    if (header.folded === foldHeader("outros contatos")) mapping[at] = "other.contacts";
    else if (isArea) mapping[at] = "part.ddd";
  }
  const ratings = LEAD_FIELD_NAMES.map((field) =>
    columns.map((column, at) => (mapping[at] === null ? rate(field, column) - at / 1e6 : NEVER)),
  );
  for (const [field, at] of assign(ratings).entries()) {
    if (at !== null) mapping[at] = LEAD_FIELD_NAMES[field] ?? null;
  }
  return mapping.map((target, at) => target ?? findRest(columns[at], mapping));
}

interface Column {
  header: HeaderWords;
  values: ColumnValues;
  /** It contains area codes, for the numbers next to it. */
  isArea: boolean;
  /** Persons have their names in several columns; a company's name, if there is one, is in another column. */
  people: { given: boolean; company: boolean } | null;
}

function describeColumns(names: readonly string[], values: readonly ColumnValues[]): Column[] {
  const headers = names.map(readHeader);
  const findNamed = (field: Parameters<typeof rateHeader>[1]) =>
    headers.flatMap((header, at) => (rateHeader(header, field) >= NAMED ? [at] : []));
  const areEmpty = values.every(({ count }) => count === 0);
  const people =
    findNamed("part.contact_name").length > 0
      ? {
          given: findNamed("contact_name").length > 0,
          company: findNamed("other.name").some((at) => areEmpty || values[at]?.count),
        }
      : null;
  return headers.map((header, at) => {
    const { share, count } = values[at] as ColumnValues;
    const rating = rateHeader(header, "part.ddd");
    const isArea = rating > 0 && (count === 0 ? rating >= NAMED : share.area >= MOST_VALUES);
    return { header, values: values[at] as ColumnValues, isArea, people };
  });
}

/** The header's rating with what the values add to it or take from it. */
function rate(field: LeadFieldName, column: Column): number {
  const { values } = column;
  const header = rateName(field, column);
  const byValues = values.count === 0 ? 0 : rateValues(field, values);
  const score =
    header === 0
      ? rateUnnamed(field, column)
      : header * (values.count === 0 && hasValues(column) ? 0.6 : 1) + byValues;
  return byValues === NEVER || score < LEAST ? NEVER : score;
}

const hasValues = ({ values }: Column) => values.count > 0;

function rateName(field: LeadFieldName, { header, people }: Column): number {
  if (people && isFullName(header)) {
    if (field === "contact_name") return people.given || !people.company ? 0 : 1.1;
    if (field === "name") return people.company ? 0.3 : 1;
  }
  const rating = rateHeader(header, field);
  if (!people || people.company || field !== "name") {
    return people && !people.company && field === "contact_name" ? 0 : rating;
  }
  return Math.max(rating, rateHeader(header, "contact_name") >= NAMED ? 1.1 : 0);
}

const isFullName = ({ folded }: HeaderWords) => folded === "nome" || folded === "name";

const number = ({ share, words }: ColumnValues) =>
  words === 1 || (share.area > 0 && share.phone + share.local === 0) || share.email >= MOST_VALUES
    ? NEVER
    : 0.4 * (share.phone + share.local) - (share.cnpj + share.date >= MOST_VALUES ? 0.5 : 0);
const person = ({ share }: ColumnValues) =>
  Math.max(share.yes_no, share.phone, share.email, share.date, share.number) >= MOST_VALUES
    ? NEVER
    : 0;
const text = ({ share }: ColumnValues) => (share.yes_no >= NEARLY_ALL ? -0.7 : 0);

const BY_VALUES: Record<LeadFieldName, (values: ColumnValues) => number> = {
  name: ({ share }) => {
    if (share.yes_no >= NEARLY_ALL) return NEVER;
    const { email, phone, cnpj, date, number: digits } = share;
    return Math.max(email, phone, cnpj, date, digits) >= MOST_VALUES ? -0.7 : 0;
  },
  whatsapp: number,
  phone: number,
  email: ({ share }) => (share.email === 0 ? -0.6 : 0.4 * share.email),
  website: ({ share }) => (share.website === 0 ? -0.4 : 0.3 * share.website),
  address: ({ share }) =>
    Math.max(share.email, share.phone, share.yes_no, share.state) >= MOST_VALUES
      ? NEVER
      : 0.3 * share.address,
  // The registry's own files have codes of towns.
  city: ({ share, digits }) =>
    share.number >= NEARLY_ALL ? NEVER : digits >= MOST_VALUES ? -0.6 : 0.3 * share.town,
  state: ({ share }) => (share.state === 0 ? -0.3 : 0.3 * share.state),
  cnpj: ({ share }) => (share.cnpj === 0 ? -0.6 : 0.4 * share.cnpj),
  cnae: text,
  proprietario: person,
  contact_name: person,
  contact_role: text,
  obs: () => 0,
  ai_obs: () => 0,
  // Bought lists call a company's registration 'Situação', too.
  status: ({ share }) => (share.status < MOST_VALUES ? NEVER : 0),
};

function rateValues(field: LeadFieldName, values: ColumnValues): number {
  return BY_VALUES[field](values);
}

/** For a column whose header says nothing about the field. */
function rateUnnamed(field: LeadFieldName, { header, values }: Column): number {
  const { share, words, different, count } = values;
  if (header.isAboutAnother || header.isCode) return NEVER;
  const held = (kind: keyof typeof share, least: number) =>
    share[kind] >= least ? 0.2 + 0.2 * share[kind] : NEVER;
  if (field === "whatsapp" || field === "phone") {
    const isWhatsapp = share.mobile * 2 >= share.phone && rateHeader(header, "phone") === 0;
    return isWhatsapp === (field === "whatsapp") ? held("phone", 0.7) : NEVER;
  }
  if (field === "email" || field === "cnpj") return held(field, 0.6);
  if (field === "state") return count > 1 ? held("state", NEARLY_ALL) : NEVER;
  if (field === "city") return held("town", 0.7);
  if (field === "address") return held("address", 0.6);
  const mayBeName = words >= NEARLY_ALL && different >= 0.9 && count > 1 && !header.isGroup;
  const isNamed = LEAD_FIELD_NAMES.some((each) => rateHeader(header, each) > 0);
  const isPart = rateHeader(header, "part.address") + rateHeader(header, "part.contact_name") > 0;
  return field === "name" && mayBeName && !isNamed && !isPart ? LEAST : NEVER;
}

const mayBeEmail = ({ values }: Column) => values.count === 0 || values.share.email > 0;

/** Fields that may have several columns: further numbers, e-mails and names, and parts of an address or a person's name. */
function findRest(column: Column | undefined, mapping: ColumnMapping): ColumnMapping[number] {
  if (!column) return null;
  const { completes } = column.values;
  if (completes !== null && mapping[completes] === "cnpj") return "part.cnpj";
  for (const field of ["whatsapp", "phone", "email"] as const) {
    if (rate(field, column) === NEVER || (field === "email" && !mayBeEmail(column))) continue;
    return rateHeader(column.header, field) > 0 || field === "email"
      ? `other.${field}`
      : "other.phone";
  }
  const { header, people, values } = column;
  const isText = values.count === 0 || BY_VALUES.name(values) >= 0;
  const isName = rateHeader(header, "other.name") > 0 || (people !== null && isFullName(header));
  if (isText && isName) return "other.name";
  if (people && rateHeader(header, "part.contact_name") >= NAMED) {
    return mapping.includes("contact_name") ? "part.contact_name" : "part.name";
  }
  const isPlace = mapping.includes("address") && rateHeader(header, "part.address") >= 0.5;
  return isPlace ? "part.address" : null;
}

/**
 * The column for each row of ratings, or null, with the greatest sum: the Hungarian method, where a row may also stay
 * without a column for a rating of 0.
 */
function assign(ratings: readonly (readonly number[])[]): (number | null)[] {
  const [height, width] = [ratings.length, (ratings[0]?.length ?? 0) + ratings.length];
  const cost = (row: number, column: number) => {
    const rating = ratings[row - 1]?.[column - 1] ?? 0;
    return rating === NEVER ? 1e3 : -rating;
  };
  const [ofRow, ofColumn] = [Array<number>(height + 1).fill(0), Array<number>(width + 1).fill(0)];
  /** The row that is assigned to each column; 0 for none. */
  const taken = Array<number>(width + 1).fill(0);
  for (let row = 1; row <= height; row += 1) {
    const least = Array<number>(width + 1).fill(Number.POSITIVE_INFINITY);
    const cameFrom = Array<number>(width + 1).fill(0);
    const seen = new Set<number>();
    let column = 0;
    taken[0] = row;
    do {
      seen.add(column);
      const current = taken[column] ?? 0;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let each = 1; each <= width; each += 1) {
        if (seen.has(each)) continue;
        const slack = cost(current, each) - (ofRow[current] ?? 0) - (ofColumn[each] ?? 0);
        if (slack < (least[each] ?? 0)) [least[each], cameFrom[each]] = [slack, column];
        if ((least[each] ?? 0) < delta) [delta, next] = [least[each] ?? 0, each];
      }
      for (let each = 0; each <= width; each += 1) {
        if (seen.has(each)) {
          ofRow[taken[each] ?? 0] = (ofRow[taken[each] ?? 0] ?? 0) + delta;
          ofColumn[each] = (ofColumn[each] ?? 0) - delta;
        } else least[each] = (least[each] ?? 0) - delta;
      }
      column = next;
    } while (taken[column] !== 0);
    while (column !== 0) {
      const before = cameFrom[column] ?? 0;
      taken[column] = taken[before] ?? 0;
      column = before;
    }
  }
  const found = Array<number | null>(height).fill(null);
  for (const [column, row] of taken.entries()) {
    if (column === 0 || row === 0) continue;
    const rating = ratings[row - 1]?.[column - 1];
    if (rating !== undefined && rating !== NEVER) found[row - 1] = column - 1;
  }
  return found;
}
