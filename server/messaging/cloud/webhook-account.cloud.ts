import { z } from "zod";
import { toScopedChatId } from "@/lib/domain/messages/chat-key";
import type { MessageCharge } from "@/lib/domain/messages/listed-template";
import type { Fields } from "@/lib/domain/messages/proto-fields";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import { Seconds } from "@/server/messaging/gateway/message-body.parse";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { Phone, ScopedUserId } from "./message-body.cloud";

/** The fields of Meta's webhooks about templates. */
export const TEMPLATE_FIELD =
  /^(?:message_template_(?:status|quality)_update|template_category_update)$/;

const Word = z.string().regex(/^[A-Za-z_]{1,40}$/);
const NO_WORD = Word.nullish().catch(null);

const TemplateTold = z.object({
  message_template_name: z.string().regex(/^[\w-]{1,512}$/),
  /** With a hyphen here (pt-BR), with an underscore in lists of templates (pt_BR). */
  message_template_language: z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9_-]{1,9}$/)
    .transform((code) => code.replaceAll("-", "_")),
  event: NO_WORD,
  reason: z.string().max(1_000).nullish().catch(null),
  new_quality_score: NO_WORD,
  new_category: NO_WORD,
});

/** Events that restore a template's former state. */
const BACK = new Set(["REINSTATED", "UNARCHIVED"]);

/** Whether the template may be edited, which does not affect sending it. */
const OF_EDITING = new Set(["LOCKED", "UNLOCKED"]);

/** Null when no template is named. */
export function toTemplateEvent(value: Fields): WhatsappEvent | null {
  const parsed = TemplateTold.safeParse(value);
  if (!parsed.success) return null;
  const told = parsed.data;
  const event = told.event?.toUpperCase() ?? null;
  const status = event !== null && OF_EDITING.has(event) ? null : event;
  const reason = told.reason?.replaceAll("\u0000", "") ?? "";
  return {
    type: "template",
    name: told.message_template_name,
    language: told.message_template_language,
    status: status !== null && BACK.has(status) ? "APPROVED" : status,
    category: told.new_category?.toUpperCase() ?? null,
    quality: told.new_quality_score?.toUpperCase() ?? null,
    reason: reason === "" || reason === "NONE" ? null : reason,
  };
}

const Preference = z.object({
  wa_id: Phone,
  user_id: ScopedUserId,
  category: z.string().max(100),
  value: z.string().max(100),
  timestamp: Seconds,
});

/** Whether a contact accepts promotions; other preferences are ignored. @throws z.ZodError */
export function toPreferenceEvents(item: unknown): WhatsappEvent[] {
  const { wa_id: number, user_id: ownerId, category, value, timestamp } = Preference.parse(item);
  if (category !== "marketing_messages" || !["stop", "resume"].includes(value)) return [];
  const scoped = ownerId ? toScopedChatId(ownerId) : null;
  const chatId = number ? `${number}@s.whatsapp.net` : scoped;
  if (chatId === null) {
    throw new z.ZodError([{ code: "custom", path: ["wa_id"], message: "nobody", input: item }]);
  }
  return [
    {
      type: "offers",
      from: { chatId, number: number ? addNinthDigit(number) : null, lid: null },
      // Meta gives no id: the same choice reported twice must count once.
      id: `offers:${chatId}:${timestamp ?? ""}:${value}`,
      allowed: value === "resume",
      saidAt: timestamp ? new Date(timestamp * 1000) : new Date(),
    },
  ];
}

const Pricing = z.object({
  category: Word,
  billable: z.boolean().nullish().catch(null),
  pricing_model: NO_WORD,
  type: NO_WORD,
});

/** The price in a status; null where there is none that can be read. */
export function readCharge(pricing: unknown): MessageCharge | null {
  const parsed = Pricing.safeParse(pricing);
  if (!parsed.success) return null;
  const { category, billable, pricing_model: pricingModel, type } = parsed.data;
  return {
    category: category.toUpperCase(),
    // Before Meta priced single messages, it reported `billable` only for free ones.
    billable: billable ?? true,
    pricingModel: pricingModel ?? null,
    kind: type ?? null,
  };
}
