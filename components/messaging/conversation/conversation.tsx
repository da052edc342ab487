"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp, Unplug } from "lucide-react";
import { type KeyboardEvent, useCallback, useLayoutEffect, useState } from "react";
import { chatQueries, seedMessages } from "@/components/messaging/chat/chat.queries";
import { useChatIdentity } from "@/components/messaging/chat/use-chat-identity";
import type { OpenChat, OpenChatRow } from "@/components/messaging/chat/use-open-chat";
import { focusChatRow } from "@/components/messaging/chat-list/chat-list-row";
import { Composer } from "@/components/messaging/composer/composer";
import { focusComposer } from "@/components/messaging/composer/focus-composer";
import { ScheduledStrip } from "@/components/messaging/composer/scheduled-strip";
import { SendingFiles } from "@/components/messaging/composer/sending-files";
import { templateQueries } from "@/components/messaging/composer/template.queries";
import { UnconfirmedStrip } from "@/components/messaging/composer/unconfirmed-strip";
import { useAnswering } from "@/components/messaging/composer/use-answering";
import { useAttachments } from "@/components/messaging/composer/use-attachments";
import { useFileDrop } from "@/components/messaging/composer/use-file-drop";
import { useFilledAnswer } from "@/components/messaging/composer/use-filled-answer";
import { useSchedule } from "@/components/messaging/composer/use-schedule";
import { useSend } from "@/components/messaging/composer/use-send";
import { useTyping } from "@/components/messaging/composer/use-typing";
import { type ComposeMode, ComposeSwitch } from "@/components/messaging/notes/compose-switch";
import { NoteComposer } from "@/components/messaging/notes/note-composer";
import { useNotes } from "@/components/messaging/notes/use-notes";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { SellerStrip } from "@/components/messaging/sellers/seller-strip";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { AnswerStrip } from "./answer-strip";
import { BlockedContact } from "./blocked-contact";
import { ClosedWindow } from "./closed-window";
import { ConversationHeader } from "./conversation-header";
import { MessageHistoryView } from "./message-history-view";
import { MovedNotice } from "./moved-notice";
import { OptOutNotice } from "./opt-out-notice";
import { optOutReviewQuery } from "./opt-out-review.queries";
import { SuggestionStrip } from "./suggestion-strip";
import { useFoundMessage } from "./use-found-message";

const TemplateDialog = lateDialog(
  async () => (await import("@/components/messaging/composer/template-dialog")).TemplateDialog,
);

interface ConversationProps {
  openChat: OpenChat;
  chat: OpenChatRow;
  /** The message that a search found in it. */
  foundId: number | null;
  onOpen: (contactNumber: string) => void;
  onClose: () => void;
  closeLabel?: string;
  trayShown: boolean;
  /** Missing if there is nothing to show about the lead. */
  onToggleTray: (() => void) | undefined;
  className: string;
}

/** Mounted again for each conversation. */
export function Conversation({
  openChat,
  chat,
  foundId,
  onOpen,
  onClose,
  closeLabel,
  trayShown,
  onToggleTray,
  className,
}: ConversationProps) {
  const client = useQueryClient();
  useLayoutEffect(() => seedMessages(client, openChat.key), [client, openChat.key]);
  const history = useQuery(chatQueries.messages(openChat.key));
  useFoundMessage(openChat.key, history.data, foundId);
  const instance = useQuery(whatsappQueries.instance(openChat.numberId));
  const to = chat?.contactNumber ?? openChat.contactNumber;
  const { name } = useChatIdentity(openChat, chat);
  const [mode, setMode] = useState<ComposeMode>("message");
  const notes = useNotes(openChat.contactNumber);
  const hasBegun = Boolean(chat) || (history.data?.messages.length ?? 0) > 0;
  const takesNotes = notes.isTeam && hasBegun;
  const writesNote = takesNotes && mode === "note";
  const { answered, cancel, handlers } = useAnswering(useCallback(() => setMode("message"), []));
  const { submissions, send } = useSend(openChat.key, to);
  const { schedule, scheduling, dialog } = useSchedule({
    chatKey: openChat.key,
    to,
    contactName: name,
  });
  const attachments = useAttachments(openChat.key);
  const showTyping = useTyping(to);
  const fillAnswer = useFilledAnswer({ to, name, leadId: chat?.leadId ?? null });
  const [choosing, setChoosing] = useState(false);
  const usesTemplates = Boolean(instance.data?.connected && instance.data.templates_outside_window);
  const window = useQuery({ ...templateQueries.window(to), enabled: usesTemplates });
  const isClosed = usesTemplates && window.data?.open === false;
  const blocked = useQuery(optOutReviewQuery(to)).data?.blocked ?? null;
  const sendsFiles = instance.data?.sends_files ?? false;
  const takesMessages = instance.data?.connected === true && !isClosed && !blocked;
  const canAttach = sendsFiles && takesMessages && !writesNote;
  const { over, dropProps } = useFileDrop(canAttach, attachments.add);

  function changeMode(next: ComposeMode) {
    setMode(next);
    if (next === "message") focusComposer();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const { activeElement } = document;
    focusChatRow(openChat.key);
    // The list is hidden behind the conversation: nothing took the focus.
    if (document.activeElement === activeElement) onClose();
  }

  return (
    <section
      aria-label="Conversa"
      onKeyDown={onKeyDown}
      {...dropProps}
      className={cn("relative flex flex-col bg-chat", className)}
    >
      {over && <DropZone />}
      <ConversationHeader
        openChat={openChat}
        chat={chat}
        onOpen={onOpen}
        onClose={onClose}
        closeLabel={closeLabel}
        trayShown={trayShown}
        onToggleTray={onToggleTray}
      />
      {chat?.moved && <MovedNotice moved={chat.moved} />}
      <MessageHistoryView
        chatKey={openChat.key}
        contactName={name}
        history={history}
        submissions={submissions}
        notes={notes.notes}
        contactNumber={openChat.contactNumber}
        handlers={instance.data?.connected && !blocked ? handlers : null}
      />
      <OptOutNotice to={to} />
      {chat && <AnswerStrip to={to} chat={chat} />}
      {instance.data?.connected === false && <Disconnected numberId={openChat.numberId} />}
      <SendingFiles submissions={submissions} />
      {notes.list.isError && !notes.list.data && <NotesMissing onRetry={notes.list.refetch} />}
      {!isClosed && !writesNote && (
        <SuggestionStrip
          chatKey={openChat.key}
          to={to}
          lastMessageId={history.data?.messages.at(-1)?.id ?? null}
          connected={instance.data?.connected === true}
        />
      )}
      <UnconfirmedStrip chatKey={openChat.key} />
      {chat && <SellerStrip chat={chat} />}
      <ScheduledStrip to={to} contactName={name} />
      {takesNotes && <ComposeSwitch mode={mode} onChange={changeMode} />}
      {writesNote ? (
        <NoteComposer chatKey={openChat.key} contactNumber={openChat.contactNumber} />
      ) : blocked ? (
        <BlockedContact to={to} blocked={blocked} />
      ) : isClosed ? (
        <ClosedWindow onChoose={() => setChoosing(true)} />
      ) : (
        <Composer
          chatKey={openChat.key}
          connected={instance.data?.connected}
          failed={instance.isError && !instance.data}
          sendsFiles={sendsFiles}
          attachments={attachments}
          answered={answered}
          contactName={name}
          fillAnswer={fillAnswer}
          onCancelAnswer={cancel}
          onChooseTemplate={usesTemplates ? () => setChoosing(true) : undefined}
          onType={showTyping}
          onSend={send}
          scheduling={scheduling}
          onSchedule={schedule}
        />
      )}
      {dialog}
      {choosing && <TemplateDialog to={to} contactName={name} onClose={() => setChoosing(false)} />}
    </section>
  );
}

function DropZone() {
  return (
    <div className="pointer-events-none absolute inset-2 z-20 grid place-content-center justify-items-center gap-2 rounded-xl border-2 border-primary border-dashed bg-card/95 text-center font-medium">
      <FileUp className="size-8" aria-hidden />
      Solte os arquivos para enviar
    </div>
  );
}

function NotesMissing({ onRetry }: { onRetry: () => unknown }) {
  return (
    <p
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 border-border border-t bg-muted px-4 py-1.5 text-sm"
    >
      As notas internas não foram carregadas.
      <Button variant="link" size="inline" className="min-h-10" onClick={() => onRetry()}>
        Tentar novamente
      </Button>
    </p>
  );
}

function Disconnected({ numberId }: Pick<OpenChat, "numberId">) {
  const number = useOwnNumbers().find(numberId);
  const isRemoved = Boolean(number?.removed_at);
  return (
    <p className="flex shrink-0 flex-wrap items-center gap-x-3 border-border border-t bg-muted px-4 py-1.5 text-sm">
      <Unplug className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      {isRemoved
        ? `O número ${number?.name} foi removido. Fale por outro.`
        : number
          ? `O número ${number.name} está desconectado.`
          : "Seu WhatsApp está desconectado."}
      {!isRemoved && (
        <Button asChild variant="link" size="inline" className="min-h-10">
          <Link href={paths.dashboard}>Conectar WhatsApp</Link>
        </Button>
      )}
    </p>
  );
}
