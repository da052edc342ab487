import type { z } from "zod/mini";
import type { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { firstRow, rows, sql } from "@/server/platform/db/sql";

type Person = z.input<typeof billingAdmin.person.response>;
export type PersonRow = Omit<Person, "billings" | "required_issuer" | "seats"> & {
  own_seats: number | null;
  seats_used: number;
};
type PersonEntryRow = z.input<typeof billingAdmin.people.response>["users"][number];

const LAST_SEEN = sql`(SELECT max(last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at`;
const CREDITS_USED = sql`(SELECT coalesce(sum(amount), 0)::int FROM credit_entries c
  WHERE c.owner_id = u.account_id AND c.created_at > now() - interval '30 days') AS credits_used_30_days`;

const PEOPLE = sql`FROM users u JOIN accounts a ON a.id = u.account_id`;

/** People of accounts that are not deleted, whose name or e-mail contains a text, or who have this number as their id. */
function matches(search: string) {
  return sql`a.erased_at IS NULL AND (${search} = '' OR u.id::text = ${search} OR position(lower(${search}) IN lower(u.name || ' ' || u.email)) > 0)`;
}

/** Newest first. The numbers of leads come from the counts that the database maintains. */
export function findPeople(
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<PersonEntryRow[]> {
  return rows(
    sql`SELECT u.id, u.name, u.email, u.plan, u.is_active, ${LAST_SEEN}, ${CREDITS_USED},
               (SELECT coalesce(sum(n), 0)::int FROM (
                  SELECT count AS n FROM lead_counts WHERE owner_id = u.account_id
                  UNION ALL SELECT change FROM lead_count_changes WHERE owner_id = u.account_id) AS counted) AS leads
        FROM (SELECT u.id, u.account_id, u.name, u.email, a.plan, a.is_active ${PEOPLE} WHERE ${matches(search)} ORDER BY u.id DESC LIMIT ${limit} OFFSET ${offset}) AS u
        ORDER BY u.id DESC`,
  );
}

/** Stops counting at `most`. */
export async function countPeople(search: string, most: number): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (SELECT 1 ${PEOPLE} WHERE ${matches(search)} LIMIT ${most}) AS counted`,
  );
  return row?.count ?? 0;
}

/** An account's activity in figures: only for the administrator. Counting stops at `most`. */
export function findPerson(userId: number, most: number): Promise<PersonRow | null> {
  return firstRow(
    sql`SELECT u.id, u.name, u.email, a.plan, a.is_active, u.created_at,
               a.seats AS own_seats,
               (SELECT count(*)::int FROM users m WHERE m.account_id = a.id AND m.suspended_at IS NULL) AS seats_used,
               ${LAST_SEEN}, ${CREDITS_USED},
               (SELECT count(*)::int FROM (SELECT 1 FROM leads l WHERE l.owner_id = a.id LIMIT ${most}) AS x) AS leads,
               (SELECT count(*)::int FROM (SELECT 1 FROM searches r WHERE r.owner_id = a.id LIMIT ${most}) AS x) AS searches,
               (SELECT count(*)::int FROM (SELECT 1 FROM campaigns k WHERE k.owner_id = a.id LIMIT ${most}) AS x) AS campaigns,
               (SELECT count(*)::int FROM (SELECT 1 FROM campaign_recipients p
                                           WHERE p.owner_id = a.id AND p.state = 'sent' LIMIT ${most}) AS x) AS messages_sent
        ${PEOPLE} WHERE u.id = ${userId}`,
  );
}
