import { LEAD_ROW_COLUMNS, type LeadRow } from "@/lib/domain/leads/lead-row";
import type { StageMeaning } from "@/lib/domain/leads/stages";
import type { OwnerId } from "@/server/platform/actor";
import { columns, rows, sql } from "@/server/platform/db/sql";

export type CandidateRow = LeadRow & {
  contacted_at: Date | null;
  evidence: unknown;
  stage_name: string;
  stage_meaning: StageMeaning;
  stage_position: number;
  blocked: boolean;
  tag_ids: number[];
  lists: number;
  tasks: number;
  notes: number;
};

/** Leads with the values that users compare before a merge, in the order of their ids. */
export function findCandidates(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<CandidateRow[]> {
  return rows(
    sql`SELECT ${columns(LEAD_ROW_COLUMNS, { of: "l" })}, l.contacted_at, l.evidence,
               s.name AS stage_name, s.meaning AS stage_meaning, s.position AS stage_position,
               EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = l.owner_id AND o.phone_key = l.phone_key) AS blocked,
               ARRAY(SELECT x.tag_id FROM lead_tags x WHERE x.lead_id = l.id ORDER BY x.tag_id) AS tag_ids,
               (SELECT count(*)::int FROM list_leads m WHERE m.lead_id = l.id) AS lists,
               (SELECT count(*)::int FROM tasks t WHERE t.owner_id = l.owner_id AND t.lead_id = l.id) AS tasks,
               (SELECT count(*)::int FROM notes n WHERE n.owner_id = l.owner_id AND n.lead_id = l.id) AS notes
        FROM leads l JOIN stages s ON s.owner_id = l.owner_id AND s.id = l.stage_id
        WHERE l.owner_id = ${ownerId} AND l.id = ANY(${leadIds}::int[]) ORDER BY l.id`,
  );
}
