import type { z } from "zod/mini";
import type { TestMessage } from "@/lib/contracts/campaigns/campaigns";
import { OPT_OUT_LINE } from "@/lib/domain/campaigns/campaign";
import {
  NO_LEAD,
  renderTemplate,
  type TemplateLead,
} from "@/lib/domain/campaigns/message-template";
import { AppError } from "@/lib/errors";
import { findCandidateIds } from "@/server/campaigns/campaigns/audience.repository";
import { getLead } from "@/server/leads/leads/leads.service";
import {
  findOwnTexts,
  requireKnownVariables,
} from "@/server/leads/own-fields/own-variables.service";
import { sendChatMessage } from "@/server/messaging/chat/chat-send.service";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import { findConnected } from "@/server/messaging/whatsapp/instances.service";
import type { Actor } from "@/server/platform/actor";
import { isSeen } from "@/server/platform/sight/unseen.service";

/**
 * Sends a message to the connected number itself, as the first lead of the account would get it.
 * @throws AppError invalid_input for an unknown variable, whatsapp_disconnected, not_found for a lead of another owner,
 * and
 * those of sending in the chat
 */
export async function sendTestMessage(actor: Actor, input: z.output<typeof TestMessage>) {
  await requireKnownVariables(actor.ownerId, { message: input.message });
  await refreshLostConnection(actor.ownerId, "default");
  const connected = await findConnected(actor.ownerId, "default");
  if (!connected?.number) throw new AppError("whatsapp_disconnected");
  const [firstId] = input.lead_id
    ? [input.lead_id]
    : await findCandidateIds(actor, { listIds: [], repeatLeads: true }, 1);
  const lead = firstId === undefined ? NO_LEAD : await findTemplateLead(actor, firstId);
  const body = renderTemplate(input.message, lead, new Date());
  const text = input.opt_out_line ? `${body}\n\n${OPT_OUT_LINE}` : body;
  const unasked = { ownerId: actor.ownerId, personId: null, sight: null };
  await sendChatMessage(unasked, { to: connected.number, content: text });
  return { text, message: "Mensagem de teste enviada para o seu número." };
}

async function findTemplateLead(actor: Actor, leadId: number): Promise<TemplateLead> {
  if (!(await isSeen(actor, "lead", leadId)))
    throw new AppError("not_found", "Lead não encontrado.");
  const { lead } = await getLead(actor, leadId);
  return { ...lead, own: await findOwnTexts(actor.ownerId, lead.id) };
}
