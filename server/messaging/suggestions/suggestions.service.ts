import type { Suggestions } from "@/lib/contracts/messaging/suggestions";
import { getPersonName } from "@/lib/domain/leads/lead-name";
import { findLeadByKey } from "@/server/leads/leads/leads.service";
import { requireTarget } from "@/server/messaging/chat/chat.service";
import { requireSender } from "@/server/messaging/chat/chat-outbox.service";
import { fromOf } from "@/server/messaging/chat/chat-send.service";
import { findShownConversation } from "@/server/messaging/messages/chats.service";
import { hasOptedOut } from "@/server/messaging/opt-outs/opt-outs.service";
import { hasDismissal } from "@/server/messaging/opt-outs/reviews.repository";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import type { Actor } from "@/server/platform/actor";
import { isSeen } from "@/server/platform/sight/unseen.service";
import { readIntent } from "./intent.rule";
import { describeLead, describeProfile, pickLatestWords, readMessages } from "./material.service";
import { callModel, getSuggestionSource } from "./model-calls.service";
import { keepHarmless } from "./suggestion-guard.rule";
import type { SuggestionRequest } from "./suggestions.gateway";
import * as repository from "./suggestions.repository";
import { type Suggestion, writeTemplates } from "./templates.rule";

/**
 * Three replies to a contact's latest words, for the user to choose and edit; nothing is sent. The model writes them,
 * once per message. Without a model, when it fails, and once the day's calls are used up, they are our own texts.
 * @throws AppError invalid_whatsapp_number; whatsapp_disconnected
 */
export async function suggestReplies(
  actor: Actor,
  { phone_number, refresh = false }: { phone_number: string; refresh?: boolean | undefined },
  signal: AbortSignal,
): Promise<Suggestions> {
  const { ownerId } = actor;
  const target = requireTarget(phone_number);
  const conversation = await findShownConversation(actor, target);
  const from = fromOf(conversation, target);
  await refreshLostConnection(ownerId, from);
  await requireSender(ownerId, from);
  const messages = conversation ? await readMessages(ownerId, conversation.id) : [];
  const latest = pickLatestWords(messages);
  const intent = readIntent(latest.map(({ text }) => text));
  const since = latest.at(-1)?.sentAt;
  if (
    conversation &&
    since &&
    intent === "opt_out" &&
    !(await hasDismissal(ownerId, conversation.phone_key, since))
  ) {
    const blocked = await hasOptedOut(ownerId, conversation.phone_key);
    return { ...toAnswer([], "modelo"), opt_out: true, blocked };
  }
  const found = await findLeadByKey(ownerId, target.keys[0]);
  const isHidden = found !== null && !(await isSeen(actor, "lead", found.id));
  const lead = isHidden ? null : found;
  const last = messages.at(-1);
  if (getSuggestionSource() === "ai" && conversation && last) {
    const place = { conversationId: conversation.id, messageId: last.id };
    // What is kept was written for those who see the lead.
    const kept =
      refresh || isHidden
        ? null
        : await repository.findSuggestions(ownerId, place.conversationId, last.id);
    if (kept) return toAnswer(kept, "ai");
    const request = {
      lead: describeLead(lead),
      messages: messages.map(({ from, text }) => ({ from, text })),
      profile: await describeProfile(actor),
    };
    const written = await askModel(actor, request, signal);
    if (written.length > 0) {
      if (!isHidden) await repository.storeSuggestions(ownerId, place, number(written));
      return toAnswer(written, "ai");
    }
  }
  // It looked like an opt-out, but a user decided that it is none.
  const fitting = intent === "opt_out" ? "other" : intent;
  return toAnswer(writeTemplates(fitting, lead && getPersonName(lead)), "modelo");
}

/** Returns none when the model fails, or writes only forbidden things. */
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
