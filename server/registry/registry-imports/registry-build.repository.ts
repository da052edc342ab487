import { toStorableJson } from "@/lib/stored-json";
import type { BulkSession } from "@/server/platform/db/bulk-session";
import { raw, type Sql, sql } from "@/server/platform/db/sql";
import { schemaOf } from "./registry-load.repository";

/**
 * Situation (active first), state, city and activity as one number: 4, 2 × 5, 23 and 24 bits. Sorting by the four
 * columns takes three times as long.
 */
const PLACE = sql`(
  ((CASE e.status WHEN 2 THEN 0 ELSE e.status END)::bigint << 57)
  | ((ascii(e.uf) - 65)::bigint << 52) | ((ascii(substr(e.uf, 2)) - 65)::bigint << 47)
  | (coalesce(m.ibge, u.ibge, 8388607)::bigint << 24) | coalesce(e.cnae, 16777215)::bigint)`;

/**
 * Builds the search table from the staged rows, in the order of its ids: active establishments first, then by state,
 * city and activity. A search reads ranges of it, and the first rows that an index finds are the first in this order. A
 * state that contradicts the municipality is kept beside it; a name that several states have then means the one in the
 * state of most rows with its code.
 */
export async function buildEstablishments(
  session: BulkSession,
  importId: number,
  withPartners: boolean,
): Promise<void> {
  const schema = schemaOf(importId);
  await session.execute(sql`DROP TABLE IF EXISTS ${schema}.establishments`);
  for (const kind of ["companies", "establishments", "simples", "partners"]) {
    await session.execute(sql`ANALYZE ${schema}.${raw(`stage_${kind}`)} (base)`);
  }
  await session.execute(sql`ANALYZE ${schema}.municipalities`);
  const partner = withPartners
    ? sql`LEFT JOIN (SELECT DISTINCT ON (base) base, name AS partner_name FROM ${schema}.stage_partners
                     ORDER BY base, (role = 49) DESC, name) AS p USING (base)`
    : sql`CROSS JOIN (SELECT NULL::text AS partner_name) AS p`;
  await session.execute(
    sql`CREATE TEMP TABLE usual_municipalities ON COMMIT DROP AS
        SELECT DISTINCT ON (m.code) m.code, m.ibge
        FROM (SELECT *, count(*) OVER (PARTITION BY code) AS states FROM ${schema}.municipalities) AS m
        LEFT JOIN (SELECT municipality_code AS code, uf, count(*) AS count
                   FROM ${schema}.stage_establishments GROUP BY 1, 2) AS e USING (code, uf)
        WHERE m.states = 1 OR e.count > 0
        ORDER BY m.code, e.count DESC NULLS LAST`,
  );
  await session.execute(
    sql`CREATE TABLE ${schema}.establishments WITH (autovacuum_enabled = false) AS
        SELECT row_number() OVER (ORDER BY ${PLACE}, e.cnpj COLLATE "C")::int AS id,
               e.cnpj COLLATE "C" AS cnpj, e.is_headquarters, e.status,
               btrim(e.folded_name || ' ' || coalesce(c.folded_name, '')) COLLATE "C" AS name,
               e.trade_name, coalesce(c.legal_name, '') AS legal_name, e.uf COLLATE "C" AS uf,
               coalesce(m.ibge, u.ibge) AS municipality,
               e.cnae, e.cep, c.size, coalesce(s.is_mei, false) AS is_mei, coalesce(s.is_simples, false) AS is_simples,
               c.legal_nature, c.capital_cents, e.opened_on, e.status_on, e.status_reason, e.street, e.number,
               e.complement, e.district, e.phone1, e.phone2, e.email, e.secondary_cnaes, e.country, e.foreign_city,
               p.partner_name
        FROM ${schema}.stage_establishments e
        LEFT JOIN ${schema}.stage_companies c USING (base)
        LEFT JOIN ${schema}.stage_simples s USING (base)
        ${partner}
        LEFT JOIN ${schema}.municipalities m ON m.code = e.municipality_code AND m.uf = e.uf COLLATE "C"
        LEFT JOIN usual_municipalities u ON u.code = e.municipality_code`,
  );
}

/** The partners in the order of their companies; none in a month that is imported without them. */
export async function buildPartners(
  session: BulkSession,
  importId: number,
  withPartners: boolean,
): Promise<void> {
  const schema = schemaOf(importId);
  await session.execute(sql`DROP TABLE IF EXISTS ${schema}.partners`);
  await session.execute(
    sql`CREATE TABLE ${schema}.partners WITH (autovacuum_enabled = false) AS
        SELECT DISTINCT ON (base, name, document) base COLLATE "C" AS base, name COLLATE "C" AS name,
               document COLLATE "C" AS document, role, since
        FROM ${schema}.stage_partners WHERE ${withPartners}::boolean AND name <> ''
        ORDER BY base, name, document, since`,
  );
}

export function findStagedMunicipalities(
  session: BulkSession,
  importId: number,
): Promise<{ code: number; label: string }[]> {
  return session.rows(
    sql`SELECT DISTINCT code, label FROM ${schemaOf(importId)}.stage_municipalities ORDER BY code`,
  );
}

export interface Municipality {
  code: number;
  uf: string;
  ibge: number;
  name: string;
}

/** Writes the table that joins the Receita's codes with the IBGE's, and the labels of the other codes. */
export async function createLookups(
  session: BulkSession,
  importId: number,
  municipalities: readonly Municipality[],
): Promise<void> {
  const schema = schemaOf(importId);
  await session.execute(sql`DROP TABLE IF EXISTS ${schema}.municipalities, ${schema}.labels`);
  await session.execute(
    sql`CREATE TABLE ${schema}.municipalities AS
        SELECT code, uf COLLATE "C" AS uf, ibge, name
        FROM json_to_recordset(${toStorableJson(municipalities)}::json) AS m(code int, uf text, ibge int, name text)`,
  );
  await session.execute(
    sql`CREATE TABLE ${schema}.labels AS
        SELECT DISTINCT ON (kind, code) kind, code, label FROM (
          SELECT 'activity' AS kind, code, label FROM ${schema}.stage_activities
          UNION ALL SELECT 'reason', code, label FROM ${schema}.stage_reasons
          UNION ALL SELECT 'nature', code, label FROM ${schema}.stage_natures
          UNION ALL SELECT 'country', code, label FROM ${schema}.stage_countries
          UNION ALL SELECT 'role', code, label FROM ${schema}.stage_qualifications
        ) AS l ORDER BY kind, code, label`,
  );
}

/**
 * Deletes rows of one CNPJ that two files contain. The first in the table's order is kept: an active one before a
 * closed one.
 */
export async function deleteDuplicates(session: BulkSession, importId: number): Promise<number> {
  const table = sql`${schemaOf(importId)}.establishments`;
  return session.execute(
    sql`DELETE FROM ${table} AS e
        USING (SELECT cnpj, min(id) AS kept FROM ${table} GROUP BY cnpj HAVING count(*) > 1) AS twice
        WHERE e.cnpj = twice.cnpj AND e.id <> twice.kept`,
  );
}

/**
 * The words of a name and the facets of an establishment, so that one index intersects any combination of them: state,
 * city, two to four and seven digits of the activity, two, three and five of the CEP, period of opening
 * (server/registry/registry/opening-periods.rule.ts), area codes of both numbers. The expressions are those of the search
 * (server/registry/registry).
 */
const KEYS = sql`USING gin (array_to_tsvector(string_to_array(name, ' ')), uf, municipality, (cnae / 100000),
                            (cnae / 10000), (cnae / 1000), cnae, (cep / 1000000), (cep / 100000), (cep / 1000),
                            ((opened_on - '1900-01-01'::date) / 30),
                            (array_remove(ARRAY[substr(phone1, 3, 2), substr(phone2, 3, 2)], NULL)))
                 WITH (fastupdate = off)`;

const UNIQUE = sql`UNIQUE INDEX`;
const PLAIN = sql`INDEX`;

/** The name of each index, its kind and its definition. Created one by one, so that a kill repeats one. */
export const INDEXES: readonly (readonly [name: string, kind: Sql, definition: Sql])[] = [
  ["establishments_cnpj", UNIQUE, sql`establishments (cnpj)`],
  ["establishments_id", UNIQUE, sql`establishments (id)`],
  ["establishments_active_keys", PLAIN, sql`establishments ${KEYS} WHERE status = 2`],
  ["establishments_other_keys", PLAIN, sql`establishments ${KEYS} WHERE status <> 2`],
  ["partners_base", PLAIN, sql`partners (base)`],
  // A million CPFs look alike, so few rows of each are compared by the name.
  ["partners_document", PLAIN, sql`partners (document) WHERE document IS NOT NULL`],
];

export async function createIndex(
  session: BulkSession,
  importId: number,
  [name, kind, definition]: (typeof INDEXES)[number],
): Promise<void> {
  await session.execute(
    sql`CREATE ${kind} IF NOT EXISTS ${raw(name)} ON ${schemaOf(importId)}.${definition}`,
  );
}

/** Establishments per state and city with the range of their ids, which the order of the table makes contiguous. */
export async function createAreas(session: BulkSession, importId: number): Promise<void> {
  const schema = schemaOf(importId);
  await session.execute(sql`DROP TABLE IF EXISTS ${schema}.areas`);
  await session.execute(
    sql`CREATE TABLE ${schema}.areas AS
        SELECT status, uf, municipality, min(id) AS first_id, max(id) AS last_id, count(*)::int AS count
        FROM ${schema}.establishments GROUP BY status, uf, municipality`,
  );
  // The first and the last id of a situation, of a state in it, and of a city.
  for (const bound of ["first_id", "last_id"]) {
    await session.execute(sql`CREATE INDEX ON ${schema}.areas (status, ${raw(bound)})`);
    await session.execute(sql`CREATE INDEX ON ${schema}.areas (status, uf, ${raw(bound)})`);
  }
  await session.execute(sql`CREATE INDEX ON ${schema}.areas (status, municipality)`);
  await session.execute(sql`ANALYZE ${schema}.areas`);
}

/** Counts the establishments whose municipality is of another state than theirs. */
export async function countMisplaced(session: BulkSession, importId: number): Promise<void> {
  const schema = schemaOf(importId);
  await session.execute(
    sql`UPDATE registry_imports SET misplaced = (
          SELECT coalesce(sum(count), 0) FROM ${schema}.areas a
          WHERE municipality IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM ${schema}.municipalities m WHERE m.ibge = a.municipality AND m.uf = a.uf))
        WHERE id = ${importId}`,
  );
}

/** How many active establishments the terms are counted in: enough to see what one in a thousand has. */
const SAMPLE_ROWS = 40_000;

/**
 * Estimates how many active establishments have each word, activity, part of a CEP and area code, from rows at equal
 * distances. A search chooses its plan by these estimates.
 */
export async function createTerms(session: BulkSession, importId: number): Promise<void> {
  const schema = schemaOf(importId);
  const [active] = await session.rows<{ count: number }>(
    sql`SELECT coalesce(max(last_id), 0)::int AS count FROM ${schema}.areas WHERE status = 2`,
  );
  const every = Math.max(1, Math.floor((active?.count ?? 0) / SAMPLE_ROWS));
  await session.execute(sql`DROP TABLE IF EXISTS ${schema}.terms`);
  await session.execute(
    sql`CREATE TABLE ${schema}.terms AS
        WITH sample AS MATERIALIZED (
          SELECT e.name, e.cnae, e.cep, e.opened_on, e.phone1, e.phone2 FROM generate_series(1, ${active?.count ?? 0}::int, ${every}::int) AS g(id)
          JOIN ${schema}.establishments e USING (id)
        )
        SELECT kind, term COLLATE "C" AS term, (count(*) * ${every})::int AS count FROM (
          SELECT 'word' AS kind, unnest(string_to_array(name, ' ')) AS term FROM sample
          UNION ALL SELECT 'cnae', lpad(cnae::text, 7, '0') FROM sample
          UNION ALL SELECT 'cep', lpad(cep::text, 8, '0') FROM (SELECT cep / 1000 * 1000 AS cep FROM sample) AS s
          UNION ALL SELECT 'opened', ((opened_on - '1900-01-01'::date) / 30)::text FROM sample
          UNION ALL SELECT 'ddd', substr(phone1, 3, 2) FROM sample
          UNION ALL SELECT 'ddd', substr(phone2, 3, 2) FROM sample WHERE substr(phone2, 3, 2) <> coalesce(substr(phone1, 3, 2), '')
        ) AS t WHERE term <> '' GROUP BY kind, term
        UNION ALL SELECT 'step', '', ${every}::int`,
  );
}

/** Statistics for the planner. */
export async function analyzeEstablishments(session: BulkSession, importId: number): Promise<void> {
  const schema = schemaOf(importId);
  await session.execute(sql`ANALYZE ${schema}.establishments, ${schema}.partners`);
}
