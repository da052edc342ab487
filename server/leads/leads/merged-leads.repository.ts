import type { MergeField } from "@/lib/domain/leads/lead-merge";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
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
import { KEPT_REFERENCES, STORED_COLUMNS } from "./lead-deletions.repository";
import { findWrittenTo } from "./lead-marks.repository";

/** The columns that are chosen together. */
const COLUMNS_OF: Partial<Record<MergeField, readonly string[]>> = {
  whatsapp: ["whatsapp", "phone_key", "contact_name", "contact_role"],
  website: ["website", "site_host"],
  stage: ["stage_id", "loss_reason_id", "staged_at"],
};

/** Locks leads in id order. Returns those that are the owner's. */
export async function lockLeads(ownerId: OwnerId, leadIds: readonly number[]): Promise<number[]> {
  const locked = await rows<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[]) ORDER BY id FOR UPDATE`,
  );
  return locked.map(({ id }) => id);
}

/** Removes the rows of leads that are kept under a merge. */
export async function removeMerged(ownerId: OwnerId, leadIds: readonly number[]): Promise<void> {
  await prisma.lead.deleteMany({ where: { owner_id: ownerId, id: { in: [...leadIds] } } });
}

/** Gives the survivor of a merge the chosen values of the merged leads. */
export async function applyMerge(
  ownerId: OwnerId,
  { mergeId, survivorId }: { mergeId: number; survivorId: number },
  chosen: {
    /** For each field, the merged lead whose value is used. */
    from: ReadonlyMap<MergeField, number>;
    status: LeadStatus;
    evidence: object | null;
  },
): Promise<void> {
  const taken = [...chosen.from].flatMap(([field, leadId]) =>
    (COLUMNS_OF[field] ?? [field]).map(
      (column) =>
        sql`${columns([column])} = (SELECT ${columns([column], { of: "k" })} FROM kept k WHERE k.id = ${leadId})`,
    ),
  );
  if (chosen.from.has("stage")) taken.push(sql`place = -extract(epoch FROM clock_timestamp())`);
  await execute(
    sql`WITH kept AS MATERIALIZED (
          SELECT r.* FROM merged_leads m CROSS JOIN LATERAL jsonb_populate_record(NULL::leads, m.lead) AS r
          WHERE m.owner_id = ${ownerId} AND m.merge_id = ${mergeId}
        )
        UPDATE leads SET ${join([
          ...taken,
          sql`status = ${chosen.status}, status_by = 'person', edited_at = now(), updated_at = now()`,
          sql`evidence = ${chosen.evidence && toStorableJson(chosen.evidence)}::jsonb`,
          sql`seller_id = coalesce(seller_id, (SELECT k.seller_id FROM kept k WHERE k.seller_id IS NOT NULL ORDER BY k.id LIMIT 1))`,
          sql`contacted_at = least(contacted_at, (SELECT min(k.contacted_at) FROM kept k))`,
        ])}
        WHERE owner_id = ${ownerId} AND id = ${survivorId}`,
  );
}

/** What users see of a change: columns that belong together count as one. */
const RETURNED = [
  ...STORED_COLUMNS.filter(
    (name) =>
      !["id", "owner_id", "source", "created_at", "updated_at", "edited_at"].includes(name) &&
      ![
        "whatsapp",
        "phone_key",
        "contact_name",
        "contact_role",
        "website",
        "site_host",
        "place",
        "staged_at",
      ].includes(name) &&
      !["status", "status_by", "company_status", "contacted_at"].includes(name),
  ).map((name) => ({ name, of: [name] })),
  { name: "whatsapp", of: ["whatsapp", "phone_key", "contact_name", "contact_role"] },
  { name: "website", of: ["website", "site_host"] },
  { name: "stage", of: ["stage_id", "status", "loss_reason_id"] },
];
const isUnchanged = (names: readonly string[]) =>
  sql`(${columns(names, { of: "l" })}) IS NOT DISTINCT FROM (${columns(names, { of: "a" })})`;

/** The survivor `l` of a merge as it was before (`b`) and after (`a`). */
const WITH_STATES = sql`lead_merges m
  CROSS JOIN LATERAL jsonb_populate_record(NULL::leads, m.survivor_before) AS b
  CROSS JOIN LATERAL jsonb_populate_record(NULL::leads, m.survivor_after) AS a`;

const writtenTo = (lead: "b" | "r") =>
  findWrittenTo(sql`m.owner_id`, columns(["phone_key"], { of: lead }));

/**
 * Restores the locked survivor of a merge to its former state, except for later changes. Returns the names of the
 * fields with later changes; 'taken' when another lead has its former number or CNPJ. It stays contacted where its own
 * number was written to.
 */
export async function returnSurvivor(
  ownerId: OwnerId,
  mergeId: number,
): Promise<string[] | "taken"> {
  const ofMerge = sql`m.owner_id = ${ownerId} AND m.id = ${mergeId} AND l.owner_id = m.owner_id AND l.id = m.survivor_id`;
  const changed = RETURNED.map(
    ({ name, of }) => sql`CASE WHEN NOT (${isUnchanged(of)}) THEN ${name}::text END`,
  );
  const found = await firstRow<{ kept: string[] }>(
    sql`SELECT array_remove(ARRAY[${join(changed)}], NULL) AS kept FROM leads l, ${WITH_STATES} WHERE ${ofMerge}`,
  );
  if (!found) throw new Error("The survivor is locked.");
  const back = RETURNED.filter(({ name }) => name !== "stage" && !found.kept.includes(name))
    .flatMap(({ of }) => of)
    .map((name) => sql`${columns([name])} = ${columns([name], { of: "b" })}`);
  if (!found.kept.includes("stage")) {
    back.push(sql`
      stage_id = coalesce((SELECT s.id FROM stages s WHERE s.owner_id = m.owner_id AND s.id = b.stage_id), l.stage_id),
      loss_reason_id = (SELECT x.id FROM loss_reasons x WHERE x.owner_id = m.owner_id AND x.id = b.loss_reason_id),
      status = b.status, status_by = b.status_by, place = b.place, staged_at = b.staged_at`);
  }
  const update = execute(
    sql`UPDATE leads l SET ${join([
      ...back,
      sql`contacted_at = CASE WHEN ${isUnchanged(["contacted_at"])}
            THEN coalesce(b.contacted_at, ${writtenTo("b")}) ELSE l.contacted_at END`,
      sql`updated_at = now()`,
    ])}
        FROM ${WITH_STATES} WHERE ${ofMerge}`,
  );
  try {
    await update;
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
  return found.kept;
}

/**
 * Inserts the leads of a merge again, with their ids. Returns the ids: one is missing where another lead now has its
 * number or its CNPJ. Leads whose number was written to meanwhile are marked as contacted, and those whose number is
 * blocked as opted out.
 */
export async function insertMergedAgain(ownerId: OwnerId, mergeId: number): Promise<number[]> {
  const plain = STORED_COLUMNS.filter((name) => name !== "status" && name !== "contacted_at");
  const inserted = await rows<{ id: number }>(
    sql`INSERT INTO leads (${columns(plain)}, status, contacted_at, stage_id, loss_reason_id)
        SELECT ${columns(plain, { of: "r" })},
               CASE WHEN EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = r.owner_id AND o.phone_key = r.phone_key)
                    THEN 'opted_out' ELSE r.status END,
               coalesce(r.contacted_at, ${writtenTo("r")}), ${KEPT_REFERENCES}
        FROM merged_leads m CROSS JOIN LATERAL jsonb_populate_record(NULL::leads, m.lead) AS r
        WHERE m.owner_id = ${ownerId} AND m.merge_id = ${mergeId} ORDER BY r.id
        ON CONFLICT DO NOTHING RETURNING id`,
  );
  return inserted.map(({ id }) => id);
}
