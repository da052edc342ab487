import { notes } from "@/lib/contracts/leads/notes";
import { createNote, listNotes } from "@/server/leads/notes/notes.service";
import { route } from "@/server/platform/http/route";

export const GET = route(notes.list, ({ actor, params, query }) =>
  listNotes(actor, params.id, query.pinned),
);

export const POST = route(notes.create, ({ actor, params, body }) =>
  createNote(actor, params.id, body),
);
