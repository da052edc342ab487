import type { LeftOut } from "@/lib/domain/campaigns/left-out";
import { NUMBER_CHECK_DAYS } from "@/lib/domain/messages/message-limits";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { seen } from "@/server/platform/db/seen";
import { empty, execute, rows, type Sql, sql } from "@/server/platform/db/sql";
import type { RunOfNumber } from "./new-runs.repository";

/** The people a campaign writes to. An empty choice excludes nobody. */
export interface AudienceChoice {
  /** In one of these lists. */
  listIds: readonly number[];
  /** With one of these tags. */
  tagIds?: readonly number[];
  /** Picked one by one. */
  leadIds?: readonly number[];
  repeatLeads: boolean;
  /** Leads that get no message although they were chosen. */
  exceptIds?: readonly number[];
}

/** Whose campaign it is: it writes to no lead that they do not see. */
export type Maker = Pick<Reader, "ownerId" | "sight">;

/** No more leads than these are counted. */
const MOST_COUNTED_LEADS = 100_000;

/** The leads `l` that were chosen, by list, by tag and one by one. */
function isChosen({ listIds, tagIds = [], leadIds = [] }: AudienceChoice): Sql {
  const inLists =
    listIds.length === 0
      ? empty
      : sql`AND EXISTS (SELECT 1 FROM list_leads m WHERE m.lead_id = l.id AND m.list_id = ANY (${[...listIds]}::int[]))`;
  const tagged =
    tagIds.length === 0
      ? empty
      : sql`AND EXISTS (SELECT 1 FROM lead_tags t WHERE t.lead_id = l.id AND t.tag_id = ANY (${[...tagIds]}::int[]))`;
  const picked = leadIds.length === 0 ? empty : sql`AND l.id = ANY (${[...leadIds]}::int[])`;
  return sql`${inLists} ${tagged} ${picked}`;
}

const OPTED_OUT = sql`(l.status = 'opted_out' OR EXISTS (
  SELECT 1 FROM opt_outs o WHERE o.owner_id = l.owner_id AND o.phone_key = l.phone_key))`;

/** A user still has to decide whether the number opted out. */
const IN_REVIEW = sql`EXISTS (
  SELECT 1 FROM opt_out_reviews v WHERE v.owner_id = l.owner_id AND v.phone_key = l.phone_key)`;

/** WhatsApp reported recently that the number has no account, and no conversation shows otherwise. */
const WITHOUT_WHATSAPP = sql`EXISTS (
  SELECT 1 FROM checked_numbers n WHERE n.owner_id = l.owner_id AND n.phone_key = l.phone_key AND n.chat_id IS NULL
    AND n.checked_at > now() - make_interval(days => ${NUMBER_CHECK_DAYS}))`;

/**
 * The person's last words are unanswered: a user has to answer them, unless a machine wrote them. A conversation
 * archived since, or a lead that a user moved since, has been dealt with.
 */
const AWAITS_REPLY = sql`EXISTS (
  SELECT 1 FROM conversations v WHERE v.owner_id = l.owner_id AND v.phone_key = l.phone_key
    AND v.waiting_since IS NOT NULL AND v.intent IS DISTINCT FROM 'automatic' AND (v.archived_at IS NULL OR v.archived_at < v.last_message_at)
    AND NOT (l.status_by = 'person' AND l.staged_at > greatest(v.last_message_at, l.created_at)))`;

/** A running campaign is to write to the number. */
const IN_CAMPAIGN = sql`EXISTS (
  SELECT 1 FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
  WHERE p.owner_id = l.owner_id AND p.phone_key = l.phone_key AND p.state IN ('pending', 'sending')
    AND r.status IN ('pending', 'running'))`;

/** The user removed the lead `l` from the audience. */
function isUnticked({ exceptIds = [] }: AudienceChoice): Sql {
  return exceptIds.length === 0 ? sql`false` : sql`l.id = ANY (${[...exceptIds]}::int[])`;
}

/** The leads that may get a message, oldest first. */
function candidates(by: Maker, choice: AudienceChoice, limit: number): Sql {
  return sql`
    SELECT l.id, l.owner_id, l.phone_key, l.whatsapp FROM leads l
    WHERE l.owner_id = ${by.ownerId} AND l.phone_key IS NOT NULL ${seen(by, "l")}
      ${choice.repeatLeads ? empty : sql`AND l.contacted_at IS NULL`}
      AND l.status <> 'failed' AND NOT ${OPTED_OUT} AND NOT ${IN_REVIEW} AND NOT ${WITHOUT_WHATSAPP} AND NOT ${IN_CAMPAIGN}
      AND NOT ${AWAITS_REPLY}
      AND NOT ${isUnticked(choice)} ${isChosen(choice)}
    ORDER BY l.id LIMIT ${limit}`;
}

/** The ids of the first leads that may get a message, at most `limit`. */
export async function findCandidateIds(
  by: Maker,
  choice: AudienceChoice,
  limit: number,
): Promise<number[]> {
  const found = await rows<{ id: number }>(candidates(by, choice, limit));
  return found.map(({ id }) => id);
}

/** The numbers of findCandidateIds, and whether each allowed offers or wrote to us. */
export function findCandidateNumbers(
  by: Maker,
  choice: AudienceChoice,
  limit: number,
): Promise<{ phone_key: string; allowed: boolean }[]> {
  return rows(
    sql`SELECT a.phone_key,
               EXISTS (SELECT 1 FROM opt_ins i WHERE i.owner_id = a.owner_id AND i.phone_key = a.phone_key)
                 OR EXISTS (SELECT 1 FROM conversations v JOIN messages m ON m.conversation_id = v.id AND m.direction = 'in'
                            WHERE v.owner_id = a.owner_id AND v.phone_key = a.phone_key) AS allowed
        FROM (${candidates(by, choice, limit)}) AS a ORDER BY a.id`,
  );
}

/**
 * Stores the recipients of a campaign's new runs: the first leads that may get a message, with the message variants in
 * rotation. A person with a conversation goes to the run of its number, the latest one of several; the others are
 * distributed so that each number sends every variant. Whoever another campaign is about to write to is left out.
 * Returns how many.
 */
export function addRecipients(
  by: Maker,
  runs: readonly RunOfNumber[],
  { numLeads, variants }: { numLeads: number; variants: number },
  choice: AudienceChoice,
): Promise<number> {
  const ids = runs.map(({ id }) => id);
  return execute(
    sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant)
        SELECT coalesce(talk.run_id, (${ids}::int[])[a.nth / ${variants} % ${ids.length} + 1]),
               a.owner_id, a.id, a.phone_key, a.whatsapp, a.nth % ${variants}
        FROM (SELECT *, (row_number() OVER (ORDER BY id) - 1)::int AS nth
              FROM (${candidates(by, choice, numLeads)}) AS audience) AS a
        LEFT JOIN LATERAL (
          SELECT r.run_id FROM unnest(${ids}::int[], ${runs.map(({ instanceId }) => instanceId)}::int[]) AS r(run_id, instance_id)
          JOIN conversations v ON v.owner_id = a.owner_id AND v.phone_key = a.phone_key AND v.instance_id = r.instance_id
          WHERE v.last_message_at IS NOT NULL ORDER BY v.last_message_at DESC LIMIT 1) AS talk ON true
        ORDER BY a.nth ON CONFLICT DO NOTHING`,
  );
}

/** Why the lead `l` gets no message; 'eligible' for one that may. */
function reasonOf(choice: AudienceChoice): Sql {
  return sql`CASE
            WHEN l.phone_key IS NULL THEN 'no_whatsapp'
            WHEN ${OPTED_OUT} THEN 'opted_out'
            WHEN ${IN_REVIEW} THEN 'in_review'
            WHEN l.status = 'failed' THEN 'failed'
            WHEN ${WITHOUT_WHATSAPP} THEN 'no_whatsapp'
            WHEN l.contacted_at IS NOT NULL AND NOT ${choice.repeatLeads} THEN 'contacted'
            WHEN ${AWAITS_REPLY} THEN 'awaits_reply'
            WHEN ${IN_CAMPAIGN} THEN 'in_campaign'
            WHEN ${isUnticked(choice)} THEN 'unticked'
            ELSE 'eligible' END`;
}

interface PersonRow {
  lead_id: number;
  name: string;
  city: string | null;
}

/** The first leads that may get a message, with the fields that users recognise them by. */
export function findPeople(
  by: Maker,
  choice: AudienceChoice,
  limit: number,
): Promise<(PersonRow & { number: string })[]> {
  return rows(
    sql`SELECT a.id AS lead_id, n.name, n.city, a.whatsapp AS number
        FROM (${candidates(by, choice, limit)}) AS a JOIN leads n ON n.owner_id = a.owner_id AND n.id = a.id
        ORDER BY a.id`,
  );
}

/** Leads of the audience that get no message, with why, by name. At most MOST_COUNTED_LEADS are looked at. */
export function findLeftOut(
  by: Maker,
  choice: AudienceChoice,
  limit: number,
): Promise<(PersonRow & { number: string | null; reason: LeftOut })[]> {
  return rows(
    sql`SELECT * FROM (
          SELECT l.id AS lead_id, l.name, l.city, l.whatsapp AS number, ${reasonOf(choice)} AS reason
          FROM (SELECT l.* FROM leads l WHERE l.owner_id = ${by.ownerId} ${seen(by, "l")} ${isChosen(choice)} LIMIT ${MOST_COUNTED_LEADS}) AS l
        ) AS person WHERE reason <> 'eligible' ORDER BY name, lead_id LIMIT ${limit}`,
  );
}

/**
 * Counts the chosen leads by why they get no message; `eligible` are those that may. At most
 * MOST_COUNTED_LEADS are looked at.
 */
export async function countAudience(
  by: Maker,
  choice: AudienceChoice,
): Promise<Record<LeftOut | "eligible", number>> {
  const counted = await rows<{ reason: LeftOut | "eligible"; count: number }>(
    sql`SELECT ${reasonOf(choice)} AS reason, count(*)::int AS count
        FROM (SELECT l.* FROM leads l WHERE l.owner_id = ${by.ownerId} ${seen(by, "l")} ${isChosen(choice)} LIMIT ${MOST_COUNTED_LEADS}) AS l
        GROUP BY 1`,
  );
  const counts: Record<LeftOut | "eligible", number> = {
    eligible: 0,
    no_whatsapp: 0,
    contacted: 0,
    failed: 0,
    opted_out: 0,
    in_review: 0,
    awaits_reply: 0,
    in_campaign: 0,
    unticked: 0,
  };
  for (const { reason, count } of counted) counts[reason] = count;
  return counts;
}

/** How many of these tags are the owner's. */
export function countOwnTags(ownerId: OwnerId, tagIds: readonly number[]): Promise<number> {
  return prisma.tag.count({ where: { owner_id: ownerId, id: { in: [...tagIds] } } });
}

/** How many of these lists are the owner's. */
export function countOwnLists(ownerId: OwnerId, listIds: readonly number[]): Promise<number> {
  return prisma.list.count({ where: { owner_id: ownerId, id: { in: [...listIds] } } });
}
