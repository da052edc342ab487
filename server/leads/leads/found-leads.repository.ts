import type { CompanyKeys } from "@/lib/domain/companies/known-companies";
import type { UserId } from "@/server/platform/actor";
import { forEachKey } from "@/server/platform/db/each-key";
import { rows, type Sql, sql } from "@/server/platform/db/sql";

export interface KeyHolder extends CompanyKeys {
  id: number;
}

/**
 * The owner's leads that may be a company with one of these keys, oldest first. Per host only the oldest lead for
 * each combination of having a CNPJ and a number: among those, a host alone cannot tell one from another.
 */
export function findKeyHolders(
  ownerId: UserId,
  keys: { cnpjs: string[]; phoneKeys: string[]; siteHosts: string[] },
): Promise<KeyHolder[]> {
  const columns = sql`id, cnpj, phone_key, site_host`;
  const holder = (column: Sql) => (owner: Sql, key: Sql) =>
    sql`SELECT ${columns} FROM leads WHERE owner_id = ${owner} AND ${column} = ${key} LIMIT 1`;
  const ofHost = (owner: Sql, key: Sql) =>
    sql`SELECT DISTINCT ON (cnpj IS NULL, phone_key IS NULL) ${columns} FROM leads
        WHERE owner_id = ${owner} AND site_host = ${key} ORDER BY cnpj IS NULL, phone_key IS NULL, id`;
  return rows(
    sql`SELECT id, cnpj, phone_key AS "phoneKey", site_host AS "siteHost" FROM (
          ${forEachKey(ownerId, keys.cnpjs, holder(sql`cnpj`))}
          UNION ${forEachKey(ownerId, keys.phoneKeys, holder(sql`phone_key`))}
          UNION ${forEachKey(ownerId, keys.siteHosts, ofHost)}
        ) AS holders ORDER BY id`,
  );
}
