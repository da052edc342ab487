import type { z } from "zod/mini";
import type { Note } from "@/lib/contracts/leads/notes";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export type NoteRow = z.input<typeof Note>;

const COLUMNS = sql`id, lead_id, text, pinned_at, created_at, edited_at`;

/** The notes of a lead, those that were pinned last first, then the newest. */
export function findNotes(
  ownerId: OwnerId,
  leadId: number,
  { pinnedOnly, limit }: { pinnedOnly: boolean; limit: number },
): Promise<NoteRow[]> {
  return rows(
    sql`SELECT ${COLUMNS} FROM notes WHERE owner_id = ${ownerId} AND lead_id = ${leadId}
          ${pinnedOnly ? sql`AND pinned_at IS NOT NULL` : empty}
        ORDER BY pinned_at DESC NULLS LAST, created_at DESC, id DESC LIMIT ${limit}`,
  );
}

export async function hasLead(ownerId: OwnerId, leadId: number): Promise<boolean> {
  return (await prisma.lead.count({ where: { owner_id: ownerId, id: leadId } })) === 1;
}

/**
 * Locks the lead until the transaction ends, so that only one transaction at a time counts its notes. Returns false
 * when it is not the owner's.
 */
export async function lockLead(ownerId: OwnerId, leadId: number): Promise<boolean> {
  const lead = await firstRow(
    sql`SELECT id FROM leads WHERE owner_id = ${ownerId} AND id = ${leadId} FOR NO KEY UPDATE`,
  );
  return lead !== null;
}

/** Returns null when the lead, which the current transaction has locked, has `most` notes. */
export function insertNote(
  ownerId: OwnerId,
  leadId: number,
  { text, pinned }: { text: string; pinned: boolean },
  most: number,
): Promise<NoteRow | null> {
  return firstRow(
    sql`INSERT INTO notes (owner_id, lead_id, text, pinned_at)
        SELECT ${ownerId}::int, ${leadId}::int, ${text}::text, CASE WHEN ${pinned}::boolean THEN now() END
        WHERE (SELECT count(*) FROM notes WHERE lead_id = ${leadId} AND owner_id = ${ownerId}) < ${most}
        RETURNING ${COLUMNS}`,
  );
}

/** Returns null when it is not the owner's. */
export function updateNote(
  ownerId: OwnerId,
  id: number,
  { text = null, pinned = null }: { text?: string | null; pinned?: boolean | null },
): Promise<NoteRow | null> {
  return firstRow(
    sql`UPDATE notes SET
          text = coalesce(${text}::text, text),
          edited_at = CASE WHEN text <> ${text}::text THEN now() ELSE edited_at END,
          pinned_at = CASE ${pinned}::boolean WHEN true THEN coalesce(pinned_at, now()) WHEN false THEN NULL ELSE pinned_at END
        WHERE owner_id = ${ownerId} AND id = ${id} RETURNING ${COLUMNS}`,
  );
}

/** Returns false when it is not the owner's. */
export async function deleteNote(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.note.deleteMany({ where: { owner_id: ownerId, id } });
  return count === 1;
}

/** Inserts rows of notes again, as they were. */
export async function restoreNotes(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  await execute(
    sql`INSERT INTO notes (id, owner_id, lead_id, text, pinned_at, created_at, edited_at)
        SELECT id, ${ownerId}, lead_id, text, pinned_at, created_at, edited_at
        FROM jsonb_populate_recordset(NULL::notes, ${toStorableJson(stored)}::jsonb)
        ON CONFLICT DO NOTHING`,
  );
}
