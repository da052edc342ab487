import {
  type INDEXED_DIGITS,
  type SearchPlan,
  type SearchWord,
  toIndexedPrefixes,
} from "@/lib/domain/registry/search-plan";
import { empty, join, raw, type Sql, sql } from "@/server/platform/db/sql";
import {
  buildCodeFilters,
  buildFilters,
  buildPlaceFilters,
  CNAE_DIGITS,
  type RegistrySearch,
  toCodeRange,
} from "./registry-conditions.repository";

export interface HitRange {
  plan: SearchPlan;
  /** Rows after this id. */
  after: number;
  limit: number;
  /** The import whose month is read; by default the one that is served. */
  importId?: number;
}

/** The schema of a month. */
export function monthSchema(importId?: number): Sql {
  return raw(importId === undefined ? "registry" : `registry_${Math.trunc(importId)}`);
}

const ACTIVE = 2;
const CNPJ_LENGTH = 14;

/** Establishments without an activity come after the others of their city. */
const NO_CNAE = 16_777_215;
/** The area codes of both numbers, as the index of keys has them. */
const AREA_CODES = sql`(array_remove(ARRAY[substr(phone1, 3, 2), substr(phone2, 3, 2)], NULL))`;

/**
 * The ids of the first `limit` matches, in the order of the ids. The rows are on disk in that order, and every way of
 * reading them keeps it: the index of ids, and the bitmaps of a GIN index. So a LIMIT without a sort takes the first
 * ones.
 */
export function buildHits(search: RegistrySearch, range: HitRange): Sql {
  if (search.cnpj !== null) return buildCompany(search, search.cnpj, range);
  const { plan } = range;
  const parts = search.statuses.map((status) =>
    plan.way === "index"
      ? buildLookup(search, status, range, plan)
      : buildWalk(search, status, range, plan.byActivity),
  );
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const all = join(
    parts.map((part) => sql`(${part})`),
    " UNION ALL ",
  );
  return sql`SELECT id FROM (${all}) AS of_each_status LIMIT ${range.limit}`;
}

/** OFFSET keeps the planner from reading the registry in the order of its ids: a company has few establishments. */
function buildCompany(search: RegistrySearch, cnpj: string, range: HitRange): Sql {
  const { after, limit, importId } = range;
  const conditions = [
    sql`cnpj >= ${cnpj.padEnd(CNPJ_LENGTH, "0")} COLLATE "C"`,
    sql`cnpj <= ${cnpj.padEnd(CNPJ_LENGTH, "Z")} COLLATE "C"`,
    sql`id > ${after}`,
    ...search.words.map(toLikeCondition),
    ...buildPlaceFilters(search),
    ...buildCodeFilters(search),
    ...buildFilters({ ...search, includesAbroad: true }),
  ];
  return sql`SELECT id FROM (
      SELECT id FROM ${monthSchema(importId)}.establishments WHERE ${join(conditions, " AND ")} OFFSET 0
    ) AS of_company ORDER BY id LIMIT ${limit}`;
}

/**
 * Reads the area's rows in their order, or those of the activities in each of its cities. `+ 0` and `|| ''` keep the
 * planner from the index of keys.
 */
function buildWalk(
  search: RegistrySearch,
  status: number,
  range: HitRange,
  byActivity: boolean,
): Sql {
  const { after, limit, importId } = range;
  const { ufs, municipalities } = search;
  const schema = monthSchema(importId);
  const area = sql`FROM ${schema}.areas WHERE status = ${status}::smallint
    ${ufs.length === 0 ? empty : sql`AND uf = ANY(${ufs}::text[])`}
    ${municipalities === null ? empty : sql`AND municipality = ANY(${municipalities}::int[])`}`;
  const conditions = [
    ...search.words.map(toLikeCondition),
    ...buildCodeFilters(search),
    ...buildFilters(search),
  ];
  const walk = (from: Sql, to: Sql) => sql`SELECT id FROM ${schema}.establishments
    WHERE ${join([sql`id >= greatest(${from}, ${after + 1})`, sql`id <= ${to}`, ...conditions], " AND ")}
    ORDER BY id LIMIT ${limit}`;
  if (municipalities === null && ufs.length <= 1) {
    return walk(sql`(SELECT min(first_id) ${area})`, sql`(SELECT max(last_id) ${area})`);
  }
  // Cities with the same name are in several states, and some establishments of a city in another state: each is a
  // range.
  const cities = sql`SELECT first_id, last_id ${area}`;
  const ranges = byActivity
    ? buildActivityRanges(cities, search.cnaes, schema)
    : municipalities === null
      ? sql`SELECT min(first_id) AS first_id, max(last_id) AS last_id ${area} GROUP BY uf`
      : cities;
  // In the order of the ranges, which is that of the ids: rows after the last one needed are never read.
  return sql`SELECT e.id FROM (${ranges} ORDER BY first_id) AS a
    CROSS JOIN LATERAL (${walk(sql`a.first_id`, sql`a.last_id`)}) AS e LIMIT ${limit}`;
}

/** The range of ids of each activity in each city, whose rows are in the order of their activities. */
function buildActivityRanges(cities: Sql, cnaes: readonly string[], schema: Sql): Sql {
  const codes = cnaes.map((code) => toCodeRange(code, CNAE_DIGITS));
  // Binary search for the first row of the activity or of a later one.
  const findFirst = (cnae: Sql) => sql`(WITH RECURSIVE halves(low, high) AS (
      SELECT c.first_id, c.last_id + 1
      UNION ALL
      SELECT CASE WHEN coalesce(e.cnae, ${NO_CNAE}) < ${cnae} THEN h.middle + 1 ELSE h.low END,
             CASE WHEN coalesce(e.cnae, ${NO_CNAE}) < ${cnae} THEN h.high ELSE h.middle END
      FROM (SELECT low, high, (low + high) / 2 AS middle FROM halves WHERE low < high) AS h
      LEFT JOIN LATERAL (SELECT cnae FROM ${schema}.establishments
        WHERE id >= h.middle AND id <= c.last_id ORDER BY id LIMIT 1) AS e ON true
    ) SELECT low FROM halves WHERE low >= high)`;
  return sql`SELECT ${findFirst(sql`a.first_cnae`)} AS first_id, ${findFirst(sql`(a.last_cnae + 1)`)} - 1 AS last_id
    FROM (${cities}) AS c
    CROSS JOIN unnest(${codes.map(([from]) => from)}::int[], ${codes.map(([, to]) => to)}::int[]) AS a(first_cnae, last_cnae)`;
}

/** Intersects the lists of the index of keys. */
function buildLookup(
  search: RegistrySearch,
  status: number,
  { after, limit, importId }: HitRange,
  plan: Extract<SearchPlan, { way: "index" }>,
): Sql {
  const { ufs, municipalities, openingPeriods } = search;
  const words = search.words.filter(({ word }) => plan.words.has(word));
  const others = search.words.filter(({ word }) => !plan.words.has(word));
  const query = words.map(({ word, isPrefix }) => (isPrefix ? `${word}:*` : word)).join(" & ");
  const usesArea = plan.keys.has("area");
  const conditions = [
    // Constants, so that the planner knows which of the partial indexes contains the rows.
    status === ACTIVE ? sql`status = 2` : sql`status <> 2 AND status = ${status}::smallint`,
    ...(words.length === 0
      ? []
      : [sql`array_to_tsvector(string_to_array(name, ' ')) @@ ${query}::tsquery`]),
    ...(usesArea && municipalities !== null
      ? [isAnyOf(sql`municipality`, municipalities, sql`int`)]
      : []),
    // Together with cities, the state is looked up only where that adds one list, not several lists for each city.
    ...(usesArea && ufs.length > 0 && (municipalities === null || ufs.length === 1)
      ? [isAnyOf(sql`uf`, ufs, sql`text`)]
      : []),
    ...(plan.keys.has("cnae") ? buildPrefixConditions("cnae", search.cnaes) : []),
    ...(plan.keys.has("cep") ? buildPrefixConditions("cep", search.ceps) : []),
    ...(plan.keys.has("opened") && openingPeriods.length > 0
      ? [sql`((opened_on - '1900-01-01'::date) / 30) = ANY(${openingPeriods}::int[])`]
      : []),
    ...(plan.keys.has("ddd") && search.ddds.length > 0
      ? [sql`${AREA_CODES} && ${search.ddds}::text[]`]
      : []),
    ...buildPlaceFilters(search),
    ...buildCodeFilters(search),
    ...others.map(toLikeCondition),
    ...(after > 0 ? [sql`id > ${after}`] : []),
    ...buildFilters(search),
  ];
  return sql`SELECT id FROM ${monthSchema(importId)}.establishments WHERE ${join(conditions, " AND ")} LIMIT ${limit}`;
}

/** A lookup for each value. One value is a plain comparison, which the planner has statistics of. */
function isAnyOf(column: Sql, values: readonly (string | number)[], type: Sql): Sql {
  const [only] = values;
  return values.length === 1
    ? sql`${column} = ${only}::${type}`
    : sql`${column} = ANY(${values}::${type}[])`;
}

/** Words contain only letters and digits: none is a wildcard. */
function toLikeCondition({ word, isPrefix }: SearchWord): Sql {
  return isPrefix
    ? sql`(name LIKE ${`${word}%`} OR name LIKE ${`% ${word}%`})`
    : sql`(' ' || name || ' ') LIKE ${`% ${word} %`}`;
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

function buildPrefixConditions(kind: keyof typeof INDEXED_DIGITS, codes: readonly string[]): Sql[] {
  if (codes.length === 0) return [];
  const prefixes = toIndexedPrefixes(kind, codes);
  const key = KEYS[kind][prefixes[0]?.length ?? 0] ?? empty;
  return [isAnyOf(key, prefixes.map(Number), sql`int`)];
}
