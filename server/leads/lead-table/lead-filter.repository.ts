import type { Remark } from "@/lib/contracts/leads/lead-filter";
import { SITE_CHECKS, type SiteCheck, type SiteFilter } from "@/lib/domain/companies/site-verdict";
import type { ContactFilter, StepFilter } from "@/lib/domain/leads/dealing-filters";
import type { SearchTerm } from "@/lib/domain/leads/lead-search";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import type { StoredCondition } from "@/lib/domain/leads/own-conditions";
import { toContainsPattern } from "@/lib/domain/text/search-pattern";
import type { OwnerId, Reader, Sight } from "@/server/platform/actor";
import { seen, seenChat } from "@/server/platform/db/seen";
import { join, raw, type Sql, sql } from "@/server/platform/db/sql";
import { buildContainsCondition } from "@/server/platform/db/text-search";

import { buildContactCondition, buildStepCondition } from "./dealing-filter.repository";

interface OwnFieldCondition extends StoredCondition {
  fieldId: number;
}

export interface LeadFilter {
  /** What whoever asks sees at all; null for everything. */
  sight: Sight | null;
  /** For each term, a lead contains one of its spellings, ignoring accents and case; empty without a search. */
  terms: SearchTerm[];
  statuses: LeadStatus[];
  /** The lead is on one of these lists; empty means any, as for the others. */
  listIds: number[];
  stageIds: number[];
  /** The lead has one of these, all of these, none of these. */
  tagIds: number[];
  allTagIds: number[];
  noTagIds: number[];
  /** Conditions on own fields, all of which must be met. */
  own: OwnFieldCondition[];
  sources: string[];
  cities: string[];
  states: string[];
  /** The value of the deal. */
  minCents: number | null;
  maxCents: number | null;
  contacts: ContactFilter[];
  steps: StepFilter[];
  /** Those of one of these people, or also of nobody. */
  sellerIds: number[];
  withoutSeller: true | null;
  /** The state of the leads' sites. */
  sites: SiteFilter[];
  /** What has to be checked about the leads. */
  remarks: Remark[];
  createdFrom: Date | null;
  /** Exclusive upper bound. */
  createdBefore: Date | null;
}

/**
 * Where a filter's matches are found, with their condition: with a text in `lead_search`, unless whoever asks sees few
 * leads.
 */
export function buildMatches(ownerId: OwnerId, filter: LeadFilter): Sql {
  if (filter.terms.length === 0) return sql`leads WHERE ${buildLeadFilter(ownerId, filter)}`;
  return filter.sight?.few
    ? sql`leads WHERE ${buildScanFilter(ownerId, filter)}`
    : sql`lead_search WHERE ${buildSearchTableFilter(ownerId, filter)}`;
}

/** A filter as a condition on `leads`. The text is looked up first, in `lead_search`. */
export function buildLeadFilter(ownerId: OwnerId, filter: LeadFilter): Sql {
  const conditions = [
    sql`owner_id = ${ownerId}${buildSight(filter)}`,
    ...buildLeadConditions(ownerId, filter),
    ...buildSharedConditions(ownerId, filter),
    ...filter.own.map((condition) => buildOwnCondition(ownerId, condition)),
  ];
  const { terms } = filter;
  if (terms.length > 0) {
    const hits = sql`SELECT id FROM lead_search WHERE ${buildPartitionCondition(ownerId)} AND ${buildContainsCondition(terms)}`;
    conditions.push(sql`id IN (${hits})`);
  }
  return join(conditions, " AND ");
}

/** The same condition for an index scan that ends early: the text is checked lead by lead. */
export function buildScanFilter(ownerId: OwnerId, filter: LeadFilter): Sql {
  const { terms } = filter;
  const conditions = [
    sql`owner_id = ${ownerId}${seen(filter, "leads")}`,
    ...buildLeadConditions(ownerId, filter),
    ...buildSharedConditions(ownerId, filter),
    ...filter.own.map((condition) => buildOwnCondition(ownerId, condition, "lead by lead")),
  ];
  if (terms.length > 0) {
    conditions.push(
      sql`(SELECT ${buildContainsCondition(terms)} FROM lead_search WHERE ${buildPartitionCondition(ownerId)} AND lead_search.id = leads.id)`,
    );
  }
  return join(conditions, " AND ");
}

/** The same condition on `lead_search`; what only `leads` has is resolved by a subquery. */
function buildSearchTableFilter(ownerId: OwnerId, filter: LeadFilter): Sql {
  const { terms } = filter;
  const conditions = [
    sql`${buildPartitionCondition(ownerId)}${seen(filter, "lead_search")}`,
    buildContainsCondition(terms),
    ...buildSharedConditions(ownerId, filter),
    ...filter.own.map((condition) => buildOwnCondition(ownerId, condition)),
  ];
  const ofLeads = buildLeadConditions(ownerId, filter);
  if (ofLeads.length > 0) {
    const met = join([sql`owner_id = ${ownerId}`, ...ofLeads], " AND ");
    conditions.push(sql`id IN (SELECT id FROM leads WHERE ${met})`);
  }
  return join(conditions, " AND ");
}

/**
 * Whoever sees few leads finds them by whose they are. For others that is looked at last, lead by lead: the indexes of
 * most filters are read alone, and do not say whose a lead is.
 */
function buildSight(filter: LeadFilter): Sql {
  if (filter.sight?.few !== false) return seen(filter, "leads");
  return sql` AND EXISTS (SELECT 1 FROM leads s WHERE s.owner_id = leads.owner_id AND s.id = leads.id${seen(filter, "s")} OFFSET 0)`;
}

/** The owner's rows of `lead_search`; `part` lets the planner skip the other partitions. */
function buildPartitionCondition(ownerId: OwnerId): Sql {
  return sql`part = lead_search_part(${ownerId}) AND owner_id = ${ownerId}`;
}

/** Conditions on columns that `lead_search` lacks. */
function buildLeadConditions(
  ownerId: OwnerId,
  { minCents, maxCents, contacts, steps, ...filter }: LeadFilter,
): Sql[] {
  const { statuses, stageIds, cities, states, sites, remarks } = filter;
  return [
    ...(states.length > 0 ? [sql`state = ANY(${states}::text[])`] : []),
    ...(minCents !== null ? [sql`value_cents >= ${minCents}::bigint`] : []),
    ...(maxCents !== null ? [sql`value_cents <= ${maxCents}::bigint`] : []),
    ...(contacts.length > 0 ? [buildContactCondition(ownerId, contacts, filter)] : []),
    ...(steps.length > 0 ? [buildStepCondition(ownerId, steps)] : []),
    ...(statuses.length > 0 ? [sql`status = ANY(${statuses}::text[])`] : []),
    ...(stageIds.length > 0 ? [sql`stage_id = ANY(${stageIds}::int[])`] : []),
    ...(cities.length > 0 ? [sql`city = ANY(${cities}::text[])`] : []),
    ...(sites.length > 0 ? [buildSiteCondition(sites)] : []),
    ...(remarks.length > 0 ? [anyOf(remarks.map((remark) => REMARKED[remark]))] : []),
  ];
}

const anyOf = (of: Sql[]) => sql`(${join(of, " OR ")})`;

const REMARKED: Record<Remark, Sql> = {
  elsewhere: sql`search_remark IS NOT NULL`,
  number: sql`is_misread_number(phone_key)`,
};

/** Uses the stored columns, which have an index, instead of the computed one. */
function buildSiteCondition(sites: readonly SiteFilter[]): Sql {
  const checks = sites.filter((site) => SITE_CHECKS.includes(site as SiteCheck));
  const ways = [
    ...(sites.includes("none") ? [sql`website IS NULL`] : []),
    ...(sites.includes("social") ? [sql`(website IS NOT NULL AND site_host IS NULL)`] : []),
    ...(sites.includes("unknown") ? [sql`(site_host IS NOT NULL AND site_check IS NULL)`] : []),
    ...(checks.length > 0 ? [sql`site_check = ANY(${checks}::text[])`] : []),
  ];
  return sql`(${join(ways, " OR ")})`;
}

/** Conditions on columns that both `leads` and `lead_search` have. */
function buildSharedConditions(ownerId: OwnerId, filter: LeadFilter): Sql[] {
  const { listIds, tagIds, allTagIds, noTagIds, sources, createdFrom, createdBefore } = filter;
  const { sellerIds, withoutSeller } = filter;
  const sellers = [
    ...(sellerIds.length > 0 ? [sql`seller_id = ANY(${sellerIds}::int[])`] : []),
    ...(withoutSeller ? [sql`seller_id IS NULL`] : []),
  ];
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
    ...(sellers.length > 0 ? [anyOf(sellers)] : []),
    ...(sources.length > 0 ? [sql`source = ANY(${sources}::text[])`] : []),
    ...(createdFrom ? [sql`created_at >= ${createdFrom}`] : []),
    ...(createdBefore ? [sql`created_at < ${createdBefore}`] : []),
  ];
}

/**
 * A condition on an own field, looked up as a whole range of an index, or lead by lead. Missing values are always
 * looked up lead by lead: OFFSET keeps the planner from reading all values of the field.
 */
function buildOwnCondition(
  ownerId: OwnerId,
  condition: OwnFieldCondition,
  how?: "lead by lead",
): Sql {
  const { operator, fieldId } = condition;
  const of = sql`FROM lead_values v WHERE v.owner_id = ${ownerId} AND v.field_id = ${fieldId}`;
  const met = buildMet(condition);
  if (operator === "none" || operator === "empty") {
    return sql`NOT EXISTS (SELECT 1 ${of} AND v.lead_id = id AND ${met} OFFSET 0)`;
  }
  return how || operator === "filled"
    ? sql`EXISTS (SELECT 1 ${of} AND v.lead_id = id AND ${met} OFFSET 0)`
    : sql`id IN (SELECT v.lead_id ${of} AND ${met})`;
}

/**
 * Returns a row where certainly more than `most` leads meet a condition, judged only by its range of an index: a lead
 * has at most one value in it for each requested text. Null where the range is not sufficient.
 */
export function buildMoreThan(
  ownerId: OwnerId,
  condition: OwnFieldCondition,
  most: number,
): Sql | null {
  const { operator, fieldId, texts } = condition;
  if (["contains", "none", "empty", "filled"].includes(operator)) return null;
  // The index has no owner: it is the field's.
  return sql`SELECT 1 AS found FROM lead_values v
             WHERE v.field_id = (SELECT f.id FROM own_fields f WHERE f.owner_id = ${ownerId} AND f.id = ${fieldId})
               AND ${buildMet(condition)}
             OFFSET ${most * Math.max(1, texts.length)} LIMIT 1`;
}

/** The condition that a value must meet, in the order of one of the indexes. */
function buildMet({ operator, texts, numbers, days }: OwnFieldCondition): Sql {
  const key = (text: string) => sql`left(search_form(left(${text}, 200)), 200)`;
  const [text = ""] = texts;
  switch (operator) {
    case "is":
      return sql`v.text_key = ${key(text)}`;
    case "contains":
      return sql`v.text_key LIKE search_form(${toContainsPattern(text)})`;
    case "any":
    case "none":
      return sql`v.text_key IN (${join(texts.map(key))})`;
    case "yes":
      return sql`v.number = 1`;
    case "no":
      return sql`v.number = 0`;
    case "empty":
    case "filled":
      return sql`true`;
    default:
      return days.length > 0
        ? buildRange(
            operator,
            sql`v.day`,
            days.map((day) => sql`${day}::date`),
          )
        : buildRange(
            operator,
            sql`v.number`,
            numbers.map((number) => sql`${number}::float8`),
          );
  }
}

function buildRange(operator: "eq" | "gte" | "lte" | "between", column: Sql, values: Sql[]): Sql {
  const [first = sql`NULL`, second = sql`NULL`] = values;
  if (operator === "eq") return sql`${column} = ${first}`;
  if (operator === "gte") return sql`${column} >= ${first}`;
  if (operator === "lte") return sql`${column} <= ${first}`;
  return sql`${column} BETWEEN ${first} AND ${second}`;
}

/**
 * Joins each row to its lead `l`, by the lead's whole key. With an ordinary join, the planner would read all leads for
 * each row of an owner who is not in its statistics yet and whom it expects to have one lead.
 */
export function lookUpLead(ownerId: OwnerId, id: Sql): Sql {
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

/** How many contacts a lead has beside the main one. */
export function buildOtherContacts(of: "l" | "leads"): Sql {
  return sql`(SELECT count(*)::int FROM lead_contacts k WHERE k.owner_id = ${raw(of)}.owner_id AND k.lead_id = ${raw(of)}.id)`;
}

/**
 * When the last message went to or came from a contact of a lead; without a conversation, when the lead was first
 * contacted.
 */
export function buildLastContact(of: "l" | "leads", reader: Pick<Reader, "sight">): Sql {
  const lead = raw(of);
  const latest = sql`SELECT max(c.last_message_at) FROM conversations c`;
  return sql`coalesce(greatest(
    (${latest} WHERE c.owner_id = ${lead}.owner_id AND c.phone_key = ${lead}.phone_key${seenChat(reader, "c")}),
    (${latest} JOIN lead_contacts k ON k.owner_id = c.owner_id AND k.phone_key = c.phone_key
     WHERE k.owner_id = ${lead}.owner_id AND k.lead_id = ${lead}.id${seenChat(reader, "c")})), ${lead}.contacted_at)`;
}

/** The waiting answer of a lead's main contact, as the chat counts it; the latest of several numbers of ours. */
export function buildAnswer(of: "l" | "leads", reader: Pick<Reader, "sight">): Sql {
  const lead = raw(of);
  return sql`(SELECT c.intent FROM conversations c
              WHERE c.owner_id = ${lead}.owner_id AND c.phone_key = ${lead}.phone_key${seenChat(reader, "c")}
                AND c.waiting_since IS NOT NULL AND (c.archived_at >= c.last_message_at) IS NOT TRUE
              ORDER BY c.last_message_at DESC LIMIT 1)`;
}
