/** The SSE events of `GET /api/stream`; lib/contracts/platform/stream has their data. Apart from it, so that a page can listen without the schemas. */
export const STREAM_EVENTS = [
  "search.progress",
  "import.progress",
  "registry.progress",
  "campaign.progress",
  "message.received",
  "message.changed",
  "chat.typing",
  "chat.colleague",
  "chat.assigned",
  "chat.mentioned",
  "message.status",
  "whatsapp.status",
  "credits.changed",
  "plan.changed",
  "billing.changed",
  "billing.alert",
  "leads.changed",
  "lists.changed",
  "contacts.changed",
  "canned_answers.changed",
  "opt_outs.changed",
  "radars.changed",
  "tasks.changed",
  "task.due",
  "resync",
] as const;
/** The longest time without a stream that a page reports. */
export const MOST_AGE_MS = 24 * 60 * 60_000;

export type StreamEventName = (typeof STREAM_EVENTS)[number];
