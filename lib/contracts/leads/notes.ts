import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Flag, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { NOTE_MAX_LENGTH } from "@/lib/domain/leads/notes";
import { requiredText } from "@/lib/domain/text/required-text";

export const Note = z.object({
  id: z.number(),
  lead_id: z.number(),
  text: z.string(),
  pinned_at: z.nullable(Instant).check(z.describe("Since when it is pinned; null when it is not.")),
  created_at: Instant,
  edited_at: z.nullable(Instant),
});
export type Note = z.infer<typeof Note>;

const text = requiredText("Escreva a nota.", NOTE_MAX_LENGTH);
const pinned = z
  .boolean({ error: "Use true ou false." })
  .check(z.describe("Whether it stands above the timeline."));

export const NewNote = z.strictObject({ text, pinned: z._default(pinned, false) });

/** What is left out stays. */
export const NoteChange = z.strictObject({ text: z.optional(text), pinned: z.optional(pinned) });
export type NoteChange = z.output<typeof NoteChange>;

const answer = z.object({ note: Note });

export const notes = {
  list: endpoint({
    method: "GET",
    path: "/api/leads/{id}/notes",
    access: "member",
    sight: { lead: "id" },
    summary: "Notes of a lead, the pinned ones first, then the newest",
    params: IdParam,
    query: z.object({
      pinned: z._default(Flag, false).check(z.describe("`true`: the pinned ones alone.")),
    }),
    response: z.object({ notes: z.array(Note) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/leads/{id}/notes",
    access: "member",
    sight: { lead: "id" },
    summary: "Write a note on a lead",
    params: IdParam,
    body: NewNote,
    status: 201,
    response: answer,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/notes/{id}",
    access: "member",
    sight: { note: "id" },
    summary: "Change a note's text, pin it or unpin it",
    params: IdParam,
    body: NoteChange,
    response: answer,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/notes/{id}",
    access: "member",
    sight: { note: "id" },
    summary: "Delete a note",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
