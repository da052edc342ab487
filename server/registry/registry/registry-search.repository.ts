import { type Sql, searchRows, sql } from "@/server/platform/db/sql";
import type { RegistrySearch } from "./registry-conditions.repository";
import { buildHits, type HitRange } from "./registry-hits.repository";

export interface EstablishmentRow {
  id: number;
  cnpj: string;
  is_headquarters: boolean;
  status: number;
  trade_name: string | null;
  legal_name: string;
  uf: string;
  municipality: number | null;
  cnae: number | null;
  cep: number | null;
  size: number | null;
  is_mei: boolean;
  is_simples: boolean;
  legal_nature: number | null;
  capital_cents: string | null;
  opened_on: string | null;
  status_on: string | null;
  status_reason: number | null;
  street: string | null;
  number: string | null;
  complement: string | null;
  district: string | null;
  phone1: string | null;
  phone2: string | null;
  email: string | null;
  secondary_cnaes: number[];
  country: number | null;
  foreign_city: string | null;
  /** Null where the installation does not show partners. */
  partner_name: string | null;
}

export const COLUMNS = sql`e.id, e.cnpj, e.is_headquarters, e.status, e.trade_name, e.legal_name, e.uf, e.cnae, e.cep, e.size,
  e.is_mei, e.is_simples, e.legal_nature, e.capital_cents, e.opened_on, e.status_on, e.status_reason, e.street, e.number,
  e.complement, e.district, e.phone1, e.phone2, e.email, e.secondary_cnaes, e.country, e.foreign_city, e.municipality,
  CASE WHEN (SELECT shows_partners FROM registry_choices) THEN e.partner_name END AS partner_name`;

/** A page of the matches and how many of them `range` covers. */
export async function findPage(
  search: RegistrySearch,
  range: HitRange,
  page: { offset: number; limit: number },
): Promise<{ total: number; establishments: EstablishmentRow[] }> {
  const found = await searchRows<EstablishmentRow & { total: number }>(
    buildPage(search, range, page),
  );
  return {
    total: found[0]?.total ?? 0,
    // A page without rows still returns the total.
    establishments: found.filter(({ id }) => id !== null),
  };
}

export function buildPage(
  search: RegistrySearch,
  range: HitRange,
  { offset, limit }: { offset: number; limit: number },
): Sql {
  return sql`WITH hits AS MATERIALIZED (${buildHits(search, range)})
    SELECT t.total, page.* FROM (SELECT count(*)::int AS total FROM hits) AS t
    LEFT JOIN LATERAL (
      SELECT ${COLUMNS} FROM (SELECT id FROM hits ORDER BY id LIMIT ${limit} OFFSET ${offset}) AS h
      JOIN registry.establishments e ON e.id = h.id ORDER BY e.id
    ) AS page ON true`;
}

/** Establishments by CNPJ, in no order. */
export function findByCnpjs(cnpjs: readonly string[]): Promise<EstablishmentRow[]> {
  return searchRows(
    sql`SELECT ${COLUMNS} FROM unnest(${cnpjs}::text[]) AS wanted(cnpj)
        JOIN registry.establishments e ON e.cnpj = wanted.cnpj COLLATE "C"`,
  );
}

/** The CNPJs of the first matches. */
export async function findCnpjs(search: RegistrySearch, range: HitRange): Promise<string[]> {
  const found = await searchRows<{ cnpj: string }>(
    sql`WITH hits AS MATERIALIZED (${buildHits(search, range)})
        SELECT e.cnpj FROM hits JOIN registry.establishments e USING (id) ORDER BY e.id`,
  );
  return found.map(({ cnpj }) => cnpj);
}

/** The matches after an id, for an export. */
export function findAfter(search: RegistrySearch, range: HitRange): Promise<EstablishmentRow[]> {
  return searchRows(
    sql`WITH hits AS MATERIALIZED (${buildHits(search, range)})
        SELECT ${COLUMNS} FROM hits JOIN registry.establishments e USING (id) ORDER BY e.id`,
  );
}

/** How many matches the range covers. */
export async function countHits(search: RegistrySearch, range: HitRange): Promise<number> {
  const [row] = await searchRows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${buildHits(search, range)}) AS hits`,
  );
  return row?.count ?? 0;
}

export interface CountRow {
  kind: "city" | "activity" | "all";
  code: number | null;
  count: number;
}

/** Counts the matches by city and by activity, the most frequent first, and all of them. */
export function countMatches(
  search: RegistrySearch,
  range: HitRange,
  most: number,
): Promise<CountRow[]> {
  return searchRows(
    sql`WITH hits AS MATERIALIZED (${buildHits(search, range)}),
             found AS MATERIALIZED (SELECT e.municipality, e.cnae FROM hits JOIN registry.establishments e USING (id))
        (SELECT 'city' AS kind, municipality AS code, count(*)::int AS count
         FROM found WHERE municipality IS NOT NULL GROUP BY municipality ORDER BY count DESC, municipality LIMIT ${most})
        UNION ALL
        (SELECT 'activity', cnae, count(*)::int
         FROM found WHERE cnae IS NOT NULL GROUP BY cnae ORDER BY count DESC, cnae LIMIT ${most})
        UNION ALL SELECT 'all', NULL, count(*)::int FROM found`,
  );
}
