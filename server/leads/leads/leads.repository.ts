import type { SiteCheck } from "@/lib/domain/companies/site-verdict";
import type { LeadOverwrite } from "@/lib/domain/leads/lead-restore";
import {
  DEAL_COLUMNS,
  LEAD_ROW_COLUMNS,
  LEAD_VALUES,
  type LeadRow,
  type LeadValues,
} from "@/lib/domain/leads/lead-row";
import { LEAD_STATUS_LABEL, LEAD_STATUSES, type LeadStatus } from "@/lib/domain/leads/lead-status";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import {
  columns,
  execute,
  firstRow,
  isUniqueViolation,
  join,
  rows,
  sql,
} from "@/server/platform/db/sql";
import { findWrittenTo } from "./lead-marks.repository";
import { RETURNED_OVERWRITE, toOverwrites } from "./lead-restores.repository";

export interface LeadDetailsRow extends LeadRow {
  contacted_at: Date | null;
  updated_at: Date;
  evidence: unknown;
  phone_key: string | null;
}

/** Missing values become null; a missing status becomes pending. */
export interface NewLead extends Partial<LeadValues> {
  name: string;
  source: string;
  /** For leads from a search: where each field was found. */
  evidence?: unknown;
  search_remark?: string | null;
  /** What a visit to its own site found. */
  site_check?: SiteCheck | null;
}

/** A missing or null value leaves the lead's value unchanged. */
export interface LeadUpdate
  extends Partial<{ [Name in keyof LeadValues]: LeadValues[Name] | null }> {
  id: number;
}

/** Data of a deal; a missing value leaves the lead's unchanged. */
export interface DealValues {
  value_cents?: number | null | undefined;
  expected_close?: string | null | undefined;
  loss_reason_id?: number | null | undefined;
  seller_id?: PersonId | null | undefined;
}

const COLUMNS = columns(LEAD_ROW_COLUMNS);
const SELECTED = Object.fromEntries(LEAD_ROW_COLUMNS.map((name) => [name, true])) as {
  [Name in keyof LeadRow]: true;
};

export async function findLead(ownerId: OwnerId, leadId: number): Promise<LeadDetailsRow | null> {
  const lead = await prisma.lead.findFirst({
    where: { owner_id: ownerId, id: leadId },
    select: {
      ...SELECTED,
      contacted_at: true,
      updated_at: true,
      evidence: true,
      phone_key: true,
    },
  });
  return lead as LeadDetailsRow | null;
}

/** The lead whose main contact, or another one, has the number. */
export async function findLeadByKey(ownerId: OwnerId, phoneKey: string): Promise<LeadRow | null> {
  const lead = await prisma.lead.findFirst({
    where: { owner_id: ownerId, phone_key: phoneKey },
    select: SELECTED,
  });
  if (lead) return lead as LeadRow;
  const contact = await prisma.leadContact.findFirst({
    where: { owner_id: ownerId, phone_key: phoneKey },
    select: { lead: { select: SELECTED } },
    orderBy: { lead_id: "asc" },
  });
  return (contact?.lead ?? null) as LeadRow | null;
}

const VALUES = columns(LEAD_VALUES);
const VALUES_AS_TEXT = columns(LEAD_VALUES, { type: "text" });
const NEW_VALUES = join(
  LEAD_VALUES.map((name) =>
    name === "status" ? sql`coalesce(status, 'pending')` : columns([name], { of: "new" }),
  ),
);

/**
 * Returns the new ids in the order of the leads; null for each refused by a unique key (number, CNPJ). Leads whose
 * number was written to before count as contacted. Ids are assigned before the insert, because RETURNING cannot refer
 * to the source rows.
 */
export async function insertLeads(
  ownerId: OwnerId,
  leads: readonly NewLead[],
): Promise<(number | null)[]> {
  if (leads.length === 0) return [];
  const records = leads.map((lead, place) => ({ place, ...lead }));
  const inserted = await rows<{ place: number; id: number }>(
    sql`WITH new AS MATERIALIZED (
          SELECT nextval(pg_get_serial_sequence('leads', 'id'))::int AS id, r.*
          FROM json_to_recordset(${toStorableJson(records)}::json)
            AS r(place int, source text, evidence jsonb, search_remark text, site_check text, ${VALUES_AS_TEXT})
        ), first AS (
          -- A trigger would look it up lead by lead.
          SELECT DISTINCT ON (meaning) id AS stage_id, meaning FROM stages
          WHERE owner_id = ${ownerId} ORDER BY meaning, position
        ), kept AS (
          INSERT INTO leads (id, owner_id, source, evidence, search_remark, site_check, stage_id, contacted_at, ${VALUES})
          SELECT id, ${ownerId}::int, source, evidence, search_remark, site_check, first.stage_id,
                 ${findWrittenTo(sql`${ownerId}::int`, sql`new.phone_key`)}, ${NEW_VALUES} FROM new
          JOIN first ON first.meaning = coalesce(status_meaning(status), 'new') ORDER BY place
          ON CONFLICT DO NOTHING
          RETURNING id
        )
        SELECT new.place, new.id FROM new JOIN kept ON kept.id = new.id`,
  );
  const ids = new Map(inserted.map(({ place, id }) => [place, id]));
  return leads.map((_, place) => ids.get(place) ?? null);
}

/** Another lead of this owner with the CNPJ or the number, and which of the two; the CNPJ has priority. */
export async function findHolder(
  ownerId: OwnerId,
  keys: { cnpj: string | null; phoneKey: string | null; except: number | null },
): Promise<{ id: number; field: "cnpj" | "whatsapp" } | null> {
  return firstRow(
    sql`SELECT id, CASE WHEN cnpj = ${keys.cnpj}::text THEN 'cnpj' ELSE 'whatsapp' END AS field
        FROM leads WHERE owner_id = ${ownerId} AND id IS DISTINCT FROM ${keys.except}::int
          AND (cnpj = ${keys.cnpj}::text OR phone_key = ${keys.phoneKey}::text)
        ORDER BY (cnpj = ${keys.cnpj}::text) DESC NULLS LAST LIMIT 1`,
  );
}

/**
 * Returns the lead before and after; null when there is none; 'duplicate' when another lead has the number or the CNPJ.
 */
export async function updateLead(
  ownerId: OwnerId,
  leadId: number,
  values: Partial<LeadValues> & DealValues,
): Promise<{ before: LeadRow; after: LeadRow } | null | "duplicate"> {
  const changes = [...LEAD_VALUES, ...DEAL_COLUMNS]
    .filter((name) => values[name] !== undefined)
    .map((name) => sql`${columns([name])} = ${values[name]}`);
  if (values.phone_key != null) {
    const writtenTo = findWrittenTo(sql`${ownerId}::int`, sql`${values.phone_key}::text`);
    changes.push(sql`contacted_at = coalesce(contacted_at, ${writtenTo})`);
  }
  try {
    const updated = await firstRow<LeadRow & { before: LeadRow }>(
      sql`UPDATE leads SET ${join([...changes, sql`status_by = 'person'`])}, edited_at = now(), updated_at = now()
          WHERE owner_id = ${ownerId} AND id = ${leadId} RETURNING ${COLUMNS}, to_jsonb(old) AS before`,
    );
    if (!updated) return null;
    const { before, ...after } = updated;
    return { before, after };
  } catch (error) {
    if (isUniqueViolation(error)) return "duplicate";
    throw error;
  }
}

/** How many of these leads have the status 'opted_out'. */
export function countOptedOut(ownerId: OwnerId, leadIds: readonly number[]): Promise<number> {
  return prisma.lead.count({
    where: { owner_id: ownerId, id: { in: [...leadIds] }, status: "opted_out" },
  });
}

/**
 * Sets the status as the user chose. Leads that already have the status are not changed, and those whose number is
 * blocked keep 'opted_out'. Returns what changed.
 */
export async function setStatus(
  ownerId: OwnerId,
  leadIds: readonly number[],
  status: LeadStatus,
): Promise<LeadOverwrite[]> {
  const updated = await rows<LeadOverwrite>(
    sql`UPDATE leads AS l SET status = ${status}, status_by = 'person', edited_at = now(), updated_at = now()
        WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[]) AND status <> ${status}
          AND NOT (status = 'opted_out' AND EXISTS (
            SELECT 1 FROM opt_outs o WHERE o.owner_id = l.owner_id AND o.phone_key = l.phone_key))
        RETURNING ${RETURNED_OVERWRITE}`,
  );
  return toOverwrites(updated);
}

/**
 * True where a lead keeps its status: none is given, or one that users see under the same name. So importing an
 * exported file changes nothing, and moves no lost deal out of its stage.
 */
const STATUS_STAYS = sql`(r.status IS NULL OR (l.status, r.status) IN (${join(
  LEAD_STATUSES.flatMap((one) =>
    LEAD_STATUSES.filter((other) => LEAD_STATUS_LABEL[one] === LEAD_STATUS_LABEL[other]).map(
      (other) => sql`(${one}, ${other})`,
    ),
  ),
)}))`;

/** The assignments of an update; a site's host follows its site. */
const OVERWRITE = join(
  LEAD_VALUES.map((name) => {
    const [kept, given] = [columns([name], { of: "l" }), columns([name], { of: "r" })];
    if (name === "status") {
      return sql`status = CASE WHEN ${STATUS_STAYS} THEN l.status ELSE r.status END`;
    }
    return name === "site_host"
      ? sql`site_host = CASE WHEN r.website IS NULL THEN l.site_host ELSE r.site_host END`
      : sql`${columns([name])} = coalesce(${given}, ${kept})`;
  }),
);

/** Updates leads by id. Returns what changed; null when another lead has one of the numbers or CNPJs. */
export async function updateLeads(
  ownerId: OwnerId,
  updates: readonly LeadUpdate[],
): Promise<LeadOverwrite[] | null> {
  try {
    const updated = await rows<LeadOverwrite>(
      sql`UPDATE leads AS l SET ${OVERWRITE}, updated_at = now(),
                 status_by = CASE WHEN ${STATUS_STAYS} THEN l.status_by ELSE 'person' END
          FROM json_to_recordset(${toStorableJson(updates)}::json) AS r(id int, ${VALUES_AS_TEXT})
          WHERE l.owner_id = ${ownerId} AND l.id = r.id RETURNING ${RETURNED_OVERWRITE}`,
    );
    return toOverwrites(updated);
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Marks leads as edited by a user, so that they do not count as unchanged results of a search or an import. */
export async function markEdited(ownerId: OwnerId, leadIds: readonly number[]): Promise<void> {
  await execute(
    sql`UPDATE leads SET edited_at = now(), updated_at = now() WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[])`,
  );
}
