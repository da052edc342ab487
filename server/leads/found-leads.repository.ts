import type { CompanyKeys } from "@/lib/domain/known-companies";
import type { UserId } from "@/server/auth/actor";
import { rows, sql } from "@/server/db/sql";

export interface KeyHolder extends CompanyKeys {
  id: number;
}

/**
 * The owner's leads that a company with one of these keys may be, the oldest first. Of a host only the oldest lead with
 * and without a CNPJ and number each: whoever is recognised by the host alone differs from the others of its kind in nothing.
 */
export function findKeyHolders(
  ownerId: UserId,
  keys: { cnpjs: string[]; whatsappKeys: string[]; siteHosts: string[] },
): Promise<KeyHolder[]> {
  return rows(
    sql`SELECT id, cnpj, whatsapp_key AS "whatsappKey", site_host AS "siteHost" FROM (
          SELECT id, cnpj, whatsapp_key, site_host FROM leads
          WHERE owner_id = ${ownerId} AND cnpj = ANY(${keys.cnpjs}::text[])
          UNION
          SELECT id, cnpj, whatsapp_key, site_host FROM leads
          WHERE owner_id = ${ownerId} AND whatsapp_key = ANY(${keys.whatsappKeys}::text[])
          UNION
          (SELECT DISTINCT ON (site_host, cnpj IS NULL, whatsapp_key IS NULL) id, cnpj, whatsapp_key, site_host FROM leads
           WHERE owner_id = ${ownerId} AND site_host = ANY(${keys.siteHosts}::text[])
           ORDER BY site_host, cnpj IS NULL, whatsapp_key IS NULL, id)
        ) AS holders ORDER BY id`,
  );
}
