"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, ArrowLeft, PanelRight } from "lucide-react";
import { chatMutations } from "@/components/messaging/chat/chat.queries";
import { colleagueQuery, typingQuery } from "@/components/messaging/chat/typing.queries";
import { useChatIdentity } from "@/components/messaging/chat/use-chat-identity";
import type { OpenChat, OpenChatRow } from "@/components/messaging/chat/use-open-chat";
import { ContactPicture } from "@/components/messaging/contacts/contact-picture";
import { PassOnButton } from "@/components/messaging/sellers/pass-on-button";
import { useSessionUser } from "@/components/session/session-context";
import { useTeam } from "@/components/session/team.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { NumberOfChat } from "./number-of-chat";

interface ConversationHeaderProps {
  openChat: OpenChat;
  chat: OpenChatRow;
  onOpen: (contactNumber: string) => void;
  onClose: () => void;
  closeLabel?: string | undefined;
  trayShown: boolean;
  onToggleTray: (() => void) | undefined;
}

export function ConversationHeader({
  openChat,
  chat,
  onOpen,
  onClose,
  closeLabel = "Voltar para as conversas",
  trayShown,
  onToggleTray,
}: ConversationHeaderProps) {
  const { name, number, pictureUrl } = useChatIdentity(openChat, chat);
  const username = chat?.username ? `@${chat.username}` : "";
  const address = formatKeptNumber(number) || username || (chat ? "Número oculto" : "");
  const { data: typing } = useQuery(typingQuery(openChat.contactKey));
  const { data: writerId } = useQuery(colleagueQuery(openChat.contactKey));
  const me = useSessionUser().id;
  const { people } = useTeam();
  const writer = writerId === me ? undefined : people.find(({ id }) => id === writerId);
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-border border-b bg-card px-3 @2xl:px-4">
      <Button
        variant="ghost"
        size="icon"
        aria-label={closeLabel}
        className="@2xl:hidden"
        onClick={onClose}
      >
        <ArrowLeft aria-hidden />
      </Button>
      <ContactPicture key={pictureUrl} url={pictureUrl} name={name} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">{name}</h2>
        {writer ? (
          <p className="truncate text-info-text text-xs">{writer.name} está digitando…</p>
        ) : typing ? (
          <p className="truncate text-success-text text-xs">digitando…</p>
        ) : (
          address !== name && (
            <p className="truncate text-muted-foreground text-xs tabular-nums">{address}</p>
          )
        )}
      </div>
      <NumberOfChat openChat={openChat} chat={chat} onOpen={onOpen} />
      {chat && <PassOnButton chat={chat} />}
      {chat && <ArchiveButton chat={chat} />}
      {onToggleTray && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Dados do lead"
          aria-expanded={trayShown}
          title="Dados do lead"
          onClick={onToggleTray}
        >
          <PanelRight aria-hidden />
        </Button>
      )}
    </header>
  );
}

function ArchiveButton({ chat }: { chat: Chat }) {
  const { mutate, isPending } = useMutation(chatMutations.archive(useQueryClient()));
  const archived = !chat.archived;
  const label = archived ? "Arquivar conversa" : "Desarquivar conversa";
  const change = () =>
    mutate(
      { contactNumber: chat.contactNumber, archived },
      {
        onSuccess: () =>
          notifySuccess(
            archived
              ? "Conversa arquivada. Ela volta quando chegar uma mensagem nova."
              : "Conversa de volta à lista.",
          ),
      },
    );
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      loading={isPending}
      onClick={change}
    >
      {!isPending && (archived ? <Archive aria-hidden /> : <ArchiveRestore aria-hidden />)}
    </Button>
  );
}
