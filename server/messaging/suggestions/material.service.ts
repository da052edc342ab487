import { getNameKind } from "@/lib/domain/leads/lead-name";
import { getProfile } from "@/server/accounts/users/profile.service";
import { findMessages } from "@/server/messaging/messages/chats.repository";
import type { Actor, OwnerId } from "@/server/platform/actor";
import type { SellerProfile } from "./suggestions.gateway";

/** What the model receives about the user, a lead and a conversation. */

const READ_MESSAGES = 20;
const MAX_TEXT = 1_000;

export async function describeProfile(actor: Actor): Promise<SellerProfile> {
  const { user } = await getProfile(actor);
  return {
    business: user.business_name,
    description: user.business_description,
    objective: user.conversion_objective,
  };
}

export interface ReadMessage {
  id: number;
  from: "me" | "contact";
  text: string;
  sentAt: Date;
}

/** The latest texts of a conversation, oldest first. */
export async function readMessages(
  ownerId: OwnerId,
  conversationId: number,
): Promise<ReadMessage[]> {
  const range = { before: null, offset: 0, limit: READ_MESSAGES };
  const latest = await findMessages(ownerId, conversationId, range);
  return latest
    .filter(({ content, deleted_at }) => content !== null && deleted_at === null)
    .map(({ id, direction, content, sent_at }) => ({
      id,
      from: direction === "in" ? ("contact" as const) : ("me" as const),
      text: (content ?? "").slice(0, MAX_TEXT),
      sentAt: sent_at,
    }))
    .reverse();
}

/** The contact's latest messages without an answer in between, oldest first; none when the contact has not written. */
export function pickLatestWords(messages: readonly ReadMessage[]): ReadMessage[] {
  const end = messages.findLastIndex(({ from }) => from === "contact") + 1;
  const begin = messages.slice(0, end).findLastIndex(({ from }) => from === "me") + 1;
  return messages.slice(begin, end);
}

interface DescribedLead {
  name: string;
  source: string;
  cnae: string | null;
  city: string | null;
  state: string | null;
  proprietario: string | null;
  obs: string | null;
}

export function describeLead(lead: DescribedLead | null): Record<string, string> {
  const { cnae, city, state, proprietario, obs } = lead ?? {};
  // A number used as a name does not count.
  const name = lead && getNameKind(lead) !== "none" ? lead.name : null;
  return Object.fromEntries(
    Object.entries({ name, cnae, city, state, proprietario, obs })
      .filter(([, value]) => typeof value === "string" && value !== "")
      .map(([key, value]) => [key, String(value).slice(0, MAX_TEXT)]),
  );
}
