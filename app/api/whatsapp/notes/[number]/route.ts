import { chatNotes } from "@/lib/contracts/messaging/chat-notes";
import { createNote, listNotes } from "@/server/messaging/chat/chat-notes.service";
import { route } from "@/server/platform/http/route";

export const GET = route(chatNotes.list, ({ actor, params }) => listNotes(actor, params.number));

export const POST = route(chatNotes.create, ({ actor, params, body }) =>
  createNote(actor, params.number, body),
);
