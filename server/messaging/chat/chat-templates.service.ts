import {
  listVariables,
  normalizeValue,
  renderWhatsappTemplate,
  type TemplateValues,
  type WhatsappTemplate,
} from "@/lib/domain/messages/whatsapp-template";
import { AppError } from "@/lib/errors";
import { findSeenConversation } from "@/server/messaging/messages/chats.service";
import { findTemplates, sendTemplate } from "@/server/messaging/whatsapp/templates.service";
import type { Actor } from "@/server/platform/actor";
import { requireTarget } from "./chat.service";
import type { SentMessage } from "./chat-outbox.service";
import { fromOf, sendNew } from "./chat-send.service";
import { fillTexts } from "./filled-text.service";

/** @throws AppError whatsapp_disconnected; unavailable when Meta does not respond */
export async function listTemplates(
  actor: Actor,
): Promise<{ data: { templates: WhatsappTemplate[]; left_out: number } }> {
  const { templates, leftOut } = await findTemplates(actor.ownerId, "default");
  return { data: { templates, left_out: leftOut } };
}

/**
 * Sends a template, stored with the text that the contact reads.
 * @throws AppError not_found; invalid_input naming the variables without a value; those of sendChatMessage
 */
export async function sendTemplateMessage(
  actor: Actor,
  input: {
    to: string;
    name: string;
    language: string;
    values: { key: string; value: string }[];
    expected_seller_id?: number | undefined;
  },
): Promise<SentMessage> {
  const { ownerId } = actor;
  const target = requireTarget(input.to);
  const conversation = await findSeenConversation(actor, target);
  const { templates } = await findTemplates(ownerId, fromOf(conversation, target));
  const template = templates.find(
    ({ name, language }) => name === input.name && language === input.language,
  );
  if (!template) throw new AppError("not_found", "Este modelo não existe mais.");
  const typed = Object.fromEntries(input.values.map(({ key, value }) => [key, value]));
  requireValues(template, typed);
  const values = await fillValues(actor, conversation?.phone_key ?? target.keys[0], typed);
  const text = renderWhatsappTemplate(template, values);
  const message = { kind: "text" as const, text, quoted: null };
  return sendNew(actor, { target, conversation }, message, {
    transmit: (from, sent) => sendTemplate(from, { ...sent, template, values }),
    over: input.expected_seller_id,
  });
}

/** @throws AppError invalid_input at a value with an unknown variable, or one that is empty for this person */
async function fillValues(
  actor: Actor,
  phoneKey: string,
  values: TemplateValues,
): Promise<TemplateValues> {
  const fields = Object.entries(values).map(([key, value]) => [`values.${key}`, value] as const);
  const filled: TemplateValues = await fillTexts(actor, phoneKey, Object.fromEntries(fields));
  return Object.fromEntries(Object.keys(values).map((key) => [key, filled[`values.${key}`] ?? ""]));
}

function requireValues(template: WhatsappTemplate, values: TemplateValues): void {
  const empty = listVariables(template).filter(({ key }) => !normalizeValue(values[key] ?? ""));
  if (empty.length === 0) return;
  throw new AppError("invalid_input", "Preencha todas as variáveis do modelo.", {
    fields: Object.fromEntries(empty.map(({ key }) => [`values.${key}`, "Preencha este campo."])),
  });
}
