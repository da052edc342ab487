import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import type { UserId } from "@/server/platform/actor";
import { join, raw, type Sql, sql } from "@/server/platform/db/sql";
import { buildContainsCondition } from "@/server/platform/db/text-search";

export interface LeadFilter {
  /** A lead matches if it contains one of them, ignoring accents and case; empty when nothing is searched. */
  spellings: string[];
  statuses: LeadStatus[];
  /** In one of them; as with the others, empty means any. */
  listIds: number[];
  stageIds: number[];
  /** With one of them, with all of them, with none of them. */
  tagIds: number[];
  allTagIds: number[];
  noTagIds: number[];
  sources: string[];
  cities: string[];
  createdFrom: Date | null;
  /** Exclusive upper bound. */
  createdBefore: Date | null;
}

/** A filter as a condition on `leads`. The text is looked up first, in `lead_search`. */
export function buildLeadFilter(ownerId: UserId, filter: LeadFilter): Sql {
  const conditions = [
    buildLeadConditions(ownerId, filter),
    ...buildSharedConditions(ownerId, filter),
  ];
  const { spellings } = filter;
  if (spellings.length > 0) {
    const hits = sql`SELECT id FROM lead_search WHERE ${buildPartitionCondition(ownerId)} AND ${buildContainsCondition(spellings)}`;
    conditions.push(sql`id IN (${hits})`);
  }
  return join(conditions, " AND ");
}

/** The same condition for an index scan that ends early: the text is checked lead by lead. */
export function buildScanFilter(ownerId: UserId, filter: LeadFilter): Sql {
  const { spellings } = filter;
  const conditions = [
    buildLeadConditions(ownerId, filter),
    ...buildSharedConditions(ownerId, filter),
  ];
  if (spellings.length > 0) {
    conditions.push(
      sql`(SELECT ${buildContainsCondition(spellings)} FROM lead_search WHERE ${buildPartitionCondition(ownerId)} AND lead_search.id = leads.id)`,
    );
  }
  return join(conditions, " AND ");
}

/** The same condition on `lead_search`; what only `leads` has is resolved by a subquery. */
export function buildSearchTableFilter(ownerId: UserId, filter: LeadFilter): Sql {
  const { spellings, statuses, stageIds, cities } = filter;
  const conditions = [
    buildPartitionCondition(ownerId),
    buildContainsCondition(spellings),
    ...buildSharedConditions(ownerId, filter),
  ];
  if (statuses.length > 0 || stageIds.length > 0 || cities.length > 0) {
    conditions.push(
      sql`id IN (SELECT id FROM leads WHERE ${buildLeadConditions(ownerId, filter)})`,
    );
  }
  return join(conditions, " AND ");
}

/** The owner's rows of `lead_search`; `part` lets the planner skip the other partitions. */
function buildPartitionCondition(ownerId: UserId): Sql {
  return sql`part = lead_search_part(${ownerId}) AND owner_id = ${ownerId}`;
}

function buildLeadConditions(ownerId: UserId, { statuses, stageIds, cities }: LeadFilter): Sql {
  return join(
    [
      sql`owner_id = ${ownerId}`,
      ...(statuses.length > 0 ? [sql`status = ANY(${statuses}::text[])`] : []),
      ...(stageIds.length > 0 ? [sql`stage_id = ANY(${stageIds}::int[])`] : []),
      ...(cities.length > 0 ? [sql`city = ANY(${cities}::text[])`] : []),
    ],
    " AND ",
  );
}

/** Conditions on columns that both `leads` and `lead_search` have. */
function buildSharedConditions(ownerId: UserId, filter: LeadFilter): Sql[] {
  const { listIds, tagIds, allTagIds, noTagIds, sources, createdFrom, createdBefore } = filter;
  const taggedWith = (ids: number[]) =>
    sql`SELECT lead_id FROM lead_tags WHERE owner_id = ${ownerId} AND tag_id = ANY(${ids}::int[])`;
  return [
    ...(listIds.length > 0
      ? [
          sql`id IN (SELECT lead_id FROM list_leads WHERE owner_id = ${ownerId} AND list_id = ANY(${listIds}::int[]))`,
        ]
      : []),
    ...(tagIds.length > 0 ? [sql`id IN (${taggedWith(tagIds)})`] : []),
    ...allTagIds.map((tagId) => sql`id IN (${taggedWith([tagId])})`),
    ...(noTagIds.length > 0 ? [sql`id NOT IN (${taggedWith(noTagIds)})`] : []),
    ...(sources.length > 0 ? [sql`source = ANY(${sources}::text[])`] : []),
    ...(createdFrom ? [sql`created_at >= ${createdFrom}`] : []),
    ...(createdBefore ? [sql`created_at < ${createdBefore}`] : []),
  ];
}

/**
 * Joins each row to its lead `l`, by the lead's whole key. As an ordinary join, an owner whom the planner's statistics
 * do not know yet, and of whom it expects one lead, has all leads read for each row.
 */
export function lookUpLead(ownerId: UserId, id: Sql): Sql {
  return sql`CROSS JOIN LATERAL (SELECT * FROM leads WHERE owner_id = ${ownerId} AND leads.id = ${id} OFFSET 0) AS l`;
}

/** The values of a lead's own fields, each with the key and kind of its field; null without any. */
export function buildOwnCells(of: "l" | "leads"): Sql {
  return sql`(SELECT json_agg(json_build_array(f.key, f.kind, coalesce(to_json(v.text), to_json(v.number), to_json(v.day)))
                ORDER BY v.field_id, v.place)
              FROM lead_values v JOIN own_fields f ON f.id = v.field_id AND f.deleted_at IS NULL
              WHERE v.lead_id = ${raw(of)}.id AND v.owner_id = ${raw(of)}.owner_id)`;
}

/** The tags of a lead, by the name or alias of its table. */
export function buildTagIds(of: "l" | "leads"): Sql {
  return sql`ARRAY(SELECT x.tag_id FROM lead_tags x WHERE x.lead_id = ${raw(of)}.id ORDER BY x.tag_id)`;
}
