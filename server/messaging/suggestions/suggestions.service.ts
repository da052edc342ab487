import type { Suggestions } from "@/lib/contracts/messaging/suggestions";
import { getPersonName } from "@/lib/domain/leads/lead-name";
import { asksToLeave, readIntent } from "@/lib/domain/suggestions/intent";
import { keepHarmless } from "@/lib/domain/suggestions/suggestion-guard";
import { type Suggestion, writeTemplates } from "@/lib/domain/suggestions/templates";
import { AppError } from "@/lib/errors";
import { findLeadByKey } from "@/server/leads/leads/leads.service";
import { requireTarget } from "@/server/messaging/chat/chat.service";
import { findConversation } from "@/server/messaging/messages/chats.repository";
import { hasOptedOut } from "@/server/messaging/opt-outs/opt-outs.service";
import { hasDismissal } from "@/server/messaging/opt-outs/reviews.repository";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import { findSender } from "@/server/messaging/whatsapp/instances.service";
import type { Actor, UserId } from "@/server/platform/actor";
import { describeLead, describeProfile, type ReadMessage, readMessages } from "./material.service";
import { callModel, getSuggestionSource } from "./model-calls.service";
import type { SuggestionRequest } from "./suggestions.gateway";
import * as repository from "./suggestions.repository";

/**
 * Three replies to a contact's latest words, for a person to choose and edit; nothing is sent. Written by the model, once
 * per message, or by our own texts: without a model, when it fails, and once the day's calls are used up.
 * @throws AppError invalid_whatsapp_number; whatsapp_disconnected
 */
export async function suggestReplies(
  actor: Actor,
  { phone_number, refresh = false }: { phone_number: string; refresh?: boolean | undefined },
  signal: AbortSignal,
): Promise<Suggestions> {
  const { userId } = actor;
  const { keys } = requireTarget(phone_number);
  await refreshLostConnection(userId);
  if (!(await findSender(userId))?.connected) throw new AppError("whatsapp_disconnected");
  const conversation = await findConversation(userId, keys);
  const messages = conversation ? await readMessages(userId, conversation.id) : [];
  if (conversation && (await isAskedToStop(userId, conversation.phone_key, messages))) {
    const blocked = await hasOptedOut(userId, conversation.phone_key);
    return { ...toAnswer([], "modelo"), opt_out: true, blocked };
  }
  const words = messages.findLast(({ from }) => from === "contact")?.text ?? null;
  const read = readIntent(words);
  // What looked like an opt-out is none: a person decided so.
  const intent = read === "opt_out" ? "other" : read;
  const lead = await findLeadByKey(userId, keys[0]);
  const last = messages.at(-1);
  if (getSuggestionSource() === "ai" && conversation && last) {
    const place = { conversationId: conversation.id, messageId: last.id };
    const kept = refresh
      ? null
      : await repository.findSuggestions(userId, place.conversationId, last.id);
    if (kept) return toAnswer(kept, "ai");
    const request = {
      lead: describeLead(lead),
      messages: messages.map(({ from, text }) => ({ from, text })),
      profile: await describeProfile(actor),
    };
    const written = await askModel(actor, request, signal);
    if (written.length > 0) {
      await repository.storeSuggestions(userId, place, number(written));
      return toAnswer(written, "ai");
    }
  }
  return toAnswer(writeTemplates(intent, lead && getPersonName(lead)), "modelo");
}

/** Whether the contact's latest words ask for no more messages, and no person has decided that they do not. */
async function isAskedToStop(
  ownerId: UserId,
  phoneKey: string,
  messages: readonly ReadMessage[],
): Promise<boolean> {
  const end = messages.findLastIndex(({ from }) => from === "contact") + 1;
  const begin = messages.slice(0, end).findLastIndex(({ from }) => from === "me") + 1;
  const latest = messages.slice(begin, end);
  const last = latest.at(-1);
  if (!last || !asksToLeave(latest.map(({ text }) => text))) return false;
  return !(await hasDismissal(ownerId, phoneKey, last.sentAt));
}

/** Returns none when the model fails, or says only what it must not. */
async function askModel(
  actor: Actor,
  request: SuggestionRequest,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  const called = await callModel(actor, (model) => model.suggest(request, signal));
  if (called.outcome !== "written") return [];
  const own = request.messages.filter(({ from }) => from === "me").map(({ text }) => text);
  return keepHarmless(called.output, JSON.stringify([request.profile, own]));
}

function number(suggestions: readonly Suggestion[]) {
  return suggestions.map((each, index) => ({ ...each, id: String(index + 1) }));
}

function toAnswer(suggestions: readonly Suggestion[], source: Suggestions["source"]): Suggestions {
  const message_suggestions = number(suggestions);
  return { success: true, message_suggestions, source, opt_out: false, blocked: false };
}
