import type { z } from "zod/mini";
import type { BoardCard } from "@/lib/contracts/leads/board";
import { COUNTED_LEADS } from "@/lib/domain/leads/lead-list";
import { BOARD_PAGE } from "@/lib/domain/leads/stages";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { seen } from "@/server/platform/db/seen";
import { columns, empty, rows, type Sql, sql } from "@/server/platform/db/sql";
import {
  buildLastContact,
  buildMatches,
  buildOtherContacts,
  buildScanFilter,
  buildTagIds,
  type LeadFilter,
  lookUpLead,
} from "./lead-filter.repository";

export type CardRow = Omit<z.input<typeof BoardCard>, "value_cents"> & {
  value_cents: string | null;
  place: string;
};

export interface StageTotal {
  stage_id: number;
  total: number;
  value_cents: string;
}

const CARD = [
  "id",
  "name",
  "status",
  "stage_id",
  "loss_reason_id",
  "seller_id",
  "whatsapp",
  "city",
  "state",
  "value_cents",
  "expected_close",
  "staged_at",
  "place",
];

function buildCard(of: "l" | "leads", reader: Pick<Reader, "sight">): Sql {
  return sql`${columns(CARD, { of })}, ${buildTagIds(of)} AS tag_ids, ${buildLastContact(of, reader)} AS last_contact_at, ${buildOtherContacts(of)} AS other_contacts`;
}

/** The counts and sums of all leads, kept by triggers: a million leads cost no more than ten. */
export function countStages(reader: Reader): Promise<StageTotal[]> {
  const { ownerId } = reader;
  return rows(
    sql`SELECT stage_id, sum(count)::int AS total, sum(value_cents)::text AS value_cents FROM (
          SELECT stage_id, count, value_cents FROM lead_counts WHERE owner_id = ${ownerId}${seen(reader, "lead_counts")}
          UNION ALL SELECT stage_id, change, value_cents FROM lead_count_changes WHERE owner_id = ${ownerId}${seen(reader, "lead_count_changes")}
        ) AS parts GROUP BY stage_id`,
  );
}

/** The first cards of each stage, one more than a page where there are more, read in the order of the index. */
export function findFirstCards(ownerId: OwnerId, filter: LeadFilter): Promise<CardRow[]> {
  return rows(
    sql`SELECT c.* FROM stages s CROSS JOIN LATERAL (
          SELECT ${buildCard("leads", filter)} FROM leads WHERE ${buildScanFilter(ownerId, filter)} AND stage_id = s.id
          ORDER BY place, leads.id LIMIT ${BOARD_PAGE + 1}
        ) AS c WHERE s.owner_id = ${ownerId} ORDER BY s.position, c.place, c.id`,
  );
}

/** The cards of a stage after a place. */
export function findCards(
  ownerId: OwnerId,
  filter: LeadFilter,
  stageId: number,
  after: { place: string; id: number } | null,
): Promise<CardRow[]> {
  const beyond = after
    ? sql`AND (place, leads.id) > (${after.place}::numeric, ${after.id}::int)`
    : empty;
  return rows(
    sql`SELECT ${buildCard("leads", filter)} FROM leads
        WHERE ${buildScanFilter(ownerId, filter)} AND stage_id = ${stageId} ${beyond}
        ORDER BY place, leads.id LIMIT ${BOARD_PAGE + 1}`,
  );
}

/**
 * Counts and sums the matches of a filter by stage, up to COUNTED_LEADS + 1 leads in all (meaning "more"), with the
 * first cards of each stage among those.
 */
export async function findMatchingCards(
  ownerId: OwnerId,
  filter: LeadFilter,
): Promise<{ totals: StageTotal[]; cards: CardRow[] }> {
  const found = await rows<CardRow & { total: number; sum_cents: string }>(
    sql`WITH hits AS MATERIALIZED (SELECT id FROM ${buildMatches(ownerId, filter)} LIMIT ${COUNTED_LEADS + 1}),
             numbered AS (
               SELECT l.id, l.stage_id, l.place,
                      row_number() OVER (PARTITION BY l.stage_id ORDER BY l.place, l.id) AS serial,
                      count(*) OVER (PARTITION BY l.stage_id)::int AS total,
                      coalesce(sum(l.value_cents) OVER (PARTITION BY l.stage_id), 0)::text AS sum_cents
               FROM hits ${lookUpLead(ownerId, sql`hits.id`)}
             )
        SELECT ${buildCard("l", filter)}, n.total, n.sum_cents
        FROM numbered n ${lookUpLead(ownerId, sql`n.id`)}
        WHERE n.serial <= ${BOARD_PAGE + 1} ORDER BY n.stage_id, n.serial`,
  );
  const totals = new Map(
    found.map(({ stage_id, total, sum_cents }) => [
      stage_id,
      { stage_id, total, value_cents: sum_cents },
    ]),
  );
  return { totals: [...totals.values()], cards: found };
}
