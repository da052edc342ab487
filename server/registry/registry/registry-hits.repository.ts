import {
  type INDEXED_DIGITS,
  type SearchPlan,
  type SearchWord,
  toIndexedPrefix,
} from "@/lib/domain/registry/search-plan";
import { empty, join, type Sql, sql } from "@/server/platform/db/sql";

/** A search with all values checked and folded. */
export interface RegistrySearch {
  /** The one company that is looked for, whatever its situation. */
  cnpj: string | null;
  words: readonly SearchWord[];
  uf: string | null;
  /** The IBGE's codes; null anywhere. */
  municipalities: readonly number[] | null;
  cep: string | null;
  cnae: string | null;
  /** The Receita's codes of the situation; active is 2. */
  statuses: readonly number[];
  isHeadquarters: boolean | null;
  size: number | null;
  isMei: boolean | null;
  openedFrom: string | null;
  openedTo: string | null;
  /** See lib/domain/registry/opening-periods.ts. */
  openingPeriods: readonly number[];
  hasPhone: boolean;
  hasMobile: boolean;
  hasEmail: boolean;
  includesAbroad: boolean;
  /** Words of the street, the district or the number. */
  address: readonly string[];
  phoneDigits: string | null;
}

export interface HitRange {
  plan: SearchPlan;
  /** Rows after this id. */
  after: number;
  limit: number;
}

const ACTIVE = 2;

/**
 * The ids of the first `limit` matches, in the order of the ids. The rows lie on disk in that order, and every way of
 * reading them keeps it: the index of ids, and the bitmaps that a GIN index gives. So a LIMIT without a sort takes the
 * first ones.
 */
export function buildHits(search: RegistrySearch, range: HitRange): Sql {
  if (search.cnpj !== null) return buildSingle(search, search.cnpj, range);
  const parts = search.statuses.map((status) =>
    range.plan.way === "walk"
      ? buildWalk(search, status, range)
      : buildLookup(search, status, range, range.plan),
  );
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const all = join(
    parts.map((part) => sql`(${part})`),
    " UNION ALL ",
  );
  return sql`SELECT id FROM (${all}) AS of_each_status LIMIT ${range.limit}`;
}

function buildSingle(search: RegistrySearch, cnpj: string, { after, limit }: HitRange): Sql {
  const { uf, municipalities, cnae, cep } = search;
  const conditions = [
    sql`cnpj = ${cnpj} COLLATE "C"`,
    sql`id > ${after}`,
    ...(uf === null ? [] : [sql`uf || '' = ${uf}`]),
    ...(municipalities === null ? [] : [sql`municipality + 0 = ANY(${municipalities}::int[])`]),
    ...(cnae === null ? [] : [toRange(UNINDEXED.cnae, cnae, DIGITS.cnae)]),
    ...(cep === null ? [] : [toRange(UNINDEXED.cep, cep, DIGITS.cep)]),
    ...buildFilters({ ...search, includesAbroad: true }),
  ];
  return sql`SELECT id FROM registry.establishments WHERE ${join(conditions, " AND ")} LIMIT ${limit}`;
}

/** Reads the area's rows in their order. `+ 0` and `|| ''` keep the planner from the index of keys. */
function buildWalk(search: RegistrySearch, status: number, { after, limit }: HitRange): Sql {
  const { uf, municipalities } = search;
  const area = sql`FROM registry.areas WHERE status = ${status}::smallint
    ${uf === null ? empty : sql`AND uf = ${uf}`}
    ${municipalities === null ? empty : sql`AND municipality = ANY(${municipalities}::int[])`}`;
  const conditions = [
    ...search.words.map(toLikeCondition),
    ...(search.cnae === null ? [] : [toRange(sql`cnae + 0`, search.cnae, 7)]),
    ...(search.cep === null ? [] : [toRange(sql`cep + 0`, search.cep, 8)]),
    ...buildFilters(search),
  ];
  const walk = (from: Sql, to: Sql) => sql`SELECT id FROM registry.establishments
    WHERE ${join([sql`id >= greatest(${from}, ${after + 1})`, sql`id <= ${to}`, ...conditions], " AND ")}
    ORDER BY id LIMIT ${limit}`;
  if (municipalities === null) {
    return walk(sql`(SELECT min(first_id) ${area})`, sql`(SELECT max(last_id) ${area})`);
  }
  // Cities of one name are in several states, and some establishments of a city in another state: each is a range.
  return sql`SELECT e.id FROM (SELECT first_id, last_id ${area}) AS a
    CROSS JOIN LATERAL (${walk(sql`a.first_id`, sql`a.last_id`)}) AS e ORDER BY e.id LIMIT ${limit}`;
}

/** Intersects the lists of the index of keys. */
function buildLookup(
  search: RegistrySearch,
  status: number,
  { after, limit }: HitRange,
  plan: Extract<SearchPlan, { way: "index" }>,
): Sql {
  const { uf, municipalities, cnae, cep } = search;
  const words = search.words.filter(({ word }) => plan.words.has(word));
  const others = search.words.filter(({ word }) => !plan.words.has(word));
  const query = words.map(({ word, isPrefix }) => (isPrefix ? `${word}:*` : word)).join(" & ");
  const conditions = [
    // Constants, so that the planner knows which of the partial indexes holds the rows.
    status === ACTIVE ? sql`status = 2` : sql`status <> 2 AND status = ${status}::smallint`,
    ...(words.length === 0
      ? []
      : [sql`array_to_tsvector(string_to_array(name, ' ')) @@ ${query}::tsquery`]),
    ...(uf === null ? [] : [sql`uf = ${uf}`]),
    ...(municipalities === null ? [] : [toMunicipalityCondition(municipalities)]),
    ...buildPrefixConditions("cnae", cnae),
    ...buildPrefixConditions("cep", cep),
    ...(plan.usesPeriods && search.openingPeriods.length > 0
      ? [sql`((opened_on - '1900-01-01'::date) / 30) = ANY(${search.openingPeriods}::int[])`]
      : []),
    ...others.map(toLikeCondition),
    ...(after > 0 ? [sql`id > ${after}`] : []),
    ...buildFilters(search),
  ];
  return sql`SELECT id FROM registry.establishments WHERE ${join(conditions, " AND ")} LIMIT ${limit}`;
}

function toMunicipalityCondition(codes: readonly number[]): Sql {
  return codes.length === 1
    ? sql`municipality = ${codes[0]}::int`
    : sql`municipality = ANY(${codes}::int[])`;
}

/** Words hold letters and digits only: none is a wildcard. */
function toLikeCondition({ word, isPrefix }: SearchWord): Sql {
  return isPrefix
    ? sql`(name LIKE ${`${word}%`} OR name LIKE ${`% ${word}%`})`
    : sql`(' ' || name || ' ') LIKE ${`% ${word} %`}`;
}

function toRange(column: Sql, prefix: string, length: number): Sql {
  const from = Number(prefix.padEnd(length, "0"));
  const to = Number(prefix.padEnd(length, "9"));
  return sql`${column} BETWEEN ${from}::int AND ${to}::int`;
}

/** The keys of the index, by the length of the beginning that they are of. */
const KEYS: Record<keyof typeof INDEXED_DIGITS, Record<number, Sql>> = {
  cnae: {
    2: sql`(cnae / 100000)`,
    3: sql`(cnae / 10000)`,
    4: sql`(cnae / 1000)`,
    7: sql`cnae`,
  },
  cep: {
    2: sql`(cep / 1000000)`,
    3: sql`(cep / 100000)`,
    5: sql`(cep / 1000)`,
  },
};
const UNINDEXED = { cnae: sql`(cnae + 0)`, cep: sql`(cep + 0)` };
const DIGITS = { cnae: 7, cep: 8 };

function buildPrefixConditions(kind: keyof typeof INDEXED_DIGITS, code: string | null): Sql[] {
  if (code === null) return [];
  const prefix = toIndexedPrefix(kind, code);
  const lookup = sql`${KEYS[kind][prefix.length] ?? empty} = ${Number(prefix)}::int`;
  return prefix === code ? [lookup] : [lookup, toRange(UNINDEXED[kind], code, DIGITS[kind])];
}

/** Conditions that no index holds. */
function buildFilters(search: RegistrySearch): Sql[] {
  const conditions: Sql[] = [];
  const add = (condition: Sql) => conditions.push(condition);
  if (!search.includesAbroad && search.uf !== "EX") add(sql`uf || '' <> 'EX'`);
  if (search.isHeadquarters !== null) add(sql`is_headquarters = ${search.isHeadquarters}`);
  if (search.size !== null) add(sql`coalesce(size, 0) = ${search.size}::smallint`);
  if (search.isMei !== null) add(sql`is_mei = ${search.isMei}`);
  if (search.openedFrom !== null) add(sql`opened_on >= ${search.openedFrom}::date`);
  if (search.openedTo !== null) add(sql`opened_on <= ${search.openedTo}::date`);
  if (search.hasPhone) add(sql`phone1 IS NOT NULL`);
  if (search.hasMobile) add(sql`(length(phone1) = 13 OR length(phone2) = 13)`);
  if (search.hasEmail) add(sql`email IS NOT NULL`);
  for (const word of search.address) {
    add(
      sql`strpos(upper(unaccent(concat_ws(' ', street, number, complement, district))), ${word}) > 0`,
    );
  }
  if (search.phoneDigits !== null) {
    add(
      sql`(strpos(phone1, ${search.phoneDigits}) > 0 OR strpos(coalesce(phone2, ''), ${search.phoneDigits}) > 0)`,
    );
  }
  return conditions;
}
