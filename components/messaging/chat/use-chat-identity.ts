"use client";

import { useQuery } from "@tanstack/react-query";
import { contactQueries } from "@/components/leads/leads/lead-contacts.queries";
import { nameContactOf } from "@/lib/domain/leads/lead-contacts";
import { formatKeptNumber, isSameNumber } from "@/lib/domain/phone/phone";
import { chatQueries } from "./chat.queries";
import { chatLeadQueries } from "./chat-lead.queries";
import type { OpenChat, OpenChatRow } from "./use-open-chat";

interface ChatIdentity {
  name: string;
  /** Digits with country code; null while only an opaque id is known. */
  number: string | null;
  pictureUrl: string | null;
}

/** The person of the conversation. Without a row in the list the address book is searched, then the leads. */
export function useChatIdentity(openChat: OpenChat, chat: OpenChatRow): ChatIdentity {
  const unlisted = chat === null && openChat.number !== null;
  const contact = useQuery({
    ...chatQueries.contact(`+${openChat.number}`),
    enabled: unlisted,
  }).data;
  const lead = useQuery({
    ...chatLeadQueries.byNumber(openChat.number),
    enabled: unlisted && contact === null,
  }).data;
  const person = useQuery({
    ...contactQueries.ofLead(lead?.id ?? 0),
    enabled: unlisted && Boolean(lead) && !isSameNumber(lead?.whatsapp, openChat.number),
  }).data?.contacts.find(({ whatsapp }) => isSameNumber(whatsapp, openChat.number));
  if (chat) return chat;
  const number = contact?.number ?? openChat.number;
  const leadName = lead?.name && person ? nameContactOf(person, lead.name) : lead?.name;
  return {
    name: leadName || contact?.pushName || formatKeptNumber(number) || openChat.contactNumber,
    number,
    pictureUrl: contact?.profilePictureUrl ?? null,
  };
}
