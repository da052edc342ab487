import type { LeadNote } from "@/lib/contracts/messaging/suggestions";
import { getPersonName } from "@/lib/domain/leads/lead-name";
import { parseChatTarget } from "@/lib/domain/messages/chat-key";
import { getLead } from "@/server/leads/leads/leads.service";
import { findShownConversation } from "@/server/messaging/messages/chats.service";
import type { Actor } from "@/server/platform/actor";
import { readIntent } from "./intent.rule";
import {
  describeLead,
  describeProfile,
  pickLatestWords,
  type ReadMessage,
  readMessages,
} from "./material.service";
import { callModel } from "./model-calls.service";
import { writeNoteTemplate } from "./note-template.rule";
import { isHarmless } from "./suggestion-guard.rule";

/**
 * A note on a lead for the user to edit and save; nothing is stored. The model writes it from the lead's data and its
 * latest conversation. Without a model, when it fails or writes something forbidden, and once the day's calls are used
 * up, it is our own.
 * @throws AppError not_found
 */
export async function writeLeadNote(
  actor: Actor,
  leadId: number,
  signal: AbortSignal,
): Promise<LeadNote> {
  const { lead } = await getLead(actor, leadId);
  const messages = lead.whatsapp ? await findLatestMessages(actor, lead.whatsapp) : [];
  const request = {
    profile: await describeProfile(actor),
    lead: describeLead(lead),
    messages: messages.map(({ from, text }) => ({ from, text })),
  };
  const called = await callModel(actor, (model) => model.describeLead(request, signal));
  if (called.outcome === "written") {
    const note = called.output.trim();
    const own = messages.filter(({ from }) => from === "me").map(({ text }) => text);
    // A note may repeat the lead's fields, which are on the screen anyway, but no details from the contact's words.
    if (isHarmless(note, JSON.stringify([request.profile, request.lead, own]))) {
      return { success: true, source: "ai", used_up: false, note };
    }
  }
  const latest = pickLatestWords(messages).map(({ text }) => text);
  return {
    success: true,
    source: "modelo",
    used_up: called.outcome === "used_up",
    note: writeNoteTemplate(lead, getPersonName(lead), readIntent(latest)),
  };
}

async function findLatestMessages(actor: Actor, number: string): Promise<ReadMessage[]> {
  const target = parseChatTarget(number);
  if ("problem" in target) return [];
  const conversation = await findShownConversation(actor, target);
  return conversation ? readMessages(actor.ownerId, conversation.id) : [];
}
