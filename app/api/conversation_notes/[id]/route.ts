import { chatNotes } from "@/lib/contracts/messaging/chat-notes";
import { deleteNote } from "@/server/messaging/chat/chat-notes.service";
import { route } from "@/server/platform/http/route";

export const DELETE = route(chatNotes.remove, ({ actor, params }) => deleteNote(actor, params.id));
