import { suggestions } from "@/lib/contracts/suggestions";
import { route } from "@/server/http/route";
import { writeLeadNote } from "@/server/suggestions/lead-notes.service";

export const POST = route(suggestions.writeNote, ({ actor, body, request }) =>
  writeLeadNote(actor, body.lead_id, request.signal),
);
