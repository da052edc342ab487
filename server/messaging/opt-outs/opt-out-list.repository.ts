import type { OptOutSort } from "@/lib/contracts/messaging/opt-outs";
import type { SearchTerm } from "@/lib/domain/leads/lead-search";
import type { OptOutSource } from "@/lib/domain/messages/opt-out-source";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { seen, seenNumber } from "@/server/platform/db/seen";
import { firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";
import { buildHoldsCondition } from "@/server/platform/db/text-search";

export interface OptOutRow {
  id: number;
  /** Digits with country code; the chat id of a person whose number is unknown. */
  number: string;
  lead_id: number | null;
  name: string | null;
  source: OptOutSource;
  words: string | null;
  said_at: Date;
}

const rowsFor = (reader: Pick<Reader, "sight">) => sql`
  SELECT o.id, coalesce(o.number, l.whatsapp, o.phone_key) AS number, l.id AS lead_id, coalesce(l.name, c.name) AS name,
         o.source, o.words, o.said_at
  FROM opt_outs o
  LEFT JOIN LATERAL (
    (SELECT f.id, f.name, f.whatsapp FROM leads f WHERE f.owner_id = o.owner_id AND f.phone_key = o.phone_key ${seen(reader, "f")})
    UNION ALL
    (SELECT f.id, concat_ws(' · ', k.name, f.name), k.whatsapp
     FROM lead_contacts k JOIN leads f ON f.owner_id = k.owner_id AND f.id = k.lead_id
     WHERE k.owner_id = o.owner_id AND k.phone_key = o.phone_key ${seen(reader, "f")} ORDER BY k.lead_id LIMIT 1)
    LIMIT 1
  ) AS l ON true
  LEFT JOIN LATERAL (SELECT v.name FROM conversations v WHERE v.owner_id = o.owner_id AND v.phone_key = o.phone_key
                     ORDER BY v.name IS NULL, v.last_message_at DESC NULLS LAST LIMIT 1) AS c ON true`;
const ROWS = rowsFor({ sight: null });

/** An opaque chat id whose number is known is shown under its number. Each row contains all of `terms`. */
function buildFilter(ownerId: OwnerId, terms: readonly SearchTerm[]): Sql {
  const shown = sql`o.owner_id = ${ownerId} AND NOT EXISTS (
    SELECT 1 FROM contact_identities i WHERE i.owner_id = o.owner_id AND i.chat_id = o.phone_key)`;
  if (terms.length === 0) return shown;
  const text = sql`search_form(concat_ws(' ', o.number, o.phone_key, l.name, c.name))`;
  return sql`${shown} AND ${buildHoldsCondition(terms, [text])}`;
}

const SORT_KEYS: Record<OptOutSort, Sql> = {
  since: sql`o.said_at`,
  number: sql`coalesce(o.number, l.whatsapp, o.phone_key)`,
  name: sql`search_form(coalesce(l.name, c.name))`,
  source: sql`o.source`,
};

interface OptOutPage {
  terms: SearchTerm[];
  sort: OptOutSort;
  descending: boolean;
  limit: number;
  offset: number;
}

/** A page of them; those without a value for the order come last. */
export function findOptOuts(ownerId: OwnerId, page: OptOutPage): Promise<OptOutRow[]> {
  const { terms, sort, descending, limit, offset } = page;
  const direction = descending ? sql`DESC` : sql`ASC`;
  return rows(
    sql`${ROWS} WHERE ${buildFilter(ownerId, terms)}
        ORDER BY ${SORT_KEYS[sort]} ${direction} NULLS LAST, o.id ${direction} LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** The entry of a contact under one of these keys; null while it is not blocked. */
export function findOptOut(reader: Reader, keys: readonly string[]): Promise<OptOutRow | null> {
  return firstRow(
    sql`${rowsFor(reader)} WHERE o.owner_id = ${reader.ownerId} AND o.phone_key = ANY(${keys}::text[]) ${seenNumber(reader, sql`o.phone_key`)}
        ORDER BY o.id LIMIT 1`,
  );
}

export async function countOptOuts(ownerId: OwnerId, terms: SearchTerm[]): Promise<number> {
  const row = await firstRow<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (${ROWS} WHERE ${buildFilter(ownerId, terms)}) AS found`,
  );
  return row?.total ?? 0;
}

/** The latest first, those before `before` only. */
export function findOptOutsBefore(
  ownerId: OwnerId,
  before: number | null,
  limit: number,
): Promise<OptOutRow[]> {
  return rows(
    sql`${ROWS} WHERE ${buildFilter(ownerId, [])} AND (${before}::int IS NULL OR o.id < ${before}::int)
        ORDER BY o.id DESC LIMIT ${limit}`,
  );
}
