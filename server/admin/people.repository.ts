import type { Plan } from "@/lib/domain/plans/plan";
import { firstRow, sql } from "@/server/db/sql";

export interface PersonRow {
  id: number;
  name: string;
  email: string;
  plan: Plan;
  is_active: boolean;
  created_at: Date;
  last_seen_at: Date | null;
  credits_used_30_days: number;
  leads: number;
  searches: number;
  campaigns: number;
  messages_sent: number;
}

/** What an account did, in figures: only the administrator may ask. Counting stops at `most`. */
export function findPerson(userId: number, most: number): Promise<PersonRow | null> {
  return firstRow(
    sql`SELECT u.id, u.name, u.email, u.plan, u.is_active, u.created_at,
               (SELECT max(last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at,
               (SELECT coalesce(sum(amount), 0)::int FROM credit_entries c
                WHERE c.owner_id = u.id AND c.created_at > now() - interval '30 days') AS credits_used_30_days,
               (SELECT count(*)::int FROM (SELECT 1 FROM leads l WHERE l.owner_id = u.id LIMIT ${most}) AS x) AS leads,
               (SELECT count(*)::int FROM (SELECT 1 FROM searches r WHERE r.owner_id = u.id LIMIT ${most}) AS x) AS searches,
               (SELECT count(*)::int FROM (SELECT 1 FROM campaigns k WHERE k.owner_id = u.id LIMIT ${most}) AS x) AS campaigns,
               (SELECT count(*)::int FROM (SELECT 1 FROM campaign_recipients p
                                           WHERE p.owner_id = u.id AND p.state = 'sent' LIMIT ${most}) AS x) AS messages_sent
        FROM users u WHERE u.id = ${userId}`,
  );
}
