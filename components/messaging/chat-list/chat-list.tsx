"use client";

import { type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { MessagesSquare, PlugZap, RefreshCw } from "lucide-react";
import { useState } from "react";
import { NoticeMenu } from "@/components/messaging/reply-notices/notice-menu";
import { whatsappQueries } from "@/components/messaging/whatsapp/whatsapp.queries";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifyError } from "@/components/shared/feedback/notify";
import { SearchBox } from "@/components/shared/table/search-box";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Chat } from "@/lib/contracts/messaging/chat";
import type { FoundMessage } from "@/lib/contracts/messaging/chat-search";
import { errorText } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { type ChatChoice, ChatFilterChips, NONE_IN_FILTER } from "./chat-filter-chips";
import { ChatListRow, moveRowFocus } from "./chat-list-row";
import { FoundMessages } from "./found-messages";

const SEARCH_DEBOUNCE_MS = 100;
const SKELETONS = 8;
/** With fewer characters almost every message would match. */
const MIN_MESSAGE_SEARCH = 2;

interface ChatListProps {
  /** The query of the list, or of the search while there is one. */
  list: UseInfiniteQueryResult<unknown>;
  chats: Chat[];
  search: string;
  onSearch: (search: string) => void;
  /** The row of the open conversation, if it is among them. */
  openChat: Chat | undefined;
  onOpen: (contactNumber: string) => void;
  onOpenFound: (found: FoundMessage) => void;
  choice: ChatChoice;
  onChoose: (choice: Partial<ChatChoice>) => void;
  className: string;
}

export function ChatList({
  list,
  chats,
  search,
  onSearch,
  openChat,
  onOpen,
  onOpenFound,
  choice,
  onChoose,
  className,
}: ChatListProps) {
  const [refreshing, setRefreshing] = useState(false);
  const tabStop = openChat ?? chats[0];

  async function refresh() {
    setRefreshing(true);
    const { error } = await list.refetch();
    setRefreshing(false);
    if (error) notifyError("Erro ao carregar contatos", { description: errorText(error) });
  }

  async function loadMore() {
    const { error } = await list.fetchNextPage();
    if (error) notifyError("Erro ao carregar contatos", { description: errorText(error) });
  }

  return (
    <section
      aria-label="Conversas"
      onKeyDown={moveRowFocus}
      className={cn("flex flex-col border-border border-r bg-card", className)}
    >
      <header className="space-y-3 px-4 pt-4 pb-3">
        <div className="flex items-center justify-between gap-2">
          <h1 className="min-w-0 flex-1 font-semibold text-lg tracking-tight">Chat WhatsApp</h1>
          <NoticeMenu />
          <Button
            variant="ghost"
            size="icon"
            aria-label="Atualizar conversas"
            title="Atualizar conversas"
            loading={refreshing}
            onClick={refresh}
          >
            {!refreshing && <RefreshCw aria-hidden />}
          </Button>
        </div>
        <SearchBox
          label="Buscar por nome"
          value={search}
          onSearch={onSearch}
          debounceMs={SEARCH_DEBOUNCE_MS}
        />
        <ChatFilterChips choice={choice} onChoose={onChoose} />
      </header>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {list.isPending && chats.length === 0 && <Skeletons />}
        {list.isError && !list.data && (
          <ErrorState
            title="Erro ao carregar contatos"
            detail={errorText(list.error)}
            onRetry={list.refetch}
            retrying={list.isFetching}
          />
        )}
        {list.data !== undefined && chats.length === 0 && search === "" && (
          <NoChats choice={choice} />
        )}
        {list.data !== undefined && search !== "" && chats.length === 0 && (
          <p className="px-2 py-3 text-muted-foreground text-sm">
            Nenhuma conversa encontrada com esse nome.
          </p>
        )}
        <ul>
          {chats.map((chat) => (
            <ChatListRow
              key={chat.contactNumber}
              chat={chat}
              current={chat === openChat}
              tabbable={chat === tabStop}
              onOpen={onOpen}
            />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button
            variant="ghost"
            className="mt-2 w-full"
            loading={list.isFetchingNextPage}
            onClick={loadMore}
          >
            Carregar mais conversas
          </Button>
        )}
        {search.length >= MIN_MESSAGE_SEARCH && (
          <FoundMessages search={search} onOpen={onOpenFound} />
        )}
      </div>
    </section>
  );
}

function Skeletons() {
  return (
    <div aria-busy>
      <span className="sr-only">Carregando conversas</span>
      {Array.from({ length: SKELETONS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <div key={row} className="flex h-16 items-center gap-3 px-2">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-44" />
          </div>
        </div>
      ))}
    </div>
  );
}

function NoChats({ choice: { filter, intent, numberId } }: { choice: ChatChoice }) {
  const instance = useQuery(whatsappQueries.instance());
  if (intent) {
    const description = "Nenhum contato respondeu isto por último.";
    return <EmptyState icon={MessagesSquare} title="Nada aqui" description={description} />;
  }
  if (numberId !== null) {
    const description = "Nenhuma conversa com este número.";
    return <EmptyState icon={MessagesSquare} title="Nada aqui" description={description} />;
  }
  if (filter !== "all") {
    return (
      <EmptyState icon={MessagesSquare} title="Nada aqui" description={NONE_IN_FILTER[filter]} />
    );
  }
  if (instance.data?.connected === false) {
    return (
      <EmptyState
        icon={MessagesSquare}
        title="Conecte seu WhatsApp"
        description="Com o WhatsApp conectado, suas conversas aparecem aqui."
        action={
          <Button asChild size="sm">
            <Link href={paths.dashboard}>
              <PlugZap aria-hidden />
              Conectar WhatsApp
            </Link>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title="Nenhuma conversa ainda"
      description="Quando alguém escrever, a conversa aparece aqui. Você também pode começar uma com um contato."
      action={
        <Button asChild size="sm">
          <Link href={paths.whatsappContacts}>Ver contatos</Link>
        </Button>
      }
    />
  );
}
