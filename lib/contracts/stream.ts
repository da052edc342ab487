import * as z from "zod/mini";
import { ACTIVITY_STATUSES } from "@/lib/domain/campaigns/campaign";
import { Import } from "./imports";
import { Search } from "./searches";
import { CONNECTION_STATUSES } from "./whatsapp";

/** The events of `GET /api/stream`, sent after the commit. The key is the SSE event, the schema its data. */
export const streamEvents = {
  "search.progress": z.object({ search: Search }),
  "import.progress": z.object({ import: Import }),
  "campaign.progress": z.object({
    id: z.number(),
    status: z.enum(ACTIVITY_STATUSES),
    total_leads: z.number(),
    leads_processed: z.number(),
    sent: z.number(),
    failed: z.number(),
    unknown: z.number(),
    answered: z.number(),
  }),
  "message.received": z.object({ number: z.string(), lead_id: z.nullable(z.number()) }),
  /** A message of this chat was sent, edited or read, or its outcome is known. */
  "message.changed": z.object({ chat: z.string() }),
  /** The contact of this chat began or stopped typing. */
  "chat.typing": z.object({ chat: z.string(), typing: z.boolean() }),
  "message.status": z.object({ message_id: z.string(), status: z.string() }),
  "whatsapp.status": z.object({ status: z.enum(CONNECTION_STATUSES) }),
  "credits.changed": z.object({}),
  "lists.changed": z.object({}),
  "contacts.changed": z.object({}),
  /** Events may have been missed: refetch everything. */
  resync: z.object({}),
} as const;

export type StreamEvents = { [K in keyof typeof streamEvents]: z.infer<(typeof streamEvents)[K]> };
export type StreamEventName = keyof StreamEvents;
