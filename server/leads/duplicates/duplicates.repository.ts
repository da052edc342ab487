import type { DuplicateReason } from "@/lib/domain/leads/duplicates";
import { MOST_MERGED } from "@/lib/domain/leads/lead-merge";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { seen } from "@/server/platform/db/seen";
import { empty, join, rows, type Sql, sql } from "@/server/platform/db/sql";

/** What leads of one company have in common, matching the indexes: a column of `l`, and the rows where it counts. */
const KEYS: Record<DuplicateReason, readonly { key: Sql; where: Sql }[]> = {
  number: [
    { key: sql`l.phone_key`, where: sql`l.phone_key IS NOT NULL` },
    {
      key: sql`l.typed_phone_key`,
      where: sql`l.typed_phone_key IS NOT NULL AND l.typed_phone_key IS DISTINCT FROM l.phone_key`,
    },
  ],
  site: [{ key: sql`l.site_host`, where: sql`l.site_host IS NOT NULL` }],
  email: [{ key: sql`l.email_key`, where: sql`l.email_key IS NOT NULL` }],
  cnpj_root: [{ key: sql`l.cnpj_root`, where: sql`l.cnpj_root IS NOT NULL` }],
  name_city: [{ key: sql`l.name_city_key`, where: sql`l.name_city_key IS NOT NULL` }],
};

/** The next keys, in order, that several leads have: one pass over an index, up to the page's last key. */
export async function findSharedKeys(
  ownerId: OwnerId,
  reason: DuplicateReason,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const beyond = (key: Sql) => (after === null ? empty : sql`AND ${key} > ${after}`);
  const shared = KEYS[reason].map(
    ({ key, where }) =>
      sql`(SELECT ${key} AS key FROM leads l WHERE l.owner_id = ${ownerId} AND ${where} ${beyond(key)}
           GROUP BY ${key} HAVING count(*) > 1 ORDER BY ${key} LIMIT ${limit})`,
  );
  if (reason === "number") {
    // Each column has a separate index: a combined query would have to sort.
    shared.push(
      sql`(SELECT l.typed_phone_key AS key FROM leads l
           JOIN leads h ON h.owner_id = l.owner_id AND h.phone_key = l.typed_phone_key AND h.id <> l.id
           WHERE l.owner_id = ${ownerId} AND h.owner_id = ${ownerId} AND l.typed_phone_key IS NOT NULL
             ${beyond(sql`l.typed_phone_key`)}
           ORDER BY l.typed_phone_key LIMIT ${limit})`,
    );
  }
  const found = await rows<{ key: string }>(
    sql`SELECT DISTINCT key FROM (${join(shared, " UNION ALL ")}) AS keyed ORDER BY key LIMIT ${limit}`,
  );
  return found.map(({ key }) => key);
}

export interface KeyedLead {
  key: string;
  id: number;
  cnpj: string | null;
  phone_key: string | null;
  /** The keys of the reasons that are more certain. */
  site: string | null;
  email: string | null;
}

/** The oldest leads with each of these keys, as many as can be merged at once. */
export function findHolders(
  ownerId: OwnerId,
  reason: DuplicateReason,
  keys: readonly string[],
): Promise<KeyedLead[]> {
  const holders = KEYS[reason].map(
    ({ key, where }) =>
      sql`(SELECT l.* FROM leads l WHERE l.owner_id = ${ownerId} AND ${where} AND ${key} = wanted.key
           ORDER BY l.id LIMIT ${MOST_MERGED})`,
  );
  return rows(
    sql`SELECT wanted.key, l.id, l.cnpj, l.phone_key, l.site_host AS site, l.email_key AS email
        FROM unnest(${keys}::text[]) AS wanted (key) CROSS JOIN LATERAL (
          SELECT h.* FROM (${join(holders, " UNION ALL ")}) AS h ORDER BY h.id LIMIT ${MOST_MERGED}
        ) AS l ORDER BY wanted.key, l.id`,
  );
}

/** Leads that have something in common with one lead, each with the most certain reason. */
export function findLike(
  reader: Reader,
  leadId: number,
  limit: number,
): Promise<{ id: number; reason: DuplicateReason }[]> {
  const { ownerId } = reader;
  const alike = Object.entries(KEYS).flatMap(([reason, keys], rank) =>
    keys.flatMap((own) =>
      keys.map(
        ({ key, where }) =>
          sql`SELECT ${rank}::int AS rank, ${reason}::text AS reason, other.id FROM mine
              CROSS JOIN LATERAL (SELECT ${own.key} AS key FROM leads l WHERE l.owner_id = ${ownerId} AND l.id = mine.id AND ${own.where}) AS k
              CROSS JOIN LATERAL (SELECT l.id FROM leads l WHERE l.owner_id = ${ownerId}${seen(reader, "l")} AND ${where} AND ${key} = k.key
                                  ORDER BY l.id LIMIT ${limit + 1}) AS other
              WHERE other.id <> mine.id`,
      ),
    ),
  );
  return rows(
    sql`WITH mine AS (SELECT ${leadId}::int AS id)
        SELECT DISTINCT ON (rank, id) id, reason FROM (
          SELECT DISTINCT ON (id) id, rank, reason FROM (${join(alike, " UNION ALL ")}) AS alike
          WHERE NOT EXISTS (SELECT 1 FROM distinct_leads d WHERE d.owner_id = ${ownerId}
            AND d.low_id = least(alike.id, ${leadId}) AND d.high_id = greatest(alike.id, ${leadId}))
          ORDER BY id, rank) AS surest
        ORDER BY rank, id LIMIT ${limit}`,
  );
}

/** Locks leads against deletion. Returns how many of them are the owner's. */
export async function lockLeads(ownerId: OwnerId, leadIds: readonly number[]): Promise<number> {
  const found = await rows(
    sql`SELECT 1 FROM leads WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[]) ORDER BY id FOR KEY SHARE`,
  );
  return found.length;
}
