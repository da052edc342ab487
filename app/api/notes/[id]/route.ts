import { notes } from "@/lib/contracts/leads/notes";
import { deleteNote, updateNote } from "@/server/leads/notes/notes.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(notes.update, ({ actor, params, body }) =>
  updateNote(actor, params.id, body),
);

export const DELETE = route(notes.remove, ({ actor, params }) => deleteNote(actor, params.id));
