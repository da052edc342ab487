import type { SearchWord } from "@/lib/domain/registry/search-plan";
import { join, type Sql, sql } from "@/server/platform/db/sql";

/** A search with all values checked and folded. Lists are of alternatives; an empty one is no filter. */
export interface RegistrySearch {
  /** The CNPJ of one establishment, or the root of one company's CNPJs, in any situation. */
  cnpj: string | null;
  words: readonly SearchWord[];
  ufs: readonly string[];
  /** The IBGE's codes; null for all. */
  municipalities: readonly number[] | null;
  /** Beginnings of CEPs, none of which begins with another one; the same is true of the activities and the natures. */
  ceps: readonly string[];
  cnaes: readonly string[];
  /** Whether the activity may be a secondary one. */
  includesSecondary: boolean;
  /** The Receita's codes of the situation; active is 2. */
  statuses: readonly number[];
  isHeadquarters: boolean | null;
  sizes: readonly number[];
  natures: readonly string[];
  /** In cents. */
  capitalFrom: number | null;
  capitalTo: number | null;
  isMei: boolean | null;
  isSimples: boolean | null;
  openedFrom: string | null;
  openedTo: string | null;
  /** See server/registry/registry/opening-periods.rule.ts. */
  openingPeriods: readonly number[];
  hasPhone: boolean | null;
  hasMobile: boolean | null;
  hasEmail: boolean | null;
  includesAbroad: boolean;
  /** Words of the street, the district or the number. */
  address: readonly string[];
  /** The words of each district, or their beginnings. */
  districts: readonly (readonly string[])[];
  phoneDigits: string | null;
  ddds: readonly string[];
}

export const CNAE_DIGITS = 7;

/** The codes that begin with this one, as the first and the last number of `length` digits. */
export function toCodeRange(code: string, length: number): [from: number, to: number] {
  return [Number(code.padEnd(length, "0")), Number(code.padEnd(length, "9"))];
}

/** Whether the column begins with one of the codes. */
function beginsWithAny(column: Sql, codes: readonly string[], length: number): Sql {
  const ranges = codes.map((code) => {
    const [from, to] = toCodeRange(code, length);
    return from === to
      ? sql`${column} = ${from}::int`
      : sql`${column} BETWEEN ${from}::int AND ${to}::int`;
  });
  return sql`(${join(ranges, " OR ")})`;
}

/** The state and the city, compared on the rows. */
export function buildPlaceFilters({ ufs, municipalities }: RegistrySearch): Sql[] {
  return [
    ...(ufs.length === 0 ? [] : [sql`uf || '' = ANY(${ufs}::text[])`]),
    ...(municipalities === null ? [] : [sql`municipality + 0 = ANY(${municipalities}::int[])`]),
  ];
}

/** The activity and the CEP, compared on the rows. */
export function buildCodeFilters({ cnaes, ceps, includesSecondary }: RegistrySearch): Sql[] {
  const conditions: Sql[] = [];
  if (cnaes.length > 0) {
    const isMain = beginsWithAny(sql`(cnae + 0)`, cnaes, CNAE_DIGITS);
    const isSecondary = sql`EXISTS (SELECT FROM unnest(secondary_cnaes) AS s(code)
      WHERE ${beginsWithAny(sql`s.code`, cnaes, CNAE_DIGITS)})`;
    conditions.push(includesSecondary ? sql`(${isMain} OR ${isSecondary})` : isMain);
  }
  if (ceps.length > 0) conditions.push(beginsWithAny(sql`(cep + 0)`, ceps, 8));
  return conditions;
}

/** What separates the words of a district in the files. */
const DISTRICT = sql`' ' || translate(upper(unaccent(district)), '.,;:-/()''"', '          ')`;

/** Conditions that no index supports. */
export function buildFilters(search: RegistrySearch): Sql[] {
  const conditions: Sql[] = [];
  const add = (condition: Sql) => conditions.push(condition);
  const { ddds, districts, natures, sizes } = search;
  if (!search.includesAbroad && !search.ufs.includes("EX")) add(sql`uf || '' <> 'EX'`);
  if (search.isHeadquarters !== null) add(sql`is_headquarters = ${search.isHeadquarters}`);
  if (sizes.length > 0) add(sql`coalesce(size, 0) = ANY(${sizes}::smallint[])`);
  if (natures.length > 0) add(beginsWithAny(sql`legal_nature`, natures, 4));
  if (search.capitalFrom !== null) add(sql`capital_cents >= ${search.capitalFrom}::bigint`);
  if (search.capitalTo !== null) add(sql`capital_cents <= ${search.capitalTo}::bigint`);
  if (search.isMei !== null) add(sql`is_mei = ${search.isMei}`);
  if (search.isSimples !== null) add(sql`is_simples = ${search.isSimples}`);
  if (search.openedFrom !== null) add(sql`opened_on >= ${search.openedFrom}::date`);
  if (search.openedTo !== null) add(sql`opened_on <= ${search.openedTo}::date`);
  if (search.hasPhone !== null) add(isKnown(sql`phone1`, search.hasPhone));
  if (search.hasMobile !== null) {
    add(
      sql`(coalesce(length(phone1), 0) = 13 OR coalesce(length(phone2), 0) = 13) = ${search.hasMobile}`,
    );
  }
  if (search.hasEmail !== null) add(isKnown(sql`email`, search.hasEmail));
  for (const word of search.address) {
    add(
      sql`strpos(upper(unaccent(concat_ws(' ', street, number, complement, district))), ${word}) > 0`,
    );
  }
  if (districts.length > 0) add(isInDistrict(districts));
  if (ddds.length > 0) {
    add(
      sql`(substr(phone1, 3, 2) = ANY(${ddds}::text[]) OR substr(phone2, 3, 2) = ANY(${ddds}::text[]))`,
    );
  }
  if (search.phoneDigits !== null) {
    add(
      sql`(strpos(phone1, ${search.phoneDigits}) > 0 OR strpos(coalesce(phone2, ''), ${search.phoneDigits}) > 0)`,
    );
  }
  return conditions;
}

function isInDistrict(districts: RegistrySearch["districts"]): Sql {
  const each = districts.map((words) => {
    const begins = words.map((word) => sql`${DISTRICT} LIKE ${`% ${word}%`}`);
    return sql`(${join(begins, " AND ")})`;
  });
  return sql`(${join(each, " OR ")})`;
}

/** Whether an establishment is in the area of the search. */
export function buildPlace(search: RegistrySearch): Sql {
  const { ceps, districts } = search;
  const conditions = [
    ...buildPlaceFilters(search),
    ...(ceps.length > 0 ? [beginsWithAny(sql`(cep + 0)`, ceps, 8)] : []),
    ...(districts.length > 0 ? [isInDistrict(districts)] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${join(conditions, " AND ")})`;
}

function isKnown(column: Sql, known: boolean): Sql {
  return known ? sql`${column} IS NOT NULL` : sql`${column} IS NULL`;
}
