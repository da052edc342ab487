"use client";

import { AtSign } from "lucide-react";
import { letVisibleTabFirst, takeTurn } from "@/components/messaging/reply-notices/take-turn";
import { Notice } from "@/components/shared/feedback/notice";
import { notifyWith } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { call } from "@/lib/api/client";
import { chat as chats } from "@/lib/contracts/messaging/chat";
import type { StreamEvents } from "@/lib/contracts/platform/stream";
import { getChatNumber, getContactKey } from "@/lib/domain/messages/chat-key";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { CHAT_PARAMETER, chatOfContactPath } from "@/lib/paths";

/** Tells the user in one tab that a note mentions them, unless they look at its conversation. */
export async function announceMention({ chat, note, by }: StreamEvents["chat.mentioned"]) {
  if (!document.hidden && isOpen(chat)) return;
  await letVisibleTabFirst();
  if (!(await takeTurn(`garimpo.mentionNoticed ${note}`))) return;
  const contact = await nameContact(chat);
  notifyWith(`mention ${note}`, (close) => (
    <Notice
      icon={AtSign}
      onClose={close}
      actions={
        <Button asChild size="sm" className="pointer-coarse:h-11">
          <Link href={chatOfContactPath(chat)} onClick={close}>
            Abrir conversa
          </Link>
        </Button>
      }
    >
      {by} mencionou você na conversa com {contact}
    </Notice>
  ));
}

function isOpen(chat: string): boolean {
  const opened = new URLSearchParams(window.location.search).get(CHAT_PARAMETER);
  return opened !== null && getContactKey(opened) === getContactKey(chat);
}

/** As the list names it; its number where the list does not say. */
async function nameContact(chat: string): Promise<string> {
  const fallback = formatKeptNumber(getChatNumber(chat) ?? chat);
  try {
    const { data } = await call(chats.list, { query: { filter: "mentions", per_page: 50 } });
    return data.chats.find(({ contactNumber }) => contactNumber === chat)?.name ?? fallback;
  } catch {
    return fallback;
  }
}
