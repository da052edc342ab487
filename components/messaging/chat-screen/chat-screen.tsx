"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import dynamic from "next/dynamic";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { chatQueries, seedChats } from "@/components/messaging/chat/chat.queries";
import { cacheChats } from "@/components/messaging/chat/chat-cache";
import { useMarkAsRead } from "@/components/messaging/chat/use-mark-as-read";
import {
  findOpenRow,
  type OpenChat,
  parseOpenChat,
  useOpenChat,
} from "@/components/messaging/chat/use-open-chat";
import { ChatList } from "@/components/messaging/chat-list/chat-list";
import { focusChatRow } from "@/components/messaging/chat-list/chat-list-row";
import { useOtherNumber } from "@/components/messaging/conversation/use-other-number";
import { latePart } from "@/components/shared/feedback/late-code";
import { useCloseQuestion } from "@/components/shared/feedback/use-close-question";
import { useStatePer } from "@/components/shared/state/use-state-per";
import { useStoredState } from "@/components/shared/state/use-stored-state";
import { cn } from "@/components/ui/cn";
import type { Chat } from "@/lib/contracts/messaging/chat";
import type { FoundMessage } from "@/lib/contracts/messaging/chat-search";
import { getChatKey } from "@/lib/domain/messages/chat-key";
import { holdsWords } from "@/lib/domain/text/fold-text";
import { useChatFilter } from "./use-chat-filter";

/** An open conversation is half of the screen's code: the list does not wait for it. */
const Conversation = dynamic(
  latePart(
    async () => (await import("@/components/messaging/conversation/conversation")).Conversation,
  ),
  {
    loading: () => <div className="min-w-0 flex-1 bg-chat" aria-busy />,
  },
);
const LeadTray = dynamic(
  latePart(async () => (await import("@/components/messaging/chat-lead/lead-tray")).LeadTray),
  {
    loading: () => <div className="w-full shrink-0 @2xl:w-70 @7xl:w-80" />,
  },
);

const NO_CHATS: Chat[] = [];
/** From this width on, list, conversation and lead are shown side by side; the same as the @5xl classes below. */
const WIDE_PX = 1024;

/**
 * One pane at a time in a narrow screen, two in a wider one, three in a wide one. The panes follow the width of the
 * screen's own area, which the sidebar shares with it.
 */
export function ChatScreen() {
  const client = useQueryClient();
  useLayoutEffect(() => seedChats(client), [client]);
  const [choice, choose] = useChatFilter();
  const [search, setSearch] = useState("");
  const list = useInfiniteQuery(
    chatQueries.list(choice.filter, "", choice.intent, choice.numberId),
  );
  const latest = list.data?.pages[0];
  const isWhole = choice.filter === "all" && choice.intent === null && choice.numberId === null;
  useEffect(() => {
    if (isWhole && latest) cacheChats(latest.chats);
  }, [isWhole, latest]);
  const chats = useMemo(() => removeRepeated(list.data?.pages), [list.data]);
  const { openChat, open, replace, close } = useOpenChat();
  const openKey = openChat?.key ?? null;
  const row = useMemo(() => findOpenRow(chats, openChat), [chats, openChat]);
  const lastRow = useLastRow(row, openChat);
  const chat = row ?? lastRow ?? (list.isPending ? undefined : null);
  const foundList = useInfiniteQuery({
    ...chatQueries.list(choice.filter, search, choice.intent, choice.numberId),
    enabled: search !== "",
  });
  const shownChats = useMemo(() => {
    if (search === "") return chats;
    // Until the server answers, the loaded conversations that match.
    return foundList.data
      ? removeRepeated(foundList.data.pages)
      : chats.filter(({ name }) => holdsWords(name, search));
  }, [chats, foundList.data, search]);
  const [found, setFound] = useState<FoundMessage | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const wide = useWide(area);
  const [besideWhenWide, setBesideWhenWide] = useStoredState("chatLeadTray", true);
  // Another conversation begins with its messages.
  const [trayOver, setTrayOver] = useStatePer(openKey, false);
  const trayShown = openChat !== null && (wide ? besideWhenWide : trayOver);
  const setTrayShown = wide ? setBesideWhenWide : setTrayOver;
  const leaving = useCloseQuestion();
  const closeTray = () => leaving.leave(() => setTrayShown(false));
  useMarkAsRead(openChat, chat);
  useOtherNumber(openChat, chat, replace);
  useFocusOnClose(openKey);

  return (
    <div ref={area} className="@container h-[calc(100dvh-var(--topbar))] min-h-80">
      {/* The list, with the title, is hidden where the conversation takes its place. */}
      {openChat && (
        <h1 className={cn("sr-only", trayShown ? "@5xl:hidden" : "@2xl:hidden")}>Chat WhatsApp</h1>
      )}
      <div className="flex h-full">
        <ChatList
          list={search === "" ? list : foundList}
          chats={shownChats}
          search={search}
          onSearch={setSearch}
          openChat={
            row && shownChats.find(({ contactNumber }) => contactNumber === row.contactNumber)
          }
          onOpen={(contactNumber) =>
            leaving.leave(() => {
              setFound(null);
              open(contactNumber);
            })
          }
          onOpenFound={(message) =>
            leaving.leave(() => {
              setFound(message);
              open(message.contactNumber);
            })
          }
          choice={choice}
          onChoose={choose}
          className={cn(
            "w-full @2xl:w-68 @7xl:w-88 shrink-0",
            openChat && "@max-2xl:hidden",
            trayShown && "@max-5xl:hidden",
          )}
        />
        {openChat ? (
          <>
            <Conversation
              key={openChat.key}
              openChat={openChat}
              chat={chat}
              foundId={found && getChatKey(found.contactNumber) === openKey ? found.id : null}
              onOpen={(contactNumber) =>
                leaving.leave(() => {
                  const known = findOpenRow(chats, parseOpenChat(contactNumber));
                  open(known?.contactNumber ?? contactNumber);
                })
              }
              onClose={() => leaving.leave(close)}
              trayShown={trayShown}
              onToggleTray={() => (trayShown ? closeTray() : setTrayShown(true))}
              className={cn("min-w-0 flex-1", trayShown && "@max-2xl:hidden")}
            />
            {trayShown && (
              <LeadTray
                key={`lead ${openChat.key}`}
                openChat={openChat}
                chat={chat}
                leaving={leaving}
                onClose={closeTray}
                className="w-full shrink-0 @2xl:w-70 @7xl:w-80"
              />
            )}
          </>
        ) : (
          <NothingOpen />
        )}
      </div>
    </div>
  );
}

function NothingOpen() {
  return (
    <div className="@max-2xl:hidden grid min-w-0 flex-1 place-items-center bg-chat px-6">
      <div className="text-center">
        <span className="mx-auto mb-4 grid size-11 place-items-center rounded-xl border border-border bg-card">
          <MessagesSquare className="size-5 text-muted-foreground" aria-hidden />
        </span>
        <p className="font-medium text-muted-foreground">
          Selecione um contato para iniciar uma conversa
        </p>
      </div>
    </div>
  );
}

/** A conversation that moves to the top while pages are loaded can be in two of them. */
function removeRepeated(pages: { chats: Chat[] }[] | undefined): Chat[] {
  if (!pages) return NO_CHATS;
  const all = pages.flatMap(({ chats }) => chats);
  return [
    ...new Map(all.toReversed().map((chat) => [chat.contactNumber, chat])).values(),
  ].reverse();
}

/** The open conversation keeps its last row when it leaves the filtered list, as one that has been read does. */
function useLastRow(row: Chat | undefined, openChat: OpenChat | null): Chat | undefined {
  const last = useRef<Chat>(undefined);
  if (row) last.current = row;
  const { current } = last;
  return current && findOpenRow([current], openChat);
}

/** Whether the three panes fit. */
function useWide(area: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => setWide(element.clientWidth >= WIDE_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return wide;
}

/** The list gets the focus back when the conversation over it was closed. */
function useFocusOnClose(openKey: string | null): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (openKey === null && last.current !== null) focusChatRow(last.current);
    last.current = openKey;
  }, [openKey]);
}
