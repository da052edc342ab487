import { type Sql, searchRows, sql } from "@/server/platform/db/sql";

/** The first eight characters of a CNPJ identify the company, whose establishments are adjacent in the index. */
function ofCompany(base: Sql): Sql {
  return sql`e.cnpj > ${base} AND e.cnpj < ${base} || '~'`;
}

const given = (base: string) => sql`(${base}::text COLLATE "C")`;

export interface CompanyEstablishmentRow {
  cnpj: string;
  trade_name: string | null;
  is_headquarters: boolean;
  municipality: number | null;
  foreign_city: string | null;
  uf: string;
  status: number;
}

/** The establishments of a company after a CNPJ, in the order of their CNPJs. */
export function findEstablishments(
  base: string,
  { after, limit }: { after: string; limit: number },
): Promise<CompanyEstablishmentRow[]> {
  return searchRows(
    sql`SELECT e.cnpj, e.trade_name, e.is_headquarters, e.municipality, e.foreign_city, e.uf, e.status
        FROM registry.establishments e
        WHERE ${ofCompany(given(base))} AND e.cnpj > ${given(after)}
        ORDER BY e.cnpj LIMIT ${limit}`,
  );
}

/** Stops counting at `most`. */
export async function countEstablishments(base: string, most: number): Promise<number> {
  const [found] = await searchRows<{ count: number }>(
    sql`SELECT count(*)::int AS count
        FROM (SELECT 1 FROM registry.establishments e WHERE ${ofCompany(given(base))} LIMIT ${most}) AS counted`,
  );
  return found?.count ?? 0;
}

export interface PartnerRow {
  name: string;
  /** A CNPJ, or the middle digits of a CPF. */
  document: string | null;
  role: number | null;
  since: string | null;
}

export function findPartners(base: string, limit: number): Promise<PartnerRow[]> {
  return searchRows(
    sql`SELECT p.name, p.document, p.role, p.since FROM registry.partners p
        WHERE p.base = ${given(base)} ORDER BY p.name, p.document LIMIT ${limit}`,
  );
}

export interface OtherCompanyRow {
  /** Its partner's place among the requested ones, from 0. */
  place: number;
  cnpj: string;
  legal_name: string;
  municipality: number | null;
  foreign_city: string | null;
  uf: string;
  status: number;
}

/** Limit for the rows of one partner that are read. */
const MOST_READ = 1_000;

/**
 * Companies that have a partner of the same name and document, `limit` for each partner, each by its first
 * establishment.
 */
export function findOtherCompanies(
  base: string,
  partners: readonly PartnerRow[],
  limit: number,
): Promise<OtherCompanyRow[]> {
  return searchRows(
    sql`SELECT (m.ordinality - 1)::int AS place, e.cnpj, e.legal_name, e.municipality, e.foreign_city, e.uf, e.status
        FROM unnest(${partners.map(({ name }) => name)}::text[], ${partners.map(({ document }) => document)}::text[])
               WITH ORDINALITY AS m(name, document, ordinality)
        CROSS JOIN LATERAL (
          SELECT DISTINCT base FROM (
            SELECT p.base FROM registry.partners p
            WHERE p.document = m.document COLLATE "C" AND p.name = m.name COLLATE "C" AND p.base <> ${given(base)}
            LIMIT ${MOST_READ}
          ) AS of_partner ORDER BY base LIMIT ${limit}
        ) AS other
        CROSS JOIN LATERAL (
          SELECT e.* FROM registry.establishments e WHERE ${ofCompany(sql`other.base`)} ORDER BY e.cnpj LIMIT 1
        ) AS e
        ORDER BY m.ordinality, e.cnpj`,
  );
}
