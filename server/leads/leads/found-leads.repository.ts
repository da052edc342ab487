import type { CompanyKeys } from "@/lib/domain/companies/known-companies";
import type { Reader } from "@/server/platform/actor";
import { forEachKey } from "@/server/platform/db/each-key";
import { seen } from "@/server/platform/db/seen";
import { rows, type Sql, sql } from "@/server/platform/db/sql";

export interface KeyHolder extends CompanyKeys {
  id: number;
  /** Key of another contact whose number was searched for. */
  contactKey: string | null;
}

/**
 * The leads in sight that may be a company with one of these keys, oldest first. Per host only the oldest lead for each
 * combination of having a CNPJ and a number: within a combination, a host alone does not distinguish leads.
 */
export function findKeyHolders(
  reader: Pick<Reader, "ownerId" | "sight">,
  keys: { cnpjs: string[]; phoneKeys: string[]; siteHosts: string[] },
): Promise<KeyHolder[]> {
  const { ownerId } = reader;
  const columns = sql`id, cnpj, phone_key, site_host, NULL::text AS contact_key, seller_id`;
  const holder = (column: Sql) => (owner: Sql, key: Sql) =>
    sql`SELECT ${columns} FROM leads WHERE owner_id = ${owner} AND ${column} = ${key} LIMIT 1`;
  const ofHost = (owner: Sql, key: Sql) =>
    sql`SELECT DISTINCT ON (cnpj IS NULL, phone_key IS NULL) ${columns} FROM leads
        WHERE owner_id = ${owner} AND site_host = ${key} ${seen(reader, "leads")} ORDER BY cnpj IS NULL, phone_key IS NULL, id`;
  // Most owners have no other contacts: the lookup of each number then ends at once.
  const ofContact = (owner: Sql, key: Sql) =>
    sql`SELECT l.id, l.cnpj, l.phone_key, l.site_host, k.phone_key AS contact_key, l.seller_id
        FROM lead_contacts k JOIN leads l ON l.owner_id = k.owner_id AND l.id = k.lead_id
        WHERE (SELECT EXISTS (SELECT 1 FROM lead_contacts WHERE owner_id = ${ownerId}))
          AND k.owner_id = ${owner} AND k.phone_key = ${key} ${seen(reader, "l")} ORDER BY k.lead_id LIMIT 1`;
  return rows(
    sql`SELECT id, cnpj, phone_key AS "phoneKey", site_host AS "siteHost", contact_key AS "contactKey" FROM (
          ${forEachKey(ownerId, keys.cnpjs, holder(sql`cnpj`))}
          UNION ${forEachKey(ownerId, keys.phoneKeys, holder(sql`phone_key`))}
          UNION ${forEachKey(ownerId, keys.phoneKeys, ofContact)}
          UNION ${forEachKey(ownerId, keys.siteHosts, ofHost)}
        ) AS holders WHERE true ${seen(reader, "holders")} ORDER BY id`,
  );
}
