import * as z from "zod/mini";
import { ActivityProgress } from "@/lib/contracts/campaigns/activities";
import { Search } from "@/lib/contracts/discovery/searches";
import { Import } from "@/lib/contracts/leads/imports";
import { Task } from "@/lib/contracts/leads/tasks";
import { CONNECTION_STATUSES } from "@/lib/contracts/messaging/whatsapp";
import { RegistryImport } from "@/lib/contracts/registry/registry-imports";
import { MOST_AGE_MS, type StreamEventName } from "@/lib/domain/events/stream-events";
import { PLANS } from "@/lib/domain/plans/plan";

export const StreamOpening = z.object({
  /** Milliseconds since a page began: if there may have been an event since, its stream begins with a resync. */
  age: z.optional(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(MOST_AGE_MS))),
});

/** The events of `GET /api/stream`, sent after the commit. The key is the SSE event, the schema its data. */
export const streamEvents = {
  "search.progress": z.object({ search: Search }),
  "import.progress": z.object({ import: Import }),
  /** To the administrator. */
  "registry.progress": z.object({ import: RegistryImport }),
  "campaign.progress": ActivityProgress,
  "message.received": z.object({
    number: z.string(),
    /** The conversation, with the number of the account that it came to. */
    chat: z.string(),
    lead_id: z.nullable(z.number()),
  }),
  /** A message of this chat was sent, edited or read, or its outcome is known. `message`: its id, if it may be an old one. */
  "message.changed": z.object({ chat: z.string(), message: z.optional(z.number()) }),
  /** The contact of this chat began or stopped typing. */
  "chat.typing": z.object({ chat: z.string(), typing: z.boolean() }),
  /** Somebody of the account began or stopped typing in this chat. */
  "chat.colleague": z.object({ chat: z.string(), person_id: z.number(), typing: z.boolean() }),
  /** This chat was given to somebody of the account, or to nobody. */
  "chat.assigned": z.object({
    chat: z.string(),
    person_id: z.nullable(z.number()),
    by_id: z.nullable(z.number()),
  }),
  /** To whom a note in this chat mentions. `by`: the name of who wrote it. */
  "chat.mentioned": z.object({ chat: z.string(), note: z.number(), by: z.string() }),
  /** `message_id`: the provider's, `message`: ours. */
  "message.status": z.object({
    message_id: z.string(),
    status: z.string(),
    message: z.optional(z.number()),
  }),
  "whatsapp.status": z.object({ status: z.enum(CONNECTION_STATUSES) }),
  "credits.changed": z.object({}),
  "plan.changed": z.object({ plan: z.enum(PLANS), stopped_campaigns: z.number() }),
  "billing.changed": z.object({}),
  /** To the administrator. */
  "billing.alert": z.object({}),
  /** Leads were created, changed or deleted by hand. */
  "leads.changed": z.object({}),
  "lists.changed": z.object({}),
  "contacts.changed": z.object({}),
  "canned_answers.changed": z.object({}),
  /** A person has blocked numbers, or freed one, and so changed the status of their leads. */
  "opt_outs.changed": z.object({}),
  /** A radar runs, or has found something. */
  "radars.changed": z.object({}),
  "tasks.changed": z.object({}),
  /** Its hour has come. */
  "task.due": z.object({ task: Task }),
  /** Events may have been missed: refetch everything. */
  resync: z.object({}),
} as const satisfies Record<StreamEventName, z.ZodMiniType>;

export type StreamEvents = { [K in keyof typeof streamEvents]: z.infer<(typeof streamEvents)[K]> };
