"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { chatQueries } from "@/components/messaging/chat/chat.queries";
import { useMarkAsRead } from "@/components/messaging/chat/use-mark-as-read";
import { findOpenRow, type OpenChat } from "@/components/messaging/chat/use-open-chat";
import { Conversation } from "@/components/messaging/conversation/conversation";
import { useOtherNumber } from "@/components/messaging/conversation/use-other-number";

interface BoardChatProps {
  openChat: OpenChat;
  onOpen: (contactNumber: string) => void;
  onReplace: (contactNumber: string) => void;
  onClose: () => void;
  onOpenLead: (leadId: number) => void;
}

/** A conversation next to the board: the cards stay where they are, and can still be dragged. */
export function BoardChat({ openChat, onOpen, onReplace, onClose, onOpenLead }: BoardChatProps) {
  const { number, key } = openChat;
  const found = useInfiniteQuery({
    ...chatQueries.list("all", number ?? ""),
    enabled: number !== null,
  });
  const rows = found.data?.pages.flatMap(({ chats }) => chats);
  const row = rows && findOpenRow(rows, openChat);
  const chat = row ?? (found.isPending ? undefined : null);
  useMarkAsRead(openChat, chat);
  useOtherNumber(openChat, chat, onReplace);
  const leadId = chat?.leadId ?? null;
  return (
    <aside className="@container flex w-[25rem] shrink-0 overflow-hidden rounded-xl border border-border">
      <Conversation
        key={key}
        openChat={openChat}
        chat={chat}
        foundId={null}
        onOpen={onOpen}
        onClose={onClose}
        closeLabel="Fechar a conversa"
        trayShown={false}
        onToggleTray={leadId === null ? undefined : () => onOpenLead(leadId)}
        className="min-w-0 flex-1"
      />
    </aside>
  );
}
