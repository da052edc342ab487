"use client";

import { AtSign, X } from "lucide-react";
import { takeTurn } from "@/components/messaging/reply-notices/take-turn";
import { notifyWith } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { call } from "@/lib/api/client";
import { chat as chats } from "@/lib/contracts/messaging/chat";
import type { StreamEvents } from "@/lib/contracts/platform/stream";
import { getChatKey, getChatNumber } from "@/lib/domain/messages/chat-key";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { CHAT_PARAMETER, chatOfContactPath } from "@/lib/paths";

/** Within this time a visible tab has taken its turn. */
const TABS_AGREE_MS = 400;

/** Tells the user in one tab that a note mentions them, unless they look at its conversation. */
export async function announceMention({ chat, note, by }: StreamEvents["chat.mentioned"]) {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, TABS_AGREE_MS));
  else if (isOpen(chat)) return;
  if (!(await takeTurn(`garimpo.mentionNoticed ${note}`))) return;
  const contact = await nameContact(chat);
  notifyWith(`mention ${note}`, (close) => (
    <div
      role="alert"
      className="pointer-events-auto w-[min(22rem,calc(100vw-2rem))] rounded-xl border border-border bg-popover p-4 text-foreground shadow-popover"
    >
      <div className="flex items-start gap-3">
        <AtSign className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
        <p className="wrap-anywhere min-w-0 flex-1 text-sm">
          {by} mencionou você na conversa com {contact}
        </p>
        <Button
          variant="ghost"
          size="icon"
          className="-mt-1.5 -mr-1.5 pointer-coarse:size-11"
          aria-label="Dispensar aviso"
          onClick={close}
        >
          <X aria-hidden />
        </Button>
      </div>
      <Button asChild size="sm" className="mt-3 pointer-coarse:h-11">
        <Link href={chatOfContactPath(chat)} onClick={close}>
          Abrir conversa
        </Link>
      </Button>
    </div>
  ));
}

function isOpen(chat: string): boolean {
  const opened = new URLSearchParams(window.location.search).get(CHAT_PARAMETER);
  return opened !== null && getChatKey(opened) === getChatKey(chat);
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
