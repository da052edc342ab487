import type { Note } from "@/lib/contracts/leads/notes";
import type { NoteRow } from "./notes.repository";

export function toNote(row: NoteRow): Note {
  return {
    id: row.id,
    lead_id: row.lead_id,
    text: row.text,
    pinned_at: row.pinned_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}
