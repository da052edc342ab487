import {
  type LeadOverwrite,
  RESTORED_NAMES,
  type RestoredName,
  type StoredValues,
} from "@/lib/domain/leads/lead-restore";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { columns, execute, join, raw, rows, sql } from "@/server/platform/db/sql";

/** The values of a row, old or new, that an overwrite consists of. */
const buildTexts = (of: string) =>
  sql`jsonb_build_object(${join(RESTORED_NAMES.map((name) => sql`${name}::text, ${columns([name], { of })}::text`))})`;

/** What an UPDATE of leads returns for `toOverwrites`. */
export const RETURNED_OVERWRITE = sql`${raw("l.id")}, ${buildTexts("old")} AS before, ${buildTexts("new")} AS after`;

/** Keeps only the values of each lead that the statement changed. */
export function toOverwrites(
  updated: readonly { id: number; before: StoredValues; after: StoredValues }[],
): LeadOverwrite[] {
  return updated.flatMap(({ id, before, after }) => {
    const changed = RESTORED_NAMES.filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return [];
    const pick = (values: StoredValues) =>
      Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
    return [{ id, before: pick(before), after: pick(after) }];
  });
}

/** The leads in their present state, locked in id order. */
export function lockLeads(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<{ id: number; values: StoredValues }[]> {
  return rows(
    sql`SELECT l.id, ${buildTexts("l")} AS values FROM leads l
        WHERE l.owner_id = ${ownerId} AND l.id = ANY(${leadIds}::int[]) ORDER BY l.id FOR UPDATE`,
  );
}

/** Those of these numbers' keys and CNPJs that leads of the owner have. */
export async function findTakenKeys(
  ownerId: OwnerId,
  { phoneKeys, cnpjs }: { phoneKeys: readonly string[]; cnpjs: readonly string[] },
): Promise<Set<string>> {
  const taken = await rows<{ key: string }>(
    sql`SELECT phone_key AS key FROM leads WHERE owner_id = ${ownerId} AND phone_key = ANY(${phoneKeys}::text[])
        UNION ALL SELECT cnpj FROM leads WHERE owner_id = ${ownerId} AND cnpj = ANY(${cnpjs}::text[])`,
  );
  return new Set(taken.map(({ key }) => key));
}

const TYPES: Partial<Record<RestoredName, string>> = {
  place: "numeric",
  staged_at: "timestamptz",
  seller_id: "int",
};

const RESTORE = join(
  RESTORED_NAMES.map((name) => {
    const given = sql`r.given ->> ${name}::text`;
    const column = columns([name]);
    const kept = columns([name], { of: "l" });
    if (name === "stage_id") {
      // The stage may no longer exist: the lead then stays where it is.
      return sql`stage_id = coalesce((SELECT s.id FROM stages s WHERE s.owner_id = l.owner_id AND s.id = (${given})::int), l.stage_id)`;
    }
    if (name === "loss_reason_id") {
      return sql`loss_reason_id = CASE WHEN jsonb_exists(r.given, 'loss_reason_id') THEN (
        SELECT x.id FROM loss_reasons x WHERE x.owner_id = l.owner_id AND x.id = (${given})::int) ELSE l.loss_reason_id END`;
    }
    return sql`${column} = CASE WHEN jsonb_exists(r.given, ${name}::text) THEN (${given})::${raw(TYPES[name] ?? "text")} ELSE ${kept} END`;
  }),
);

/** Restores the named values of locked leads, also empty ones. */
export async function restoreValues(
  ownerId: OwnerId,
  leads: readonly { id: number; given: StoredValues }[],
): Promise<void> {
  if (leads.length === 0) return;
  await execute(
    sql`UPDATE leads AS l SET ${RESTORE}, updated_at = now()
        FROM jsonb_to_recordset(${toStorableJson(leads)}::jsonb) AS r(id int, given jsonb)
        WHERE l.owner_id = ${ownerId} AND l.id = r.id`,
  );
}
