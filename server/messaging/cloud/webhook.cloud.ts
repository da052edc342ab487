import { z } from "zod";
import { toScopedChatId } from "@/lib/domain/messages/chat-key";
import type { MessageStatus } from "@/lib/domain/messages/message-status";
import { isFields, readFields } from "@/lib/domain/messages/proto-fields";
import { describeProblem, Id } from "@/server/messaging/gateway/message-body.parse";
import type {
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";
import { readStatusError } from "./graph-error.cloud";
import { Phone, ScopedUserId, toCloudMessageEvents } from "./message-body.cloud";
import {
  readCharge,
  TEMPLATE_FIELD,
  toPreferenceEvents,
  toTemplateEvent,
} from "./webhook-account.cloud";

const Webhook = z.object({
  entry: z.array(z.object({ id: z.unknown().optional(), changes: z.array(z.unknown()).catch([]) })),
});
const Change = z.object({
  field: z.string().max(100),
  value: z.object({ metadata: z.object({ phone_number_id: z.string().regex(/^\d{1,30}$/) }) }),
});
/** A change of a business account names none of its numbers. */
const AccountChange = z.object({ field: z.string().regex(TEMPLATE_FIELD) });
const Envelope = z.object({ event: z.string(), data: z.unknown() });
const Status = z.object({
  id: Id,
  status: z.string(),
  errors: z.unknown().optional(),
  biz_opaque_callback_data: Id.nullish().catch(null),
  pricing: z.unknown().optional(),
  /** The recipient of the message. */
  recipient_id: Phone,
  recipient_user_id: ScopedUserId,
});

const STATUSES: Readonly<Record<string, MessageStatus>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

/** A change of one number, or of a business account with all of its numbers, as parseCloudWebhook takes it. */
export type CloudChange = { content: { event: string; data: unknown } } & (
  | { phoneNumberId: string; account?: undefined }
  | { account: string; phoneNumberId?: undefined }
);

/** Splits a webhook, which may contain changes of many numbers. Changes without a number are left out. */
export function splitCloudWebhook(body: unknown): CloudChange[] {
  const webhook = Webhook.safeParse(body);
  if (!webhook.success) return [];
  return webhook.data.entry
    .flatMap(({ id, changes }) => changes.map((change) => ({ id, change })))
    .flatMap(({ id, change }): CloudChange[] => {
      const parsed = Change.safeParse(change);
      if (!parsed.success) {
        const ofAccount = AccountChange.safeParse(change);
        if (!ofAccount.success || typeof id !== "string" || !/^\d{1,30}$/.test(id)) return [];
        const data = readFields(change)["value"];
        return [{ account: id, content: { event: ofAccount.data.field, data } }];
      }
      const { field, value } = parsed.data;
      const content = { event: field, data: readFields(change)["value"] };
      return [{ phoneNumberId: value.metadata.phone_number_id, content }];
    });
}

/** Converts one change to our events; skips fields that do not concern messages. */
export function parseCloudWebhook(body: unknown): WebhookContent {
  const content: WebhookContent = { events: [], rejected: [] };
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) {
    content.rejected.push({ event: "", reason: describeProblem(envelope.error), item: body });
    return content;
  }
  const { event, data } = envelope.data;
  const value = readFields(data);
  const read = (list: string, convert: (item: unknown) => WhatsappEvent[]) => {
    const items = value[list];
    if (items === undefined || items === null) return;
    for (const item of Array.isArray(items) ? items : [items]) {
      try {
        content.events.push(...convert(item));
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        // Includes what is needed to read the item again by itself.
        const { metadata, contacts } = value;
        const again = { metadata, contacts: keepContacts(contacts, item), [list]: [item] };
        content.rejected.push({ event, reason: describeProblem(error), item: again });
      }
    }
  };
  const contacts = Array.isArray(value["contacts"]) ? value["contacts"] : [];
  if (event === "messages") {
    read("messages", (item) => toCloudMessageEvents(item, contacts, false));
    read("statuses", toStatusEvents);
  }
  if (event === "user_preferences") read("user_preferences", toPreferenceEvents);
  if (TEMPLATE_FIELD.test(event)) {
    const told = toTemplateEvent(value);
    if (told) content.events.push(told);
    else content.rejected.push({ event, reason: "no template", item: data });
  }
  // Messages typed in the WhatsApp Business app, where it shares the number with us.
  if (event === "smb_message_echoes") {
    read("message_echoes", (item) => toCloudMessageEvents(item, contacts, true));
  }
  content.events = withoutRepeatedIdentities(content.events);
  return content;
}

/** @throws z.ZodError */
function toStatusEvents(item: unknown): WhatsappEvent[] {
  if (readFields(item)["recipient_type"] === "group") return [];
  const parsed = Status.parse(item);
  return [...toRecipient(parsed), ...toOutcome(parsed)];
}

/** A recipient addressed by the number may answer by the id alone. */
function toRecipient({
  recipient_id: number,
  recipient_user_id: ownerId,
}: z.infer<typeof Status>): WhatsappEvent[] {
  if (!number || !ownerId) return [];
  return [{ type: "identity", chatId: toScopedChatId(ownerId), number, dated: true }];
}

function toOutcome(parsed: z.infer<typeof Status>): WhatsappEvent[] {
  const { id, status, errors, biz_opaque_callback_data: ownId = null } = parsed;
  const charge = readCharge(parsed.pricing);
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (!known) return [];
  if (known !== "failed") return [{ type: "status", id, status: known, ownId, charge }];
  const error = readStatusError(errors);
  const failed: WhatsappEvent = {
    type: "status",
    id,
    status: known,
    ownId,
    failure: error?.words ?? null,
    because: error?.kind.outcome === "refused" ? (error.kind.because ?? null) : null,
    charge,
  };
  if (error?.kind.outcome === "restricted")
    return [failed, { type: "restriction", active: true, until: null }];
  if (error?.kind.outcome === "disconnected") {
    const { problem } = error.kind;
    return [failed, { type: "connection", status: "DISCONNECTED", number: null, problem }];
  }
  return [failed];
}

function keepContacts(contacts: unknown, item: unknown): unknown[] {
  const { from, from_user_id: ownerId } = readFields(item);
  return (Array.isArray(contacts) ? contacts : []).filter(
    (contact) =>
      isFields(contact) &&
      ((from !== undefined && contact["wa_id"] === from) ||
        (ownerId !== undefined && contact["user_id"] === ownerId)),
  );
}

/** A batch repeats the same identity with each message of a contact. */
function withoutRepeatedIdentities(events: WhatsappEvent[]): WhatsappEvent[] {
  const told = new Set<string>();
  return events.filter((event) => {
    if (event.type !== "identity") return true;
    const key = `${event.chatId} ${event.number}`;
    return told.has(key) ? false : told.add(key);
  });
}
