import { suggestions } from "@/lib/contracts/messaging/suggestions";
import { writeLeadNote } from "@/server/messaging/suggestions/lead-notes.service";
import { route } from "@/server/platform/http/route";

export const POST = route(suggestions.writeNote, ({ actor, body, request }) =>
  writeLeadNote(actor, body.lead_id, request.signal),
);
