"use client";

import {
  Ban,
  Camera,
  FileText,
  Headphones,
  type LucideIcon,
  MapPin,
  Mic,
  Sticker,
  UserRound,
  Video,
} from "lucide-react";
import { type KeyboardEvent, type MouseEvent, memo } from "react";
import { AnswerMark } from "@/components/leads/answers/answer-mark";
import { OverdueMark } from "@/components/leads/tasks/next-step";
import { UnreadBadge } from "@/components/messaging/chat/unread-badge";
import { ContactPicture } from "@/components/messaging/contacts/contact-picture";
import { NumberMark } from "@/components/messaging/numbers/number-mark";
import { SellerMark } from "@/components/messaging/sellers/seller-mark";
import { useNow } from "@/components/shared/state/use-now";
import { cn } from "@/components/ui/cn";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { getChatKey } from "@/lib/domain/messages/chat-key";
import { formatChatTime } from "@/lib/domain/messages/chat-times";
import { DELETED, describeKind, type LastMessageKind } from "@/lib/domain/messages/message-kind";
import { CHAT_PARAMETER } from "@/lib/paths";

interface ChatListRowProps {
  chat: Chat;
  current: boolean;
  /** Only one row is a tab stop; the arrows lead to the others. */
  tabbable: boolean;
  onOpen: (contactNumber: string) => void;
}

export const ChatListRow = memo(function ChatListRow({
  chat,
  current,
  tabbable,
  onOpen,
}: ChatListRowProps) {
  const now = useNow();
  const { contactNumber, name, lastMessage, lastMessageKind, timestamp } = chat;
  const { unreadCount, pictureUrl, leadId, waiting, intent } = chat;

  function open(event: MouseEvent) {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(contactNumber);
  }

  return (
    // Rows outside the view are not laid out: a list may have thousands.
    <li className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <a
        href={`?${CHAT_PARAMETER}=${encodeURIComponent(contactNumber)}`}
        data-chat-row={getChatKey(contactNumber)}
        aria-current={current || undefined}
        tabIndex={tabbable ? 0 : -1}
        onClick={open}
        className={cn(
          "flex h-16 items-center gap-3 rounded-lg px-2 transition-colors focus-visible:-outline-offset-2",
          current ? "bg-accent" : "hover:bg-muted",
        )}
      >
        <ContactPicture key={pictureUrl} url={pictureUrl} name={name} large />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate font-medium">{name}</span>
              <NumberMark numberId={chat.numberId} />
              {leadId !== null && <OverdueMark leadId={leadId} />}
            </span>
            {timestamp && (
              <time
                dateTime={timestamp}
                className={cn(
                  "shrink-0 text-xs tabular-nums",
                  unreadCount > 0 ? "font-medium text-success-text" : "text-muted-foreground",
                )}
              >
                {formatChatTime(timestamp, now)}
              </time>
            )}
          </span>
          <span className="mt-0.5 flex items-center justify-between gap-2">
            <span
              className={cn(
                "truncate text-[0.8125rem]",
                unreadCount > 0 ? "text-foreground" : "text-muted-foreground",
                WITHOUT_WORDS.has(lastMessageKind) && "italic",
              )}
            >
              <KindIcon kind={lastMessageKind} />
              {lastMessage === null
                ? describeKind(lastMessageKind)
                : lastMessage || "Sem mensagens"}
            </span>
            <span className="flex shrink-0 items-center gap-1.5">
              <SellerMark sellerId={chat.sellerId} />
              {waiting && intent && <AnswerMark kind={intent.kind} short />}
              <UnreadBadge count={unreadCount} />
            </span>
          </span>
        </span>
      </a>
    </li>
  );
});

/** For these kinds the row shows words of ours. */
const WITHOUT_WORDS = new Set<LastMessageKind>(["notice", "unsupported", DELETED]);

const KIND_ICONS: Partial<Record<LastMessageKind, LucideIcon>> = {
  image: Camera,
  video: Video,
  audio: Headphones,
  voice: Mic,
  document: FileText,
  sticker: Sticker,
  location: MapPin,
  contact: UserRound,
  [DELETED]: Ban,
};

function KindIcon({ kind }: { kind: LastMessageKind }) {
  const Icon = KIND_ICONS[kind];
  return Icon ? <Icon className="mr-1 inline size-3.5 align-[-0.125em]" aria-hidden /> : null;
}

const ROW = "[data-chat-row]";

/** The arrows move through the rows, and from the search box into them; Enter opens a row, being a link. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW)];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const typing = event.target instanceof HTMLInputElement;
  const next = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ...(!typing && { Home: 0, End: rows.length - 1 }),
  }[event.key];
  if (next === undefined || (at === -1 && event.key !== "ArrowDown")) return;
  event.preventDefault();
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}

/** Focuses the row of a conversation, else the first one. */
export function focusChatRow(chatKey: string): void {
  const row =
    document.querySelector<HTMLElement>(`[data-chat-row="${CSS.escape(chatKey)}"]`) ??
    document.querySelector<HTMLElement>(ROW);
  row?.focus();
}
